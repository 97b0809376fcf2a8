// SPDX-License-Identifier: Apache-2.0
//
// Line operations: which one has the arrays, what a probe is answered, what leaves on channel C.

#include "blocks/cache/test/l1/units/l1_units.h"
#include "fy_tl_pkg.h"

using namespace fy_layout;

namespace {

namespace tl = fy_tl_pkg;
constexpr unsigned kToT = tl::CapToT, kToB = tl::CapToB, kToN = tl::CapToN;
constexpr unsigned kTtoB = tl::PruneTtoB, kTtoN = tl::PruneTtoN, kBtoN = tl::PruneBtoN;
constexpr unsigned kTtoT = tl::ReportTtoT, kBtoB = tl::ReportBtoB, kNtoN = tl::ReportNtoN;
constexpr unsigned kNone = 0, kBranch = 4, kTrunk = 6, kDirty = 7;  // valid, trunk, dirty

template <class T>
void operation(T& port, bool valid, bool urgent, uint64_t address, unsigned way = 0,
               bool trunk = false) {
  set(port, install_i::valid_, valid);
  set(port, install_i::urgent_, urgent);
  set(port, install_i::address_, address);
  set(port, install_i::way_, way);
  set(port, install_i::trunk_, trunk);
}

void send_probe(unsigned opcode, unsigned cap, uint64_t address, unsigned source) {
  set(top->tl_b_i, tl_b_i::opcode_, opcode);
  set(top->tl_b_i, tl_b_i::param_, cap);
  set(top->tl_b_i, tl_b_i::size_, 6);
  set(top->tl_b_i, tl_b_i::source_, source);
  set(top->tl_b_i, tl_b_i::address_, address);
}

// The set of `address`: one line of this state in `way`; the others have the tag but are invalid,
// or are valid and have another tag.
void hold(uint64_t address, unsigned way, unsigned state) {
  unsigned states = 0;
  for (unsigned w = 0; w < kWays; w++) {
    const bool same = w == way || percent(50);
    const uint64_t tag = address / kLine / kSets;
    top->tags_i[w] = static_cast<uint32_t>(same ? tag : tag ^ 1ull << below(32));
    states |= (w == way ? state : same ? below(4) : below(8)) << (3 * w);
  }
  top->states_i = states;
}

struct Answer {
  unsigned param, left;
  bool data;
};

// What a cache says and keeps (TileLink 1.8, tables of ProbeAck).
Answer expected_answer(unsigned state, unsigned cap, bool block) {
  const bool data = state == kDirty && block;
  if (state == kNone) return {kNtoN, kNone, false};
  if (state == kBranch) {
    return cap == kToN ? Answer{kBtoN, kNone, false} : Answer{kBtoB, kBranch, false};
  }
  if (cap == kToN) return {kTtoN, kNone, data};
  if (cap == kToB) return {kTtoB, kBranch, data};
  return {kTtoT, data ? kTrunk : state, data};
}

}  // namespace

void test_sequencer(uint64_t count) {
  bool looked = false, stuck = false, install = false, evict = false, urgent = false, probe = false;
  uint64_t addresses[3] = {}, last_address = 0;
  unsigned passed[3] = {}, done[5] = {}, quiet = 0;
  for (uint64_t i = 0; i < count; i++) {
    if (!install && (install = percent(20))) addresses[0] = some_address(4);
    if (!evict && (evict = percent(20))) addresses[1] = some_address(4);
    if (!probe && !looked && (probe = percent(20))) addresses[2] = some_address(4);
    urgent = evict && (urgent || percent(30));
    const bool conflict = percent(40), core = percent(70);
    operation(top->install_i, install, true, addresses[0]);
    operation(top->evict_i, evict, urgent, addresses[1]);
    top->a_i = addresses[2];
    go(probe, core, conflict);
    top->eval();
    const bool any = install || urgent || probe;
    const unsigned op = top->op_o;
    check(top->hold_o, looked || any, "hold");
    if (stuck) check(top->op_address_o, last_address, "the choice changed while it waited");
    done[op]++;
    switch (op) {
      case OpInstall:
        check(install && !looked && !conflict, 1, "install out of turn");
        check(top->op_address_o, addresses[0], "install address");
        break;
      case OpEvict:
        check(evict && !looked && !conflict && (urgent || (!any && !core)), 1, "evict out of turn");
        check(top->op_address_o, addresses[1], "evict address");
        quiet += !urgent;
        break;
      case OpLookup:
        check(probe && !looked, 1, "lookup out of turn");
        check(top->op_address_o, addresses[2], "lookup address");
        break;
      case OpProbe:
        check(looked && !conflict, 1, "probe out of turn");
        check(top->op_address_o, addresses[2], "probe address");
        break;
      default:
        check(!conflict && (looked || any || (evict && !core)), 0, "nothing done");
    }
    stuck = op == OpNone && (looked || any);
    last_address = top->op_address_o;
    const bool waits[3] = {install, urgent, probe && !looked};
    const bool served[3] = {op == OpInstall, op == OpEvict, op == OpLookup};
    for (unsigned k = 0; k < 3; k++) {
      const bool other = op != OpNone && op != OpProbe && !served[k];
      passed[k] = waits[k] && !served[k] ? passed[k] + other : 0;
      if (passed[k] > 2) fail("an operation starves");
    }
    tick();
    if (op == OpInstall) install = false;
    if (op == OpEvict) evict = urgent = false;
    if (op == OpLookup) looked = true;
    if (op == OpProbe) looked = probe = false;
  }
  if (!done[1] || !done[2] || !done[4] || !quiet) fail("an operation never ran");
}

void test_probe() {
  for (unsigned way = 0; way < kWays; way++) {
    for (unsigned state : {kNone, kBranch, kTrunk, kDirty}) {
      for (unsigned cap : {kToT, kToB, kToN}) {
        for (int opcode : {ProbeBlock, ProbePerm}) {
          const uint64_t address = line_of(some_address(50));
          const unsigned source = below(1024);
          hold(address, way, state);
          send_probe(opcode, cap, address, source);
          top->op_i = OpNone;
          check(top->probe_ready_o, 1, "ready");
          go(true);
          tick();
          go(true, true);
          top->eval();
          check(top->probe_ready_o, 0, "one at a time");
          check(top->probe_valid_o, 0, "waits");
          check(top->probe_address_o, address, "address");
          top->op_i = OpLookup;
          go(false);
          top->eval();
          check(top->probe_valid_o, 1, "valid");
          tick();
          top->op_i = OpProbe;
          top->eval();
          const Answer answer = expected_answer(state, cap, opcode == ProbeBlock);
          const auto see = [](Field field) { return get(top->answer_o, field); };
          check(see(answer_o::param_), answer.param, "report");
          check(see(answer_o::opcode_), answer.data ? ProbeAckData : ProbeAck, "data");
          check(see(answer_o::address_), address, "answer's address");
          check(see(answer_o::source_), source, "answer's source");
          check(see(answer_o::is_release_), 0, "no Release");
          check(top->probe_update_o, state != kNone, "update");
          if (state != kNone) {
            check(top->probe_state_o, answer.left, "state left");
            check(top->probe_way_o, way, "way");
          }
          tick();
          check(top->probe_valid_o, 0, "done");
        }
      }
    }
  }
}

namespace {

uint8_t bytes[kLine];

// What the messages of channel C must be.
void message(int opcode, unsigned param, uint64_t address, unsigned source) {
  const unsigned beats = opcode == ProbeAckData || opcode == ReleaseData ? 2 : 1;
  for (unsigned beat = 0; beat < beats; beat++) {
    go(false, false, true, false, false, false, false);
    for (unsigned wait = 0; !top->lines_c_valid_o; wait++) {
      if (wait > 3) fail("nothing comes on channel C");
      tick();
    }
    tick();  // not taken: it stays
    check(top->lines_c_valid_o, 1, "stays valid");
    check(get(top->lines_c_o, lines_c_o::opcode_), static_cast<unsigned>(opcode), "opcode");
    check(get(top->lines_c_o, lines_c_o::param_), param, "param");
    check(get(top->lines_c_o, lines_c_o::address_), address, "address");
    check(get(top->lines_c_o, lines_c_o::source_), source, "source");
    check(get(top->lines_c_o, lines_c_o::size_), 6, "size");
    uint8_t data[kBeat];
    get_bytes(top->lines_c_o, lines_c_o::data_, data);
    if (beats == 2 && std::memcmp(data, bytes + beat * kBeat, kBeat) != 0) fail("line on C");
    go(false, false, true, false, false, false, true);
    tick();
  }
  go(false, false, true);
  top->eval();
  check(top->lines_c_valid_o, 0, "nothing more on C");
}

uint64_t step(Field field) { return get(top->lines_step_o, field); }

// The line read in this cycle is there in the next one only.
void read_line() {
  tick();
  set_wide(top->line_i, bytes);
  operation(top->evict_i, false, false, 0);
  tick();
  uint8_t other[kLine];
  fill(other, kLine);
  set_wide(top->line_i, other);
}

// Runs until `op`; the core is busy all the time.
bool run_until(unsigned op, bool blocked = false, bool released = false) {
  for (unsigned i = 0; i < 8; i++) {
    go(false, false, true, false, released, blocked);
    top->eval();
    if (step(lines_step_o::op_) == op) return true;
    tick();
    released = false;
  }
  return false;
}

}  // namespace

void test_lines() {
  fill(bytes, kLine);
  const uint64_t line = 0x8000001040, victim = 0x80000030c0;
  operation(top->install_i, false, false, 0);
  operation(top->evict_i, false, false, 0);
  for (unsigned dirty = 0; dirty < 2; dirty++) {
    for (unsigned trunk = 0; trunk < 2; trunk++) {
      operation(top->install_i, true, true, line, 2, trunk);
      go(false, dirty, true, true);
      top->eval();
      check(step(lines_step_o::update_), 0, "install in spite of a conflict");
      tick();
      go(false, dirty, true);
      top->eval();
      check(step(lines_step_o::op_), OpInstall, "install");
      check(step(lines_step_o::update_), 1, "install updates");
      check(step(lines_step_o::way_), 2, "install way");
      check(step(lines_step_o::state_), 4 | trunk << 1 | dirty, "installed state");
      check(top->lines_address_o, line, "install address");
      tick();
    }
  }
  operation(top->install_i, false, false, 0);
  // Evictions: what is said depends on the state; one that a probe took meanwhile says nothing.
  for (unsigned state : {kNone, kBranch, kTrunk, kDirty}) {
    hold(victim, 3, state);
    operation(top->evict_i, true, false, victim, 3);
    check(run_until(OpEvict), 0, "an eviction that is not urgent takes a cycle of the core");
    operation(top->evict_i, true, true, victim, 3);
    check(run_until(OpEvict), 1, "evict");
    check(step(lines_step_o::update_), 1, "evict updates");
    check(step(lines_step_o::state_), 0, "evict empties");
    check(step(lines_step_o::way_), 3, "evict way");
    check(step(lines_step_o::read_), state == kDirty, "evict reads a dirty line");
    read_line();
    check(get(top->lines_release_o, lines_release_o::pending_), state != kNone, "Release pending");
    if (state == kNone) {
      check(top->lines_c_valid_o, 0, "no Release");
      continue;
    }
    check(get(top->lines_release_o, lines_release_o::address_), victim, "Release address");
    message(state == kDirty ? ReleaseData : Release, state == kBranch ? kBtoN : kTtoN, victim,
            kSlots);
    // Until it is acknowledged: no other eviction, no probe of this line, but of another one.
    operation(top->evict_i, true, true, line, 1);
    check(run_until(OpEvict), 0, "two Releases under way");
    operation(top->evict_i, false, false, 0);
    send_probe(ProbeBlock, kToN, line, 7);
    go(true, false, true);
    tick();
    hold(line, 1, kDirty);
    check(run_until(OpProbe), 1, "a probe of another line passes");
    check(step(lines_step_o::read_), 1, "it reads the line");
    check(step(lines_step_o::way_), 1, "its way");
    check(step(lines_step_o::state_), 0, "it empties");
    read_line();
    message(ProbeAckData, kTtoN, line, 7);
    send_probe(ProbeBlock, kToB, victim, 9);
    go(true, false, true);
    tick();
    hold(victim, 3, kNone);
    check(run_until(OpProbe), 0, "a probe of a line whose Release is under way");
    check(run_until(OpProbe, false, true), 1, "the probe behind its ReleaseAck");
    check(step(lines_step_o::update_), 0, "nothing left to change");
    tick();
    message(ProbeAck, kNtoN, victim, 9);
    check(get(top->lines_release_o, lines_release_o::pending_), 0, "Release acknowledged");
  }
  // A probe waits while its line has a Grant that is not installed.
  send_probe(ProbeBlock, kToB, line, 0);
  hold(line, 0, kTrunk);
  go(true, false, true, false, false, true);
  tick();
  check(top->lines_probe_o, line, "probe address");
  check(run_until(OpProbe, true), 0, "a blocked probe");
  check(run_until(OpProbe), 1, "the probe after the install");
  check(step(lines_step_o::state_), kBranch, "shared");
  tick();
  message(ProbeAck, kTtoB, line, 0);
}
