// SPDX-License-Identifier: Apache-2.0
// Events of the L2 and of all first-level caches, summed up by name once a cycle.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "coherence_words.h"
#include "fy_layout.h"

namespace coherence {

template <typename Top>
void count_events(const Top& top, bool hooked, std::map<std::string, uint64_t>& events) {
  namespace lay = fy_layout;
  const auto count = [&](const char* name, const auto& port, lay::Field field) {
    events[name] += lay::get(port, field);
  };
  namespace E = lay::l2_events_o;
  namespace L = lay::l1_events_o;
  // Each bank for itself: none may stand aside.
  for (int n = 0; n < E::count; n++) {
    const std::string bank = E::count == 1 ? "l2_" : "l2_" + std::to_string(n) + "_";
    const auto bank_count = [&](const char* name, lay::Field field) {
      events[bank + name] += lay::get(top.l2_events_o, lay::at(field, n, E::width));
    };
    bank_count("back_invalidate_dirty", E::back_invalidate_dirty_);
    bank_count("release_crossing", E::release_crossing_);
    bank_count("refill_victim", E::refill_victim_);
    bank_count("probe", E::probe_);
    bank_count("probe_data", E::probe_data_);
    bank_count("put_miss_or_hit", E::put_);
    bank_count("get_passed", E::get_passed_);
    bank_count("put_passed", E::put_passed_);
    bank_count("release_dirty", E::release_dirty_);
    bank_count("release_clean", E::release_clean_);
    if (hooked) events[bank + "copied"] += (top.copied_o >> n) & 1u;
  }
  for (int h = 0; h < kHarts; h++) {
    const auto field = [&](lay::Field f) { return lay::at(f, h, L::width); };
    count("l1_probe_pending", top.l1_events_o, field(L::probe_pending_));
    count("l1_release_probe", top.l1_events_o, field(L::release_probe_));
    count("l1_refill_victim", top.l1_events_o, field(L::refill_victim_));
    count("l1_probe_dirty", top.l1_events_o, field(L::probe_dirty_));
    count("l1_hit_under_miss", top.l1_events_o, field(L::hit_under_miss_));
    count("l1_secondary", top.l1_events_o, field(L::secondary_));
    count("l1_two_misses", top.l1_events_o, field(L::two_misses_));
    count("l1_atomic", top.l1_events_o, field(L::atomic_));
    count("l1_conditional_failed", top.l1_events_o, field(L::conditional_failed_));
    count("l1_probe_held", top.l1_events_o, field(L::probe_held_));
  }
}

}  // namespace coherence
