// SPDX-License-Identifier: Apache-2.0
// fy_tcm against a model that knows what every byte may hold: random accesses with kills, atomics,
// devices, fetches and a host at the same time; and exact cycles.
#include "blocks/tcm/test/tcm_bench.h"
#include "blocks/tcm/test/tcm_model.h"

using namespace tcm;
using data_port::Access;

namespace {

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
    HostMessage put = message(PutFullData, kBase + at, 6);
    for (auto& byte : put.data) image.push_back(byte = uint8_t(random64()));
    bench.host_todo.push_back(put);
  }
  bench.run();
}

/// `events` are those that the core's accesses must raise.
void connect(Bench& bench, Model& model, const std::vector<uint8_t>& image,
             std::map<uint64_t, uint64_t>& devices, std::map<std::string, unsigned long>& events) {
  bench.core.decided = [&](const Access& a, data_port::Status status, uint64_t value) {
    const bool own = a.address >= kBase && a.address < kBase + kBytes;
    events["atomic"] += a.atomic != 0;
    events["conditional_failed"] += a.atomic == data_port::StoreConditional && value;
    events["load"] += own && !a.atomic && !a.store;
    events["store"] += own && !a.atomic && a.store;
    events["replay"] += status == data_port::Replay;
    if (status == data_port::Replay) {
      if (own || a.atomic) fail("a replay of an access that the memory can do");
      return;
    }
    if (!own && a.atomic) {
      bench.failed_atomic = true;
      if (status != data_port::Done) fail("an atomic outside is not done");
      if (value != (a.atomic == data_port::StoreConditional)) fail("an atomic outside has a value");
      if (a.atomic >= data_port::LoadReserved) model.end_reservation();
      return;
    }
    if (!own) {
      if (status != (a.store ? data_port::Done : data_port::Pending))
        fail("a device access is decided wrongly");
      return;
    }
    if (status != data_port::Done) fail("an access to the memory is not done at once");
    if ((a.store || a.atomic) && bench.top_quiet()) fail("quiet while a store is under way");
    if (a.atomic == data_port::LoadReserved) {
      model.load_reserved(a.address, a.size, value);
    } else if (a.atomic == data_port::StoreConditional) {
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
  bench.core.late = [&](const Access& a, uint64_t value) {
    const bool failed = devices.count(1);
    if (bench.core.late_error != failed) fail("a late error is not told, or told wrongly");
    if (value != (failed ? 0 : extend(devices[0], a.size, a.is_unsigned))) fail("a late value");
  };
  bench.device = [&](bool put, uint64_t, unsigned, uint64_t data) {
    DeviceAnswer answer;
    answer.data = devices[0] = put ? data : random64();
    answer.denied = percent(10);
    answer.corrupt = !put && (answer.denied || percent(10));
    devices.erase(1);
    if (answer.denied || answer.corrupt) devices[1] = 1;
    return answer;
  };
  bench.host_begin = [&](HostMessage& m) {
    if (m.is_put()) model.begin_put(m.address, m.data, m.mask);
    if (m.opcode == Get) model.begin_get(m.address, m.bytes());
  };
  bench.host_end = [&](HostMessage& m) {
    if (m.denied != (m.opcode == ArithmeticData)) fail("denied, or not");
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

Access some_access(uint64_t& reserved) {
  Access a;
  const unsigned what = below(100);
  const uint64_t places = percent(50) ? 32 : 512;
  a.size = below(4);
  a.data = random64();
  a.is_unsigned = percent(50);
  a.kill = percent(8);
  a.store = what < 35;
  if (what >= 75 && what < 95) a.size = 2 + below(2), a.is_unsigned = false;
  a.address = kBase + pick(places) / (1u << a.size) * (1u << a.size);
  if (what >= 75 && what < 85) a.atomic = 4 + below(9);
  if (what >= 85 && what < 90) a.atomic = data_port::LoadReserved, reserved = a.address;
  if (what >= 90 && what < 95) {
    a.atomic = data_port::StoreConditional;
    if (percent(80)) a.address = reserved / 8 * 8;
  }
  if (what >= 95) {
    a.device = true;
    a.store = percent(50);
    a.address = 0x10000000 + pick(64) / (1u << a.size) * (1u << a.size);
    if (a.size >= 2 && percent(10)) a.atomic = 2 + below(11), a.is_unsigned = false;
  }
  return a;
}

HostMessage some_message() {
  static const unsigned opcodes[] = {PutFullData, PutFullData, PutPartialData, Get,
                                     Get,         Intent,      ArithmeticData};
  const unsigned size = below(7);
  const uint64_t at = pick(percent(50) ? 64 : 512) >> size << size;
  HostMessage m = message(opcodes[below(7)], kBase + at, size);
  for (unsigned i = 0; i < m.bytes(); i++) {
    m.data[i] = uint8_t(random64());
    if (m.opcode == PutPartialData) m.mask[i] = percent(50);
  }
  return m;
}

void stress(Bench& bench, uint64_t operations) {
  Model model(kBase);
  std::vector<uint8_t> image;
  std::map<uint64_t, uint64_t> devices;
  std::map<std::string, unsigned long> events;
  unsigned long messages = 0;
  uint64_t reserved = kBase;
  fill(bench, image);
  for (unsigned i = 0; i < kBytes; i++) model.set(kBase + i, image[i]);
  connect(bench, model, image, devices, events);
  bench.fetch = [&](uint64_t& address) {
    address = kCode + pick(128) * 4;
    if (percent(2)) address = percent(50) ? kBase + kBytes : 0x10000000;
    return percent(80);
  };
  for (uint64_t done = 0; done < operations; done += 1000) {
    const unsigned pace = below(4);
    bench.core.bubble = [pace] { return percent(pace * 25); };
    bench.host_pause = below(3) * 40;
    bench.device_pause = below(3) * 40;
    const unsigned host = below(3) * 150;
    for (unsigned i = 0; i < 1000; i++) bench.core.program.push_back(some_access(reserved));
    for (unsigned i = 0; i < host; i++) bench.host_todo.push_back(some_message());
    messages += host;
    bench.run();
    if (bench.bus_errors != bench.failures) fail("bus errors are not told, or told twice");
  }
  if (!bench.core.kills || !bench.core.replays) fail("nothing was killed or replayed");
  for (const auto& [name, count] : bench.events) {
    met(count, name);
    std::printf("%s %lu\n", name.c_str(), count);
  }
  for (const auto& [name, count] : events) {
    if (bench.events[name] != count) fail("the event " + name + " is not counted as it occurs");
  }
  std::printf("%lu fetches, %lu device accesses, %lu messages\n", bench.fetches,
              bench.device_accesses, messages);
}

// ---- exact cycles -------------------------------------------------------------------------------

Access access(uint64_t address, bool store = false, unsigned atomic = 0) {
  Access a;
  a.address = address, a.store = store, a.atomic = atomic;
  return a;
}

/// Cycles from the first access offered to the last one decided.
uint64_t span(Bench& bench, const std::vector<Access>& program) {
  uint64_t last = 0;
  bench.core.decided = [&](const Access&, data_port::Status s, uint64_t) {
    if (s != data_port::Replay) last = cycle;
  };
  bench.core.late = [&](const Access&, uint64_t) { last = cycle; };
  const uint64_t first = cycle;
  for (const Access& a : program) bench.core.program.push_back(a);
  bench.run();
  return last - first;
}

uint64_t host_span(Bench& bench, HostMessage m) {
  uint64_t result = 0;
  bench.host_end = [&](HostMessage& done) { result = done.ended - done.begun; };
  bench.host_todo.push_back(m);
  bench.run();
  bench.host_end = [](HostMessage&) {};
  return result;
}

void cycles(Bench& bench) {
  const Access load = access(kBase), store = access(kBase + 8, true);
  const Access add = access(kBase + 16, false, data_port::Add), device = access(0x10000000);
  const Access put = access(0x10000000, true);
  const auto repeat = [](const std::vector<Access>& what, unsigned times) {
    std::vector<Access> result;
    while (times--) result.insert(result.end(), what.begin(), what.end());
    return result;
  };
  const auto say = [](const char* name, uint64_t value) {
    std::printf("%s %" PRIu64 "\n", name, value);
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
  say("host_put_8", host_span(bench, message(PutFullData, kBase, 3)));
  say("host_put_64", host_span(bench, message(PutFullData, kBase, 6)));
  bench.host_todo.push_back(message(Get, kBase, 6));
  say("sixty_four_loads_beside_get_64", span(bench, repeat({load}, 64)));
}

/// A store is fetched in the first cycle in which the port is quiet.
void fence(Bench& bench) {
  bench.core.decided = [](const Access&, data_port::Status, uint64_t) {};
  for (unsigned turn = 0; turn < 200; turn++) {
    const uint64_t value = random64(), place = kBase + pick(64) * 8;
    Access a = access(place, true, turn % 2 ? unsigned(data_port::Swap) : 0);
    a.data = value;
    bench.core.program.push_back(a);
    if (turn % 3) bench.core.program.push_back(access(kBase));
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
}

}  // namespace

int main(int argc, char** argv) {
  const Options options("tcm", argc, argv);
  const std::string mode = options.text("--mode", "stress");
  Bench bench;
  if (mode == "cycles") cycles(bench);
  if (mode == "fence") fence(bench);
  if (mode == "stress") stress(bench, options.count);
  return passed();
}
