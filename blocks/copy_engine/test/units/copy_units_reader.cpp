// SPDX-License-Identifier: Apache-2.0
// Reader and buffer of the copy engine against models that count bytes since reset.
#include "copy_units_messages.h"

using namespace fy_layout;

namespace {

struct Reader {
  Request request{};
  uint64_t left = 0, address = 0, position = 0, place = 0, freed = 0, order = 0;
  uint64_t limit = kEntries;
  unsigned next = 0;
  int responding = -1;
  Message reads[kReads];

  bool block() const { return address % kBlock == 0 && left >= kBlock; }
  uint64_t bytes() const {
    return block() ? kBlock : std::min<uint64_t>(left, kBeat - address % kBeat);
  }
  bool space() const { return (place + bytes() - 1) / kBeat + 1 - freed <= limit; }
  bool valid() const { return left && space() && !reads[next].used; }

  void check_get() const {
    const auto see = [](Field field) { return get(top->get_o, field); };
    check(see(get_o::opcode_), Get, "opcode");
    check(see(get_o::param_), 0, "param");
    check(see(get_o::size_), block() ? 6 : 4, "size");
    check(see(get_o::source_), next, "source");
    check(see(get_o::address_), address / kBeat * kBeat, "address");
    check(see(get_o::allocate_), request.source_allocate, "allocate");
    check(see(get_o::mask_), 0xffff, "mask");
    check(see(get_o::corrupt_), 0, "corrupt");
  }
  // The lanes that count must land where the bytes of the request belong.
  void check_fill(const Message& m, bool bad, const uint8_t* data) const {
    const uint64_t skip = m.sent ? m.sent * kBeat - m.address % kBeat : 0;  // a block is aligned
    const uint64_t lane = (m.address + skip) % kBeat;
    const uint64_t last = std::min<uint64_t>(kBeat, lane + m.bytes - skip) - 1;
    check(get(top->fill_o, fill_o::first_), lane, "first lane");
    check(get(top->fill_o, fill_o::last_), last, "last lane");
    const uint64_t begin =
        get(top->fill_o, fill_o::entry_) * kBeat + get(top->fill_o, fill_o::shift_) + lane;
    check(begin % (kEntries * kBeat), (m.place + skip) % (kEntries * kBeat), "place in the ring");
    check(get(top->fill_o, fill_o::bad_), bad, "bad");
    uint8_t found[kBeat];
    get_bytes(top->fill_o, fill_o::data_, found);
    check(std::memcmp(found, data, kBeat), 0, "data");
    check(get(top->read_origin_o, read_origin_o::is_target_), 0, "origin");
    check(get(top->read_origin_o, read_origin_o::position_), (m.position + skip) % kPositions,
          "position of the origin");
    check(get(top->read_origin_o, read_origin_o::address_), m.address + skip,
          "address of the origin");
  }
};

}  // namespace

void test_reader(uint64_t count) {
  Reader model;
  Oldest oldest;
  Request offer = some_request(4096);
  bool offers = false;
  unsigned draining = 50, answering = 50, full = 0, none = 0, resets = 0, blocks = 0;
  for (uint64_t i = 0; i < count; i++) {
    if (i % 256 == 0) draining = 10 * pick(11), answering = 10 * pick(11);
    if (pick(2000) == 0) {
      reset();
      model = Reader();
      resets++;
    }
    if (model.left == 0 && percent(10)) model.limit = range(2, kBlocks) * 4;
    const uint64_t reached = (model.place + (model.left ? 0 : kBeat - 1)) / kBeat;
    if (model.freed < reached && percent(draining)) model.freed++;
    top->limit_i = model.limit;
    top->freed_i = model.freed % kCounts;
    offers = offers || percent(50);
    set(top->request_i, request_i::source_, offer.source);
    set(top->request_i, request_i::target_, offer.target);
    set(top->request_i, request_i::bytes_, offer.bytes);
    set(top->request_i, request_i::position_, offer.position);
    set(top->request_i, request_i::source_allocate_, offer.source_allocate);
    set(top->request_i, request_i::target_allocate_, offer.target_allocate);
    // Beats of one message come together, with gaps; messages in any order.
    oldest.look(model.reads);
    int id = model.responding;
    if (!percent(answering)) id = -1;
    if (id < 0 && model.responding < 0 && percent(answering)) id = some_used(model.reads);
    rubbish(top->tl_d_i, tl_d_i::width);
    uint8_t data[kBeat];
    bool corrupt = false;
    if (id >= 0) {
      Message& m = model.reads[id];
      if (m.sent == 0) m.denied = percent(10);
      corrupt = percent(10);
      set(top->tl_d_i, tl_d_i::size_, m.bytes == kBlock ? 6 : 4);
      set(top->tl_d_i, tl_d_i::source_, static_cast<unsigned>(id));
      set(top->tl_d_i, tl_d_i::denied_, m.denied);
      set(top->tl_d_i, tl_d_i::corrupt_, corrupt);
      get_bytes(top->tl_d_i, tl_d_i::data_, data);
    }
    const bool ready = percent(70), valid = model.valid();
    go(offers, ready, id >= 0);
    check(top->reader_o >> 4 & 1, model.left == 0, "request ready");
    check(top->reader_o >> 3 & 1, valid, "Get valid");
    check(top->reader_o >> 2 & 1, id >= 0, "fill valid");
    check(top->reader_o & 1, model.left && !model.space(), "full");
    check(top->reserved_o, model.place % (kCounts * kBeat), "reserved");
    if (valid) model.check_get();
    const bool event = top->reader_o >> 1 & 1;
    if (id >= 0) {
      const Message& m = model.reads[id];
      model.check_fill(m, m.denied || corrupt, data);
      oldest.check_event(event, m, m.sent == 0);
    } else {
      check(event, 0, "reordered without a response");
    }
    full += model.left && !model.space();
    none += model.left && model.reads[model.next].used;
    tick();
    if (id >= 0) {
      Message& m = model.reads[id];
      model.responding = id;
      if (++m.sent == (m.bytes == kBlock ? kBlock / kBeat : 1)) {
        m.used = false;
        model.responding = -1;
      }
    }
    if (offers && model.left == 0) {
      model.request = offer;
      model.left = offer.bytes;
      model.address = offer.source;
      model.position = offer.position;
      model.place = (model.place + kBeat - 1) / kBeat * kBeat + offer.target % kBeat;
      offer = some_request(percent(30) ? 4096 : 300);
      offers = false;
    } else if (valid && ready) {
      const uint64_t n = model.bytes();
      blocks += n == kBlock;
      model.reads[model.next] = {
          true, false, model.order++, model.address, model.position, model.place, n, 0};
      model.next = (model.next + 1) % kReads;
      model.address += n, model.position += n, model.place += n, model.left -= n;
    }
  }
  check(full && none && resets && blocks && oldest.seen, "something never happened");
}

// ---- buffer ---------------------------------------------------------------------------------

void test_buffer(uint64_t count) {
  struct Entry {
    bool low = false, high = false, low_bad = false, high_bad = false;
    uint8_t data[kBeat] = {};
    bool known[kBeat] = {};
  };
  Entry ring[kEntries];
  unsigned freeing = 50, both = 0, full = 0, resets = 0;
  for (uint64_t i = 0; i < count; i++) {
    if (i % 256 == 0) freeing = 10 * pick(11);
    if (pick(2000) == 0) {
      reset();
      for (Entry& e : ring) e.low = e.high = false;  // lanes keep their bytes
      resets++;
    }
    const unsigned shown = pick(kEntries);
    const bool frees = percent(freeing);
    rubbish(top->fill_i, fill_i::width);
    unsigned entry = 0, shift = 0, first = 0, last = 0;
    bool low = false, high = false, fills = percent(80);
    for (unsigned tries = 0; fills; tries++) {
      entry = pick(kEntries), shift = percent(20) ? 0 : pick(kBeat);
      first = percent(40) ? 0 : pick(kBeat);
      last = percent(40) ? kBeat - 1 : first + pick(kBeat - first);
      const unsigned begun = (entry + 1) % kEntries;
      high = first + shift < kBeat, low = last + shift >= kBeat;
      // No beat fills what is there already, nor what is just given back.
      const bool free = !(high && (ring[entry].high || (frees && entry == shown))) &&
                        !(low && (ring[begun].low || (frees && begun == shown)));
      if (free) break;
      fills = tries < 40;
    }
    const bool bad = percent(20);
    if (fills) {
      set(top->fill_i, fill_i::entry_, entry);
      set(top->fill_i, fill_i::shift_, shift);
      set(top->fill_i, fill_i::first_, first);
      set(top->fill_i, fill_i::last_, last);
      set(top->fill_i, fill_i::bad_, bad);
    }
    top->entry_i = shown;
    go(fills, frees);
    const Entry& e = ring[shown];
    const auto see = [](Field field) { return get(top->drain_o, field); };
    check(see(drain_o::low_), e.low, "low lanes there");
    check(see(drain_o::high_), e.high, "high lanes there");
    if (e.low) check(see(drain_o::low_bad_), e.low_bad, "low lanes bad");
    if (e.high) check(see(drain_o::high_bad_), e.high_bad, "high lanes bad");
    uint8_t found[kBeat], data[kBeat];
    get_bytes(top->drain_o, drain_o::data_, found);
    for (unsigned k = 0; k < kBeat; k++)
      if (e.known[k]) check(found[k], e.data[k], "byte of the entry");
    get_bytes(top->fill_i, fill_i::data_, data);
    unsigned there = 0;
    for (const Entry& each : ring) there += each.low && each.high;
    full += there == kEntries;
    tick();
    if (frees) ring[shown].low = ring[shown].high = false;
    for (unsigned lane = first; fills && lane <= last; lane++) {
      const unsigned place = (entry * kBeat + shift + lane) % (kEntries * kBeat);
      Entry& to = ring[place / kBeat];
      to.data[place % kBeat] = data[lane];
      to.known[place % kBeat] = true;
      if (place % kBeat < shift) {
        to.low = true, to.low_bad = bad;
      } else {
        to.high = true, to.high_bad = bad;
      }
    }
    both += fills && low && high;
  }
  check(both && full && resets, "something never happened");
}
