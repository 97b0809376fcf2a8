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
void count_events(const Top& top, std::map<std::string, uint64_t>& events) {
  namespace lay = fy_layout;
  const auto count = [&](const char* name, const auto& port, lay::Field field) {
    events[name] += lay::get(port, field);
  };
  namespace E = lay::l2_events_o;
  namespace L = lay::l1_events_o;
  const auto& l2 = top.l2_events_o;
  count("l2_back_invalidate_dirty", l2, E::back_invalidate_dirty_);
  count("l2_release_crossing", l2, E::release_crossing_);
  count("l2_refill_victim", l2, E::refill_victim_);
  count("l2_probe", l2, E::probe_);
  count("l2_probe_data", l2, E::probe_data_);
  count("l2_put_miss_or_hit", l2, E::put_);
  count("l2_get_passed", l2, E::get_passed_);
  count("l2_put_passed", l2, E::put_passed_);
  count("l2_release_dirty", l2, E::release_dirty_);
  count("l2_release_clean", l2, E::release_clean_);
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
