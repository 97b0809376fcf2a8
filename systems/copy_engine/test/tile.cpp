// SPDX-License-Identifier: Apache-2.0
// Every wire of a tile by small programs: picks one test.
#include "systems/copy_engine/test/tile.h"

#include <cstring>

using namespace fy_layout;

namespace {

constexpr unsigned kBitOf[] = {3, 7, 11, 16};  // software, timer, external, bus error

void operator+=(std::vector<uint32_t>& to, const std::vector<uint32_t>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

void test_identity(Tile& tile) {
  for (const uint64_t id : {uint64_t{0}, uint64_t{3}, uint64_t{0x123456789abcdef0}}) {
    tile.top->hart_id_i = id;
    tile.top->time_i = random64();
    tile.put(kMemory, {read_csr(5, 0xf14), read_csr(6, kTime), jump(0)});
    tile.restart();
    tile.reach(kMemory + 8);
    check(tile.records.front().pc, kMemory, "first instruction");
    check(tile.values[5], id, "mhartid");
    check(tile.values[6], tile.top->time_i, "time");
  }
}

void test_interrupts(Tile& tile) {
  // Every set of lines, as mip shows it.
  tile.put(kMemory, {read_csr(5, kPending), jump(-4)});
  tile.restart();
  for (unsigned lines = 0; lines < 16; lines++) {
    tile.top->interrupts_i = lines;
    tile.run(60);
    uint64_t expected = 0;
    for (unsigned i = 0; i < 4; i++) expected |= uint64_t{lines >> i & 1} << kBitOf[i];
    check(tile.values[5], expected, "mip");
  }
  // Each of them is taken.
  std::vector<uint32_t> program = Tile::set_register(1, 0x10888);
  program += Tile::set_register(2, kMemory + 0x800);
  program +=
      {write_csr(kEnable, 1), write_csr(kVector, 2), addi(3, 0, 8), write_csr(kStatus, 3), jump(0)};
  tile.put(kMemory, program);
  for (unsigned i = 0; i < 4; i++) {
    tile.top->interrupts_i = 0;
    tile.restart();
    tile.run(200);
    tile.top->interrupts_i = 1u << i;
    tile.until("an interrupt", [&] { return tile.records.back().trap; });
    check(tile.records.back().is_interrupt, 1, "interrupt");
    check(tile.records.back().cause, kBitOf[i], "cause");
    tile.reach(kMemory + 0x800);
  }
}

void test_fetch(Tile& tile) {
  // 2 ways of 16 sets, and the refill buffer: two lines of a set stay, four do not.
  const uint64_t a = kMemory, b = a + 1024, c = b + 1024, d = c + 1024;
  tile.put(a, {jump(1024)});
  tile.put(b, {jump(-1024)});
  tile.restart();
  tile.run(400);
  check(tile.gets, 2, "two lines of a set stay");
  check(tile.events["refill"], 2, "refills");
  check(tile.records.size() > 50, 1, "one instruction after the other");
  tile.put(b, {jump(1024)});
  tile.put(c, {jump(1024)});
  tile.put(d, {jump(-3072)});
  tile.restart();
  tile.run(1000);
  check(tile.gets > 20, 1, "four lines of a set do not stay");
  check(tile.events["miss"] - tile.gets <= 1, 1, "misses");
  // Half as far is another set.
  tile.put(a, {jump(512)});
  tile.put(a + 512, {jump(512)});
  tile.put(b, {jump(512)});
  tile.put(b + 512, {jump(-1536)});
  tile.restart();
  tile.run(200);
  const unsigned gets = tile.gets;
  tile.run(300);
  check(tile.gets, gets, "two lines of two sets stay");
  // A changed instruction is seen behind FENCE.I, not before.
  for (const uint32_t fence : {addi(0, 0, 0), kFenceInstruction}) {
    tile.put(kMemory, {addi(5, 0, 1), fence, jump(-8)});
    tile.restart();
    tile.run(200);
    check(tile.values[5], 1, "instruction as it was");
    tile.code[kMemory] = addi(5, 0, 2);
    tile.run(200);
    check(tile.values[5], fence == kFenceInstruction ? 2 : 1, "instruction that was changed");
  }
}

void test_data(Tile& tile) {
  const uint64_t line = kMemory + 0x4000;
  std::vector<uint32_t> program = Tile::set_register(1, line);
  program += Tile::set_register(2, 0xcafe1234);
  program += Tile::set_register(3, kDevice);
  program += {store(2, 1, 8), load(4, 1, 8), kFence,        store(2, 3, 16), load(5, 3, 16),
              kFence,         addi(6, 5, 1), load(7, 1, 8), addi(8, 7, 1),   jump(-8)};
  const uint64_t end = tile.put(kMemory, program) - 4;
  tile.restart();
  tile.reach(end);
  check(tile.values[4], 0xcafe1234, "loaded from the line");
  check(tile.values[6], 0xcafe1235, "loaded from the device");
  check(tile.manager.acquires, 1, "Acquires");
  check(tile.uncached, 2, "uncached messages");
  check(tile.events["uncached"], 2, "events of uncached accesses");
  check(tile.events["store"], 1, "events of stores, cached ones");
  uint64_t value = 0;
  std::memcpy(&value, tile.manager.device.data() + 16, 8);
  check(value, 0xcafe1234, "stored to the device");
  // A probe takes the dirty line away; the next load gets it again.
  tile.manager.probe(line, 2);
  tile.until("an answer to the probe", [&] { return tile.manager.probe_answers == 1; });
  check(tile.manager.probe_answers_with_data, 1, "the line was dirty");
  check(tile.events["probe"], 1, "events of probes");
  std::memcpy(&value, tile.manager.line(line).data.data() + 8, 8);
  check(value, 0xcafe1234, "data of the probed line");
  value = 0x5555;
  std::memcpy(tile.manager.line(line).data.data() + 8, &value, 8);
  tile.until("the new value", [&] { return tile.values[8] == 0x5556; });
  check(tile.manager.acquires, 2, "Acquires after the probe");
  check(tile.data_errors.size() + tile.instruction_errors.size(), 0, "bus errors");
}

void test_sizes(Tile& tile) {
  // 4 ways of 8 sets: four lines of a set and one of another stay, a fifth throws one out.
  std::vector<uint32_t> program = Tile::set_register(1, kMemory + 0x4000);
  program += {store(1, 1, 256), kFence};
  for (unsigned i = 0; i < 5; i++) program += {store(1, 1, 0), kFence, addi(1, 1, 512)};
  program += {kFence, jump(0)};
  const uint64_t end = tile.put(kMemory, program) - 4;
  tile.restart();
  tile.reach(end - 16);
  check(tile.manager.releases, 0, "four lines of a set stay");
  tile.reach(end);
  tile.run(100);
  check(tile.manager.releases_with_data, 1, "the fifth throws one out");
  // 3 miss slots: three Acquires before the first Grant, the fourth load waits.
  l1::Knobs slow;
  slow.latency = 400;
  tile.manager.knobs(slow);
  const unsigned before = tile.manager.acquires;
  program = Tile::set_register(1, kMemory + 0x8000);
  program += Tile::set_register(3, kDevice);
  for (unsigned i = 0; i < 4; i++) program.push_back(load(4 + i, 1, static_cast<int>(64 * i)));
  // The access behind a load that must be presented again is killed, so that it acts once.
  program += {store(1, 3, 0), kFence, jump(0)};
  tile.put(kMemory, program);
  tile.restart();
  tile.run(300);
  check(tile.manager.acquires - before, 3, "Acquires before the first Grant");
  tile.run(1500);
  check(tile.manager.acquires - before, 4, "Acquires");
  check(tile.uncached, 1, "stores to the device");
}

void test_errors(Tile& tile) {
  // Below 0xa0000000 is memory: a refill that fails is a bus error; beyond it is a fault.
  std::vector<uint32_t> program = Tile::set_register(1, kBad + 0x40);
  program += {load(4, 1, 0), kFence, kFence};
  uint64_t at = tile.put(kMemory, program);
  tile.restart();
  tile.reach(at);
  check(tile.data_errors.size(), 1, "bus errors of data");
  check(tile.data_errors[0], kBad + 0x40, "address of the bus error");
  check(tile.instruction_errors.size(), 0, "bus errors of instructions");
  tile.put(at - 8, Tile::set_register(1, kBeyond));
  at = tile.put(at + 8, {load(4, 1, 0)});
  tile.restart();
  const Record fault = tile.reach(at - 4);
  check(fault.trap, 1, "access beyond memory");
  check(fault.cause, 5, "cause");
  check(fault.tval, kBeyond, "tval");
  // A denied line of instructions.
  tile.bad_line = kMemory + 0x2000;
  program = Tile::set_register(1, tile.bad_line);
  program.push_back(jump_register(1));
  tile.put(kMemory, program);
  tile.data_errors.clear();
  tile.restart();
  const Record denied = tile.reach(tile.bad_line);
  check(denied.trap, 1, "denied instruction");
  check(denied.cause, 1, "its cause");
  check(tile.instruction_errors.empty(), 0, "bus errors of instructions");
  check(tile.instruction_errors[0], tile.bad_line, "address of the line");
  check(tile.data_errors.size(), 0, "bus errors of data");
}

void test_coprocessor(Tile& tile) {
  Vtile_bench& top = *tile.top;
  const auto request = [&](Field field) { return get(top.coprocessor_o, field); };
  l1::Knobs slow;
  slow.latency = 200;
  tile.manager.knobs(slow);
  const uint64_t line = kMemory + 0x4000;
  std::vector<uint32_t> program = Tile::set_register(1, line);
  program += Tile::set_register(2, 0x12345678);
  program += {store(2, 1, 0), custom(0x2a, 7, 1, 2), kFence, custom(1, 0, 2, 1), jump(0)};
  const uint64_t end = tile.put(kMemory, program) - 4;
  tile.restart();
  tile.until("a request", [&] { return request(coprocessor_o::valid_) != 0; });
  unsigned waited = 0;
  for (; !request(coprocessor_o::stores_visible_); waited++) {
    if (waited > 1000) fail("the store never becomes visible");
    check(request(coprocessor_o::valid_), 1, "request stays");
    tile.step();
  }
  check(waited > 50, 1, "the store is not visible before its Grant");
  check(request(coprocessor_o::funct_), 0x2a, "funct");
  check(request(coprocessor_o::rd_), 7, "rd");
  check(request(coprocessor_o::rs1_), line, "rs1");
  check(request(coprocessor_o::rs2_), 0x12345678, "rs2");
  check(tile.events["coprocessor"], 0, "not accepted yet");
  set(top.coprocessor_i, coprocessor_i::illegal_, 0);
  set(top.coprocessor_i, coprocessor_i::result_, 0xfeedbeef12345);
  set(top.coprocessor_i, coprocessor_i::busy_, 1);
  top.coprocessor_ready_i = 1;
  tile.step();
  top.coprocessor_ready_i = 0;
  check(tile.events["coprocessor"], 1, "accepted");
  tile.run(100);
  check(tile.records.back().pc, end - 12, "FENCE waits for the coprocessor");
  check(tile.values[7], 0xfeedbeef12345, "result");
  set(top.coprocessor_i, coprocessor_i::busy_, 0);
  tile.reach(end - 8);
  tile.until("a second request", [&] { return request(coprocessor_o::valid_) != 0; });
  check(request(coprocessor_o::funct_), 1, "second funct");
  set(top.coprocessor_i, coprocessor_i::illegal_, 1);
  top.coprocessor_ready_i = 1;
  const Record trap = tile.reach(end - 4);
  check(trap.trap, 1, "illegal instruction");
  check(trap.cause, 2, "its cause");
  check(trap.tval, custom(1, 0, 2, 1), "its tval");
}

// The trace and the counters tell the same.
void test_events(Tile& tile) {
  tile.put(kMemory + 0x40, {addi(3, 0, 3), kWait});
  std::vector<uint32_t> program = Tile::set_register(2, kMemory + 0x40);
  program += {write_csr(kVector, 2), 0};  // which is illegal
  tile.put(kMemory, program);
  tile.restart();
  tile.run(300);
  unsigned retired = 0, traps = 0;
  for (const Record& record : tile.records) (record.trap ? traps : retired)++;
  check(retired, 6, "instructions");
  check(traps, 1, "traps");
  check(tile.events["retired"], retired, "events of retired instructions");
  check(tile.events["trap"], traps, "events of traps");
}

}  // namespace

int main(int argc, char** argv) {
  static const std::map<std::string, void (*)(Tile&)> tests = {
      {"identity", test_identity}, {"interrupts", test_interrupts},
      {"fetch", test_fetch},       {"data", test_data},
      {"sizes", test_sizes},       {"errors", test_errors},
      {"events", test_events},     {"coprocessor", test_coprocessor}};
  const Options options("tile", argc, argv);
  const auto found = tests.find(options.test);
  if (found == tests.end()) fail("there is no test " + options.test);
  Tile tile;
  found->second(tile);
  return passed();
}
