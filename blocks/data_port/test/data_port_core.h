// SPDX-License-Identifier: Apache-2.0
// The core's side of the data port: an in-order pipeline that presents accesses, kills and replays,
// and hands every decision and late value to its owner.
#pragma once
#include <deque>
#include <functional>
#include <map>

#include "blocks/common/test/bench.h"
#include "blocks/data_port/test/atomics.h"
#include "fy_layout.h"

namespace data_port {

struct Access {
  bool store = false, device = false, is_unsigned = false;
  unsigned atomic = 0;  // an operation of data_operation_e from LoadReserved on
  unsigned size = 3;
  uint64_t address = 0, data = 0;
  int needs = -1;       // number of the load whose value must be there first
  bool kill = false;    // is killed in its second cycle, once
  bool alu = false;     // takes a cycle and no access
  unsigned number = 0;  // set by the core
};

using namespace atomics;

enum Status {
  Done = fy_core_pkg::DataDone,
  Pending = fy_core_pkg::DataPending,
  Replay = fy_core_pkg::DataReplay
};

template <typename Top>
class Core {
 public:
  std::deque<Access> program;
  std::function<void(const Access&, Status, uint64_t)> decided;
  std::function<void(const Access&, uint64_t)> late;
  std::function<bool()> bubble = [] { return false; };
  unsigned long replays = 0, kills = 0;
  unsigned longest_replay = 0;
  bool late_error = false;  // of the value that `late` is told

  explicit Core(Top& top) : top_(top) {}
  bool empty() const { return program.empty() && !s0_valid_ && !s1_valid_ && pending_.empty(); }
  size_t waiting() const { return pending_.size(); }

  void drive() {
    using namespace fy_layout;
    if (!s0_valid_ && !program.empty() && program.front().alu) {
      program.pop_front();
    } else if (!s0_valid_ && !program.empty() && pending_.size() < 30 && !bubble() &&
               available(program.front().needs)) {
      s0_ = program.front();
      program.pop_front();
      if (!s0_.number) s0_.number = ++number_;
      s0_valid_ = true;
      set(top_.data_i, data_i::access_id_, s0_.number % kIds);
      set(top_.data_i, data_i::access_operation_, s0_.atomic ? s0_.atomic : s0_.store);
      set(top_.data_i, data_i::access_size_, s0_.size);
      set(top_.data_i, data_i::access_is_unsigned_, s0_.is_unsigned);
      // Devices, and what else is not cacheable: the cache does not tell them apart.
      set(top_.data_i, data_i::access_kind_, s0_.device ? 1 + s0_.number % 3 : 0);
      set(top_.data_i, data_i::access_address_, s0_.address);
      set(top_.data_i, data_i::access_data_, s0_.data);
    }
    set(top_.data_i, data_i::valid_, s0_valid_);
    set(top_.data_i, data_i::kill_, s1_valid_ && (s1_.kill || s1_squash_));
  }

  void sample() {
    using namespace fy_layout;
    bool replayed = false;
    if (top_.data_late_valid_o) {
      const auto id = static_cast<unsigned>(get(top_.data_late_o, data_late_o::id_));
      auto it = pending_.find(id);
      if (it == pending_.end()) fail("late value of an unknown load");
      late_error = get(top_.data_late_o, data_late_o::error_);
      late(it->second, get(top_.data_late_o, data_late_o::data_));
      ready_[it->second.number] = cycle + 1;
      pending_.erase(it);
    }
    if (s1_valid_) {
      Status status = Status(top_.data_status_o);
      if (s1_squash_) {
        // Older access was replayed: comes again behind it.
        bool behind = !program.empty() && program.front().number == replayed_number_;
        program.insert(program.begin() + behind, s1_);
        kills++;
      } else if (s1_.kill) {
        kills++;
      } else if (status == Replay) {
        replayed = true;
        replayed_number_ = s1_.number;
        ++replays;
        if (++replays_here_ > longest_replay) longest_replay = replays_here_;
        if (replays_here_ > 5000) fail("an access is replayed for ever");
        decided(s1_, status, 0);
        program.push_front(s1_);
      } else {
        replays_here_ = 0;
        uint64_t value = top_.data_data_o;
        if (status == Pending)
          pending_[s1_.number % kIds] = s1_;
        else
          ready_[s1_.number] = cycle + 1;
        decided(s1_, status, value);
      }
    }
    s1_valid_ = s0_valid_ && top_.data_ready_o;
    if (s1_valid_) {
      s1_ = s0_;
      s1_squash_ = replayed;
      s0_valid_ = false;
    } else if (replayed && s0_valid_) {
      // Not accepted yet: a stalled request does not change, so it is squashed later.
      squash_next_ = true;
    }
    if (s1_valid_ && squash_next_) {
      s1_squash_ = true;
      squash_next_ = false;
    }
    while (ready_.size() > 4096) ready_.erase(ready_.begin());
  }

 private:
  // Every bit of hart, thread, tag and walker.
  static constexpr unsigned kIds = 1u << fy_layout::data_late_o::id_.width;

  bool available(int needs) {
    if (needs < 0) return true;
    auto it = ready_.find(unsigned(needs));
    return it != ready_.end() && it->second <= cycle;
  }
  Top& top_;
  Access s0_, s1_;
  bool s0_valid_ = false, s1_valid_ = false, s1_squash_ = false, squash_next_ = false;
  unsigned number_ = 0, replays_here_ = 0, replayed_number_ = 0;
  std::map<unsigned, Access> pending_;
  std::map<unsigned, uint64_t> ready_;
};
}  // namespace data_port
