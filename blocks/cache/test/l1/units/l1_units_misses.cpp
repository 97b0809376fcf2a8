// SPDX-License-Identifier: Apache-2.0
//
// Store buffer, load queue, line buffers, the decision, and the refill of the instruction side.

#include "blocks/cache/test/l1/units/l1_units.h"

using namespace fy_layout;

// Three entries: order, fullness, and bytes forwarded one by one, the newest store winning.
void test_store_buffer(uint64_t count) {
  struct Store {
    uint64_t address, data;
    unsigned mask;
  };
  std::deque<Store> waiting;
  unsigned full = 0, mixed = 0;
  for (uint64_t i = 0; i < count; i++) {
    const Store store = {some_address(2), random64(), below(256)};
    const bool push = percent(60), drain = percent(45);
    set(top->word_i, word_i::address_, store.address);
    set(top->word_i, word_i::data_, store.data);
    set(top->word_i, word_i::mask_, store.mask);
    set(top->word_i, word_i::way_, store.mask % 4);
    const uint64_t load =
        waiting.empty() || percent(30) ? some_address(2) : waiting[below(waiting.size())].address;
    top->a_i = load;
    top->b_i = some_address(2);
    go(push, drain);
    top->eval();
    check(top->store_ready_o, waiting.size() < 3, "ready");
    check(top->drain_valid_o, !waiting.empty(), "drain valid");
    if (!waiting.empty()) {
      check(get(top->drain_o, word_i::address_), waiting[0].address, "oldest: address");
      check(get(top->drain_o, word_i::data_), waiting[0].data, "oldest: data");
      check(get(top->drain_o, word_i::mask_), waiting[0].mask, "oldest: mask");
      check(get(top->drain_o, word_i::way_), waiting[0].mask % 4, "oldest: way");
    }
    unsigned mask = 0, sources = 0;
    uint64_t data = 0;
    bool busy = false;
    for (const Store& one : waiting) {
      if (one.address >> 3 == load >> 3) {
        sources++;
        for (unsigned b = 0; b < 8; b++) {
          if (!(one.mask >> b & 1)) continue;
          mask |= 1u << b;
          data = (data & ~(0xffull << (8 * b))) | (one.data & (0xffull << (8 * b)));
        }
      }
      busy = busy || set_of(one.address) == set_of(top->b_i);
    }
    mixed += sources > 1;
    check(top->forward_mask_o, mask, "forwarded bytes");
    uint64_t bits = 0;
    for (unsigned b = 0; b < 8; b++) bits |= mask >> b & 1 ? 0xffull << (8 * b) : 0;
    check(top->forward_data_o & bits, data, "forwarded data");
    check(top->set_busy_o, busy, "set busy");
    const bool room = waiting.size() < 3;
    full += push && !room;
    tick();
    if (drain && !waiting.empty()) waiting.pop_front();
    if (push && room) waiting.push_back(store);
  }
  if (!full || !mixed) fail("never full, or never two stores in one word");
}

// Four entries, a ring: the oldest load whose bytes are there leaves first.
void test_load_queue(uint64_t count) {
  struct Load {
    uint64_t address;
    unsigned slot, id, place;
    bool ready, bad;
  };
  std::deque<Load> waiting;  // oldest first
  unsigned tail = 0, refused = 0, errors = 0, id = 0, bad = 0;
  const auto occupied = [&](unsigned place) {
    for (const Load& load : waiting) {
      if (load.place == place) return true;
    }
    return false;
  };
  for (uint64_t i = 0; i < count; i++) {
    Load load = {some_address(1), below(kSlots), id, tail, percent(15), percent(10)};
    const bool push = percent(60), pop = percent(70), beat = percent(40);
    const unsigned beat_slot = below(kSlots), number = below(2);
    const bool has_data = percent(85), last = number == 1 || !has_data, error = percent(10);
    set(top->load_i, load_i::address_, load.address);
    set(top->load_i, load_i::slot_, load.slot);
    set(top->load_i, load_i::id_, load.id);
    set(top->load_i, load_i::size_, id % 4);
    set(top->load_i, load_i::error_, load.bad);
    set(top->beat_i, beat_i::index_, beat_slot);
    set(top->beat_i, beat_i::beat_, number);
    set(top->beat_i, beat_i::has_data_, has_data);
    set(top->beat_i, beat_i::last_, last);
    set(top->beat_i, beat_i::error_, error);
    const uint64_t store = some_address(1);
    const unsigned store_slot = below(kSlots);
    top->a_i = store;
    top->slot_i = store_slot;
    go(push, load.ready, beat, pop);
    top->eval();
    const bool room = !occupied(tail);
    check(top->queue_ready_o, room, "ready");
    unsigned queued = 0;
    bool conflict = false;
    std::size_t next = waiting.size();
    for (std::size_t k = waiting.size(); k-- > 0;) {
      const Load& one = waiting[k];
      queued |= 1u << one.slot;
      conflict = conflict || (one.slot == store_slot && (one.address & 56) == (store & 56));
      if (one.ready) next = k;
    }
    check(top->queued_o, queued, "slots in use");
    check(top->conflict_o, conflict, "store over a word that a queued load reads");
    check(top->load_valid_o, next < waiting.size(), "load valid");
    if (next < waiting.size()) {
      check(get(top->load_o, load_o::id_), waiting[next].id, "oldest ready load");
      check(get(top->load_o, load_o::address_), waiting[next].address, "its address");
      check(get(top->load_o, load_o::slot_), waiting[next].slot, "its slot");
      check(get(top->load_o, load_o::size_), waiting[next].id % 4, "its size");
      check(get(top->load_o, load_o::error_), waiting[next].bad, "its bytes came with an error");
      bad += pop && waiting[next].bad;
    }
    tick();
    const auto covers = [&](const Load& one) {
      return beat && one.slot == beat_slot &&
             ((error && last) || (has_data && (one.address & 32) / 32 == number));
    };
    for (Load& one : waiting) {
      if (!one.ready && covers(one)) one.bad = one.bad || error;
      one.ready = one.ready || covers(one);
    }
    if (pop && next < waiting.size()) waiting.erase(waiting.begin() + next);
    refused += push && !room;
    errors += beat && error && last;
    if (push && room) {
      load.bad = load.bad || (error && covers(load));
      load.ready = load.ready || covers(load);
      waiting.push_back(load);
      tail = (tail + 1) % 4;
      id = (id + 1) % 1024;
    }
  }
  if (!refused || !errors || !bad) fail("never full, or never an error");
}

// Bytes of three slots: beats never overwrite what was stored, and a slot taken anew has none.
void test_line_buffers(uint64_t count) {
  struct Byte {
    uint8_t value = 0;
    bool known = false, stored = false;
  };
  Byte bytes[kSlots][kLine];
  unsigned kept = 0;
  for (uint64_t i = 0; i < count; i++) {
    const bool start = i < kSlots, clear = start || percent(5), store = !start && percent(40);
    const bool beat = !start && percent(40), has_data = percent(85);
    const unsigned slot = start ? i : below(kSlots), beat_slot = below(kSlots), number = below(2);
    const uint64_t address = some_address(1), data = random64();
    const unsigned mask = below(256);
    uint8_t beat_data[kLine];
    fill(beat_data, kLine);
    set_wide(top->line_i, beat_data);
    set(top->word_i, word_i::address_, address);
    set(top->word_i, word_i::data_, data);
    set(top->word_i, word_i::mask_, mask);
    set(top->beat_i, beat_i::index_, beat_slot);
    set(top->beat_i, beat_i::beat_, number);
    set(top->beat_i, beat_i::has_data_, has_data);
    top->slot_i = slot;
    go(clear, store, beat);
    tick();
    for (unsigned b = 0; beat && has_data && b < kBeat; b++) {
      Byte& byte = bytes[beat_slot][number * kBeat + b];
      kept += byte.stored;
      if (!byte.stored) byte = {beat_data[b], true, false};
    }
    for (Byte& byte : bytes[slot]) byte.stored = byte.stored && !clear;
    for (unsigned b = 0; store && b < 8; b++) {
      if (mask >> b & 1) {
        bytes[slot][(address & 56) + b] = {static_cast<uint8_t>(data >> (8 * b)), true, true};
      }
    }
    if (start) continue;
    const uint64_t stored_at = some_address(1), read_at = some_address(1);
    const unsigned one = below(kSlots), other = below(kSlots);
    top->a_i = stored_at;
    top->b_i = read_at;
    top->slot_b_i = one;
    top->slot_c_i = other;
    go(false);
    top->eval();
    uint8_t line[kLine];
    get_wide(top->buffer_line_o, line);
    for (unsigned b = 0; b < kLine; b++) {
      const Byte& byte = bytes[one][b];
      check(top->buffer_stored_o >> b & 1, byte.stored, "stored bytes of the line");
      if (byte.known) check(line[b], byte.value, "bytes of the line");
    }
    for (unsigned b = 0; b < 8; b++) {
      check(top->stored_o >> b & 1, bytes[one][(stored_at & 56) + b].stored, "stored bytes");
      const Byte& byte = bytes[other][(read_at & 56) + b];
      if (byte.known) check(top->read_data_o >> (8 * b) & 255, byte.value, "word read");
    }
  }
  if (!kept) fail("no beat met a stored byte");
}

// The decision against the table of races in the README, case by case.
void test_decide(uint64_t count) {
  unsigned seen[3] = {};
  for (uint64_t i = 0; i < count; i++) {
    const bool store = percent(50), device = percent(10), hit = percent(50), trunk = percent(50);
    const bool match = percent(40), wants_trunk = percent(50), free = percent(70);
    const bool way_reserved = percent(20), no_way = percent(20), beat = percent(50);
    const bool releasing = percent(20), conflict = percent(30), queue = percent(70);
    const bool buffer = percent(70), uncached = percent(70);
    const unsigned size = below(4), offset = below(8) >> size << size;
    const unsigned bytes = ((1u << (1u << size)) - 1) << offset;
    const unsigned stored = percent(30) ? 0 : percent(30) ? 255 : below(256);
    set(top->request_i, request_i::operation_, store ? DataStore : DataLoad);
    set(top->request_i, request_i::size_, size);
    set(top->request_i, request_i::kind_, device ? 1 + below(3) : 0);
    set(top->request_i, request_i::address_, 0x80000000ull + offset);
    top->now_i = random64() & ((1ull << now_i::width) - 1);
    set(top->now_i, now_i::hit_, hit);
    set(top->now_i, now_i::state_trunk_, trunk);
    set(top->now_i, now_i::way_reserved_, way_reserved);
    set(top->now_i, now_i::no_way_, no_way);
    set(top->now_i, now_i::match_hit_, match);
    set(top->now_i, now_i::match_wants_trunk_, wants_trunk);
    set(top->now_i, now_i::match_free_, free);
    set(top->now_i, now_i::stored_, stored);
    set(top->now_i, now_i::beat_received_, beat);
    set(top->now_i, now_i::releasing_, releasing);
    set(top->now_i, now_i::load_conflict_, conflict);
    set(top->now_i, now_i::queue_ready_, queue);
    set(top->now_i, now_i::buffer_ready_, buffer);
    set(top->now_i, now_i::uncached_ready_, uncached);
    top->eval();
    // What is done: one of these, or nothing and the access comes again.
    enum { Again, Device, Read, Buffer, Merge, Queue, Take } what = Again;
    const bool slot = free && !releasing && (hit ? !way_reserved : !no_way);
    if (device) {
      if (uncached) what = Device;
    } else if (match && store) {  // only into a line asked for as Trunk, not over a queued load
      if (wants_trunk && !conflict) what = Merge;
    } else if (match) {  // array bytes, or slot bytes, not a mixture
      if (hit && !(bytes & stored)) {
        what = Read;
      } else if ((!hit || !(bytes & ~stored)) && queue) {
        what = Queue;
      }
    } else if (!store) {
      what = hit ? Read : slot && queue ? Take : Again;
    } else if (hit && trunk) {
      if (buffer) what = Buffer;
    } else if (slot) {
      what = Take;
    }
    const auto see = [](Field field) { return get(top->decision_o, field); };
    const bool waits = !store && (what == Device || what == Queue || what == Take);
    const int status = what == Again ? DataReplay : waits ? DataPending : DataDone;
    seen[status]++;
    check(see(decision_o::status_), static_cast<unsigned>(status), "status");
    check(see(decision_o::uncached_), what == Device, "uncached");
    check(see(decision_o::push_), what == Buffer, "into the store buffer");
    check(see(decision_o::allocate_), what == Take, "takes a slot");
    check(see(decision_o::merge_), what == Merge || (what == Take && store), "merge");
    check(see(decision_o::enqueue_), what == Queue || (what == Take && !store), "enqueue");
    check(see(decision_o::secondary_), match && !device, "secondary");
    if (what == Queue) check(see(decision_o::present_), !(bytes & ~stored) || beat, "present");
    if (what == Take) {
      check(see(decision_o::present_), 0, "nothing is there yet");
      check(see(decision_o::grow_), !store ? 0 : hit ? 2 : 1, "grow");
    }
  }
  if (!seen[0] || !seen[1] || !seen[2]) fail("an answer never came");
}

// One Get, its line beat by beat, and what is kept of it.
void test_refill(uint64_t count) {
  unsigned failures = 0, drops = 0;
  for (uint64_t i = 0; i < count / 8; i++) {
    if (i % 100 == 0) {  // also in the middle of what a line left behind
      reset();
      go(false);
      top->eval();
      check(top->refill_o, 0, "out of reset: idle, no line");
      check(top->refill_present_o, 0, "out of reset: nothing present");
    }
    const uint64_t address = some_address(100);
    uint8_t bytes[kLine];
    fill(bytes, kLine);
    top->a_i = address;
    go(true);
    tick();
    top->a_i = some_address(100);
    for (bool taken = false; !taken;) {
      taken = percent(50);
      go(false, false, taken);
      top->eval();
      check(top->refill_o, 0x18, "the Get is due; busy, nothing there");
      check(top->refill_address_o, address, "address of the Get");
      check(top->refill_present_o, 0, "nothing present");
      tick();
    }
    const bool one_beat = percent(5), dropped = percent(10);  // a denied answer without data
    const unsigned bad = one_beat ? 1 : percent(20) ? 1 + below(3) : 0;
    const bool denied = percent(50);
    unsigned present = 0;
    for (unsigned beat = 0; beat < (one_beat ? 1u : 2u);) {
      const bool valid = percent(50), wrong = bad >> beat & 1;
      set_bytes(top->tl_d_i, tl_d_i::data_, bytes + beat * kBeat);
      answer(one_beat ? AccessAck : AccessAckData, 0, 0, 0, wrong && (denied || one_beat),
             wrong && !denied);
      go(false, dropped, percent(50), valid);
      top->eval();
      check(top->refill_o >> 4 & 1, 0, "one Get");
      check(top->refill_present_o, present, "beats present");
      check(top->refill_o >> 1 & 7, 4, "busy, not done");
      check(top->refill_address_o, address, "address of the line");
      tick();
      if (valid && !wrong) present |= 1u << beat;
      beat += valid;
    }
    failures += bad != 0;
    go(false);
    top->eval();
    check(top->refill_o, 4 | (bad ? 1 : 2), "done, complete or failed");
    check(top->refill_present_o, present, "beats present at the end");
    uint8_t found[kLine];
    get_wide(top->refill_line_o, found);
    for (unsigned beat = 0; beat < 2; beat++) {
      if (present >> beat & 1 &&
          std::memcmp(found + beat * kBeat, bytes + beat * kBeat, kBeat) != 0)
        fail("line");
    }
    tick();
    check(top->refill_o >> 2 & 1, 0, "done for one cycle");
    check(top->refill_o >> 1 & 1, !bad, "the line stays");
    if (dropped || percent(10)) {
      drops++;
      go(false, true);
      tick();
      check(top->refill_o >> 1 & 1, 0, "forgotten");
      check(top->refill_present_o, 0, "nothing present after it was dropped");
    }
  }
  if (!failures || !drops) fail("no failure, or nothing dropped");
}
