// SPDX-License-Identifier: Apache-2.0
//
// Atomics: values, reservation and hold, and the decision about them; the counter events.

#include "blocks/cache/test/l1/units/l1_units.h"

using namespace fy_layout;

namespace {

constexpr unsigned kHold = 31;  // cycles that a probe waits after the one that began it
constexpr unsigned kOperations = DataMaxUnsigned + 1;

template <typename Signed, typename Unsigned>
uint64_t stored(unsigned operation, uint64_t old, uint64_t operand) {
  const auto a = static_cast<Unsigned>(old), b = static_cast<Unsigned>(operand);
  const auto x = static_cast<Signed>(a), y = static_cast<Signed>(b);
  switch (operation) {
    case DataAdd:
      return static_cast<Unsigned>(a + b);
    case DataXor:
      return a ^ b;
    case DataAnd:
      return a & b;
    case DataOr:
      return a | b;
    case DataMin:
      return x < y ? a : b;
    case DataMax:
      return x < y ? b : a;
    case DataMinUnsigned:
      return a < b ? a : b;
    case DataMaxUnsigned:
      return a < b ? b : a;
    default:
      return b;
  }
}

// Small, equal, negative, and differing only above bit 31.
uint64_t some_value(uint64_t other) {
  const uint64_t values[] = {random64(),          other,        other ^ (1ull << 63),
                             other ^ (1u << 31),  below(3) - 1, ~uint64_t{0} / 2,
                             other ^ (1ull << 40)};
  return values[below(7)];
}

struct Hold {
  uint64_t line = 0;
  bool wanted = false, reserved = false, failed = false, spent = false;
  unsigned left = 0;
  bool is(uint64_t address) const { return address / kLine == line; }
};

void drive_request(unsigned operation, unsigned size, uint64_t address, uint64_t data) {
  set(top->request_i, request_i::operation_, operation);
  set(top->request_i, request_i::size_, size);
  set(top->request_i, request_i::kind_, 0);
  set(top->request_i, request_i::address_, address);
  set(top->request_i, request_i::data_, data);
}

}  // namespace

// Two lines, so that whatever happens often meets the line in question.
void test_atomic(uint64_t count) {
  Hold model;
  unsigned stores = 0, held = 0, ended = 0, failures = 0, in_a_row = 0;
  for (uint64_t i = 0; i < count; i++) {
    // Quiet stretches, in which a hold runs out.
    const bool quiet = i / 64 % 2;
    const bool access = percent(quiet ? 3 : 50), error = percent(quiet ? 1 : 8);
    const unsigned operation = below(kOperations), size = 2 + below(2);
    const bool atomic = operation > DataStore;
    const uint64_t address = 0x8000000000ull + below(2) * kLine + 8 * below(2);
    const uint64_t op_address = 0x8000000000ull + below(2) * kLine + below(kLine);
    const uint64_t error_address = line_of(op_address) ^ (error ? kLine : 0);
    const uint64_t probe = 0x8000000000ull + below(2) * kLine;
    // An operation on the set of the access waits; what failed is not installed.
    const bool meets = access && op_address / kLine == address / kLine;
    const unsigned op = meets || percent(quiet ? 97 : 70) ? OpNone : 1 + below(4);
    uint64_t operand = random64(), old = some_value(operand);
    if (size == 2) old = static_cast<uint64_t>(static_cast<int64_t>(static_cast<int32_t>(old)));
    const bool done = percent(60), allocate = !done && percent(50), push = done && percent(70);
    drive_request(operation, size, address, operand);
    set(top->decision_i, decision_i::status_, done ? DataDone : DataReplay);
    set(top->decision_i, decision_i::push_, push);
    set(top->decision_i, decision_i::allocate_, allocate);
    top->mask_i = old;
    top->op_i = op;
    top->a_i = op_address;
    top->b_i = error_address;
    top->c_i = probe;
    go(access, error);
    top->eval();
    const bool reserved = model.reserved && model.is(address);
    const bool failed = model.failed && model.is(address);
    const bool blocked = model.left && model.is(probe);
    check(top->atomic_o >> 2 & 1, reserved, "reserved");
    check(top->atomic_o >> 1 & 1, failed, "failed");
    check(top->atomic_o & 1, blocked, "probe blocked");
    if (atomic) {
      const uint64_t value = size == 3 ? stored<int64_t, uint64_t>(operation, old, operand)
                                       : stored<int32_t, uint32_t>(operation, old, operand);
      const uint64_t bytes = size == 3 ? ~0ull : 0xffffffffull;
      check(top->atomic_store_o & bytes, value & bytes, "value to store");
      check(top->atomic_response_o,
            operation == DataStoreConditional ? !push
            : failed                          ? 0
                                              : old,
            "value to return");
      stores++;
    } else {
      check(top->atomic_store_o, operand, "data of a store");
      check(top->atomic_response_o, old, "value of a load");
    }
    tick();
    held += blocked;
    failures += failed && access && atomic && done;
    const bool arm = !model.spent && !model.left;
    if (model.left && --model.left == 0) {
      model.spent = true;
      ended++;
    }
    if (op == OpProbe) model.spent = false;
    if ((op == OpProbe || op == OpEvict) && model.is(op_address)) {
      model.reserved = false;
      model.left = 0;
    }
    bool again = false;
    if (op == OpInstall && model.is(op_address)) {
      if (model.wanted) model.left = kHold;
      again = model.wanted;
      model.wanted = model.failed = false;
    }
    if (error && model.wanted && model.is(error_address)) {
      model.wanted = false;
      model.failed = true;
    }
    if (access && atomic && allocate) {
      model = {address / kLine, true, false, false, model.spent, 0};
    } else if (access && atomic && done) {
      model.wanted = model.failed = false;
      model.reserved = operation == DataLoadReserved && !failed;
      if (operation == DataLoadReserved) {
        if (arm) model.left = kHold;
        model.line = address / kLine;
      } else {
        model.left = 0;
        model.spent = false;
      }
    }
    // Whatever comes: no wait is longer, but for a line that arrived anew.
    in_a_row = model.left && !again ? in_a_row + 1 : 0;
    if (in_a_row > kHold) fail("a probe waits for too long");
  }
  if (!stores || !held || ended < 20 || !failures) fail("something never happened");
}

// What becomes of an LR, SC or AMO, case by case.
void test_decide_atomic(uint64_t count) {
  unsigned seen[4] = {};
  for (uint64_t i = 0; i < count; i++) {
    const unsigned operation = DataLoadReserved + below(kOperations - DataLoadReserved);
    const bool hit = percent(60), trunk = percent(60), match = percent(20), free = percent(70);
    const bool way_reserved = percent(20), no_way = percent(20), releasing = percent(20);
    const bool buffer = percent(70), reserved = percent(50), failed = percent(10);
    drive_request(operation, 2 + below(2), 0x80000000ull + 8 * below(8), random64());
    top->now_i = random64() & ((1ull << now_i::width) - 1);
    set(top->now_i, now_i::hit_, hit);
    set(top->now_i, now_i::state_trunk_, trunk);
    set(top->now_i, now_i::way_reserved_, way_reserved);
    set(top->now_i, now_i::no_way_, no_way);
    set(top->now_i, now_i::match_hit_, match);
    set(top->now_i, now_i::match_free_, free);
    set(top->now_i, now_i::releasing_, releasing);
    set(top->now_i, now_i::buffer_ready_, buffer);
    set(top->now_i, now_i::reserved_, reserved);
    set(top->now_i, now_i::failed_, failed);
    top->eval();
    enum { Again, Value, Store, Take } what = Again;
    const bool here = hit && trunk, conditional = operation == DataStoreConditional;
    if (failed || (conditional && !(reserved && here))) {
      what = Value;
    } else if (match) {
      what = Again;
    } else if (here) {
      what = operation == DataLoadReserved ? Value : buffer ? Store : Again;
    } else if (free && !releasing && (hit ? !way_reserved : !no_way)) {
      what = Take;
    }
    seen[what]++;
    const auto see = [](Field field) { return get(top->decision_o, field); };
    check(see(decision_o::status_),
          static_cast<unsigned>(what == Value || what == Store ? DataDone : DataReplay), "status");
    check(see(decision_o::push_), what == Store, "into the store buffer");
    check(see(decision_o::allocate_), what == Take, "takes a slot");
    check(see(decision_o::merge_), 0, "never merged");
    check(see(decision_o::enqueue_), 0, "never late");
    check(see(decision_o::uncached_), 0, "never uncached");
    if (what == Take) check(see(decision_o::grow_), hit ? 2 : 1, "grow");
  }
  for (unsigned number : seen) {
    if (!number) fail("an answer never came");
  }
}

// Every event from the state it stands for; a probe counts one cycle later.
void test_events(uint64_t count) {
  bool accepted = false;
  for (uint64_t i = 0; i < count; i++) {
    const unsigned operation = below(kOperations), status = below(3), op = below(5);
    const bool taken = percent(80), device = percent(20), push = percent(50),
               allocate = percent(30);
    const bool secondary = percent(30), uncached = percent(30), hit = percent(50),
               read = percent(50);
    const bool any = percent(50), two = percent(50), pending = percent(50), held = percent(30);
    const bool released = percent(50), installs = percent(50), probe = percent(40);
    const uint64_t probed = some_address(1), victim = some_address(1), refill = some_address(2);
    drive_request(operation, 3, 0x80000000ull, 0);
    set(top->request_i, request_i::kind_, device ? 1 + below(3) : 0);
    set(top->now_i, now_i::hit_, hit);
    set(top->decision_i, decision_i::status_, status);
    set(top->decision_i, decision_i::push_, push);
    set(top->decision_i, decision_i::allocate_, allocate);
    set(top->decision_i, decision_i::secondary_, secondary);
    set(top->decision_i, decision_i::uncached_, uncached);
    set(top->step_i, step_i::op_, op);
    set(top->step_i, step_i::read_, read);
    set(top->summary_i, summary_i::any_, any);
    set(top->summary_i, summary_i::two_, two);
    set(top->release_i, release_i::pending_, released);
    set(top->release_i, release_i::address_, victim);
    set(top->install_i, install_i::valid_, installs);
    set(top->install_i, install_i::address_, refill);
    top->b_i = probed;
    go(taken, probe, pending, held);
    top->eval();
    const bool cached = taken && status != DataReplay && !device;
    const bool same_line = released && line_of(victim) == line_of(probed);
    const auto want = [](Field field, bool value, const char* what) {
      check(get(top->events_o, field), value, what);
    };
    namespace E = events_o;
    want(E::load_, cached && operation == DataLoad, "load");
    want(E::store_, cached && operation == DataStore, "store");
    want(E::atomic_, cached && operation > DataStore, "atomic");
    want(E::conditional_failed_, cached && operation == DataStoreConditional && !push, "refused");
    want(E::load_miss_, taken && allocate && operation == DataLoad, "load miss");
    want(E::store_miss_, taken && allocate && operation != DataLoad, "store miss");
    want(E::secondary_, cached && secondary, "secondary");
    want(E::hit_under_miss_, cached && hit && !secondary && !allocate && any, "hit under miss");
    want(E::two_misses_, two, "two misses");
    want(E::replay_, taken && status == DataReplay, "replay");
    want(E::uncached_, taken && uncached, "uncached");
    want(E::writeback_, op == OpEvict && read, "writeback");
    want(E::probe_dirty_, op == OpProbe && read, "probe answered with data");
    want(E::probe_, accepted, "probe, a cycle later");
    want(E::probe_pending_, accepted && pending, "probe of a pending line");
    want(E::release_probe_, accepted && same_line, "probe of a line being released");
    want(E::refill_victim_, released && installs && set_of(victim) == set_of(refill),
         "refill and victim in one set");
    want(E::probe_held_, held, "probe held");
    tick();
    accepted = probe;
  }
}

// Slot bytes and waiting loads together: one miss after the other, with stores merged over it.
void test_loads(uint64_t count) {
  struct Want {
    uint64_t value;
    bool error;
  };
  unsigned errors = 0, merged = 0, conflicts = 0;
  const auto byte_mask = [](uint64_t address, unsigned size) {
    return ((1u << (1u << size)) - 1) << (address & 7);
  };
  for (uint64_t i = 0; i < count / 16; i++) {
    const unsigned slot = below(kSlots);
    const uint64_t base = line_of(some_address(4));
    uint8_t line[kLine], beats[kLine];
    fill(beats, kLine);
    std::memcpy(line, beats, kLine);
    uint64_t is_stored = 0;
    const unsigned bad = percent(30) ? 1 + below(3) : 0;  // beats
    bool first = true, failed = false;
    unsigned beat = 0, in_queue = 0, id = 0, more = below(20);
    Want by_id[32] = {};
    while (beat < 2 || in_queue) {
      const bool access = first || (more && percent(60)), store = percent(40);
      const unsigned size = below(4);
      const uint64_t address = base + (below(kLine) >> size << size), data = random64();
      const bool send = !first && beat < 2 && percent(25), pop = percent(50);
      const unsigned mask = byte_mask(address, size), at = address & 63;
      drive_request(store ? DataStore : DataLoad, size, address, data);
      set(top->request_i, request_i::is_unsigned_, 1);
      set(top->request_i, request_i::id_tag_, id % 32);
      set(top->request_i, request_i::id_thread_, 0);
      set(top->request_i, request_i::id_hart_, 0);
      set(top->match_i, match_i::hit_, !first);
      set(top->match_i, match_i::index_, slot);
      set(top->match_i, match_i::free_index_, slot);
      set(top->match_i, match_i::error_, failed);
      set(top->word_i, word_i::address_, address);
      set(top->word_i, word_i::mask_, mask);
      set(top->word_i, word_i::data_, data << (8 * (address & 7)));
      set_wide(top->line_i, beats + kBeat * (beat & 1));
      set(top->beat_i, beat_i::index_, slot);
      set(top->beat_i, beat_i::beat_, beat);
      set(top->beat_i, beat_i::has_data_, 1);
      set(top->beat_i, beat_i::last_, beat == 1);
      set(top->beat_i, beat_i::error_, bad >> beat & 1);
      top->slot_b_i = slot;
      go(false, false, send, pop);
      top->eval();
      const bool conflict = top->loads_o >> 1 & 1, room = top->loads_o & 1;
      const unsigned over = top->loads_stored_o;
      if (!first) check(over, is_stored >> (at & 56) & 255, "stored bytes");
      const bool arrived = beat > at / kBeat, all = !first && (mask & ~over) == 0;
      const bool do_store = access && store && !conflict, do_load = access && !store && room;
      conflicts += access && store && conflict;
      set(top->decision_i, decision_i::allocate_, first);
      set(top->decision_i, decision_i::merge_, do_store);
      set(top->decision_i, decision_i::enqueue_, do_load);
      set(top->decision_i, decision_i::present_, all || arrived);
      go(do_store || do_load, false, send, pop);
      top->eval();
      check(top->loads_queued_o, in_queue ? 1u << slot : 0, "slots that loads read");
      if (top->loads_late_valid_o && pop) {
        const Want& want = by_id[get(top->loads_late_o, loads_late_o::id_tag_)];
        check(get(top->loads_late_o, loads_late_o::error_), want.error, "late error");
        if (!want.error)
          check(get(top->loads_late_o, loads_late_o::data_), want.value, "late value");
        errors += want.error;
        in_queue--;
      }
      tick();
      if (do_store) {
        for (unsigned b = 0; b < 1u << size; b++) {
          line[at + b] = static_cast<uint8_t>(data >> (8 * b));
          is_stored |= 1ull << (at + b);
        }
        merged++;
      }
      const bool beat_bad = send && (bad >> beat & 1);
      failed = failed || beat_bad;
      if (do_load) {
        Want want = {0, false};
        std::memcpy(&want.value, line + at, 1u << size);
        // By the beat that holds it, or by a failure known when it was asked for.
        const unsigned its = at / kBeat;
        const bool was = bad & ((1u << beat) - 1);
        want.error = was || (!all && !arrived && (bad >> its & 1)) ||
                     (beat_bad && (beat == 1 || beat == its));
        by_id[id % 32] = want;
        id++;
        in_queue++;
      }
      if (do_store || do_load) first = false;
      beat += send;
      more -= beat == 2 && more > 0;
    }
    uint8_t found[kLine];
    get_wide(top->loads_line_o, found);
    if (std::memcmp(found, line, kLine) != 0) fail("line");
    check(top->loads_line_stored_o, is_stored, "stored bytes of the line");
  }
  if (!errors || !merged || !conflicts) fail("no error, no store or no conflict");
}
