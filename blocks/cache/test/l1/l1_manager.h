// SPDX-License-Identifier: Apache-2.0
// A TileLink-C manager with one client, its memory and its directory entry a line: grants, probes,
// delays and stalls as told, checks every message against the directory. Fails on a broken rule.
#pragma once
#include <array>
#include <cstring>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "blocks/common/test/bench.h"
#include "fy_layout.h"

namespace l1 {

#ifdef FY_LINE_BYTES
constexpr unsigned LineBytes = FY_LINE_BYTES;
#else
constexpr unsigned LineBytes = 64;
#endif
constexpr unsigned LineLog = LineBytes == 64 ? 6 : LineBytes == 32 ? 5 : 4;
constexpr unsigned LastWord = LineBytes - 8;  // of a line: written by others
constexpr unsigned BeatBytes = fy_layout::tl_d_i::data_.width / 8;
constexpr uint64_t BadBase = 0x90000000, DeviceBase = 0x10000000;
using Line = std::array<uint8_t, LineBytes>;

struct Knobs {
  bool random = false;         // random delays, stalls, probes and kinds of Grant
  unsigned latency = 5;        // A handshake to first D beat, release last beat to ReleaseAck
  unsigned probe_percent = 0;  // chance a cycle
  unsigned stall_percent = 0;  // chance a cycle and channel
  bool slow_e = false;         // GrantAcks wait long
  bool always_trunk = true;    // a load's Grant gives Trunk when not random
};

enum class Held { None, Branch, Trunk };

struct Entry {
  Held held = Held::None;
  Line data{};
  bool granting = false;  // Grant sent, GrantAck not here
  bool probing = false;
  bool releasing = false;  // ReleaseAck not sent completely
  uint64_t foreign = 0;    // last word of the line, written by others
};

using ::fail;
[[noreturn]] inline void fail(const std::string& what, uint64_t address) {
  fail(what + " (line " + hex(address) + ")");
}

template <typename Top>
class Manager {
 public:
  Manager(Top& top, Knobs knobs) : top_(top), knobs_(knobs) {}

  Entry& line(uint64_t address) {
    auto [it, fresh] = lines_.try_emplace(address & ~uint64_t(LineBytes - 1));
    if (fresh) {
      randomize(it->second.data);
      memset(it->second.data.data() + LastWord, 0, 8);
    }
    return it->second;
  }
  std::map<uint64_t, Entry>& lines() { return lines_; }
  void preset(uint64_t address, const Line& data) { line(address).data = data; }
  void only_probe(std::vector<uint64_t> addresses) { probe_addresses_ = std::move(addresses); }
  void knobs(Knobs knobs) { knobs_ = knobs; }
  bool idle() const {
    return requests_.empty() && answers_.empty() && probes_.empty() && sinks_.empty() &&
           waiting_probes_ == 0;
  }
  void probe(uint64_t address, unsigned cap) {
    Entry& entry = line(address);
    entry.probing = true;
    caps_[address] = cap;
    ++waiting_probes_;
    probes_.push_back({address & ~uint64_t(LineBytes - 1), cap});
  }
  unsigned acquires = 0, grants_without_data = 0, releases = 0, probe_answers = 0, crossings = 0,
           first_beat_cycle = 0, releases_with_data = 0, probe_answers_with_data = 0,
           probes_taken = 0, errors = 0;
  std::array<uint8_t, 256> device{};

  // Before evaluation: drive what this side owns.
  void drive() {
    using namespace fy_layout;
    top_.tl_a_ready_i = !stall();
    top_.tl_c_ready_i = !stall();
    top_.tl_e_ready_i = !stall() && (!knobs_.slow_e || one_in(16));
    if (!b_valid_ && !probes_.empty() && !stall()) {
      b_valid_ = true;
      set(top_.tl_b_i, tl_b_i::opcode_, ProbeBlock);
      set(top_.tl_b_i, tl_b_i::param_, probes_.front().cap);
      set(top_.tl_b_i, tl_b_i::size_, LineLog);
      set(top_.tl_b_i, tl_b_i::source_, 0);
      set(top_.tl_b_i, tl_b_i::address_, probes_.front().address);
    }
    top_.tl_b_valid_i = b_valid_;
    if (!d_valid_ && !answers_.empty() && answers_.front().due <= cycle && !stall()) {
      d_valid_ = true;
      Answer& answer = answers_.front();
      set(top_.tl_d_i, tl_d_i::opcode_, answer.opcode);
      set(top_.tl_d_i, tl_d_i::param_, answer.param);
      set(top_.tl_d_i, tl_d_i::size_, answer.size);
      set(top_.tl_d_i, tl_d_i::source_, answer.source);
      set(top_.tl_d_i, tl_d_i::sink_, answer.sink);
      set(top_.tl_d_i, tl_d_i::denied_, answer.denied);
      set(top_.tl_d_i, tl_d_i::corrupt_, answer.corrupt);
      set_bytes(top_.tl_d_i, tl_d_i::data_, answer.data.data() + answer.beat * BeatBytes);
      if (answer.beat == 0 && (answer.opcode == Grant || answer.opcode == GrantData))
        first_beat_cycle = cycle;
    }
    top_.tl_d_valid_i = d_valid_;
  }

  // After evaluation, before the edge: take the handshakes.
  void sample() {
    if (top_.tl_a_valid_o && top_.tl_a_ready_i) take_a();
    if (b_valid_ && top_.tl_b_ready_o) {
      probes_.pop_front();
      b_valid_ = false;
      ++probes_taken;
    }
    if (top_.tl_c_valid_o && top_.tl_c_ready_i) take_c();
    if (d_valid_ && top_.tl_d_ready_o) {
      Answer& answer = answers_.front();
      d_valid_ = false;
      if (answer.beat++ == answer.last) {
        if (answer.opcode == fy_layout::ReleaseAck) line(answer.address).releasing = false;
        answers_.pop_front();
      }
    }
    if (top_.tl_e_valid_o && top_.tl_e_ready_i) take_e();
    start_requests();
    if (knobs_.random) disturb();
  }

 private:
  struct Request {
    unsigned opcode, param, size, source;
    uint64_t due, address, data, mask;
  };
  struct Probe {
    uint64_t address;
    unsigned cap;
  };
  struct Answer {
    unsigned opcode, param, size, source, sink;
    bool denied, corrupt;
    uint64_t due, address;
    unsigned last, beat;
    Line data;
  };

  // Where the 8-byte word of an address lies in its beat.
  static unsigned lane(uint64_t address) { return unsigned(address % BeatBytes & ~7u); }
  bool stall() const { return stalls(knobs_.stall_percent); }
  uint64_t due() const {
    return cycle + (knobs_.random ? pick(2 * knobs_.latency) : knobs_.latency - 1);
  }

  void take_a() {
    using namespace fy_layout;
    Request request{};
    request.opcode = get(top_.tl_a_o, tl_a_o::opcode_);
    request.param = get(top_.tl_a_o, tl_a_o::param_);
    request.size = get(top_.tl_a_o, tl_a_o::size_);
    request.source = get(top_.tl_a_o, tl_a_o::source_);
    request.address = get(top_.tl_a_o, tl_a_o::address_);
    request.mask = get(top_.tl_a_o, tl_a_o::mask_);
    uint8_t bytes[BeatBytes];
    get_bytes(top_.tl_a_o, tl_a_o::data_, bytes);
    memcpy(&request.data, bytes + lane(request.address), 8);
    request.due = due();
    if (request.opcode == AcquireBlock) {
      if (request.size != LineLog || request.address % LineBytes ||
          request.mask != fy_layout::mask(BeatBytes))
        fail("Acquire is malformed", request.address);
      for (auto& other : requests_)
        if (other.opcode == AcquireBlock && other.address == request.address)
          fail("second Acquire of a line", request.address);
      if (line(request.address).granting) fail("Acquire before GrantAck", request.address);
      if (line(request.address).releasing) fail("Acquire before ReleaseAck", request.address);
      ++acquires;
    } else {
      const uint64_t bytes_touched = ((uint64_t{1} << (1u << request.size)) - 1)
                                     << (request.address % BeatBytes);
      if (request.size > 3 || request.mask != bytes_touched ||
          request.address % (1u << request.size))
        fail("uncached access is malformed", request.address);
    }
    requests_.push_back(request);
  }

  void start_requests() {
    for (auto it = requests_.begin(); it != requests_.end();) {
      if (it->due > cycle || !start(*it))
        ++it;
      else
        it = requests_.erase(it);
    }
  }

  bool start(const Request& request) {
    Answer answer{};
    answer.size = request.size;
    answer.source = request.source;
    answer.due = cycle + 1;
    answer.address = request.address;
    if (request.opcode != fy_layout::AcquireBlock) {
      uint8_t* cell = device.data() + (request.address & 0xff);
      bool bad = request.address >= BadBase;
      if (request.opcode == fy_layout::Get) {
        uint64_t address = request.address & 0xf8;
        memcpy(answer.data.data() + lane(request.address), device.data() + address, 8);
        answer.opcode = fy_layout::AccessAckData;
        answer.corrupt = bad;
      } else if (!bad) {
        memcpy(cell, reinterpret_cast<const uint8_t*>(&request.data) + (request.address & 7),
               1u << request.size);
      }
      answer.denied = bad;
      errors += bad;
      answers_.push_back(answer);
      return true;
    }
    Entry& entry = line(request.address);
    if (entry.probing) return false;
    if (request.param != 2 && entry.held != Held::None)
      fail("Acquire of a line that the client holds", request.address);
    if (request.param == 2 && entry.held == Held::Trunk)
      fail("upgrade of a line held as Trunk", request.address);
    answer.sink = free_sink();
    bool trunk = request.param != 0 || (knobs_.random ? one_in(2) : knobs_.always_trunk);
    bool data = request.param != 2 || entry.held == Held::None || (knobs_.random && one_in(4));
    bool bad = request.address >= BadBase;
    answer.denied = bad && one_in(2);
    answer.corrupt = bad && data;
    if (bad && answer.denied) data = data && one_in(2);
    answer.corrupt = bad && data;
    if (bad && !answer.corrupt) answer.denied = true;
    answer.opcode = data ? fy_layout::GrantData : fy_layout::Grant;
    answer.param = trunk ? 0 : 1;
    answer.last = data ? LineBytes / BeatBytes - 1 : 0;
    answer.data = entry.data;
    grants_without_data += !data;
    errors += bad;
    if (!bad) entry.held = trunk ? Held::Trunk : Held::Branch;
    entry.granting = true;
    sinks_[answer.sink] = request.address;
    answers_.push_back(answer);
    return true;
  }

  unsigned free_sink() {
    unsigned sink = below(64);
    while (sinks_.count(sink)) sink = (sink + 1) % 64;
    return sink;
  }

  void take_e() {
    unsigned sink = fy_layout::get(top_.tl_e_o, fy_layout::tl_e_o::sink_);
    auto it = sinks_.find(sink);
    if (it == sinks_.end()) fail("GrantAck of an unknown sink", sink);
    line(it->second).granting = false;
    sinks_.erase(it);
  }

  void take_c() {
    using namespace fy_layout;
    unsigned opcode = get(top_.tl_c_o, tl_c_o::opcode_), param = get(top_.tl_c_o, tl_c_o::param_);
    uint64_t address = get(top_.tl_c_o, tl_c_o::address_);
    Entry& entry = line(address);
    bool data = opcode == ProbeAckData || opcode == ReleaseData;
    if (get(top_.tl_c_o, tl_c_o::size_) != LineLog || address % LineBytes)
      fail("C is malformed", address);
    if (data) {
      if (entry.held != Held::Trunk) fail("data from a client without Trunk", address);
      get_bytes(top_.tl_c_o, tl_c_o::data_, entry.data.data() + c_beat_ * BeatBytes);
      if (++c_beat_ < LineBytes / BeatBytes) return;
      c_beat_ = 0;
    }
    // param: TtoB TtoN BtoN TtoT BtoB NtoN
    static const Held before[] = {Held::Trunk, Held::Trunk,  Held::Branch,
                                  Held::Trunk, Held::Branch, Held::None};
    static const Held after[] = {Held::Branch, Held::None,   Held::None,
                                 Held::Trunk,  Held::Branch, Held::None};
    if (entry.held != before[param]) fail("C reports a permission the client has not", address);
    if (opcode == Release || opcode == ReleaseData) {
      if (entry.granting) fail("Release before GrantAck", address);
      ++releases;
      releases_with_data += data;
      crossings += entry.probing;
      entry.releasing = true;
      Answer answer{};
      answer.opcode = ReleaseAck;
      answer.size = LineLog;
      answer.source = get(top_.tl_c_o, tl_c_o::source_);
      answer.due = due() + 1;
      answer.address = address;
      answers_.push_back(answer);
    } else {
      if (!entry.probing) fail("ProbeAck without a probe", address);
      unsigned cap = caps_[address];
      if (cap == 2 && after[param] != Held::None) fail("probe toN left a copy", address);
      if (cap == 1 && after[param] == Held::Trunk) fail("probe toB left Trunk", address);
      if (entry.releasing) fail("ProbeAck before ReleaseAck", address);
      entry.probing = false;
      --waiting_probes_;
      ++probe_answers;
      probe_answers_with_data += data;
    }
    entry.held = after[param];
  }

  // Others read and write: probes at random lines, writes of the last word where no cache holds it.
  void disturb() {
    if (probe_addresses_.empty() || !percent(knobs_.probe_percent)) return;
    uint64_t address = probe_addresses_[pick(probe_addresses_.size())];
    Entry& entry = line(address);
    if (entry.granting || entry.probing) return;
    if (entry.held == Held::None && one_in(2)) {
      ++entry.foreign;
      memcpy(entry.data.data() + LastWord, &entry.foreign, 8);
      return;
    }
    unsigned kind = below(8);
    probe(address, kind < 5 ? 2 : kind < 7 ? 1 : 0);
  }

  Top& top_;
  Knobs knobs_;
  unsigned c_beat_ = 0, waiting_probes_ = 0;
  bool b_valid_ = false, d_valid_ = false;
  std::map<uint64_t, Entry> lines_;
  std::map<uint64_t, unsigned> caps_;
  std::map<unsigned, uint64_t> sinks_;
  std::deque<Probe> probes_;
  std::deque<Request> requests_;
  std::deque<Answer> answers_;
  std::vector<uint64_t> probe_addresses_;
};
}  // namespace l1
