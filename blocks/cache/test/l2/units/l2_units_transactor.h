// SPDX-License-Identifier: Apache-2.0
//
// One request of fy_l2_transactor as the test follows it: the line it works on, what is pending,
// and what must come next.

#pragma once

#include "blocks/cache/test/l2/units/l2_units.h"

namespace transactor {

struct Directory {
  bool valid = false, dirty = false, trunk = false;
  unsigned sharers = 0;

  bool operator==(const Directory& o) const {
    return valid == o.valid &&
           (!valid || (dirty == o.dirty && trunk == o.trunk && sharers == o.sharers));
  }
};

struct Corners {
  uint64_t retries = 0, probes = 0, crossings = 0, evictions = 0, drains = 0, refill_errors = 0,
           corrupt = 0, illegal = 0, late_news = 0, write_errors = 0, upgrades = 0, both = 0,
           rewritten = 0, get_passes = 0, put_passes = 0, passes_full = 0;

  void check_all() const {
    met(retries, "no way free");
    met(probes, "probe");
    met(crossings, "Release crossing a probe");
    met(both, "probe and answer in one cycle");
    met(evictions, "dirty victim");
    met(drains, "flush of a dirty line");
    met(write_errors, "failed write-back of a flush");
    met(refill_errors, "refill error");
    met(corrupt, "corrupt beat");
    met(illegal, "illegal request");
    met(late_news, "Release while finishing");
    met(rewritten, "record again after a report");
    met(upgrades, "Grant without data");
    met(get_passes, "Get that passes through");
    met(put_passes, "Put that passes through");
    met(passes_full, "passes through while all ways are in use");
  }
};
struct Run {
  // the request
  unsigned opcode = 0, param = 0, size = 0, requester = 0, beats = 1;
  uint64_t address = 0;
  bool put = false, acquire = false, flush = false, whole = false, legal = false, bypass = false,
       upgrade = false, allocate = false;
  // the line: `ram` is what the tags hold in this way, `line` what is true
  bool hit = false, room = false, known = false, owns = false, settled = false, passes = false;
  unsigned way = 0;
  uint64_t victim = 0;
  Directory ram, line;
  unsigned to_probe = 0, awaiting = 0, held = 0;
  bool shares = false, changed = false, recorded = false;
  // progress
  unsigned now = fy_layout::StateIdle, slot = 0, refilled = 0;
  bool complete = false, failed = false;
  bool store = false, respond = false, acknowledge = false, exclusive = false, with_data = false;

  void start();
  bool cycle();

 private:
  void look_up();
  void answer_lookup();
  unsigned after_probe() const;
  void enter_finish();
  void probe();
  void report(unsigned client, bool acknowledges);
  bool finish();
  void check_outputs() const;
};

// What the tags say in the next cycle.
inline void Run::look_up() {
  hit = percent(50);
  room = hit || percent(70);
  way = below(kWays);
  victim = line_of(some_address(100));
  ram = Directory{};
  ram.valid = hit || percent(80);
  if (ram.valid) {
    ram.dirty = percent(50);
    ram.sharers = percent(30) ? 0 : below(1u << kClients);
    ram.trunk = ram.sharers && (ram.sharers & (ram.sharers - 1)) == 0 && percent(60);
  }
  line = ram;
  held = ram.sharers;
}

inline unsigned Run::after_probe() const {
  if (hit && !flush) {
    const bool has =
        opcode == fy_layout::AcquirePerm || (param == GrowBtoT && (line.sharers & requester));
    return put || (acquire && has) ? fy_layout::StateFinish : fy_layout::StateRead;
  }
  if (line.dirty) return fy_layout::StateEvict;
  return flush || whole ? fy_layout::StateFinish : fy_layout::StateFetch;
}

}  // namespace transactor
