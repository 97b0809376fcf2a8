// SPDX-License-Identifier: Apache-2.0
//
// Replacement, tags, data, and the arrays composed of them.

#include "blocks/cache/test/l1/units/l1_units.h"

using namespace fy_layout;

namespace {

struct Line {
  bool valid = false, trunk = false, dirty = false;
  uint64_t tag = 0;
  uint8_t data[kLine] = {};
  unsigned state() const { return valid << 2 | trunk << 1 | dirty; }
};

Line lines[kSets][kWays];

void check_states(uint32_t found, unsigned set, const char* what) {
  for (unsigned way = 0; way < kWays; way++) {
    check(found >> (3 * way) & 7, lines[set][way].state(), what);
  }
}

uint64_t tag_of(uint64_t address) { return address / kLine / kSets; }

void drive_word(uint64_t address, unsigned way, unsigned mask, uint64_t data) {
  set(top->word_i, word_i::address_, address);
  set(top->word_i, word_i::way_, way);
  set(top->word_i, word_i::mask_, mask);
  set(top->word_i, word_i::data_, data);
}

void write_word(Line& line, uint64_t address, unsigned mask, uint64_t data) {
  for (unsigned i = 0; i < 8; i++) {
    if (mask >> i & 1) line.data[(address & 56) + i] = static_cast<uint8_t>(data >> (8 * i));
  }
}

uint64_t read_word(const Line& line, uint64_t address) {
  uint64_t word;
  std::memcpy(&word, line.data + (address & 56), 8);
  return word;
}

}  // namespace

// Eight ways: the way of a tree that points away from what was touched last, an empty way before
// it, and a reserved one never.
void test_replacement(uint64_t count) {
  constexpr unsigned kEight = 8;
  bool upper_older[kSets][3][4] = {};  // of the node at this depth under this prefix
  unsigned refused = 0;
  for (uint64_t i = 0; i < count; i++) {
    const unsigned set = below(kSets), touched = below(kSets), way = below(kEight);
    const unsigned occupied = percent(80) ? 0xff : below(256);
    const unsigned reserved = percent(10) ? 0xff : below(256) & below(256);
    const bool touch = percent(70);
    top->a_i = set;
    top->b_i = touched;
    top->way_i = way;
    top->ways_i = occupied;
    top->ways_b_i = reserved;
    go(touch);
    top->eval();
    check(top->replace_none_o, reserved == 0xff, "no way");
    unsigned oldest = 0;
    for (unsigned depth = 0; depth < 3; depth++) {
      oldest = 2 * oldest + upper_older[set][depth][oldest];
    }
    const unsigned found = top->replace_way_o;
    const unsigned free = ~occupied & ~reserved & 0xff;
    if (reserved != 0xff) check(reserved >> found & 1, 0, "reserved way named");
    if (free) {
      check(free >> found & 1, 1, "an empty way comes first");
    } else if (!(reserved >> oldest & 1)) {
      check(found, oldest, "oldest way");
    } else {
      refused++;
    }
    tick();
    for (unsigned depth = 0; touch && depth < 3; depth++) {
      upper_older[touched][depth][way >> (3 - depth)] = !(way >> (2 - depth) & 1);
    }
  }
  if (!refused) fail("the oldest way was never reserved");
}

void test_tags(uint64_t count) {
  bool read = false, known[kSets][kWays] = {};
  unsigned set = 0;
  for (uint64_t i = 0; i < count; i++) {
    const uint64_t wanted = some_address(4), core = some_address(4), line = some_address(4);
    const bool clear = percent(1), update = percent(40), write_tag = percent(50);
    const unsigned way = below(kWays), state = below(8);
    unsigned dirty = percent(20) ? 1u << below(kWays) : 0;
    if (update && set_of(core) == set_of(line)) dirty &= ~(1u << way);
    // Tags that are read now are not written now: the composer keeps them apart.
    const bool reads = percent(50) && !(update && write_tag && set_of(wanted) == set_of(line));
    top->a_i = wanted;
    top->b_i = core;
    top->c_i = line;
    top->way_i = way;
    top->state_i = state;
    top->ways_i = dirty;
    go(clear, reads, update, write_tag);
    top->eval();
    check_states(top->core_states_o, set_of(core), "states of the core's set");
    check_states(top->line_states_o, set_of(line), "states of the line's set");
    tick();
    for (unsigned w = 0; w < kWays; w++) {
      Line& touched = lines[set_of(core)][w];
      if (dirty >> w & 1) touched.dirty = true;
    }
    if (update) {
      Line& changed = lines[set_of(line)][way];
      changed.valid = state >> 2;
      changed.trunk = state >> 1 & 1;
      changed.dirty = state & 1;
    }
    if (clear) {
      for (auto& of_set : lines) {
        for (Line& one : of_set) one.valid = one.trunk = one.dirty = false;
      }
    }
    if (reads) {
      set = set_of(wanted);
      read = true;
    }
    // They hold until the next read.
    for (unsigned w = 0; read && w < kWays; w++) {
      if (known[set][w] && (reads || !(update && write_tag))) {
        check(top->tags_o[w], lines[set][w].tag, "tag");
      }
    }
    if (update && write_tag) {
      lines[set_of(line)][way].tag = tag_of(line);
      known[set_of(line)][way] = true;
      read = read && set != set_of(line);  // the older one is shown
    }
  }
}

// One single-ported bank a word: lines, words of all ways, and word writes beside them.
void test_data(uint64_t count) {
  unsigned blocked = 0, beside = 0;
  for (uint64_t i = 0; i < count; i++) {
    const bool start = i < kSets * kWays;  // every byte gets a value
    const uint64_t word = some_address(1), store = some_address(1);
    const uint64_t line = start ? i % kSets * kLine : some_address(1);
    const unsigned way = start ? i / kSets : below(kWays), store_way = below(kWays);
    const bool line_write = start || percent(20), line_read = !line_write && percent(25);
    const bool read = !line_write && !line_read && percent(60), write = !start && percent(50);
    const unsigned mask = below(256);
    const uint64_t data = random64();
    uint8_t bytes[kLine];
    fill(bytes, kLine);
    top->a_i = word;
    top->c_i = line;
    top->way_i = way;
    top->mask_i = start ? ~0ull : random64();
    set_wide(top->line_i, bytes);
    drive_word(store, store_way, mask, data);
    go(read, write, line_read, line_write);
    top->eval();
    const bool same_bank = read && (word & 56) == (store & 56);
    const bool ready = !line_read && !line_write && !same_bank;
    check(top->word_ready_o, ready, "word write ready");
    blocked += write && same_bank;
    beside += write && read && ready;
    const uint64_t line_mask = top->mask_i;
    tick();
    if (read) {
      for (unsigned w = 0; w < kWays; w++) {
        check(word_of(top->words_o, w), read_word(lines[set_of(word)][w], word), "word");
      }
    }
    if (line_read) {
      uint8_t found[kLine];
      get_wide(top->line_o, found);
      if (std::memcmp(found, lines[set_of(line)][way].data, kLine) != 0) fail("line");
    }
    for (unsigned b = 0; line_write && b < kLine; b++) {
      if (line_mask >> b & 1) lines[set_of(line)][way].data[b] = bytes[b];
    }
    if (write && ready) write_word(lines[set_of(store)][store_way], store, mask, data);
  }
  if (!blocked || !beside) fail("no word write met a read");
}

// The composition, used as the data cache uses it: an access is read, then decided in the next
// cycle; lines come and go between.
void test_arrays(uint64_t count) {
  unsigned hits = 0, evictions = 0;
  const auto reference = [](uint64_t address) {
    for (unsigned way = 0; way < kWays; way++) {
      const Line& line = lines[set_of(address)][way];
      if (line.valid && line.tag == tag_of(address)) return static_cast<int>(way);
    }
    return -1;
  };
  set(top->step_i, step_i::update_, 0);
  for (uint64_t i = 0; i < count; i++) {
    const uint64_t address = some_address(6);
    const unsigned reserved = percent(5) ? 15 : below(16) & below(16);
    top->a_i = address;
    go(true, true);
    tick();
    top->b_i = address;
    top->c_i = address;
    top->ways_b_i = reserved;
    top->step_i = 0;
    go(false);
    top->eval();
    const int way = reference(address);
    const auto see = [](Field field) { return get(top->lookup_o, field); };
    check(see(lookup_o::hit_), way >= 0, "hit");
    check(see(lookup_o::none_), reserved == 15, "none");
    const unsigned new_way = static_cast<unsigned>(see(lookup_o::way_));
    Line& chosen = lines[set_of(address)][new_way];
    if (way >= 0) {
      hits++;
      check(new_way, static_cast<unsigned>(way), "way that it hits");
      check(see(lookup_o::state_), chosen.state(), "state");
      check(top->array_word_o, read_word(chosen, address), "word");
      check(see(lookup_o::evict_), 0, "a hit evicts nothing");
      const bool store = percent(50);
      const uint64_t data = random64();
      const unsigned mask = below(256);
      drive_word(address, new_way, mask, data);
      go(false, false, store, true, store);
      top->eval();
      check(top->array_ready_o, 1, "the bank is free");
      tick();
      if (store) {
        write_word(chosen, address, mask, data);
        chosen.dirty = true;
      }
      continue;
    }
    check(see(lookup_o::state_), 0, "state without a hit");
    if (reserved == 15) continue;
    check(reserved >> new_way & 1, 0, "reserved way");
    check(see(lookup_o::evict_), chosen.valid, "victim");
    if (chosen.valid) {
      evictions++;
      check(see(lookup_o::victim_), chosen.tag * kSets * kLine + set_of(address) * kLine,
            "victim's address");
      set(top->step_i, step_i::op_, OpEvict);
      set(top->step_i, step_i::way_, new_way);
      set(top->step_i, step_i::read_, 1);
      tick();
      uint8_t found[kLine];
      get_wide(top->array_line_o, found);
      if (std::memcmp(found, chosen.data, kLine) != 0) fail("evicted line");
      top->step_i = 0;
    }
    uint8_t bytes[kLine];
    fill(bytes, kLine);
    set_wide(top->line_i, bytes);
    top->mask_i = ~0ull;
    const unsigned state = 4 | below(4);
    set(top->step_i, step_i::op_, OpInstall);
    set(top->step_i, step_i::way_, new_way);
    set(top->step_i, step_i::update_, 1);
    set(top->step_i, step_i::state_, state);
    tick();
    top->step_i = 0;
    chosen = {true, (state & 2) != 0, (state & 1) != 0, tag_of(address), {}};
    std::memcpy(chosen.data, bytes, kLine);
  }
  if (!hits || !evictions) fail("no hits or no evictions");
}
