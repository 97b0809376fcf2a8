// SPDX-License-Identifier: Apache-2.0
// The data cache between a core's data port and a manager, with its events summed up.
#pragma once
#include <cinttypes>
#include <cstdio>
#include <map>
#include <memory>
#include <string>

#include "Vfy_data_cache.h"
#include "fy_layout.h"
#include "l1_core.h"
#include "l1_manager.h"
#include "verilated.h"

using namespace l1;
using Top = Vfy_data_cache;

namespace {

struct Bench {
  std::unique_ptr<VerilatedContext> context;
  std::unique_ptr<Top> top;
  Random random;
  std::unique_ptr<Manager<Top>> manager;
  std::unique_ptr<Core<Top>> core;
  std::map<std::string, unsigned long> events;
  unsigned long cycle = 0, bus_errors = 0;

  Bench(int argc, char** argv, uint64_t seed, Knobs knobs) : random(seed) {
    context = std::make_unique<VerilatedContext>();
    context->commandArgs(argc, argv);
    top = std::make_unique<Top>(context.get());
    manager = std::make_unique<Manager<Top>>(*top, random, knobs);
    core = std::make_unique<Core<Top>>(*top);
    // Inputs start with random values under --x-initial unique.
    fy_layout::set(top->data_i, fy_layout::data_i::valid_, 0);
    fy_layout::set(top->data_i, fy_layout::data_i::kill_, 0);
    top->tl_b_valid_i = top->tl_d_valid_i = 0;
    top->tl_a_ready_i = top->tl_c_ready_i = top->tl_e_ready_i = 0;
    top->rst_ni = 0;
    for (int i = 0; i < 4; ++i) clock();
    top->rst_ni = 1;
  }

  void clock() {
    top->clk_i = 0;
    top->eval();
    top->clk_i = 1;
    top->eval();
  }

  void step() {
    core->drive();
    manager->drive();
    top->clk_i = 0;
    top->eval();
    count();
    core->sample();
    manager->sample();
    top->clk_i = 1;
    top->eval();
    ++cycle;
  }

  void count() {
    using namespace fy_layout::events_o;
    auto add = [&](const char* name, auto field) {
      events[name] += fy_layout::get(top->events_o, field);
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
    bus_errors += top->bus_error_o;
  }

  bool run(unsigned long limit) {
    unsigned long end = cycle + limit;
    while (cycle < end) {
      step();
      if (core->empty() && manager->idle() && top->data_quiet_o) return true;
    }
    return false;
  }
};

uint64_t extend(uint64_t value, unsigned size, bool is_unsigned) {
  unsigned shift = 64 - (8u << size);
  return is_unsigned ? value << shift >> shift : uint64_t(int64_t(value << shift) >> shift);
}

}  // namespace
