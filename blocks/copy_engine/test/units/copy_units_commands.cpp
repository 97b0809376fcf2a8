// SPDX-License-Identifier: Apache-2.0
// What stands before the trackers: the queue of commands (fy_copy_queue), transfers that were
// followed by others (fy_copy_history), and the tracker of a request (fy_copy_dispatch). Contracts,
// not cycles: order, nothing lost, nothing twice, what may start, the lowest tracker, the error.
#include <algorithm>
#include <deque>
#include <optional>

#include "copy_units.h"

using namespace fy_layout;

// ---- queue ----------------------------------------------------------------------------------

void test_queue(uint64_t count) {
  struct Command {
    unsigned number, caller;
    bool overlap;
  };
  // Between commands the frontend is idle, with a status; it runs what starts for a while, then
  // takes one that overlaps, then ends.
  enum { kIdle, kRuns, kDrains } frontend = kIdle;
  std::deque<Command> waiting;
  unsigned status = 0, next = 0, left = 0;
  unsigned early = 0, dropped = 0, refused = 0, full = 0, resumed = 0, released = 0, joined = 0,
           touches = 0, direct = 0, forgotten = 0;
  bool seen = false, released_now = false;
  for (uint64_t i = 0; i < count; i++) {
    if (pick(3000) == 0) {
      reset();
      waiting.clear();
      frontend = kIdle, status = 0, seen = released_now = false;
    }
    const bool idle = frontend == kIdle, open = frontend == kDrains;
    const bool halted = idle && status != 0 && !released_now;
    const bool abort = percent(3);
    const bool pops =
        !halted && !abort && !waiting.empty() && (idle || (open && waiting[0].overlap));
    const bool still = idle && !pops;
    const bool wants = !abort && percent(25), overlap = percent(50);
    // Each instruction comes alone; Resume and what moves the cursor only while nothing runs.
    const bool resume = !wants && still && percent(10);
    const bool looked = !wants && !resume && percent(20);
    const bool touched = !wants && !resume && !looked && still && percent(3);
    const bool forget = touched && percent(50);
    const unsigned number = next & 0xffff, caller = number;
    const auto drive = [&](bool transfer) {
      top->number_i = static_cast<uint16_t>(number);
      top->status_i = static_cast<uint8_t>(status);
      top->go_i = static_cast<uint8_t>(transfer | resume << 1 | looked << 2 | touched << 3 |
                                       idle << 4 | open << 5 | overlap << 6 | forget << 7);
      top->busy_i = abort;
      top->eval();
    };
    drive(false);
    const bool ready = top->queue_o >> 6 & 1, refuses = top->queue_o >> 5 & 1;
    const bool may_start = idle || (open && overlap);
    const bool at_once = halted ? seen : may_start && waiting.empty();
    check(ready, at_once || waiting.size() < 2, "ready for a Transfer");
    check(refuses, halted && !seen && waiting.size() == 2, "a Transfer is refused");
    check(top->queue_o >> 2 & 3, waiting.size(), "commands that wait");
    const bool transfer = wants && ready && !refuses;
    if (transfer) drive(true);
    refused += wants && refuses, full += wants && !ready && !refuses;

    // Who starts in this cycle.
    std::optional<Command> starts;
    if (pops) starts = waiting[0];
    if (transfer && at_once) starts = Command{number, caller, overlap};
    check(!(pops && transfer && at_once), 1, "two commands start at once");
    check(top->queue_o >> 4 & 1, starts.has_value(), "a command starts");
    if (starts) {
      check(top->number_o, starts->number, "the command that starts");
      check(top->caller_o, starts->caller, "its caller");
    }
    check(top->queue_o >> 1 & 1, still, "idle");
    check(top->queue_o & 1, transfer || (!waiting.empty() && !halted), "busy");
    early += starts && open, direct += starts && !pops && !halted;
    tick();

    if (pops) waiting.pop_front();
    if (transfer && at_once) {
      dropped += halted && !waiting.empty();
      waiting.clear();
    } else if (transfer) {
      joined += halted;
      waiting.push_back({number, caller, overlap});
    }
    next += transfer;
    if (resume) {
      for (Command& c : waiting) c.caller = caller;
      resumed += !waiting.empty();
    }
    // After an access error what failed is over: Resume goes on with the next.
    released_now = resume && (status == 3 || status == 4) && !waiting.empty();
    released += released_now;
    if (starts || resume || touched || !idle)
      seen = false;
    else if (looked)
      seen = true;
    touches += touched;
    if (forget) {
      forgotten += !waiting.empty();
      waiting.clear();
      released_now = false;
    }
    if (starts || (resume && status != 0 && !released_now && status != 3 && status != 4)) {
      frontend = kRuns, left = static_cast<unsigned>(pick(12));
    } else if (touched && status != 0) {
      status = forget || percent(50) ? 0 : 5;
    } else if (frontend == kRuns && left-- == 0) {
      frontend = kDrains, left = static_cast<unsigned>(pick(12));
    } else if (frontend == kDrains && left-- == 0) {
      frontend = kIdle;
      status = percent(60) ? 0 : static_cast<unsigned>(range(1, 5));
    }
    if (frontend != kIdle) status = 0;
  }
  check(early && dropped && refused && full && resumed && released && joined && touches && direct &&
            forgotten,
        "something never happened");
}

// ---- history --------------------------------------------------------------------------------

void test_history(uint64_t count) {
  struct Passed {
    unsigned number;
    uint64_t end;
    unsigned busy;  // trackers that may hold pieces of it
  };
  std::deque<Passed> all;
  uint64_t end = pick(kPositions);
  unsigned busy = 0, full = 0, looks = 0, misses = 0, left = 0, cleared = 0;
  bool failed = false;
  for (uint64_t i = 0; i < count; i++) {
    if (pick(3000) == 0) {
      reset();
      all.clear();
      failed = false;
    }
    for (unsigned t = 0; t < 4; t++)
      if (percent(10)) busy ^= 1u << t;
    if (!failed && !all.empty() && percent(2)) failed = true;
    const bool clear = failed ? percent(10) : percent(1);
    const bool room = all.size() < 4;
    const bool passes = !clear && !failed && room && percent(15);
    if (passes) end += range(1, 5000);
    // A byte that is under way: before the end of what has passed, or behind it.
    const uint64_t first = all.empty() ? end : all.front().end;
    const uint64_t byte = first - pick(2000) + pick(end - first + 4000);
    top->number_i = static_cast<uint16_t>(i);
    top->position_i = static_cast<uint32_t>(end % kPositions);
    top->busy_i = static_cast<uint8_t>(busy);
    set(top->failures_i, Field{0, 24}, byte % kPositions);
    go(clear, passes, failed);
    check(top->history_o >> 1 & 1, room, "room for one more");
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Passed& p) { return byte < p.end; });
    if (failed) {
      check(top->history_o & 1, found != all.end(), "the failing byte is of a transfer before");
      if (found != all.end()) check(top->found_o, found->number, "the transfer that failed");
      looks += found != all.end(), misses += found == all.end();
    }
    full += !room;
    tick();
    // The oldest leaves a cycle after its last tracker was seen idle; none leaves behind an error.
    if (!failed && !all.empty() && all.front().busy == 0) all.pop_front(), left++;
    for (Passed& p : all) p.busy &= busy;
    if (passes) all.push_back({static_cast<unsigned>(i & 0xffff), end, busy});
    if (clear) all.clear(), failed = false, cleared++;
  }
  check(full && looks && misses && left && cleared, "something never happened");
}

// ---- dispatch -------------------------------------------------------------------------------

namespace {

// The first failing byte, and whose it is.
void check_errors() {
  const uint64_t base = pick(kPositions);
  uint64_t least = kPositions;
  unsigned failed = static_cast<unsigned>(pick(16)), whose = 0;
  for (unsigned t = 0; t < 4; t++) {
    const uint64_t position = pick(kPositions / 2);  // from the base, which may wrap
    set(top->failures_i, Field{static_cast<int>(24 * t), 24}, (base + position) % kPositions);
    if (failed >> t & 1 && position < least) least = position, whose = t;
  }
  top->failed_i = static_cast<uint8_t>(failed);
  top->eval();
  check(top->dispatch_o & 1, failed != 0, "some tracker failed");
  if (failed == 0) return;
  check(get(top->earliest_o, earliest_o::address_), whose, "who failed at the first byte");
  check(get(top->earliest_o, earliest_o::position_), (base + least) % kPositions, "its position");
  check(get(top->earliest_o, earliest_o::is_target_), whose & 1, "its side");
}

// Counts of four trackers add up.
void check_events() {
  const Field fields[] = {events_o::get_,           events_o::get_block_,  events_o::put_,
                          events_o::put_block_,     events_o::reordered_,  events_o::error_,
                          events_o::trackers_busy_, events_o::buffer_full_};
  uint64_t sums[8] = {};
  bool request = false;
  for (unsigned t = 0; t < 4; t++) {
    uint64_t one = 0;
    for (unsigned k = 0; k < 8; k++) {
      const uint64_t amount = pick(2);
      set(one, fields[k], amount);
      sums[k] += amount;
    }
    const bool asks = !request && percent(20);  // one request a cycle
    set(one, events_o::request_, asks);
    request |= asks;
    set(top->counts_i, Field{static_cast<int>(64 * t), 64}, one);
  }
  top->eval();
  for (unsigned k = 0; k < 8; k++) check(get(top->total_o, fields[k]), sums[k], "a sum of events");
  check(get(top->total_o, events_o::request_), request, "the request");
}

}  // namespace

void test_dispatch(uint64_t count) {
  constexpr uint64_t kWindow = kPositions / 4;
  constexpr unsigned kPatience = 40;  // cycles of doing nothing with a tracker free
  unsigned limit = 4, strap = 4, busy = 0, work[4] = {}, waited = 0;
  uint64_t position = 0, handed_at = 0, bytes = 0;
  bool offered = false;
  unsigned seen[4] = {}, drained = 0, seconds = 0, limits[5] = {}, resets = 0;
  for (uint64_t i = 0; i < count; i++) {
    check_errors();
    check_events();
    if (pick(3000) == 0) {
      go(false);
      reset();
      limit = 4, offered = false, resets++;
      for (unsigned& w : work) w = 0;
    }
    busy = 0;
    for (unsigned t = 0; t < 4; t++) busy |= (work[t] > 0) << t;
    // A tracker takes a request when its reads are sent; one that is idle always can.
    unsigned ready = static_cast<unsigned>(pick(16)) | (~busy & 15);
    // It stays for a while: one in some hundred cycles finds all idle and is taken over.
    if (i % 500 == 0) strap = percent(50) ? 4 : static_cast<unsigned>(pick(8));
    if (!offered && percent(70)) {
      offered = true;
      bytes = percent(50) ? range(1, 300) : range(1, 4096);
      position += percent(2) ? kWindow / 3 : bytes;  // as if much had passed
    }
    top->tracker_limit_i = static_cast<uint8_t>(strap);
    top->position_i = static_cast<uint32_t>(position % kPositions);
    top->bytes_i = static_cast<uint16_t>(bytes);
    top->ready_i = static_cast<uint8_t>(ready);
    top->busy_i = static_cast<uint8_t>(busy);
    go(offered);
    const unsigned given = top->dispatch_valid_o, used = (1u << limit) - 1;
    check(top->dispatch_o >> 1 & 1, busy != 0, "busy");
    check(given & (given - 1), 0, "a request to two trackers");
    check(given & ~(ready & used), 0, "a request to a tracker that cannot take it");
    const bool taken = offered && (top->dispatch_o >> 2 & 1);
    check(given != 0, taken, "a request is lost or given twice");
    const bool far = position / kWindow != handed_at / kWindow;
    if (taken) {
      const unsigned idle = ready & used & ~busy;
      const unsigned pool = idle ? idle : ready & used;
      check(given, pool & (~pool + 1), "the lowest idle tracker, else the lowest");
      check(far && busy && limit > 1, 0, "a request passes a quarter of the positions");
      drained += far && limit > 1;
      for (unsigned t = 0; t < 4; t++)
        if (given >> t & 1) seen[t]++, seconds += work[t] > 0, work[t] += range(1, 30);
      handed_at = position;
      offered = false;
      limits[limit]++;
    }
    // A tracker may take it and nothing has to drain first: not for ever.
    waited = offered && (ready & used) && !(far && busy && limit > 1) ? waited + 1 : 0;
    check(waited > kPatience, 0, "a request waits though a tracker is free");
    tick();
    if (busy == 0) limit = strap == 0 ? 1 : std::min(strap, 4u);
    for (unsigned& w : work)
      if (w) w--;
  }
  for (unsigned t = 0; t < 4; t++)
    check(seen[t] && limits[t + 1], 1, "a tracker or a limit was never used");
  check(drained && seconds && resets, "something never happened");
}
