// SPDX-License-Identifier: Apache-2.0
//
// One miss slot through its life, and three of them against a model.

#include "blocks/cache/test/l1/units/l1_units.h"

using namespace fy_layout;

namespace {

struct Slot {
  bool busy = false, pending = false, acquire = false, granted = false, arrived = false;
  bool acknowledged = false, evict = false, whole = false, trunk = false, error = false;
  bool sent = false;
  unsigned received = 0, beat = 0, way = 0, grow = 0, passed = 0;
  uint64_t address = 0, victim = 0;
  bool complete() const { return arrived && acknowledged; }
  bool wants_evict() const { return pending && evict && !error; }
  bool wants_install() const { return pending && complete() && !evict && !error; }
};

Slot slots[kSlots];

void drive_miss(const Slot& slot) {
  set(top->miss_i, miss_i::address_, slot.address);
  set(top->miss_i, miss_i::way_, slot.way);
  set(top->miss_i, miss_i::grow_, slot.grow);
  set(top->miss_i, miss_i::evict_, slot.evict);
  set(top->miss_i, miss_i::victim_, slot.victim);
}

void drive_beat(unsigned index, unsigned beat, bool has_data, bool last, bool trunk, bool error) {
  set(top->beat_i, beat_i::index_, index);
  set(top->beat_i, beat_i::beat_, beat);
  set(top->beat_i, beat_i::has_data_, has_data);
  set(top->beat_i, beat_i::last_, last);
  set(top->beat_i, beat_i::trunk_, trunk);
  set(top->beat_i, beat_i::error_, error);
}

// Flags from busy down to error, as `status_o` has them.
void status(const char* when, const char* flags, unsigned received) {
  static const char names[] = "bpagcvewtx";  // v: arrived, x: error
  unsigned expected = 0;
  for (unsigned i = 0; i < 10; i++) {
    if (std::strchr(flags, names[i])) expected |= 1u << (9 - i);
  }
  check(get(top->status_o, Field{status_o::error_.low, 10}), expected, when);
  check(get(top->status_o, status_o::received_), received, when);
}

void step(bool allocate, bool acquired, bool beat, bool acknowledged, bool evicted, bool installed,
          bool queued) {
  go(allocate, acquired, beat, acknowledged, evicted, installed, queued);
  tick();
}

void check_match(uint64_t address) {
  const auto see = [](Field field) { return get(top->match_o, field); };
  bool hit = false, free = false;
  unsigned reserved = 0;
  for (unsigned i = 0; i < kSlots; i++) {
    const Slot& slot = slots[i];
    free = free || !slot.busy;
    if (!slot.pending) continue;
    if (set_of(slot.address) == set_of(address)) reserved |= 1u << slot.way;
    if (line_of(slot.address) != line_of(address)) continue;
    hit = true;
    check(see(match_o::index_), i, "slot of the line");
    check(see(match_o::wants_trunk_), slot.grow != 0, "wants trunk");
    check(see(match_o::received_), slot.received, "beats received");
  }
  check(see(match_o::hit_), hit, "match");
  check(see(match_o::free_), free, "free");
  if (free) check(slots[see(match_o::free_index_)].busy, 0, "the free slot is busy");
  check(see(match_o::reserved_), reserved, "reserved ways");
}

void check_operations() {
  bool evict = false, urgent = false, install = false;
  for (const Slot& slot : slots) {
    evict = evict || slot.wants_evict();
    urgent = urgent || (slot.wants_evict() && slot.complete());
    install = install || slot.wants_install();
  }
  check(get(top->evict_o, evict_o::valid_), evict, "evict valid");
  check(get(top->install_o, install_o::valid_), install, "install valid");
  if (evict) {
    const Slot& slot = slots[get(top->evict_o, evict_o::index_)];
    check(slot.wants_evict(), 1, "this slot evicts nothing");
    check(get(top->evict_o, evict_o::urgent_), urgent, "evict urgent");
    check(slot.complete(), urgent, "the urgent one first");
    check(get(top->evict_o, evict_o::address_), slot.victim, "victim");
    check(get(top->evict_o, evict_o::way_), slot.way, "way of the victim");
  }
  if (install) {
    const Slot& slot = slots[get(top->install_o, install_o::index_)];
    check(slot.wants_install(), 1, "this slot installs nothing");
    check(get(top->install_o, install_o::address_), slot.address, "installed line");
    check(get(top->install_o, install_o::way_), slot.way, "installed way");
    check(get(top->install_o, install_o::whole_), slot.whole, "installed whole");
    check(get(top->install_o, install_o::trunk_), slot.trunk, "installed trunk");
  }
}

void check_sum(uint64_t probed) {
  unsigned waits = 0;
  bool stores = false, error = false, pending = false, blocked = false, place = false;
  for (const Slot& slot : slots) {
    if (!slot.pending) continue;
    waits += !slot.arrived;
    stores = stores || slot.grow != 0;
    if (slot.complete() && slot.error) {
      error = true;
      place = place || get(top->summary_o, summary_o::error_address_) == slot.address;
    }
    if (line_of(slot.address) == line_of(probed)) (slot.granted ? blocked : pending) = true;
  }
  check(get(top->summary_o, summary_o::any_), waits > 0, "any");
  check(get(top->summary_o, summary_o::two_), waits > 1, "two");
  check(get(top->summary_o, summary_o::stores_), stores, "stores");
  check(get(top->summary_o, summary_o::error_), error, "error");
  check(place, error, "error address");
  check(top->probe_pending_o, pending, "probe pending");
  check(top->probe_blocked_o, blocked, "probe blocked");
}

}  // namespace

void test_miss_slot() {
  Slot miss;
  miss.address = 0x8012345678;
  miss.way = 2;
  miss.grow = 1;
  miss.evict = true;
  miss.victim = 0x80aabbcc00;
  drive_miss(miss);
  step(true, false, false, false, false, false, false);
  status("allocated", "bpae", 0);
  check(get(top->status_o, status_o::miss_address_), miss.address, "address");
  check(get(top->status_o, status_o::miss_victim_), miss.victim, "victim");
  step(false, true, false, false, false, false, false);
  status("acquired", "bpe", 0);
  drive_beat(0, 0, true, false, true, false);
  step(false, false, true, false, false, false, false);
  const std::string now = "bpgewt";
  status("first beat", now.c_str(), 1);
  step(false, false, false, true, false, false, false);
  status("acknowledged, not all there", now.c_str(), 1);
  drive_beat(0, 1, true, true, true, false);
  step(false, false, true, false, false, false, true);
  status("last beat", "bpgcvewt", 3);
  step(false, false, false, false, true, false, true);
  status("evicted", "bpgcvwt", 3);
  step(false, false, false, false, false, true, true);
  status("installed, a load still reads", "bgcvwt", 3);
  step(false, false, false, false, false, false, true);
  status("a load still reads", "bgcvwt", 3);
  step(false, false, false, false, false, false, false);
  status("free", "gcvwt", 3);
  // A Grant without data; then a refill that fails: loads get what is there, nothing is installed.
  miss.evict = false;
  drive_miss(miss);
  step(true, false, false, false, false, false, false);
  status("allocated again", "bpawt", 0);
  drive_beat(0, 0, false, true, true, false);
  step(false, true, true, false, false, false, false);
  status("Grant", "bpgvt", 0);
  step(false, false, false, true, false, false, false);
  status("Grant acknowledged", "bpgcvt", 0);
  step(false, false, false, false, false, true, false);
  step(false, false, false, false, false, false, false);
  status("free again", "gcvt", 0);
  step(true, false, false, false, false, false, false);
  drive_beat(0, 0, true, false, false, true);
  step(false, true, true, false, false, false, true);
  status("first beat denied", "bpgwx", 1);
  drive_beat(0, 1, true, true, false, false);
  step(false, false, true, false, false, false, true);
  status("refill failed", "bpgvwx", 255);
  step(false, false, false, false, false, false, true);
  status("not before its GrantAck", "bpgvwx", 255);
  step(false, false, false, true, false, false, true);
  status("failed, acknowledged", "bpgcvwx", 255);
  step(false, false, false, false, false, false, true);
  status("dropped", "bgcvwx", 255);
  step(false, false, false, false, false, false, false);
  status("free after a failure", "gcvwx", 255);
}

void test_miss_slots(uint64_t count) {
  unsigned full = 0, failed = 0, two = 0;
  int burst = -1, stalled = -1;
  bool has_data = false, trunk = false;
  for (uint64_t i = 0; i < count; i++) {
    const uint64_t address = some_address(2), probed = some_address(2);
    top->a_i = address;
    top->b_i = probed;
    unsigned queued = below(8) & below(8), granted = 0, open = 0;
    for (unsigned k = 0; k < kSlots; k++) {
      if (slots[k].granted && !slots[k].acknowledged && slots[k].busy) granted |= 1u << k;
      if (slots[k].sent && !slots[k].arrived) open |= 1u << k;
    }
    const auto pick = [](unsigned set) {
      unsigned k = below(kSlots);
      while (!(set >> k & 1)) k = (k + 1) % kSlots;
      return k;
    };
    top->ways_i = queued;
    go(false);
    top->eval();
    check_match(address);
    check_operations();
    check_sum(probed);
    full += !get(top->match_o, match_o::free_);
    two += get(top->summary_o, summary_o::two_);
    // Acquires: one at a time, unchanged while stalled, each waits for the others once at most.
    bool any = false;
    for (const Slot& slot : slots) any = any || slot.acquire;
    check(top->acquire_valid_o, any, "acquire valid");
    const unsigned sender = get(top->acquire_o, acquire_o::index_);
    if (any) {
      check(slots[sender].acquire, 1, "acquires what was not asked for");
      check(get(top->acquire_o, acquire_o::miss_address_), slots[sender].address, "acquired line");
      check(get(top->acquire_o, acquire_o::miss_grow_), slots[sender].grow, "acquired grow");
      if (stalled >= 0) check(sender, static_cast<unsigned>(stalled), "changed while stalled");
    }
    const bool ready = percent(50);
    stalled = any && !ready ? static_cast<int>(sender) : -1;
    // What happens in this cycle.
    const bool allocate =
        percent(40) && get(top->match_o, match_o::free_) && !get(top->match_o, match_o::hit_);
    const unsigned taken = get(top->match_o, match_o::free_index_);
    Slot miss;
    if (allocate) {
      miss.busy = miss.pending = miss.acquire = true;
      miss.address = address;
      miss.victim = some_address(8);
      miss.evict = percent(50);
      miss.grow = below(3);
      do miss.way = below(kWays);
      while (get(top->match_o, match_o::reserved_) >> miss.way & 1);
      drive_miss(miss);
    }
    const bool beat = open && percent(50), acknowledge = granted && percent(40);
    unsigned receiver = 0, number = 0;
    bool last = false, error = false;
    if (beat) {
      receiver = burst >= 0 ? static_cast<unsigned>(burst) : pick(open);
      if (burst < 0) {
        has_data = slots[receiver].grow != 2 || percent(50);
        trunk = slots[receiver].grow != 0 || percent(50);
      }
      number = slots[receiver].beat;
      last = !has_data || number == 1;
      error = percent(8);
      drive_beat(receiver, number, has_data, last, trunk, error);
      burst = last ? -1 : static_cast<int>(receiver);
    }
    const unsigned acknowledged = acknowledge ? pick(granted) : below(kSlots);
    top->slot_i = acknowledged;
    const bool installs = get(top->install_o, install_o::valid_) && percent(50);
    const bool evicts = !installs && get(top->evict_o, evict_o::valid_) && percent(50);
    const unsigned installed = get(top->install_o, install_o::index_);
    const unsigned evicted = get(top->evict_o, evict_o::index_);
    go(allocate, ready, beat, acknowledge, evicts, installs);
    tick();
    for (unsigned k = 0; k < kSlots; k++) {
      Slot& slot = slots[k];
      const Slot before = slot;
      if (any && ready) {
        if (k == sender) {
          slot.acquire = false;
          slot.sent = true;
          slot.passed = 0;
        } else if (slot.acquire && ++slot.passed >= kSlots) {
          fail("an Acquire starves");
        }
      }
      if (evicts && k == evicted) slot.evict = false;
      if (acknowledge && k == acknowledged) slot.acknowledged = true;
      if (beat && k == receiver) {
        slot.granted = true;
        slot.arrived = last;
        slot.whole = has_data;
        slot.trunk = trunk;
        slot.error = slot.error || error;
        slot.received |= has_data ? 1u << number : 0;
        if (last && slot.error) slot.received = 255;
        slot.beat++;
      }
      if (installs && k == installed) slot.pending = false;
      if (before.pending && before.complete() && before.error) {
        slot.pending = false;
        failed++;
      }
      if (before.busy && !before.pending && !(queued >> k & 1)) slot.busy = false;
      if (allocate && k == taken) slot = miss;
    }
  }
  if (!full || !failed || !two) fail("never full, failed or two at a time");
}
