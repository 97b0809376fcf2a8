// SPDX-License-Identifier: Apache-2.0
// fy_tcm against a model that knows what every byte may hold: random accesses with kills, atomics,
// devices, fetches and a host at the same time; and exact cycles.
#include <cinttypes>
#include <cstdio>
#include <cstring>

#include "blocks/tcm/test/tcm_bench.h"
#include "blocks/tcm/test/tcm_model.h"

using namespace tcm;
using l1::Access;

namespace {

[[noreturn]] void fail(const std::string& what) { throw std::runtime_error(what); }

constexpr uint64_t kCode = kBase + 512;  // the upper half is written before, and fetched

HostMessage message(unsigned opcode, uint64_t address, unsigned size) {
  HostMessage result;
  result.opcode = opcode, result.address = address, result.size = size;
  result.data.resize(result.bytes());
  result.mask.assign(result.bytes(), true);
  return result;
}

/// The whole memory, written by the host.
void fill(Bench& bench, std::vector<uint8_t>& image) {
  for (unsigned at = 0; at < kBytes; at += 64) {
    HostMessage put = message(PutFull, kBase + at, 6);
    for (auto& byte : put.data) image.push_back(byte = uint8_t(bench.random()));
    bench.host_todo.push_back(put);
  }
  bench.run();
}

void connect(Bench& bench, Model& model, const std::vector<uint8_t>& image,
             std::map<uint64_t, uint64_t>& devices) {
  bench.core->decided = [&](const Access& a, l1::Status status, uint64_t value) {
    const bool own = a.address >= kBase && a.address < kBase + kBytes;
    if (status == l1::Replay) {
      if (own || a.atomic) fail("a replay of an access that the memory can do");
      return;
    }
    if (!own && a.atomic) {
      bench.failed_atomic = true;
      if (status != l1::Done) fail("an atomic outside is not done");
      if (value != (a.atomic == l1::StoreConditional)) fail("an atomic outside has a value");
      if (a.atomic >= l1::LoadReserved) model.end_reservation();
      return;
    }
    if (!own) {
      if (status != (a.store ? l1::Done : l1::Pending)) fail("a device access is decided wrongly");
      return;
    }
    if (status != l1::Done) fail("an access to the memory is not done at once");
    if ((a.store || a.atomic) && bench.top_quiet()) fail("quiet while a store is under way");
    if (a.atomic == l1::LoadReserved) {
      model.load_reserved(a.address, a.size, value);
    } else if (a.atomic == l1::StoreConditional) {
      model.store_conditional(a.address, a.size, a.data, value == 0);
    } else if (a.atomic) {
      if (extend(value, a.size, false) != value) fail("the old value is not extended");
      model.atomic(a.atomic, a.address, a.size, a.data, value);
      model.end_reservation();
    } else if (a.store) {
      model.store(a.address, a.size, a.data);
    } else {
      model.load(a.address, a.size, a.is_unsigned, value);
    }
  };
  bench.core->late = [&](const Access& a, uint64_t value) {
    const bool failed = devices.count(1);
    if (bench.core->late_error != failed) fail("a late error is not told, or told wrongly");
    if (value != (failed ? 0 : extend(devices[0], a.size, a.is_unsigned))) fail("a late value");
  };
  bench.device = [&](bool put, uint64_t, unsigned, uint64_t data) {
    DeviceAnswer answer;
    answer.data = devices[0] = put ? data : bench.random();
    answer.denied = bench.chance(10);
    answer.corrupt = !put && (answer.denied || bench.chance(10));
    devices.erase(1);
    if (answer.denied || answer.corrupt) devices[1] = 1;
    return answer;
  };
  bench.host_begin = [&](HostMessage& m) {
    if (m.is_put()) model.begin_put(m.address, m.data, m.mask);
    if (m.opcode == Get) model.begin_get(m.address, m.bytes());
  };
  bench.host_end = [&](HostMessage& m) {
    if (m.denied != (m.opcode == Arithmetic)) fail("denied, or not");
    if (m.is_put()) model.end_put();
    for (unsigned i = 0; m.opcode == Get && i < m.bytes(); i++) model.got(m.address + i, m.data[i]);
    if (m.opcode == Get) model.end_get();
  };
  bench.fetched = [&](uint64_t address, uint32_t word, bool error) {
    const bool own = address >= kBase && address < kBase + kBytes;
    if (error == own) fail("a fetch from outside is not told");
    uint32_t expected = 0;
    for (unsigned i = 0; own && i < 4; i++) expected |= image[address - kBase + i] << 8 * i;
    if (own && word != expected) fail("a wrong instruction");
  };
}

Access some_access(Bench& bench, uint64_t& reserved) {
  Access a;
  const unsigned what = bench.random() % 100;
  const uint64_t places = bench.chance(50) ? 32 : 512;
  a.size = bench.random() % 4;
  a.data = bench.random();
  a.is_unsigned = bench.chance(50);
  a.kill = bench.chance(8);
  a.store = what < 35;
  if (what >= 75 && what < 95) a.size = 2 + bench.random() % 2, a.is_unsigned = false;
  a.address = kBase + bench.random() % places / (1u << a.size) * (1u << a.size);
  if (what >= 75 && what < 85) a.atomic = 4 + bench.random() % 9;
  if (what >= 85 && what < 90) a.atomic = l1::LoadReserved, reserved = a.address;
  if (what >= 90 && what < 95) {
    a.atomic = l1::StoreConditional;
    if (bench.chance(80)) a.address = reserved / 8 * 8;
  }
  if (what >= 95) {
    a.device = true;
    a.store = bench.chance(50);
    a.address = 0x10000000 + bench.random() % 64 / (1u << a.size) * (1u << a.size);
    if (a.size >= 2 && bench.chance(10)) a.atomic = 2 + bench.random() % 11, a.is_unsigned = false;
  }
  return a;
}

HostMessage some_message(Bench& bench) {
  static const unsigned opcodes[] = {PutFull, PutFull, PutPartial, Get, Get, Intent, Arithmetic};
  const unsigned size = bench.random() % 7;
  const uint64_t at = bench.random() % (bench.chance(50) ? 64 : 512) >> size << size;
  HostMessage m = message(opcodes[bench.random() % 7], kBase + at, size);
  for (unsigned i = 0; i < m.bytes(); i++) {
    m.data[i] = uint8_t(bench.random());
    if (m.opcode == PutPartial) m.mask[i] = bench.chance(50);
  }
  return m;
}

void stress(Bench& bench, unsigned long operations) {
  Model model(kBase);
  std::vector<uint8_t> image;
  std::map<uint64_t, uint64_t> devices;
  unsigned long messages = 0;
  uint64_t reserved = kBase;
  fill(bench, image);
  for (unsigned i = 0; i < kBytes; i++) model.set(kBase + i, image[i]);
  connect(bench, model, image, devices);
  bench.fetch = [&](uint64_t& address) {
    address = kCode + bench.random() % 128 * 4;
    if (bench.chance(2)) address = bench.chance(50) ? kBase + kBytes : 0x10000000;
    return bench.chance(80);
  };
  for (unsigned long done = 0; done < operations; done += 1000) {
    const unsigned pace = bench.random() % 4;
    bench.core->bubble = [&bench, pace] { return bench.chance(pace * 25); };
    bench.host_pause = bench.random() % 3 * 40;
    bench.device_pause = bench.random() % 3 * 40;
    const unsigned host = bench.random() % 3 * 150;
    for (unsigned i = 0; i < 1000; i++) bench.core->program.push_back(some_access(bench, reserved));
    for (unsigned i = 0; i < host; i++) bench.host_todo.push_back(some_message(bench));
    messages += host;
    bench.run();
    if (bench.bus_errors != bench.failures) fail("bus errors are not told, or told twice");
  }
  if (!bench.core->kills || !bench.core->replays) fail("nothing was killed or replayed");
  for (const auto& [name, count] : bench.events) {
    if (count == 0) fail("the event " + name + " never came");
    std::printf("%s %lu\n", name.c_str(), count);
  }
  std::printf("passed: %lu cycles, %lu fetches, %lu device accesses, %lu messages\n", bench.cycle,
              bench.fetches, bench.device_accesses, messages);
}

// ---- exact cycles -------------------------------------------------------------------------------

Access access(uint64_t address, bool store = false, unsigned atomic = 0) {
  Access a;
  a.address = address, a.store = store, a.atomic = atomic;
  return a;
}

/// Cycles from the first access offered to the last one decided.
unsigned long span(Bench& bench, const std::vector<Access>& program) {
  unsigned long last = 0;
  bench.core->decided = [&](const Access&, l1::Status s, uint64_t) {
    if (s != l1::Replay) last = bench.cycle;
  };
  bench.core->late = [&](const Access&, uint64_t) { last = bench.cycle; };
  const unsigned long first = bench.cycle;
  for (const Access& a : program) bench.core->program.push_back(a);
  bench.run();
  return last - first;
}

unsigned long host_span(Bench& bench, HostMessage m) {
  unsigned long result = 0;
  bench.host_end = [&](HostMessage& done) { result = done.ended - done.begun; };
  bench.host_todo.push_back(m);
  bench.run();
  return result;
}

void cycles(Bench& bench) {
  const Access load = access(kBase), store = access(kBase + 8, true);
  const Access add = access(kBase + 16, false, l1::Add), device = access(0x10000000);
  const Access put = access(0x10000000, true);
  const auto repeat = [](const std::vector<Access>& what, unsigned times) {
    std::vector<Access> result;
    while (times--) result.insert(result.end(), what.begin(), what.end());
    return result;
  };
  const auto say = [](const char* name, unsigned long value) {
    std::printf("%s %lu\n", name, value);
  };
  bench.run();
  say("load", span(bench, {load}));
  say("sixteen_loads", span(bench, repeat({load}, 16)));
  say("sixteen_stores", span(bench, repeat({store}, 16)));
  say("sixteen_store_load_pairs", span(bench, repeat({store, load}, 16)));
  say("sixteen_store_store_loads", span(bench, repeat({store, store, load}, 16)));
  say("amo", span(bench, {add}));
  say("sixteen_amos", span(bench, repeat({add}, 16)));
  say("sixteen_amo_load_load", span(bench, repeat({add, load, load}, 16)));
  say("device_load", span(bench, {device}));
  say("four_device_stores", span(bench, repeat({put}, 4)));
  say("host_get_8", host_span(bench, message(Get, kBase, 3)));
  say("host_get_64", host_span(bench, message(Get, kBase, 6)));
  say("host_put_8", host_span(bench, message(PutFull, kBase, 3)));
  say("host_put_64", host_span(bench, message(PutFull, kBase, 6)));
  bench.host_todo.push_back(message(Get, kBase, 6));
  say("sixty_four_loads_beside_get_64", span(bench, repeat({load}, 64)));
}

/// A store is fetched in the first cycle in which the port is quiet.
void fence(Bench& bench) {
  bench.core->decided = [](const Access&, l1::Status, uint64_t) {};
  for (unsigned turn = 0; turn < 200; turn++) {
    const uint64_t value = bench.random(), place = kBase + bench.random() % 64 * 8;
    Access a = access(place, true, turn % 2 ? unsigned(l1::Swap) : 0);
    a.data = value;
    bench.core->program.push_back(a);
    if (turn % 3) bench.core->program.push_back(access(kBase));
    bool asked = false, seen = false;
    bench.fetch = [&](uint64_t& address) {
      address = place;
      return asked;
    };
    bench.fetched = [&](uint64_t, uint32_t word, bool) {
      if (word != uint32_t(value)) fail("a fetch behind a fence sees an old instruction");
      seen = true;
    };
    bench.run();
    asked = true;
    bench.step();
    asked = false;
    bench.step();
    if (!seen) fail("nothing was fetched");
  }
  std::printf("passed\n");
}

}  // namespace

int main(int argc, char** argv) {
  uint64_t seed = 1;
  unsigned long operations = 20000;
  std::string mode = "stress";
  for (int i = 1; i + 1 < argc; i++) {
    if (!std::strcmp(argv[i], "--seed")) seed = std::strtoull(argv[i + 1], nullptr, 0);
    if (!std::strcmp(argv[i], "--operations")) operations = std::strtoul(argv[i + 1], nullptr, 0);
    if (!std::strcmp(argv[i], "--mode")) mode = argv[i + 1];
  }
  Bench bench(argc, argv, seed);
  try {
    if (mode == "cycles") cycles(bench);
    if (mode == "fence") fence(bench);
    if (mode == "stress") stress(bench, operations);
  } catch (const std::exception& error) {
    std::printf("FAIL at cycle %lu: %s\n", bench.cycle, error.what());
    return 1;
  }
  return 0;
}
