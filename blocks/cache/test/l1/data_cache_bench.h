// SPDX-License-Identifier: Apache-2.0
// The data cache between a core's data port and a manager, with its events summed up.
#pragma once
#include <map>
#include <string>

#include "Vfy_data_cache.h"
#include "blocks/data_port/test/data_port_core.h"
#include "fy_layout.h"
#include "l1_manager.h"

using namespace data_port;
using namespace l1;
using Top = Vfy_data_cache;

namespace {

struct Bench {
  Top top;
  Manager<Top> manager;
  Core<Top> core{top};
  std::map<std::string, unsigned long> events;
  unsigned long bus_errors = 0;

  explicit Bench(Knobs knobs) : manager(top, knobs) {
    // Inputs start with random values under --x-initial unique.
    fy_layout::set(top.data_i, fy_layout::data_i::valid_, 0);
    fy_layout::set(top.data_i, fy_layout::data_i::kill_, 0);
    top.tl_b_valid_i = top.tl_d_valid_i = 0;
    top.tl_a_ready_i = top.tl_c_ready_i = top.tl_e_ready_i = 0;
    reset(top, 4);
  }

  void step() {
    core.drive();
    manager.drive();
    top.eval();
    count();
    core.sample();
    manager.sample();
    edge(top);
  }

  void count() {
    using namespace fy_layout::events_o;
    auto add = [&](const char* name, auto field) {
      events[name] += fy_layout::get(top.events_o, field);
    };
    add("load", load_);
    add("store", store_);
    add("load_miss", load_miss_);
    add("store_miss", store_miss_);
    add("secondary", secondary_);
    add("hit_under_miss", hit_under_miss_);
    add("two_misses", two_misses_);
    add("replay", replay_);
    add("writeback", writeback_);
    add("probe", probe_);
    add("probe_dirty", probe_dirty_);
    add("probe_pending", probe_pending_);
    add("release_probe", release_probe_);
    add("refill_victim", refill_victim_);
    add("uncached", uncached_);
    add("atomic", atomic_);
    add("conditional_failed", conditional_failed_);
    add("probe_held", probe_held_);
    bus_errors += top.bus_error_o;
    if (top.bus_error_o && top.bus_error_address_o < BadBase) fail("the address of a bus error");
  }

  bool run(unsigned long limit) {
    const uint64_t end = cycle + limit;
    while (cycle < end) {
      step();
      if (core.empty() && manager.idle() && top.data_quiet_o) return true;
    }
    return false;
  }
};

}  // namespace
