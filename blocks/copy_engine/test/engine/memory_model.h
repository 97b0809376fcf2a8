// SPDX-License-Identifier: Apache-2.0
// TileLink memory and protocol checker at the engine's ports: latencies, stalls, reordered,
// denied and corrupt responses, and the number of times each byte was written; banks behind a
// crossbar when asked for.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "blocks/common/test/bench.h"
#include "fy_tl_pkg.h"

constexpr uint64_t kBase = 0x80000000, kBytes = 1 << 20;
constexpr unsigned kBlock = 64, kBlockSize = 6, kMaxBeat = 64;

struct RequestBeat {  // channel A
  bool valid = false;
  unsigned opcode = 0, param = 0, size = 0, source = 0;
  uint64_t address = 0, mask = 0;
  bool allocate = false, corrupt = false;
  std::array<uint8_t, kMaxBeat> data{};
};
struct ResponseBeat {  // channel D
  bool valid = false;
  unsigned opcode = 0, size = 0, source = 0;
  bool denied = false, corrupt = false;
  std::array<uint8_t, kMaxBeat> data{};
};

struct Behaviour {
  unsigned get_latency = 5, put_latency = 3;  // handshake of the last A beat to the first D beat
  unsigned extra_latency = 0;                 // at most this much more, at random
  unsigned a_stall = 0, d_stall = 0;          // percent of cycles
  bool reorder = false;
  bool early_ack = false;  // an acknowledgement may precede the last beat of its Put
  // Banks behind a full crossbar without queues, 0: each port has a memory of its own. A bank takes
  // and gives a beat a cycle, keeps a burst together, and takes a message only with a transactor.
  unsigned banks = 0, interleave = 64, transactors = 8;
};

struct Counts {
  uint64_t get = 0, get_block = 0, put = 0, put_block = 0, reordered = 0, corrupt_puts = 0;
  uint64_t d_beats = 0, a_beats = 0;
};

struct Bank {
  int sender = -1, answerer = -1;  // ports whose burst is under way
  unsigned turn = 0, used = 0;     // transactors
  unsigned offered = 0;            // messages at the door
  unsigned peak = 0;               // of both
};

class MemoryModel {
 public:
  MemoryModel(unsigned beat_bytes, unsigned read_sources, unsigned sources, unsigned ports = 1)
      : bytes(kBytes),
        writes(kBytes),
        banks(8),
        beat_(beat_bytes),
        read_sources_(read_sources),
        sources_(sources),
        ports_(ports) {
    while ((1u << beat_size_) < beat_) beat_size_++;
    for (Port& p : ports_) p.in_use.assign(sources, false);
  }

  std::vector<uint8_t> bytes;
  std::vector<uint16_t> writes;     // per byte, since `forget_writes`
  std::vector<uint64_t> write_log;  // addresses written
  Behaviour behaviour;
  Counts counts;
  std::set<uint64_t> bad_reads, bad_writes;  // blocks that are denied
  std::set<uint64_t> corrupt_reads;          // beats that come back corrupt
  std::set<uint64_t> poisoned_targets;       // bytes whose source beat fails
  std::set<uint64_t> forbidden;              // pages to which nothing may lead any more
  bool expect_source_allocate = false, expect_target_allocate = true;
  std::vector<Bank> banks;

  uint8_t& at(uint64_t address) { return bytes.at(address - kBase); }
  void forget_writes() {
    for (uint64_t a : write_log) writes[a - kBase] = 0;
    write_log.clear();
  }
  void reset() {
    for (Port& p : ports_) {
      p = Port();
      p.in_use.assign(sources_, false);
    }
    banks.assign(banks.size(), Bank());
  }
  unsigned outstanding() const {
    unsigned n = 0;
    for (const Port& p : ports_)
      for (bool used : p.in_use) n += used;
    return n;
  }

  /// What the memory drives in this cycle, port by port, from 0 on.
  bool ready(uint64_t, unsigned port = 0) {
    return ports_[port].ready = !percent(behaviour.a_stall);
  }
  const ResponseBeat& respond(uint64_t now, unsigned port = 0) {
    Port& p = ports_[port];
    if (port == 0) answering_ = 0;
    p.held.valid = false;
    if (percent(behaviour.d_stall)) return p.held;
    if (!p.responding && !choose(p, port, now)) return p.held;
    const Message& m = p.pending[p.chosen];
    if (behaviour.banks) answering_ |= 1u << m.bank;
    p.held.valid = true;
    p.held.opcode = m.is_get ? fy_tl_pkg::AccessAckData : fy_tl_pkg::AccessAck;
    p.held.size = m.size;
    p.held.source = m.source;
    p.held.denied = m.denied;
    const uint64_t address = m.address + p.beat_index * beat_;
    p.held.corrupt = m.is_get && (m.denied || corrupt_reads.count(address));
    for (unsigned i = 0; i < beat_; i++)
      p.held.data[i] = m.is_get && !m.denied ? m.data[p.beat_index * beat_ + i] : 0xee;
    return p.held;
  }
  /// With banks: which of the beats offered are taken, by port. Stalls come on top.
  unsigned arbitrate(const std::vector<RequestBeat>& offered) {
    unsigned taken = 0;
    for (unsigned b = 0; b < behaviour.banks; b++) {
      Bank& bank = banks[b];
      bank.offered = 0;
      int winner = -1;
      for (unsigned i = 0; i < ports_.size(); i++) {
        const unsigned port = (bank.turn + i) % static_cast<unsigned>(ports_.size());
        if (!offered[port].valid || bank_of(offered[port].address) != b) continue;
        const bool inside = bank.sender == static_cast<int>(port);
        bank.offered += !inside;
        if (bank.sender >= 0 ? inside : winner < 0 && bank.used < behaviour.transactors)
          winner = static_cast<int>(port);
      }
      bank.peak = std::max(bank.peak, bank.used + bank.offered);
      if (winner >= 0 && ports_[static_cast<unsigned>(winner)].ready) taken |= 1u << winner;
    }
    for (unsigned i = 0; i < ports_.size(); i++) ports_[i].ready = taken >> i & 1;
    return taken;
  }
  unsigned bank_of(uint64_t address) const {
    return static_cast<unsigned>(address / behaviour.interleave % behaviour.banks);
  }
  /// After the clock edge: the response was taken (the engine must always be ready).
  void responded(unsigned port = 0) {
    Port& p = ports_[port];
    counts.d_beats++;
    p.responding = true;
    const Message& m = p.pending[p.chosen];
    Bank& bank = banks[m.bank];
    const unsigned beats = m.is_get && (1u << m.size) > beat_ ? (1u << m.size) / beat_ : 1;
    bank.answerer = static_cast<int>(port);
    if (++p.beat_index < beats) return;
    bank.answerer = -1;
    if (behaviour.banks) bank.used--;
    for (unsigned i = 0; i < p.pending.size(); i++)
      if (p.pending[i].order < m.order && p.pending[i].is_get == m.is_get) {
        counts.reordered++;
        break;
      }
    p.in_use[m.source] = false;
    p.responding = false;
    p.pending.erase(p.pending.begin() + p.chosen);
    if (p.bursting && p.burst == static_cast<int>(p.chosen))
      p.burst = -1;  // acknowledged early
    else if (p.bursting && p.burst > static_cast<int>(p.chosen))
      p.burst--;
  }
  /// Check one cycle of channel A and take the beat when ready.
  void request(const RequestBeat& a, uint64_t now, unsigned port = 0) {
    Port& p = ports_[port];
    if (p.stalled) {
      check(a.valid, "a stalled A beat was withdrawn");
      check(same(a, p.last), "a stalled A beat changed");
    }
    p.stalled = a.valid && !p.ready;
    p.last = a;
    if (!a.valid || !p.ready) return;
    counts.a_beats++;
    check(a.param == 0, "param is not 0");
    check(a.size <= kBlockSize, "size " + std::to_string(a.size));
    check((a.address & ((1u << a.size) - 1)) == 0, "address not aligned to size");
    check(a.address >= kBase && a.address + (1u << a.size) <= kBase + kBytes,
          "address outside memory " + hex(a.address));
    check(!forbidden.count(a.address / 4096), "an old translation was used: " + hex(a.address));
    if (a.opcode == fy_tl_pkg::Get)
      take_get(p, a, now);
    else if (a.opcode == fy_tl_pkg::PutFullData)
      take_put(p, a, now);
    else
      fail("opcode " + std::to_string(a.opcode));
    if (!behaviour.banks) return;
    Bank& bank = banks[bank_of(a.address)];
    bank.used += bank.sender < 0;
    bank.sender = p.bursting ? static_cast<int>(port) : -1;
    if (bank.sender < 0) bank.turn = port + 1;
  }

 private:
  struct Message {
    bool is_get, denied;
    unsigned size, source;
    unsigned bank;
    uint64_t address, due, order;
    std::array<uint8_t, kBlock> data;
  };
  struct Port {
    std::vector<bool> in_use;
    std::vector<Message> pending;
    ResponseBeat held;
    RequestBeat last, first;
    bool ready = false, stalled = false, bursting = false, responding = false, early = false;
    int burst = -1;
    unsigned chosen = 0, beat_index = 0, put_beat = 0;
  };

  bool choose(Port& p, unsigned port, uint64_t now) {
    int best = -1;
    unsigned seen = 0;
    for (unsigned i = 0; i < p.pending.size(); i++) {
      const Message& m = p.pending[i];
      if (m.due > now) continue;
      if (behaviour.banks) {  // another port has this bank's channel D now
        if (answering_ >> m.bank & 1) continue;
        if (banks[m.bank].answerer >= 0 && banks[m.bank].answerer != static_cast<int>(port))
          continue;
      }
      seen++;
      if (behaviour.reorder ? pick(seen) == 0
                            : best < 0 || m.due < p.pending[static_cast<unsigned>(best)].due)
        best = static_cast<int>(i);
    }
    if (best < 0) return false;
    p.chosen = static_cast<unsigned>(best);
    p.beat_index = 0;
    return true;
  }
  bool same(const RequestBeat& a, const RequestBeat& b) const {
    return a.opcode == b.opcode && a.size == b.size && a.source == b.source &&
           a.address == b.address && a.mask == b.mask && a.allocate == b.allocate &&
           a.corrupt == b.corrupt && std::memcmp(a.data.data(), b.data.data(), beat_) == 0;
  }
  uint64_t due(uint64_t now, unsigned latency) {
    return now + latency + pick(behaviour.extra_latency + 1);
  }
  unsigned bank(const RequestBeat& a) const { return behaviour.banks ? bank_of(a.address) : 0; }
  void use(Port& p, unsigned source, bool is_get) {
    check(is_get ? source < read_sources_ : source >= read_sources_ && source < sources_,
          "source id out of its range");
    check(!p.in_use[source], "source id reused");
    p.in_use[source] = true;
  }
  void take_get(Port& p, const RequestBeat& a, uint64_t now) {
    check(!p.bursting, "Get inside a PutBlock");
    check(a.size == kBlockSize || a.size == beat_size_, "Get of size " + std::to_string(a.size));
    check(a.mask == full(), "Get mask");
    check(a.allocate == expect_source_allocate, "source allocation bit");
    use(p, a.source, true);
    Message m{true,      bad_reads.count(a.address / kBlock) != 0, a.size,   a.source, bank(a),
              a.address, due(now, behaviour.get_latency),          order_++, {}};
    for (unsigned i = 0; i < (1u << a.size); i++) m.data[i] = at(a.address + i);
    p.pending.push_back(m);
    (a.size == kBlockSize ? counts.get_block : counts.get)++;
  }
  void take_put(Port& p, const RequestBeat& a, uint64_t now) {
    const unsigned size = 1u << a.size, beats = size > beat_ ? size / beat_ : 1;
    check(a.size == kBlockSize || a.size <= beat_size_, "Put of size " + std::to_string(a.size));
    check(a.allocate == expect_target_allocate, "target allocation bit");
    if (!p.bursting) {
      use(p, a.source, false);
      (a.size == kBlockSize ? counts.put_block : counts.put)++;
      p.put_beat = 0;
      p.first = a;
      p.burst = -1;
      if (beats > 1 && behaviour.early_ack && percent(50)) {
        p.burst = static_cast<int>(p.pending.size());
        p.pending.push_back(put_message(a, now));
      }
      p.early = p.burst >= 0;
    }
    check(a.source == p.first.source && a.address == p.first.address && a.size == p.first.size &&
              a.allocate == p.first.allocate,
          "burst changed");
    const uint64_t low = a.address % beat_;
    const uint64_t mask = size >= beat_ ? full() : ((1ull << size) - 1) << low;
    check(a.mask == mask, "Put mask " + hex(a.mask) + " not " + hex(mask));
    counts.corrupt_puts += a.corrupt;
    bool poisoned = false;
    const uint64_t beat_address = a.address - low + p.put_beat * beat_;
    for (unsigned i = 0; i < beat_; i++) {
      if (!(mask >> i & 1)) continue;
      poisoned |= poisoned_targets.count(beat_address + i) != 0;
      writes[beat_address + i - kBase]++;
      write_log.push_back(beat_address + i);
      if (!bad_writes.count(a.address / kBlock)) at(beat_address + i) = a.data[i];
    }
    check(a.corrupt == poisoned, "corrupt flag of a Put");
    p.bursting = ++p.put_beat < beats;
    if (!p.bursting && !p.early) p.pending.push_back(put_message(a, now));
  }
  Message put_message(const RequestBeat& a, uint64_t now) {
    return {false,     bad_writes.count(a.address / kBlock) != 0, a.size,   a.source, bank(a),
            a.address, due(now, behaviour.put_latency),           order_++, {}};
  }
  uint64_t full() const { return beat_ == 64 ? ~0ull : (1ull << beat_) - 1; }

  unsigned beat_, read_sources_, sources_, beat_size_ = 0;
  std::vector<Port> ports_;
  unsigned answering_ = 0;  // banks whose channel D is in use in this cycle
  uint64_t order_ = 0;
};
