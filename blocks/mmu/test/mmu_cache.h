// SPDX-License-Identifier: Apache-2.0
//
// What stands behind the data port: a cache that answers at once, late, or not at all, and a core
// that uses the port at the same time. Checks every rule of fy_data_port_mux on the way.

#pragma once

#include "blocks/mmu/test/mmu_units.h"

class DataPort {
 public:
  Memory memory;
  unsigned stall = 0, pending = 0, replay = 0, error = 0, core = 0;  // percent
  std::vector<uint64_t> reads;                                       // of the walker, in order
  std::map<uint64_t, uint64_t> failed;  // address: cycle of its latest late error
  uint64_t core_accesses = 0, killed = 0, replays = 0, lates = 0, core_waits = 0;
  bool idle() const { return !taken_ && late_.empty(); }

  /// Inputs of this cycle; before eval.
  void begin() {
    using namespace fy_layout;
    top->data_ready_i = !percent(stall);
    // The core: holds what is stalled, or withdraws it (it may when it is redirected).
    if (!core_valid_ || core_done_ || percent(3)) {
      core_valid_ = percent(core);
      core_ = {random64() & ~7ull, below(4), random64()};
    }
    set(top->core_i, core_i::valid_, core_valid_);
    set(top->core_i, core_i::access_id_walker_, 0);
    set(top->core_i, core_i::access_id_thread_, below(16));
    set(top->core_i, core_i::access_id_tag_, core_.data & 31);
    set(top->core_i, core_i::access_operation_, core_.operation);
    set(top->core_i, core_i::access_address_, core_.address);
    set(top->core_i, core_i::access_data_, core_.data);
    kill_ = percent(core / 4);
    set(top->core_i, core_i::kill_, kill_);
    // Decision of what was taken one cycle ago; a value without it is noise.
    unsigned status = below(3);
    uint64_t data = random64();
    if (taken_) {
      status = percent(pending) ? 1 : percent(replay) ? 2 : 0;
      const bool killed_now = !of_walker_ && kill_;
      if (status == 0 && of_walker_) data = memory.read(address_);
      if (status == 1 && !killed_now) late_.push_back({of_walker_, address_, cycle + 1 + below(8)});
      replays += status == 2;
    }
    set(top->data_i, data_i::status_, status);
    set(top->data_i, data_i::data_, data);
    // Late results, in any order.
    now_late_ = {};
    set(top->data_i, data_i::late_valid_, 0);
    set(top->data_i, data_i::late_id_walker_, below(2));
    if (!late_.empty()) {
      const size_t which = below(static_cast<unsigned>(late_.size()));
      if (late_[which].due <= cycle) {
        now_late_ = late_[which];
        late_.erase(late_.begin() + static_cast<long>(which));
        set(top->data_i, data_i::late_valid_, 1);
        set(top->data_i, data_i::late_id_walker_, now_late_.of_walker);
        set(top->data_i, data_i::late_id_thread_, below(16));
        const bool fails = percent(error);
        if (fails && now_late_.of_walker) failed[now_late_.address] = cycle;
        set(top->data_i, data_i::late_error_, fails);
        set(top->data_i, data_i::late_data_, fails ? random64() : memory.read(now_late_.address));
        lates++;
      }
    }
  }

  /// Outputs of this cycle; after eval, before the clock.
  void end() {
    using namespace fy_layout;
    check(get(top->data_o, data_o::kill_), kill_ && taken_ && !of_walker_, "kill is the core's");
    killed += get(top->data_o, data_o::kill_);
    const bool late = get(top->data_i, data_i::late_valid_),
               of_walker = late && now_late_.of_walker;
    check(get(top->core_o, core_o::late_valid_), late && !of_walker, "late results of the core");
    const bool valid = get(top->data_o, data_o::valid_);
    const bool walker = valid && get(top->data_o, data_o::access_id_walker_) != 0;
    const uint64_t address = get(top->data_o, data_o::access_address_);
    if (core_valid_) check(valid, 1, "a request is shown at once");
    if (valid && !walker) {
      check(core_valid_, 1, "a request of the core from nowhere");
      check(address, core_.address, "address of the core");
      check(get(top->data_o, data_o::access_data_), core_.data, "data of the core");
      check(get(top->data_o, data_o::access_operation_), core_.operation, "operation of the core");
    }
    if (walker) {
      check(get(top->data_o, data_o::access_operation_), DataLoad, "walkers load");
      check(get(top->data_o, data_o::access_size_), 3, "eight bytes");
      check(get(top->data_o, data_o::access_kind_), 0, "cached");
      check(address & 7, 0, "aligned");
      check(may_hold_tables(address), 1, "tables lie in memory");
    }
    if (stalled_) {
      if (walker_stalled_) {
        check(walker, 1, "a stalled request of the walker stays");
        check(address, stalled_address_, "a stalled request does not change");
      } else if (core_valid_ && address_of_core_ == core_.address) {
        check(valid && !walker, 1, "a stalled request of the core stays");
      }
    }
    const bool ready = top->data_ready_i;
    stalled_ = valid && !ready;
    walker_stalled_ = walker;
    stalled_address_ = address;
    address_of_core_ = core_.address;
    core_done_ = core_valid_ && top->core_ready_o;
    check(core_done_, valid && !walker && ready, "ready of the core");
    taken_ = valid && ready;
    of_walker_ = walker;
    address_ = address;
    if (taken_ && walker) reads.push_back(address);
    core_accesses += core_done_;
    // Who is ready for it twice in a row and not served is starved.
    const bool lost = core_valid_ && ready && walker;
    check(lost && lost_, 0, "the core waits for one access of the walker at most");
    lost_ = lost || (lost_ && !ready && core_valid_);
    core_waits += lost;
  }

 private:
  struct Access {
    uint64_t address;
    unsigned operation;
    uint64_t data;
  };
  struct Late {
    bool of_walker;
    uint64_t address, due;
  };
  Access core_{};
  Late now_late_{};
  std::vector<Late> late_;
  bool core_valid_ = false, core_done_ = false, kill_ = false, taken_ = false, of_walker_ = false;
  bool stalled_ = false, walker_stalled_ = false, lost_ = false;
  uint64_t address_ = 0, stalled_address_ = 0, address_of_core_ = 0;
};
