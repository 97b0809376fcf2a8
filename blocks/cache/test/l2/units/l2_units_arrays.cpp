// SPDX-License-Identifier: Apache-2.0
//
// Line array, line buffers, tags and directory.

#include <algorithm>

#include "blocks/cache/test/l2/units/l2_units.h"

using namespace fy_layout;

namespace {

constexpr unsigned kLines = kSets * kWays;

// ---- fy_l2_data -----------------------------------------------------------------------------

struct Buffer {
  Line bytes;
  std::array<bool, kLine> marked{}, known{};
};

struct Data {
  std::array<Line, kLines> array;
  std::array<bool, kLines> known{};
  std::array<Buffer, kTransactors> buffers;
  Line line;  // read last
  bool line_known = false;
  Buffer forwarded;  // the buffer that went to memory last
  bool forwarding = false;
  uint64_t forwards = 0;
  int filling = -1;  // the buffer that takes `line` in this cycle

  void forget() {
    for (Buffer& b : buffers) b.known.fill(false);
  }
};

void check_d(const Data& model) {
  const unsigned n = top->number_d_i, beat = top->beats_i >> 2 & 1;
  uint8_t found[kBeat];
  std::memcpy(found, top->beat_o.data(), kBeat);
  for (unsigned i = 0; i < kBeat; i++) {
    if (!model.buffers[n].known[beat * kBeat + i]) continue;
    check(found[i], model.buffers[n].bytes[beat * kBeat + i], "byte of a line buffer");
  }
}

// One cycle: any mixture of the three writers, of different transactors.
void data_cycle(Data& model) {
  Line release;
  Beat a, r;
  fill(release);
  fill(a);
  fill(r);
  const int taken = model.filling;
  unsigned na = below(kTransactors), nr = below(kTransactors);
  const bool wa = percent(50) && static_cast<int>(na) != taken;
  const bool start = percent(30) && static_cast<int>(na) != taken;
  const bool wr = percent(50) && static_cast<int>(nr) != taken && (nr != na || !(wa || start));
  const unsigned ia = below(2), ir = below(2), number = below(kTransactors);
  const uint32_t mask = percent(30) ? ~0u : static_cast<uint32_t>(random64() & random64());
  const bool array = percent(70), write = percent(50), from_release = percent(40);
  const bool partial = !from_release && percent(50), evict = percent(30);
  const unsigned index = below(kLines);
  set_wide(top->line_i, release);
  set_wide(top->beat_i, a);
  set_wide(top->beat_b_i, r);
  top->mask_i = mask;
  top->number_i = static_cast<uint8_t>(na);
  top->number_b_i = static_cast<uint8_t>(nr);
  top->number_c_i = static_cast<uint8_t>(number);
  top->number_d_i = static_cast<uint8_t>(below(kTransactors));
  top->beats_i = static_cast<uint8_t>(ia | ir << 1 | below(2) << 2);
  top->index_i = static_cast<uint8_t>(index);
  go(wa, start, wr, array, write, from_release, partial, evict);
  check_d(model);
  if (model.forwarding) {
    uint8_t found[kLine];
    std::memcpy(found, top->forward_o.data(), kLine);
    for (unsigned i = 0; i < kLine; i++) {
      check(bit(top->forward_mask_o, i), model.forwarded.marked[i], "byte mark forwarded");
      if (model.forwarded.known[i]) check(found[i], model.forwarded.bytes[i], "byte forwarded");
    }
  }
  if (model.line_known) check_bytes(top->line_o.data(), model.line, "line read from the array");

  // The array first: it works with what the buffers hold before this edge.
  const Buffer source = model.buffers[number];
  if (partial && !array) {
    model.forwarded = source;
    model.forwarding = true;
    model.forwards++;
  }
  if (taken >= 0) {
    Buffer& b = model.buffers[taken];
    b.bytes = model.line;
    b.known.fill(model.line_known);
  }
  model.filling = -1;
  if (array && write) {
    bool all = true;
    for (unsigned i = 0; i < kLine; i++) {
      if (partial && !source.marked[i]) continue;
      model.array[index][i] = from_release ? release[i] : source.bytes[i];
      if (!from_release && !source.known[i]) all = false;
    }
    if (!partial) model.known[index] = all;
    if (partial && !all) model.known[index] = false;
  } else if (array) {
    model.line = model.array[index];
    model.line_known = model.known[index];
    if (!evict) model.filling = static_cast<int>(number);
  }
  if (start) model.buffers[na].marked.fill(false);
  if (wa) {
    for (unsigned i = 0; i < kBeat; i++) {
      Buffer& b = model.buffers[na];
      b.bytes[ia * kBeat + i] = a[i];
      b.known[ia * kBeat + i] = true;
      b.marked[ia * kBeat + i] = mask >> i & 1;
    }
  }
  if (wr) {
    for (unsigned i = 0; i < kBeat; i++) {
      Buffer& b = model.buffers[nr];
      if (b.marked[ir * kBeat + i]) continue;
      b.bytes[ir * kBeat + i] = r[i];
      b.known[ir * kBeat + i] = true;
    }
  }
  tick();
}

// ---- fy_l2_tags -----------------------------------------------------------------------------

struct Entry {
  bool valid = false, dirty = false, trunk = false;
  unsigned sharers = 0;
  uint64_t line = 0;
};

// The tree of a set as times of use: a node is known once one of its ways was used, and then its
// older half is the one not used last. Written as the definition of the policy, not as its bits.
struct Set {
  std::array<Entry, kWays> ways;
  std::array<uint64_t, kWays> used{};  // 0: never

  uint64_t last(unsigned low, unsigned count) const {
    uint64_t newest = 0;
    for (unsigned i = low; i < low + count; i++) newest = std::max(newest, used[i]);
    return newest;
  }
  // The pseudo-least-recently-used way, -1 when a node on the way was never used.
  int oldest() const {
    unsigned low = 0;
    for (unsigned half = kWays / 2; half >= 1; half /= 2) {
      const uint64_t lower = last(low, half), upper = last(low + half, half);
      if (lower == upper) return -1;  // both never
      if (upper < lower) low += half;
    }
    return static_cast<int>(low);
  }
};

struct Tags {
  std::array<Set, kSets> sets;
  uint64_t time = 0, hits = 0, invalid = 0, oldest = 0, any = 0, full = 0, both = 0, untouched = 0;
  // The lookup that is answered in this cycle.
  bool asked = false, touch = false, allocate = false;
  uint64_t address = 0;
  Set seen;

  // Answer of this cycle; returns the way when the lookup counts as a use, else -1.
  int answer(unsigned used) {
    int hit = -1;
    unsigned free = 0;
    for (unsigned i = 0; i < kWays; i++) {
      if (seen.ways[i].valid && seen.ways[i].line == line_of(address)) hit = static_cast<int>(i);
      if (!seen.ways[i].valid && !bit(used, i)) free |= 1u << i;
    }
    const bool room = hit >= 0 || used != (1u << kWays) - 1;
    check(get(top->result_o, result_o::hit_), hit >= 0, "hit");
    check(get(top->result_o, result_o::room_), room, "room");
    const unsigned way = static_cast<unsigned>(get(top->result_o, result_o::way_));
    if (!room) {
      full++;
      return -1;
    }
    const int old = seen.oldest();
    if (hit >= 0) {
      check(way, static_cast<unsigned>(hit), "way of a hit");
      hits++;
    } else if (free) {
      check(bit(free, way), 1, "an invalid way is taken first");
      invalid++;
    } else if (old >= 0 && !bit(used, static_cast<unsigned>(old))) {
      check(way, static_cast<unsigned>(old), "the least recently used way");
      oldest++;
    } else {
      check(bit(used, way), 0, "a way in use is not the victim");
      any++;
    }
    const Entry& e = seen.ways[way];
    check(top->occupied_o, e.valid, "occupied");
    check(get(top->result_o, result_o::directory_dirty_), e.valid && e.dirty, "dirty");
    check(get(top->result_o, result_o::directory_trunk_), e.valid && e.trunk, "trunk");
    check(get(top->result_o, result_o::directory_sharers_), e.valid ? e.sharers : 0, "sharers");
    if (e.valid) check(get(top->result_o, result_o::victim_), e.line, "address of the entry");
    untouched += touch && hit < 0 && !allocate;
    return touch && (hit >= 0 || allocate) ? static_cast<int>(way) : -1;
  }
};

void tags_cycle(Tags& model, unsigned tags) {
  const bool lookup = percent(60), touch = percent(60), allocate = percent(70);
  const uint64_t address = percent(60) ? model.address : some_address(tags);
  const unsigned used = percent(10) ? 15 : static_cast<unsigned>(random64() & random64() & 15);
  top->a_i = address;
  top->used_i = static_cast<uint8_t>(used);
  // A line lies in one way: write it where it is, or into any way when it is nowhere.
  const bool write = percent(40);
  const uint64_t target = percent(50) ? address : some_address(tags);
  unsigned way = below(kWays);
  Set& set = model.sets[set_of(target)];
  for (unsigned i = 0; i < kWays; i++) {
    if (set.ways[i].valid && set.ways[i].line == line_of(target)) way = i;
  }
  Entry entry;
  entry.valid = percent(80);
  entry.dirty = percent(50);
  entry.trunk = percent(50);
  entry.sharers = below(1u << kClients);
  entry.line = line_of(target);
  top->b_i = target;
  top->way_i = static_cast<uint8_t>(way);
  top->directory_i = 0;
  fy_layout::set(top->directory_i, directory_i::dirty_, entry.dirty);
  fy_layout::set(top->directory_i, directory_i::trunk_, entry.trunk);
  fy_layout::set(top->directory_i, directory_i::sharers_, entry.sharers);
  go(lookup, touch, write, entry.valid, allocate);
  const unsigned answered = set_of(model.address);
  const int touched = model.asked ? model.answer(used) : -1;
  if (lookup && write && set_of(address) == set_of(target)) model.both++;
  model.asked = lookup;
  if (lookup) {
    model.touch = touch;
    model.allocate = allocate;
    model.seen = model.sets[set_of(address)];  // old entry, old tree
    model.address = address;
  }
  if (touched >= 0) model.sets[answered].used[static_cast<unsigned>(touched)] = ++model.time;
  if (write) set.ways[way] = entry;
  tick();
}

// From reset: not ready for `kSets` cycles, then every set is empty.
void tags_walk(bool restart) {
  reset();
  if (restart) {  // again in the middle of the walk: it begins anew
    for (unsigned i = 0; i < kSets - 1; i++) tick();
    reset();
  }
  // The edge within reset() does not walk.
  for (unsigned i = 0; i < kSets; i++) {
    check(top->tags_ready_o, 0, "ready before every set is invalid");
    tick();
  }
  check(top->tags_ready_o, 1, "ready after the walk");
}

}  // namespace

void test_data(uint64_t count) {
  Data model;
  for (unsigned i = 0; i < kTransactors; i++) {  // every burst begins with a start
    top->number_i = static_cast<uint8_t>(i);
    go(0, 1);
    tick();
  }
  for (uint64_t i = 0; i < count; i++) {
    data_cycle(model);
    if (i % 5000 != 4999) continue;
    // A reset between the read and the buffer: the buffer keeps what it had.
    top->number_c_i = 1;
    top->number_d_i = 2;
    top->index_i = static_cast<uint8_t>(below(kLines));
    model.line = model.array[top->index_i];
    model.line_known = model.known[top->index_i];
    const int taken = model.filling;
    model.forwarding = false;
    go(0, 0, 0, 1);
    tick();
    if (taken >= 0) model.buffers[taken].known.fill(false);
    top->rst_ni = 0;  // the array still reads
    top->eval();
    tick();
    top->rst_ni = 1;
    go(0);
    model.filling = -1;
  }
  met(model.forwards, "buffer that goes to memory");
}

void test_tags(uint64_t count) {
  Tags total;
  for (unsigned round = 0; round < 8; round++) {
    tags_walk(round % 2);
    Tags model;
    const unsigned tags = round < 4 ? 6 : 12;
    for (uint64_t i = 0; i < count / 8; i++) tags_cycle(model, tags);
    total.hits += model.hits;
    total.invalid += model.invalid;
    total.oldest += model.oldest;
    total.any += model.any;
    total.full += model.full;
    total.both += model.both;
    total.untouched += model.untouched;
  }
  met(total.hits, "hit");
  met(total.invalid, "invalid victim");
  met(total.oldest, "least recently used victim");
  met(total.any, "victim beside ways in use");
  met(total.full, "all ways in use");
  met(total.both, "lookup and write of one set");
  met(total.untouched, "miss that takes no way");
}
