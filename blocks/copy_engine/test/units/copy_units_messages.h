// SPDX-License-Identifier: Apache-2.0
// Transactions under way, as the models of reader and writer keep them.
#pragma once

#include <algorithm>

#include "copy_units.h"

// A transaction under way: its bytes, and where its first byte lies in the ring.
struct Message {
  bool used = false, denied = false;
  uint64_t order = 0, address = 0, position = 0, place = 0, bytes = 0;
  unsigned sent = 0;
};

// What the event of an overtaking response may say: exact once the oldest has stood for a while.
struct Oldest {
  uint64_t order = 0, since = 0;
  unsigned seen = 0;
  template <std::size_t N>
  void look(const Message (&all)[N]) {
    uint64_t now = ~uint64_t{0};
    for (const Message& m : all)
      if (m.used) now = std::min(now, m.order);
    if (now != order) order = now, since = cycle;
  }
  void check_event(bool event, const Message& m, bool first) {
    const bool overtakes = first && m.order != order;
    if (event) check(overtakes, 1, "reordered without an older one");
    if (cycle - since > 9) check(event, overtakes, "reordered");
    seen += event;
  }
};

template <std::size_t N>
inline int some_used(const Message (&all)[N]) {
  int chosen = -1, seen = 0;
  for (unsigned k = 0; k < N; k++)
    if (all[k].used && pick(++seen) == 0) chosen = static_cast<int>(k);
  return chosen;
}
