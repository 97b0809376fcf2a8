// SPDX-License-Identifier: Apache-2.0

/// Models of what stands behind the fetch and data ports of a core, with random behaviour, and
/// counts of what happened. Contracts: docs/architecture.md and fy_core_pkg.
#pragma once
#include <map>
#include <string>
#include <type_traits>
#include <vector>

#include "Vfy_hart.h"
#include "blocks/hart/test/hart_atomics.h"
#include "fy_layout.h"
#include "lockstep_memory.h"

using Counts = std::map<std::string, uint64_t>;

/// How the ports behave, in percent and cycles.
struct Manner {
  unsigned fetch_miss, fetch_delay, fetch_busy;
  unsigned data_busy, replay, pending, late_delay, most_pending;
  unsigned drain_delay, stale, coprocessor_busy;
};

/// One of several manners, each extreme in another way; a negative kind is a random one.
inline Manner choose(int kind) {
  static constexpr Manner kManners[] = {
      {0, 1, 0, 0, 0, 0, 1, 1, 1, 100, 0},        // everything hits
      {10, 12, 5, 10, 10, 25, 20, 2, 8, 60, 5},   // like real caches
      {50, 6, 40, 40, 20, 30, 6, 4, 20, 50, 20},  // slow everywhere
      {5, 4, 0, 0, 50, 10, 4, 2, 2, 50, 0},       // replays
      {0, 1, 0, 0, 0, 90, 40, 8, 3, 80, 0},       // every load late, out of order
  };
  if (kind < 0) kind = static_cast<int>(below(6));
  if (kind < 5) return kManners[kind];
  return {below(50),     1 + below(20), below(50),     below(50),  below(60), below(100),
          1 + below(60), 1 + below(8),  1 + below(30), below(100), below(30)};
}

[[noreturn]] inline void broken(const char* what, uint64_t where) {
  std::fprintf(stderr, "contract broken: %s (address %llx)\n", what,
               static_cast<unsigned long long>(where));
  std::exit(3);
}

class FetchPort {
 public:
  /// Before the clock: what the core sees this cycle.
  void drive(Vfy_hart& top, const Memory& memory, const Manner& manner) {
    using namespace fy_layout;
    const bool answer = owed_ && delay_ == 0;
    set(top.fetch_i, fetch_i::valid_, answer);
    const uint64_t garbage = random64();
    set(top.fetch_i, fetch_i::instruction_, answer ? memory.fetch(address_) : garbage);
    set(top.fetch_i, fetch_i::error_, answer ? 0 : garbage >> 33);
    top.fetch_ready_i = (!owed_ || answer) && !percent(manner.fetch_busy);
    set(top.fetch_i, fetch_i::flush_done_, flush_delay_ == 0);
  }

  /// After the combinational part has settled: what happens at the clock.
  void step(const Vfy_hart& top, Memory& memory, const Manner& manner, Counts& counts) {
    using namespace fy_layout;
    if (get(top.fetch_i, fetch_i::valid_)) owed_ = false;
    if (owed_ && delay_ > 0) delay_--;
    if (get(top.fetch_o, fetch_o::valid_) && top.fetch_ready_i) {
      owed_ = true;
      address_ = get(top.fetch_o, fetch_o::address_);
      delay_ = percent(manner.fetch_miss) ? below(manner.fetch_delay) : 0;
      if (delay_) counts["fetch_miss"]++;
      if (address_ & 1) broken("odd fetch address", address_);
      if (address_ < kBase || address_ >= kBase + kMemoryBytes)
        broken("fetch outside executable memory", address_);
    }
    if (get(top.fetch_o, fetch_o::flush_) && (owed_ || get(top.fetch_o, fetch_o::valid_)))
      broken("a fetch during a flush", address_);
    if (flush_delay_ >= 0 && !get(top.fetch_o, fetch_o::flush_))
      broken("a flush was withdrawn", address_);
    if (flush_delay_ == 0) {  // done in this cycle
      flush_delay_ = -1;
      memory.flush();
      counts["flush"]++;
    } else if (flush_delay_ > 0) {
      flush_delay_--;
    } else if (get(top.fetch_o, fetch_o::flush_)) {
      flush_delay_ = below(manner.fetch_delay + 1);
    }
  }

 private:
  bool owed_ = false;
  int delay_ = 0, flush_delay_ = -1;
  uint64_t address_ = 0;
};

class DataPort {
 public:
  void drive(Vfy_hart& top, const Memory& memory, const Manner& manner) {
    using namespace fy_layout;
    top.data_ready_i = !percent(manner.data_busy);
    status_ = DataDone;
    uint64_t value = random64();
    if (asked_) {
      const bool full = memory.waiting() >= 8 && !request_.load;
      const bool may_wait = request_.device || percent(manner.pending);
      if (full || percent(manner.replay)) {
        status_ = DataReplay;
      } else if (request_.load && may_wait) {
        const bool room = static_cast<int>(late_.size()) < manner.most_pending;
        status_ = room ? DataPending : request_.device ? DataReplay : DataDone;
      }
      if (status_ == DataDone && request_.load) value = extend(request_, memory);
      if (status_ == DataDone && request_.atomic()) value = atomic(request_, memory).answer;
    }
    set(top.data_i, data_i::status_, static_cast<uint64_t>(asked_ ? status_ : pick(3)));
    set(top.data_i, data_i::data_, value);

    choice_ = -1;
    std::vector<int> ready;
    for (int i = 0; i < static_cast<int>(late_.size()); i++) {
      const Late& l = late_[static_cast<size_t>(i)];
      if (l.delay <= 0 && (!l.request.device || memory.quiet())) ready.push_back(i);
    }
    if (!ready.empty()) choice_ = ready[pick(ready.size())];
    set(top.data_i, data_i::late_valid_, choice_ >= 0);
    uint64_t data = random64(), tag = random64(), walker = 0;
    if (choice_ >= 0) {
      const Late& l = late_[static_cast<size_t>(choice_)];
      data = l.request.device ? extend(l.request, memory) : l.value;
      tag = l.request.tag;
      walker = l.request.walker;
    }
    set(top.data_i, data_i::late_data_, data);
    set(top.data_i, data_i::late_error_, 0);
    set(top.data_i, data_i::late_id_, 0);
    set(top.data_i, data_i::late_id_tag_, tag);
    set(top.data_i, data_i::late_id_walker_, walker);
    set(top.data_i, data_i::quiet_, memory.quiet() && !device_waits());
  }

  void step(const Vfy_hart& top, Memory& memory, const Manner& manner, Counts& counts) {
    using namespace fy_layout;
    if (choice_ >= 0) {
      if (choice_ > 0) counts["late_out_of_order"]++;
      late_.erase(late_.begin() + choice_);
    }
    for (Late& l : late_) l.delay--;
    if (asked_ && get(top.data_o, data_o::kill_)) {
      counts["kill"]++;
    } else if (asked_) {
      decide(memory, manner, counts);
    }
    check_stall(top, asked_, counts);
    asked_ = false;
    if (get(top.data_o, data_o::valid_) && top.data_ready_i) {
      asked_ = true;
      const uint64_t operation = get(top.data_o, data_o::access_operation_);
      request_ = {operation == DataLoad,
                  get(top.data_o, data_o::access_is_unsigned_) != 0,
                  get(top.data_o, data_o::access_kind_) != 0,
                  static_cast<int>(get(top.data_o, data_o::access_size_)),
                  get(top.data_o, data_o::access_id_tag_),
                  get(top.data_o, data_o::access_address_),
                  get(top.data_o, data_o::access_data_),
                  operation,
                  get(top.data_o, data_o::access_id_walker_) != 0};
      check(request_);
    }
  }

  /// The core waits for nothing: a fence of translations may begin. Under way may be a walk, or a
  /// load to x0, whose answer goes to no register.
  bool idle() const {
    for (const Late& l : late_)
      if (!l.request.walk() && l.request.tag) return false;
    return !asked_ || request_.walk();
  }

 private:
  struct Request {
    bool load, is_unsigned, device;
    int size;
    uint64_t tag, address, data;
    uint64_t operation;
    bool walker;
    bool atomic() const { return operation > fy_layout::DataStore; }
    bool walk() const { return walker; }
  };
  struct Late {
    Request request;
    uint64_t value;
    int delay;
  };

  static uint64_t extend(const Request& r, const Memory& memory) {
    const uint64_t raw =
        r.device ? memory.load_device(r.address, r.size) : memory.load(r.address, r.size);
    if (r.is_unsigned || r.size == 3) return raw;
    const int shift = 64 - (8 << r.size);
    return static_cast<uint64_t>(static_cast<int64_t>(raw << shift) >> shift);
  }

  struct Atomic {
    uint64_t answer, result;
    bool writes;
  };

  /// What LR, SC or AMO answers and writes. The reservation is that of QEMU: the address and what
  /// stood there.
  static Atomic atomic(const Request& r, const Memory& memory) {
    using namespace fy_layout;
    const unsigned bits = 8u << r.size;
    const uint64_t mask = bits == 64 ? ~0ULL : (1ULL << bits) - 1;
    const uint64_t old = extend(r, memory);
    if (r.operation == DataLoadReserved) return {old, 0, false};
    if (r.operation == DataStoreConditional) {
      const bool good = memory.reserved(r.address) && !((memory.reserved_value() ^ old) & mask);
      return {!good, r.data, good};
    }
    return {old, atomic_result(r.operation, bits, old, r.data) & mask, true};
  }

  bool device_waits() const {
    for (const Late& l : late_)
      if (l.request.device) return true;
    return false;
  }

  void decide(Memory& memory, const Manner& manner, Counts& counts) {
    using namespace fy_layout;
    const char* kind = request_.walk()     ? "walk"
                       : request_.atomic() ? "atomic"
                       : request_.load     ? "load"
                                           : "store";
    if (request_.device && status_ != DataReplay) counts[std::string("device_") + kind]++;
    if (status_ == DataReplay) {
      counts[std::string(kind) + "_replay"]++;
    } else if (request_.atomic()) {
      const Atomic done = atomic(request_, memory);
      if (request_.operation == DataLoadReserved) memory.reserve(request_.address, done.answer);
      if (request_.operation == DataStoreConditional) memory.release();
      if (done.writes)
        memory.store(request_.address, request_.size, done.result, below(manner.drain_delay));
    } else if (!request_.load) {
      memory.store(request_.address, request_.size, request_.data, below(manner.drain_delay));
    } else if (status_ == DataPending) {
      counts[request_.walk() ? "walk_pending" : "load_pending"]++;
      if (!late_.empty()) counts["two_pending"]++;
      for (const Late& l : late_)
        if (l.request.tag == request_.tag && l.request.walker == request_.walker && request_.tag)
          broken("two loads pending for one register", request_.address);
      const uint64_t value = request_.device ? 0 : extend(request_, memory);
      late_.push_back({request_, value, below(manner.late_delay)});
    } else {
      counts[request_.walk() ? "walk_done" : "load_done"]++;
    }
  }

  /// A beat that was offered and not taken is offered again, unchanged, except that an older
  /// request that was told to come again goes first.
  void check_stall(const Vfy_hart& top, bool was_asked, Counts& counts) {
    const bool again = replayed_;
    replayed_ = status_ == fy_layout::DataReplay && was_asked;
    auto shown = top.data_o;
    fy_layout::set(shown, fy_layout::data_o::kill_, 0);  // of an older request
    if (stalled_ && !again && shown != offered_)
      broken("a stalled data request changed",
             fy_layout::get(offered_, fy_layout::data_o::access_address_));
    stalled_ = fy_layout::get(shown, fy_layout::data_o::valid_) && !top.data_ready_i;
    offered_ = shown;
    if (stalled_) counts["data_stall"]++;
  }

  static void check(const Request& r) {
    if (r.address & ((1ULL << r.size) - 1)) broken("misaligned data request", r.address);
    if (r.device != is_device(r.address)) broken("wrong device attribute", r.address);
    if (r.address - kBase >= kMemoryBytes && !r.device) broken("a request to nowhere", r.address);
    if (r.device && (r.atomic() || r.walk())) broken("atomic or walk in a device", r.address);
  }

  bool asked_ = false, stalled_ = false, replayed_ = false;
  int status_ = 0, choice_ = -1;
  Request request_{};
  std::vector<Late> late_;
  std::remove_reference_t<decltype(Vfy_hart::data_o)> offered_{};
};
