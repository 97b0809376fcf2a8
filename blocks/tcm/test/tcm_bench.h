// SPDX-License-Identifier: Apache-2.0
// fy_tcm between a core's ports, a device and a host, one cycle at a time.
#pragma once
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "Vfy_tcm.h"
#include "blocks/data_port/test/data_port_core.h"
#include "fy_layout.h"
#include "fy_tl_pkg.h"

namespace tcm {

using Top = Vfy_tcm;
constexpr uint64_t kBase = 0x80000000, kBytes = 1024;
using namespace fy_tl_pkg;

/// One message of the host: the answer is collected in `data`.
struct HostMessage {
  unsigned opcode = Get, size = 3;
  uint64_t address = kBase;
  std::vector<uint8_t> data;
  std::vector<bool> mask;
  bool denied = false;
  uint64_t begun = 0, ended = 0;  // cycles of the first beat offered and of the last answered
  unsigned bytes() const { return 1u << size; }
  unsigned beats() const { return size < 4 ? 1 : 1u << (size - 3); }
  bool is_put() const { return opcode == PutFullData || opcode == PutPartialData; }
  bool has_data() const { return is_put() || opcode == ArithmeticData; }
};

/// What a device answers to an access.
struct DeviceAnswer {
  uint64_t data = 0;
  bool denied = false, corrupt = false;
};

class Bench {
 public:
  Top top;
  data_port::Core<Top> core{top};
  unsigned long fetches = 0, device_accesses = 0, bus_errors = 0, failures = 0;
  bool failed_atomic = false;  // decided in this cycle, outside the memory
  std::map<std::string, unsigned long> events;

  // The host: one message at a time; `host_pause` percent of the cycles its sides are not ready.
  std::deque<HostMessage> host_todo;
  std::function<void(HostMessage&)> host_begin = [](HostMessage&) {};
  std::function<void(HostMessage&)> host_end = [](HostMessage&) {};
  unsigned host_pause = 0;
  // The device: percent of the cycles in which it takes, and in which it answers.
  std::function<DeviceAnswer(bool put, uint64_t address, unsigned size, uint64_t data)> device =
      [](bool, uint64_t, unsigned, uint64_t) { return DeviceAnswer(); };
  unsigned device_pause = 0;
  // Fetch: an address a cycle, or none.
  std::function<bool(uint64_t&)> fetch = [](uint64_t&) { return false; };
  std::function<void(uint64_t, uint32_t, bool)> fetched = [](uint64_t, uint32_t, bool) {};

  Bench() {
    namespace f = fy_layout;
    f::set(top.data_i, f::data_i::valid_, 0);
    f::set(top.data_i, f::data_i::kill_, 0);
    f::set(top.fetch_i, f::fetch_i::valid_, 0);
    f::set(top.fetch_i, f::fetch_i::flush_, 0);
    top.device_d_valid_i = top.device_a_ready_i = top.host_d_ready_i = 0;
    top.host_a_valid_i = 0;
    reset(top, 4);
  }

  void step() {
    core.drive();
    drive_fetch();
    drive_device();
    drive_host();
    top.eval();
    count();
    core.sample();
    failures +=
        failed_atomic || (device_answers_ && (device_answer_.denied || device_answer_.corrupt));
    failed_atomic = false;
    sample_fetch();
    sample_device();
    sample_host();
    edge(top);
  }

  bool idle() { return core.empty() && host_todo.empty() && !device_busy_ && top_quiet(); }
  bool top_quiet() { return top.data_quiet_o; }

  void run(uint64_t limit = 1000000) {
    const uint64_t end = cycle + limit;
    do {
      check(cycle < end, "no end");
      step();
    } while (!idle());
  }

 private:
  void count() {
    namespace e = fy_layout::events_o;
    const auto add = [&](const char* name, auto field) {
      events[name] += fy_layout::get(top.events_o, field);
    };
    add("fetch", e::fetch_), add("load", e::load_), add("store", e::store_);
    add("atomic", e::atomic_), add("conditional_failed", e::conditional_failed_);
    add("uncached", e::uncached_), add("replay", e::replay_);
    add("host", e::host_), add("closed", e::closed_);
    bus_errors += top.bus_error_o;
  }

  // ---- fetch: answered in the next cycle, always --------------------------------------------
  void drive_fetch() {
    namespace f = fy_layout;
    fetch_valid_ = fetch(fetch_address_);
    f::set(top.fetch_i, f::fetch_i::valid_, fetch_valid_);
    f::set(top.fetch_i, f::fetch_i::address_, fetch_address_);
  }
  void sample_fetch() {
    namespace f = fy_layout;
    if (f::get(top.fetch_o, f::fetch_o::valid_) != fetch_owed_) {
      fail("a fetch is not answered in the next cycle");
    }
    if (fetch_owed_) {
      fetched(owed_address_, f::get(top.fetch_o, f::fetch_o::instruction_),
              f::get(top.fetch_o, f::fetch_o::error_));
      fetches++;
    }
    fetch_owed_ = fetch_valid_ && top.fetch_ready_o;
    owed_address_ = fetch_address_;
  }

  // ---- device -------------------------------------------------------------------------------
  void drive_device() {
    namespace f = fy_layout;
    top.device_a_ready_i = !device_busy_ && !stalls(device_pause);
    device_answers_ = device_busy_ && (device_answers_ || !stalls(device_pause));
    top.device_d_valid_i = device_answers_;
    f::set(top.device_d_i, f::device_d_i::opcode_, device_put_ ? 0 : 1);
    f::set(top.device_d_i, f::device_d_i::denied_, device_answer_.denied);
    f::set(top.device_d_i, f::device_d_i::corrupt_, device_answer_.corrupt);
    f::set(top.device_d_i, f::device_d_i::data_, device_answer_.data);
  }
  void sample_device() {
    namespace o = fy_layout::device_a_o;
    const auto of = [&](auto field) { return fy_layout::get(top.device_a_o, field); };
    if (device_answers_ && top.device_d_ready_o) device_busy_ = device_answers_ = false;
    if (!top.device_a_valid_o || !top.device_a_ready_i) return;
    const unsigned size = of(o::size_);
    const uint64_t address = of(o::address_);
    device_put_ = of(o::opcode_) == PutFullData;
    if (!device_put_ && of(o::opcode_) != Get) fail("an odd device request");
    const uint64_t mask = ((1ull << (1u << size)) - 1) << address % 8;
    if (of(o::mask_) != mask) fail("a wrong mask at the device");
    device_answer_ = device(device_put_, address, size, of(o::data_) >> 8 * (address % 8));
    device_answer_.data <<= 8 * (address % 8);
    device_busy_ = true;
    device_accesses++;
  }

  // ---- host ---------------------------------------------------------------------------------
  void drive_host() {
    namespace i = fy_layout::host_a_i;
    const auto put = [&](auto field, uint64_t value) {
      fy_layout::set(top.host_a_i, field, value);
    };
    top.host_d_ready_i = !stalls(host_pause);
    const bool more = !host_todo.empty() && sent_ < to_send();
    offered_ = more && (offered_ || !stalls(host_pause));
    top.host_a_valid_i = offered_;
    if (!offered_) return;
    HostMessage& message = host_todo.front();
    if (!begun_) {
      begun_ = true;
      message.begun = cycle;
      host_begin(message);
    }
    put(i::opcode_, message.opcode), put(i::size_, message.size), put(i::source_, 5);
    put(i::address_, message.address), put(i::corrupt_, 0);
    uint64_t data = 0;
    unsigned mask = 0;
    for (unsigned lane = 0; lane < 8; lane++) {
      const uint64_t place = lane_place(message, sent_, lane);
      if (place >= message.bytes()) continue;
      if (!message.is_put() || message.mask[place]) mask |= 1u << lane;
      if (message.is_put()) data |= uint64_t(message.data[place]) << 8 * lane;
    }
    put(i::mask_, mask), put(i::data_, data);
  }

  void sample_host() {
    namespace o = fy_layout::host_d_o;
    const auto of = [&](auto field) { return fy_layout::get(top.host_d_o, field); };
    if (top.host_d_valid_o && top.host_d_ready_i) {
      if (host_todo.empty()) fail("an answer that the host did not ask for");
      HostMessage& message = host_todo.front();
      if (of(o::source_) != 5 || of(o::size_) != message.size) {
        fail("an answer with the wrong source or size");
      }
      message.denied |= of(o::denied_);
      const bool with_data = of(o::opcode_) == 1;
      if (with_data != (!message.is_put() && message.opcode != Intent)) {
        fail("an answer of the wrong kind");
      }
      for (unsigned lane = 0; with_data && lane < 8; lane++) {
        const uint64_t place = lane_place(message, answered_, lane);
        if (place < message.bytes()) message.data[place] = of(o::data_) >> 8 * lane;
      }
      if (++answered_ == (with_data ? message.beats() : 1)) {
        message.ended = cycle;
        host_end(message);
        host_todo.pop_front();
        sent_ = answered_ = 0;
        begun_ = false;
      }
    }
    if (offered_ && top.host_a_ready_o) {
      sent_++;
      offered_ = false;
    }
  }

  unsigned to_send() { return host_todo.front().has_data() ? host_todo.front().beats() : 1; }
  static uint64_t lane_place(const HostMessage& message, unsigned beat, unsigned lane) {
    return message.size < 3 ? lane - message.address % 8 : 8 * beat + lane;
  }

  bool fetch_valid_ = false, fetch_owed_ = false;
  uint64_t fetch_address_ = kBase, owed_address_ = 0;
  bool device_busy_ = false, device_put_ = false, device_answers_ = false;
  DeviceAnswer device_answer_;
  bool begun_ = false, offered_ = false;
  unsigned sent_ = 0, answered_ = 0;
};

}  // namespace tcm
