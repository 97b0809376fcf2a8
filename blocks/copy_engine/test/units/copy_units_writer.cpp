// SPDX-License-Identifier: Apache-2.0
// Writer of the copy engine against a model that counts bytes since reset.
#include "copy_units_messages.h"

using namespace fy_layout;

namespace {

struct Writer {
  Request request{};
  uint64_t left = 0, target = 0, position = 0, freed = 0, reserved = 0, order = 0;
  unsigned shift = 0, beat = 0, next = 0;
  bool low = false, high = false, low_bad = false, high_bad = false;
  uint8_t data[kBeat] = {};  // of the entry `freed`
  Message writes[kWrites];

  uint64_t lane() const { return target % kBeat; }
  uint64_t bytes() const {
    if (target % kBlock == 0 && left >= kBlock) return kBlock;
    uint64_t n = kBeat;
    while (target % n || n > left) n /= 2;
    return n;
  }
  uint64_t end() const { return std::min<uint64_t>(kBeat, lane() + bytes()); }
  bool needs_low() const { return lane() < shift; }
  bool needs_high() const { return end() > shift; }
  bool arrived() const { return (low || !needs_low()) && (high || !needs_high()); }
  bool covered() const { return freed * kBeat + lane() + bytes() <= reserved; }
  bool valid() const { return left && arrived() && (beat || (covered() && !writes[next].used)); }
  bool last() const { return bytes() != kBlock || beat == kBlock / kBeat - 1; }

  void fresh_entry() {
    for (uint8_t& byte : data) byte = static_cast<uint8_t>(pick(256));
    low = high = false;
  }
  // Lanes that have not arrived show rubbish.
  void drive() const {
    rubbish(top->drain_i, drain_i::width);
    uint8_t lanes[kBeat];
    get_bytes(top->drain_i, drain_i::data_, lanes);
    for (unsigned i = 0; i < kBeat; i++)
      if (i < shift ? low : high) lanes[i] = data[i];
    set_bytes(top->drain_i, drain_i::data_, lanes);
    set(top->drain_i, drain_i::low_, low);
    set(top->drain_i, drain_i::high_, high);
    if (low) set(top->drain_i, drain_i::low_bad_, low_bad);
    if (high) set(top->drain_i, drain_i::high_bad_, high_bad);
  }
  void check_put() const {
    const auto see = [](Field field) { return get(top->put_o, field); };
    unsigned size = 0;
    while ((uint64_t{1} << size) < bytes()) size++;
    check(see(put_o::opcode_), PutFullData, "opcode");
    check(see(put_o::param_), 0, "param");
    check(see(put_o::size_), size, "size");
    check(see(put_o::source_), kReads + next, "source");
    check(see(put_o::address_), target, "address");
    check(see(put_o::allocate_), request.target_allocate, "allocate");
    check(see(put_o::mask_), ((1u << end()) - 1) & ~((1u << lane()) - 1), "mask");
    check(see(put_o::corrupt_), (needs_low() && low_bad) || (needs_high() && high_bad), "corrupt");
    uint8_t found[kBeat];
    get_bytes(top->put_o, put_o::data_, found);
    for (unsigned i = 0; i < kBeat; i++)
      check(found[i], i >= lane() && i < end() ? data[i] : 0, "data");
    check(top->writer_o >> 2 & 1, last(), "last beat");
  }
};

}  // namespace

void test_writer(uint64_t count) {
  Writer model;
  Oldest oldest;
  Request offer = some_request(4096);
  bool offers = false;
  unsigned arriving = 50, reserving = 50, none = 0, early = 0, resets = 0, waits = 0, poisoned = 0;
  for (uint64_t i = 0; i < count; i++) {
    if (i % 256 == 0) arriving = range(10, 100), reserving = 10 * pick(11);
    const unsigned acknowledging = i / 1024 % 3 * 40 + 10;
    if (pick(2000) == 0) {
      reset();
      model = Writer();
      resets++;
    }
    if (!model.low && percent(arriving)) model.low = true, model.low_bad = percent(20);
    if (!model.high && percent(arriving)) model.high = true, model.high_bad = percent(20);
    if (percent(reserving)) {
      model.reserved = std::min(model.reserved + pick(100), (model.freed + kEntries) * kBeat);
    }
    top->reserved_i = model.reserved % (kCounts * kBeat);
    offers = offers || percent(50);
    set(top->write_i, write_i::target_, offer.target);
    set(top->write_i, write_i::bytes_, offer.bytes);
    set(top->write_i, write_i::position_, offer.position);
    set(top->write_i, write_i::allocate_, offer.target_allocate);
    set(top->write_i, write_i::shift_, (offer.target - offer.source) % kBeat);
    model.drive();
    oldest.look(model.writes);
    const int id = percent(acknowledging) ? some_used(model.writes) : -1;
    top->ack_i = id >= 0 ? static_cast<unsigned>(id) : pick(kWrites);
    const bool ready = percent(70), valid = model.valid();
    go(offers, ready, id >= 0);
    const bool frees = valid && ready && (model.end() == kBeat || model.left == model.bytes());
    bool busy = model.left != 0;
    for (const Message& m : model.writes) busy = busy || m.used;
    check(top->writer_o >> 5 & 1, model.left == 0, "request ready");
    check(top->writer_o >> 4 & 1, frees, "free");
    check(top->writer_o >> 3 & 1, valid, "Put valid");
    check(top->writer_o & 1, busy, "busy");
    check(top->freed_o, model.freed % kCounts, "freed");
    if (valid) model.check_put();
    const bool event = top->writer_o >> 1 & 1;
    if (id >= 0) {
      const Message& m = model.writes[id];
      check(get(top->write_origin_o, write_origin_o::is_target_), 1, "origin");
      check(get(top->write_origin_o, write_origin_o::position_), m.position, "its position");
      check(get(top->write_origin_o, write_origin_o::address_), m.address, "its address");
      oldest.check_event(event, m, true);
      early += static_cast<unsigned>(id) == model.next && model.beat;
    } else {
      check(event, 0, "reordered without an acknowledgement");
    }
    none += model.left && model.beat == 0 && model.writes[model.next].used;
    waits += model.left && model.arrived() && model.beat == 0 && !model.covered();
    tick();
    if (id >= 0) model.writes[id].used = false;
    if (offers && model.left == 0) {
      model.request = offer;
      model.left = offer.bytes;
      model.target = offer.target;
      model.position = offer.position;
      model.shift = (offer.target - offer.source) % kBeat;
      model.reserved = std::max(model.reserved, model.freed * kBeat + model.lane());
      model.fresh_entry();
      offer = some_request(percent(30) ? 4096 : 300);
      offers = false;
    } else if (valid && ready) {
      if (model.beat == 0) {
        model.writes[model.next] = {
            true, false, model.order++, model.target, model.position % kPositions, 0, 0, 0};
      }
      poisoned += model.low_bad && model.needs_low();
      if (frees) model.freed++, model.fresh_entry();
      if (model.last()) {
        const uint64_t n = model.bytes();
        model.next = (model.next + 1) % kWrites;
        model.target += n, model.position += n, model.left -= n;
        model.beat = 0;
      } else {
        model.beat++;
      }
    }
  }
  check(none && early && resets && waits && poisoned && oldest.seen, "something never happened");
}
