// SPDX-License-Identifier: Apache-2.0
//
// The branch predictor as a whole, and the scoreboard.

#include "blocks/hart/test/stages/hart_stages.h"

using namespace fy_layout;

enum Control { kAdvance = 1, kOutcome = 2 };

// Executes an instruction for the predictor: fetch, then its outcome. Returns whether it was right.
static bool teach(uint64_t pc, unsigned flow, bool is_flow, bool taken, uint64_t target) {
  top->value_i = trim(pc);
  top->control_i = kAdvance;
  top->eval();
  uint64_t predicted = top->predicted_o;
  auto prediction = top->prediction_o;
  tick();
  top->control_i = 0;
  uint64_t next = is_flow && taken ? target : trim(pc + 4);
  set(top->outcome_i, outcome_i::is_flow_, is_flow);
  set(top->outcome_i, outcome_i::flow_, flow);
  set(top->outcome_i, outcome_i::taken_, is_flow && taken);
  set(top->outcome_i, outcome_i::mispredicted_, predicted != next);
  set(top->outcome_i, outcome_i::pc_, pc);
  set(top->outcome_i, outcome_i::target_, target);
  set(top->outcome_i, outcome_i::prediction_history_, get(prediction, prediction_o::history_));
  set(top->outcome_i, outcome_i::prediction_stack_pointer_,
      get(prediction, prediction_o::stack_pointer_));
  top->control_i = kOutcome;
  tick();
  top->control_i = 0;
  return predicted == next;
}

void test_predictor(uint64_t) {
  reset();
  const uint64_t base = 0x80000000;
  if (teach(base, FlowJump, true, true, base + 0x100)) fail("a jump was known before it was seen");
  for (int i = 0; i < 3; i++) {
    if (!teach(base, FlowJump, true, true, base + 0x100)) fail("a jump was forgotten");
  }
  // A jump that changes its target, and an instruction that is no jump any more.
  if (teach(base, FlowJump, true, true, base + 0x200)) fail("a new target was guessed");
  if (!teach(base, FlowJump, true, true, base + 0x200)) fail("a new target was not learnt");
  if (teach(base, FlowBranch, false, false, 0)) fail("a plain instruction had no entry");
  if (!teach(base, FlowBranch, false, false, 0)) fail("the entry of a plain instruction stayed");
  // The same index with another tag is no hit.
  teach(base, FlowJump, true, true, base + 0x300);
  if (!teach(base + 0x100, FlowBranch, false, false, 0)) fail("another tag was taken for a hit");
  // A loop of five: with history every exit is foreseen in the end.
  int wrong = 0;
  for (int pass = 0; pass < 60; pass++) {
    for (int i = 0; i < 5; i++) {
      bool right = teach(base + 0x40, FlowBranch, true, i != 4, base + 0x20);
      if (pass >= 50 && !right) wrong++;
    }
  }
  check(static_cast<uint64_t>(wrong), 0, "loop exits with history");
  // Nested calls of one function from three places return right after the first time.
  for (int pass = 0; pass < 3; pass++) {
    for (uint64_t i = 0; i < 3; i++) {
      uint64_t site = base + 0x1004 + 0x10 * i;
      bool call = teach(site, FlowCall, true, true, base + 0x2008);
      bool inner = teach(base + 0x2008, FlowCall, true, true, base + 0x300c);
      bool back = teach(base + 0x300c, FlowReturn, true, true, base + 0x200c);
      bool home = teach(base + 0x2010, FlowReturn, true, true, site + 4);
      if (pass != 0 && !(call && inner && back && home)) fail("a return was not foreseen");
    }
  }
}

void test_scoreboard(uint64_t count) {
  reset();
  uint32_t model = 0;
  for (uint64_t i = 0; i < count; i++) {
    unsigned set_index = random_source() % 32, clear_index = random_source() % 32;
    bool set_it = random_source() % 2, clear_it = random_source() % 2;
    top->control_i = set_it | clear_it << 1;
    top->index_i = set_index;
    set(top->decoded_i, decoded_i::rs2_, clear_index);
    top->eval();
    if (clear_it) model &= ~(1u << clear_index);
    check(top->scoreboard_o, model, "scoreboard");
    if (set_it && set_index != 0) model |= 1u << set_index;
    tick();
  }
}
