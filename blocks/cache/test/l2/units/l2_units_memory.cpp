// SPDX-License-Identifier: Apache-2.0
//
// The memory side: refills and write-backs.

#include "blocks/cache/test/l2/units/l2_units.h"

using namespace fy_layout;

namespace {

// What AR and AW have in common: one whole line.
template <class T>
void check_burst(const T& ax, uint64_t address, unsigned id) {
  check(get(ax, axi_ar_o::addr_), address, "address of a burst");
  check(get(ax, axi_ar_o::id_), id, "id");
  check(get(ax, axi_ar_o::len_), kLine / kBeat - 1, "length");
  check(get(ax, axi_ar_o::size_), 5, "size");
  check(get(ax, axi_ar_o::burst_), 1, "INCR");
  check(get(ax, axi_ar_o::lock_), 0, "lock");
  check(get(ax, axi_ar_o::cache_), 3, "cache");
  check(get(ax, axi_ar_o::prot_) | get(ax, axi_ar_o::qos_), 0, "prot and qos");
}

// ---- fy_l2_refill ---------------------------------------------------------------------------

struct Fetcher {
  unsigned state = 0;
  bool complete = false, failed = false;
  uint64_t address = 0;
  unsigned beat = 0, passed = 0;  // R beats seen; others served while it waits

  bool asks() const { return state == StateFetch && complete && !failed; }
};

struct Refill {
  std::array<Fetcher, kTransactors> fetchers;
  int shown = -1;  // AR that was not taken
  uint64_t bursts = 0, stalled = 0, interleaved = 0, passed_over = 0;
  int last_burst = -1;

  void stimulate() {
    const unsigned others[] = {StateIdle, StateLookup, StateProbe, StateEvict, StateRead};
    for (unsigned i = 0; i < kTransactors; i++) {
      Fetcher& f = fetchers[i];
      if (f.state != StateRefill && !f.asks() && percent(40)) {
        f.state = percent(60) ? StateFetch : others[below(5)];
        f.address = some_address(1000);
        f.complete = percent(80);
        f.failed = f.complete && percent(20);
        f.passed = 0;
      }
      set_of_transactor(i, transactors_i::state_, f.state);
      set_of_transactor(i, transactors_i::request_address_, f.address);
      set_of_transactor(i, transactors_i::complete_, f.complete);
      set_of_transactor(i, transactors_i::failed_, f.failed);
    }
  }

  void check_ar(bool ready) {
    bool any = false;
    for (const Fetcher& f : fetchers) any |= f.asks();
    check(bit(top->refill_o, 4), any, "AR valid");
    if (!any) {
      check(top->fetch_o, 0, "grant of nothing");
      return;
    }
    const unsigned id = static_cast<unsigned>(get(top->axi_ar_o, axi_ar_o::id_));
    if (id >= kTransactors || !fetchers[id].asks()) fail("AR of a transactor that asks nothing");
    if (shown >= 0) check(id, static_cast<unsigned>(shown), "a stalled AR stays");
    check_burst(top->axi_ar_o, line_of(fetchers[id].address), id);
    check(top->fetch_o, ready ? 1u << id : 0, "grant");
    shown = ready ? -1 : static_cast<int>(id);
    stalled += !ready;
    if (!ready) return;
    fetchers[id].state = StateRefill;
    fetchers[id].beat = 0;
    for (Fetcher& f : fetchers) {
      if (!f.asks()) continue;
      passed_over++;
      if (++f.passed >= kTransactors) fail("AR is not fair");
    }
  }
};

void refill_cycle(Refill& model) {
  model.stimulate();
  std::vector<unsigned> waiting;
  for (unsigned i = 0; i < kTransactors; i++) {
    if (model.fetchers[i].state == StateRefill) waiting.push_back(i);
  }
  const bool beat = !waiting.empty() && percent(60), ready = percent(50);
  const unsigned id = beat ? waiting[below(static_cast<unsigned>(waiting.size()))] : below(64);
  const unsigned at = beat ? model.fetchers[id].beat : below(2),
                 response = percent(50) ? 0 : below(4);
  set(top->axi_r_i, axi_r_i::id_, id);
  set(top->axi_r_i, axi_r_i::resp_, response);
  set(top->axi_r_i, axi_r_i::last_, beat ? at == 1 : below(2));
  go(ready, beat);
  check(bit(top->refill_o, 3), beat, "refill");
  if (beat) {
    check(top->refill_number_o, id, "number of a beat");
    check(bit(top->refill_o, 2), at, "index of a beat");
    check(bit(top->refill_o, 1), at == 1, "last beat");
    check(bit(top->refill_o, 0), response != 0, "error of a beat");
    if (model.last_burst >= 0 && model.last_burst != static_cast<int>(id)) model.interleaved++;
    model.last_burst = at == 1 ? -1 : static_cast<int>(id);
  }
  model.check_ar(ready);
  if (beat && ++model.fetchers[id].beat == 2) {
    model.fetchers[id].state = StateIdle;
    model.bursts++;
  }
  tick();
}

// ---- fy_l2_writeback ------------------------------------------------------------------------

struct Slot {
  bool used = false, aw = false, w = false;
  uint64_t address = 0, strobe = 0;
  bool forward = false;
  Line line;
};

struct Writeback {
  std::array<Slot, kTransactors> slots;
  std::deque<unsigned> aw, w;  // slots in the order they were taken
  int filling = -1;
  unsigned beat = 0, held_aw = 0, held_w = 0;
  uint64_t full = 0, aw_first = 0, w_first = 0, out_of_order = 0, refilled = 0, forwarded = 0;

  int free() const {
    for (unsigned i = 0; i < kTransactors; i++) {
      if (!slots[i].used) return static_cast<int>(i);
    }
    return -1;
  }
  bool draining(uint64_t address) const {
    for (const Slot& s : slots) {
      if (s.used && line_of(s.address) == line_of(address)) return true;
    }
    return false;
  }
};

// A stream shows the oldest slot whose line is there, and a slot only when the other stream is
// done with the slots before it.
int shown(const std::deque<unsigned>& queue, const std::deque<unsigned>& other, int filling) {
  if (queue.empty() || static_cast<int>(queue.front()) == filling) return -1;
  return queue.size() >= other.size() ? static_cast<int>(queue.front()) : -1;
}

void writeback_cycle(Writeback& m, unsigned bias) {
  const int free = m.free(), fill_now = m.filling;
  const bool evict = free >= 0 && percent(bias);
  std::vector<unsigned> sent;
  for (unsigned i = 0; i < kTransactors; i++) {
    if (m.slots[i].used && m.slots[i].aw && m.slots[i].w) sent.push_back(i);
  }
  const bool answer = !sent.empty() && percent(100 - bias);
  const unsigned answered = answer ? sent[below(static_cast<unsigned>(sent.size()))] : below(64);
  const unsigned response = percent(70) ? 0 : below(4);
  const bool aw_ready = percent(50), w_ready = percent(60);
  Line line;
  fill(line);
  set_wide(top->line_i, line);
  // A line of the array, or one that passes: the other input must not matter.
  Line passing;
  fill(passing);
  std::memcpy(top->beat_i.data(), passing.data(), kBeat);
  std::memcpy(top->beat_b_i.data(), passing.data() + kBeat, kBeat);
  top->mask_i = static_cast<uint32_t>(random64());
  if (fill_now >= 0) {
    Slot& slot = m.slots[static_cast<unsigned>(fill_now)];
    slot.line = slot.forward ? passing : line;
    slot.strobe = slot.forward ? static_cast<uint64_t>(~top->mask_i) << 32 | top->mask_i : ~0ull;
  }
  const bool forward = percent(40);
  uint64_t address = some_address(3);
  while (m.draining(address)) address = some_address(1000);
  top->a_i = address;
  top->b_i = percent(50) ? some_address(3) : m.slots[below(kTransactors)].address;
  top->axi_b_i = 0;
  set(top->axi_b_i, axi_b_i::id_, answered);
  set(top->axi_b_i, axi_b_i::resp_, response);
  go(evict, aw_ready, w_ready, answer, forward);

  check(bit(top->writeback_o, 4), free >= 0, "slot ready");
  if (free >= 0) check(top->slot_o, static_cast<unsigned>(free), "lowest free slot");
  if (free < 0) m.full++;
  check(bit(top->writeback_o, 2), m.draining(top->b_i), "draining");
  check(bit(top->writeback_o, 3), answer, "written");
  if (answer) {
    check(get(top->written_o, written_o::slot_), answered, "slot written");
    check(get(top->written_o, written_o::error_), response != 0, "error of a write");
    check(top->written_address_o, line_of(m.slots[answered].address), "address written");
  }
  const int aw = shown(m.aw, m.w, m.filling), w = shown(m.w, m.aw, m.filling);
  check(bit(top->writeback_o, 1), aw >= 0, "AW valid");
  check(bit(top->writeback_o, 0), w >= 0, "W valid");
  if (aw >= 0) {
    const unsigned slot = static_cast<unsigned>(aw);
    check_burst(top->axi_aw_o, line_of(m.slots[slot].address), slot);
  }
  if (w >= 0) {
    const Line& l = m.slots[static_cast<unsigned>(w)].line;
    Beat beat, found;
    std::memcpy(beat.data(), l.data() + m.beat * kBeat, kBeat);
    get_bytes(top->axi_w_o, axi_w_o::data_, found.data());
    check_bytes(found.data(), beat, "W data");
    const uint64_t strobe = m.slots[static_cast<unsigned>(w)].strobe >> (m.beat * kBeat);
    check(get(top->axi_w_o, axi_w_o::strb_), strobe & 0xffffffff, "W strobes");
    m.forwarded += m.slots[static_cast<unsigned>(w)].forward;
    check(get(top->axi_w_o, axi_w_o::last_), m.beat == 1, "W last");
  }

  if (aw >= 0 && aw_ready) {
    m.slots[m.aw.front()].aw = true;
    if (!m.slots[m.aw.front()].w) m.aw_first++;
    m.aw.pop_front();
  }
  if (w >= 0 && w_ready && ++m.beat == 2) {
    m.beat = 0;
    m.slots[m.w.front()].w = true;
    if (!m.slots[m.w.front()].aw) m.w_first++;
    m.w.pop_front();
  }
  if (answer) {
    m.slots[answered].used = false;
    if (sent.size() > 1) m.out_of_order++;
    if (evict) m.refilled++;
  }
  m.filling = -1;
  if (evict) {
    Slot& slot = m.slots[static_cast<unsigned>(free)];
    slot = Slot{};
    slot.used = true;
    slot.forward = forward;
    slot.address = address;
    m.aw.push_back(static_cast<unsigned>(free));
    m.w.push_back(static_cast<unsigned>(free));
    m.filling = free;
  }
  tick();
}

}  // namespace

void test_refill(uint64_t count) {
  uint64_t interleaved = 0, stalled = 0, passed_over = 0, bursts = 0;
  for (unsigned round = 0; round < 5; round++) {
    scramble_transactors();
    Refill model;
    reset();  // in the middle of a burst: the next one begins at beat 0
    for (uint64_t i = 0; i < count / 5; i++) refill_cycle(model);
    interleaved += model.interleaved;
    stalled += model.stalled;
    passed_over += model.passed_over;
    bursts += model.bursts;
    // Leave one burst half done.
    for (unsigned guard = 0; guard < 1000; guard++) {
      bool half = false;
      for (const Fetcher& f : model.fetchers) half |= f.state == StateRefill && f.beat == 1;
      if (half) break;
      refill_cycle(model);
    }
  }
  met(interleaved, "interleaved bursts");
  met(stalled, "stalled AR");
  met(passed_over, "several that ask");
  met(bursts, "whole burst");
}

void test_writeback(uint64_t count) {
  uint64_t full = 0, aw_first = 0, w_first = 0, out_of_order = 0, refilled = 0, forwarded = 0;
  const unsigned biases[] = {80, 30, 60, 15, 70};
  for (const unsigned bias : biases) {
    Writeback model;
    reset();
    for (uint64_t i = 0; i < count / 5; i++) writeback_cycle(model, bias);
    while (model.beat == 0 || model.aw.size() == model.w.size()) writeback_cycle(model, 50);
    full += model.full;
    aw_first += model.aw_first;
    w_first += model.w_first;
    out_of_order += model.out_of_order;
    refilled += model.refilled;
    forwarded += model.forwarded;
  }
  met(full, "all slots taken");
  met(aw_first, "AW before W");
  met(w_first, "W before AW");
  met(out_of_order, "answers to choose from");
  met(refilled, "slot freed and taken in one cycle");
  met(forwarded, "line that passes");
}
