// SPDX-License-Identifier: Apache-2.0
//
// Fetch stage before a memory that stalls and answers late; predictor tables against plain models.

#include "blocks/hart/test/stages/hart_fetch.h"

using namespace fy_layout;

static void reset() {
  top->clk_i = 0;
  top->fetch_ready_i = top->fetched_ready_i = top->redirect_i = 0;
  top->outcome_valid_i = top->hold_i = top->control_i = 0;
  top->walk_ready_i = top->flush_i = 0;
  set(top->response_i, response_i::valid_, 0);
  set(top->fence_i, fence_i::valid_, 0);
  set(top->walk_i, walk_i::valid_, 0);
  set(top->context_i, context_i::translate_, 0);
  reset(*top);
}

static bool is_bad(uint64_t address) { return (address >> 2) % 13 == 5; }  // the refill fails
static uint64_t side_at(uint64_t address) { return word_at(~address) >> 28; }
static bool executable(uint64_t address) { return address >> 28 == 8; }
static uint64_t any_address() { return (one_in(8) ? 0x100000 : 0x80000000) + (pick(64) << 2); }

// What decode takes is one unbroken path from the last redirect, each word with its own address.
static void test_fetch(uint64_t count) {
  uint64_t expected = 0x80000000, stalled = 0, owed_address = 0, taken = 0, faults = 0, jumps = 0;
  bool is_stalled = false, owed = false, new_path = false, redirected = false;
  uint64_t held = 0;
  bool hold = false;
  for (uint64_t i = 0; i < count; i++) {
    bool respond = owed && !one_in(3), redirect = one_in(12);
    uint64_t address = any_address();
    if (one_in(20)) hold = !hold;
    set(top->response_i, response_i::valid_, respond);
    set(top->response_i, response_i::instruction_, respond ? word_at(owed_address) : pick(1000));
    set(top->response_i, response_i::error_, respond ? is_bad(owed_address) : one_in(2));
    set(top->response_i, response_i::side_, respond ? side_at(owed_address) : pick(16));
    top->flush_i = one_in(2);
    top->fetch_ready_i = (!owed || respond) && !one_in(3);
    top->fetched_ready_i = !one_in(3);
    top->redirect_i = redirect, top->address_i = address, top->hold_i = hold;
    // Outcomes only teach the predictor here; whatever it guesses must come as next_pc.
    top->outcome_valid_i = one_in(4);
    set(top->outcome_i, outcome_i::is_flow_, !one_in(3));
    set(top->outcome_i, outcome_i::flow_, pick(4));
    set(top->outcome_i, outcome_i::taken_, 1);
    set(top->outcome_i, outcome_i::mispredicted_, redirect);
    set(top->outcome_i, outcome_i::pc_, any_address());
    set(top->outcome_i, outcome_i::target_, any_address());
    top->eval();
    uint64_t asked = get(top->fetch_o, fetch_o::address_);
    check(get(top->fetch_o, fetch_o::flush_), top->flush_i, "flush");
    if (is_stalled) {
      check(get(top->fetch_o, fetch_o::valid_), 1, "a stalled request was withdrawn");
      check(asked, stalled, "a stalled request changed");
    }
    if (get(top->fetch_o, fetch_o::valid_)) {
      check(executable(asked), 1, "a request that may not be executed");
      check(hold && !is_stalled, 0, "a request while held");
    }
    if (owed || is_stalled) check(top->idle_o, 0, "idle with work");
    held = hold && !redirect ? held + 1 : 0;
    if (held > 60) check(top->idle_o, 1, "not idle when held");
    if (top->fetched_valid_o && top->fetched_ready_i && !redirect) {
      uint64_t pc = get(top->fetched_o, fetched_o::pc_);
      bool fault = !executable(expected) || is_bad(expected);
      check(pc, expected, new_path ? "first address after a redirect" : "path");
      check(get(top->fetched_o, fetched_o::fault_), fault, "fault");
      if (!fault) {
        check(get(top->fetched_o, fetched_o::instruction_), word_at(pc), "instruction");
        check(get(top->fetched_o, fetched_o::side_), side_at(pc), "side bits");
      }
      expected = get(top->fetched_o, fetched_o::next_pc_);
      jumps += expected != pc + 4;
      faults += fault, taken++, new_path = false;
    }
    if (redirect) expected = address, new_path = true;
    is_stalled = get(top->fetch_o, fetch_o::valid_) && !top->fetch_ready_i, stalled = asked;
    bool accepted = get(top->fetch_o, fetch_o::valid_) && top->fetch_ready_i;
    if (respond) owed = false;
    if (accepted) owed = true, owed_address = asked;
    redirected |= redirect;
    tick();
  }
  check(redirected && taken > count / 20 && faults > count / 500 && jumps > count / 500, 1,
        "enough was fetched");
}

static void test_direction(uint64_t count) {
  unsigned counters[32], history = 0, changes = 0;
  for (unsigned& x : counters) x = 2;
  for (uint64_t i = 0; i < count; i++) {
    unsigned pc = pick(32), write_pc = pick(4), write_history = pick(8);
    bool advance = one_in(2), resolve = one_in(2), taken = one_in(2), repair = one_in(8);
    top->pc_i = pc << 2, top->write_pc_i = write_pc << 2, top->write_history_i = write_history;
    top->control_i = advance | resolve << 1 | taken << 2 | repair << 3;
    top->eval();
    bool guess = counters[pc ^ history << 2] >= 2;
    check(top->history_o, history, "history");
    check(top->taken_o, guess, "direction");
    if (repair) {
      history = resolve ? (write_history << 1 | taken) & 7 : write_history;
    } else if (advance) {
      history = (history << 1 | guess) & 7;
    }
    unsigned& counter = counters[write_pc ^ write_history << 2];
    if (resolve && taken && counter < 3) counter++, changes++;
    if (resolve && !taken && counter > 0) counter--, changes++;
    tick();
  }
  check(changes > count / 20, 1, "enough was learnt");
}

static void test_targets(uint64_t count) {
  struct Entry {
    bool valid;
    uint64_t tag, target;
    unsigned flow;
  } model[4] = {};
  uint64_t hits = 0;
  for (uint64_t i = 0; i < count; i++) {
    uint64_t pc = 0x180000000 + (pick(32) << 2), write_pc = 0x180000000 + (pick(32) << 2);
    uint64_t target = pick(1ull << 32) & ~3ull;
    bool write = one_in(2), valid = !one_in(4);
    unsigned flow = pick(4);
    top->pc_i = pc, top->write_pc_i = write_pc, top->address_i = target, top->flow_i = flow;
    top->control_i = write << 1 | valid << 2;
    top->eval();
    const Entry& entry = model[pc >> 2 & 3];
    bool hit = entry.valid && entry.tag == pc >> 4;
    check(top->hit_o, hit, "hit");
    if (hit) {
      check(top->target_o, entry.target | (pc >> 32 << 32), "target");
      check(top->flow_o, entry.flow, "flow");
    }
    hits += hit;
    if (write) {
      if (valid)
        model[write_pc >> 2 & 3] = {true, write_pc >> 4, target, flow};
      else
        model[write_pc >> 2 & 3].valid = false;
    }
    tick();
  }
  check(hits > count / 50, 1, "enough hits");
}

int main(int argc, char** argv) {
  const Options options("hart_fetch", argc, argv);
  const Tests tests = {
      {"fetch", [](const Options& given) { test_fetch(given.count); }},
      {"direction", [](const Options& given) { test_direction(given.count); }},
      {"targets", [](const Options& given) { test_targets(given.count); }},
      {"translated", [](const Options& given) { test_translated(given.count); }},
  };
  return run_test(top, options, tests, [] { reset(); });
}
