// SPDX-License-Identifier: Apache-2.0
// Translation of the copy engine (fy_copy_translate): addresses that are not translated, and which
// fences wait.
#include <algorithm>

#include "copy_units.h"

using namespace fy_layout;

// ---- translation that is off -----------------------------------------------------------------

void test_physical(uint64_t count) {
  unsigned refused = 0;
  for (uint64_t i = 0; i < count; i++) {
    Request r = some_request(4096);
    if (percent(20)) r.source |= uint64_t{1} << range(40, 63);
    if (percent(20)) r.target |= uint64_t{1} << range(40, 63);
    set(top->piece_i, piece_i::source_, r.source);
    set(top->piece_i, piece_i::target_, r.target);
    set(top->piece_i, piece_i::bytes_, r.bytes);
    set(top->piece_i, piece_i::position_, r.position);
    set(top->piece_i, piece_i::source_allocate_, r.source_allocate);
    set(top->piece_i, piece_i::target_allocate_, r.target_allocate);
    const bool valid = percent(50), ready = percent(50);
    const bool busy = percent(50), fence = percent(50);
    go(valid, ready, busy, fence);
    check(top->physical_flags_o >> 2 & 1, fence, "a fence of what is not translated");
    const unsigned status = r.source >> 40 ? 3 : r.target >> 40 ? 4 : 0;
    check(top->piece_status_o, status, "status");
    check(top->physical_flags_o >> 1 & 1, ready || status, "piece ready");
    check(top->physical_flags_o & 1, valid && !status, "request valid");
    refused += status != 0;
    if (status) continue;
    const auto see = [](Field field) { return get(top->physical_o, field); };
    check(see(physical_o::source_), r.source, "source");
    check(see(physical_o::target_), r.target, "target");
    check(see(physical_o::bytes_), r.bytes, "bytes");
    check(see(physical_o::position_), r.position, "position");
    check(see(physical_o::source_allocate_), r.source_allocate, "source allocation");
    check(see(physical_o::target_allocate_), r.target_allocate, "target allocation");
  }
  check(refused > 0, "something never happened");
}

// ---- which fences wait -----------------------------------------------------------------------

// A fence waits for requests of translated commands, also of those that an untranslated one
// follows.
void test_drain(uint64_t count) {
  std::vector<bool>
      under_way;  // of each command since one began with all drained: is it translated
  unsigned waited_for_earlier = 0, passed = 0;
  bool busy = false;
  for (uint64_t i = 0; i < count; i++) {
    const bool start = percent(20), translate = percent(40), fence = percent(50);
    if (percent(20)) busy = percent(70);
    go(false, false, busy, fence, start, translate);
    const bool any = std::count(under_way.begin(), under_way.end(), true) != 0;
    check(top->physical_flags_o >> 2 & 1, fence && !(busy && any), "fence done");
    if (fence && busy && any) waited_for_earlier += !under_way.back();
    if (fence && busy && !under_way.empty()) passed += !any;
    tick();
    if (!start) continue;
    if (!busy) under_way.clear();
    under_way.push_back(translate);
  }
  check(waited_for_earlier > 0 && passed > 0, "something never happened");
}
