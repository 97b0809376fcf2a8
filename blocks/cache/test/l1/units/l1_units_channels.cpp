// SPDX-License-Identifier: Apache-2.0
//
// Channels A, C, D and E: answers sorted, lines sent, uncached accesses.

#include "blocks/cache/test/l1/units/l1_units.h"

using namespace fy_layout;

namespace {

// Register value of `size` bytes from their place in a beat.
uint64_t loaded(const uint8_t* beat, uint64_t address, unsigned size, bool is_unsigned) {
  uint64_t value = 0;
  const unsigned bytes = 1u << size;
  for (unsigned i = 0; i < bytes; i++) {
    value |= static_cast<uint64_t>(beat[address % kBeat + i]) << (8 * i);
  }
  if (bytes == 8 || is_unsigned) return value;
  const unsigned shift = 64 - 8 * bytes;
  return static_cast<uint64_t>(static_cast<int64_t>(value << shift) >> shift);
}

struct Access {
  bool store = false, is_unsigned = false;
  unsigned size = 0, id = 0;
  uint64_t address = 0, data = 0;

  void drive() {
    store = percent(50);
    is_unsigned = percent(50);
    size = below(4);
    id = below(1024);
    address = 0x10000000ull + (below(64) >> size << size);
    data = random64();
    set(top->request_i, request_i::operation_, store ? DataStore : DataLoad);
    set(top->request_i, request_i::size_, size);
    set(top->request_i, request_i::is_unsigned_, is_unsigned);
    set(top->request_i, request_i::id_, id);
    set(top->request_i, request_i::address_, address);
    set(top->request_i, request_i::data_, data);
  }

  template <class T>
  void check_a(const T& a) const {
    check(get(a, tl_a_o::opcode_), store ? PutFullData : Get, "opcode");
    check(get(a, tl_a_o::size_), size, "size");
    check(get(a, tl_a_o::source_), kSlots + 1, "source");
    check(get(a, tl_a_o::address_), address, "address");
    const uint64_t mask = ((1ull << (1u << size)) - 1) << (address % kBeat);
    check(get(a, tl_a_o::mask_), mask, "mask");
    uint8_t beat[kBeat];
    get_bytes(a, tl_a_o::data_, beat);
    for (unsigned i = 0; store && i < 1u << size; i++) {
      check(beat[address % kBeat + i], data >> (8 * i) & 255, "byte lane");
    }
  }
};

}  // namespace

// Grants of three slots, ReleaseAcks and uncached answers, one message behind the other.
void test_response(uint64_t count) {
  std::deque<std::pair<unsigned, unsigned>> acknowledges;  // slot, sink; oldest first
  bool owed[kSlots] = {};
  int opcode = -1;
  unsigned source = 0, beat = 0, sink = 0, most = 0, errors = 0;
  bool trunk = false;
  for (uint64_t i = 0; i < count; i++) {
    if (opcode < 0 && percent(70)) {
      const unsigned kind = below(kSlots + 2);
      source = kind;
      beat = 0;
      if (kind == kSlots) {
        opcode = ReleaseAck;
      } else if (kind > kSlots) {
        opcode = percent(50) ? AccessAck : AccessAckData;
      } else if (!owed[kind]) {
        opcode = percent(30) ? Grant : GrantData;
        sink = below(64);
        trunk = percent(50);
      }
    }
    const bool valid = opcode >= 0 && percent(70), ready = percent(40);
    const bool denied = percent(10), corrupt = percent(10);
    const bool grant = opcode == Grant || opcode == GrantData;
    if (valid) {
      answer(opcode, source, sink, grant && !trunk ? 1 : 0, denied, corrupt,
             source > kSlots ? below(4) : 6);
    }
    go(valid, ready);
    top->eval();
    check(top->beat_valid_o, valid && grant, "beat valid");
    check(top->response_o >> 1 & 1, valid && opcode == ReleaseAck, "released");
    check(top->response_o & 1, valid && source > kSlots, "uncached");
    const bool last = opcode == Grant || beat == 1;
    if (valid && grant) {
      check(get(top->beat_o, beat_o::index_), source, "slot of the beat");
      check(get(top->beat_o, beat_o::beat_), beat, "number of the beat");
      check(get(top->beat_o, beat_o::has_data_), opcode == GrantData, "has data");
      check(get(top->beat_o, beat_o::last_), last, "last");
      check(get(top->beat_o, beat_o::trunk_), trunk, "trunk");
      const bool error = denied || (corrupt && opcode == GrantData);
      check(get(top->beat_o, beat_o::error_), error, "error");
      errors += error;
    }
    check(top->tl_e_valid_o, !acknowledges.empty(), "GrantAck valid");
    check(top->response_o >> 2 & 1, ready && !acknowledges.empty(), "acknowledged");
    if (!acknowledges.empty()) {
      check(top->tl_e_o, acknowledges[0].second, "sink");
      check(top->acknowledged_o, acknowledges[0].first, "slot acknowledged");
    }
    tick();
    if (ready && !acknowledges.empty()) {
      owed[acknowledges[0].first] = false;
      acknowledges.pop_front();
    }
    if (valid && grant && beat == 0) {
      owed[source] = true;
      acknowledges.push_back({source, sink});
    }
    most = std::max(most, static_cast<unsigned>(acknowledges.size()));
    if (valid && (!grant || last)) {
      opcode = -1;
    } else if (valid) {
      beat++;
    }
  }
  if (most < kSlots || !errors) fail("never a GrantAck of each slot waiting, or no error");
}

// Commands to messages; a Release is remembered until its acknowledgement.
void test_return(uint64_t count) {
  const int opcodes[] = {ProbeAck, ProbeAckData, Release, ReleaseData};
  unsigned passing = 0;
  bool pending = false;
  uint64_t released_address = 0;
  for (uint64_t i = 0; i < count / 8; i++) {
    const int opcode = opcodes[below(pending ? 2 : 4)];
    const bool release = opcode >= Release, data = opcode == ProbeAckData || opcode == ReleaseData;
    const unsigned param = below(6), source = below(1024);
    const uint64_t address = some_address(100);
    uint8_t bytes[kLine], other[kLine];
    fill(bytes, kLine);
    fill(other, kLine);
    set(top->command_i, command_i::opcode_, opcode);
    set(top->command_i, command_i::param_, param);
    set(top->command_i, command_i::is_release_, release);
    set(top->command_i, command_i::source_, source);
    set(top->command_i, command_i::address_, address);
    check(top->return_ready_o, 1, "ready");
    check(top->tl_c_valid_o, 0, "nothing to send");
    set_wide(top->line_i, other);
    go(true, percent(50));
    tick();
    if (release) {
      pending = true;
      released_address = address;
    }
    set_wide(top->line_i, bytes);
    for (unsigned beat = 0, wait = data; beat < 1u + data;) {
      const bool ready = percent(50), released = pending && !release && percent(10);
      go(false, ready, released);
      top->eval();
      check(top->return_ready_o, 0, "busy");
      check(top->tl_c_valid_o, !wait, "valid");
      check(get(top->release_o, release_o::pending_), pending, "pending");
      if (pending) check(get(top->release_o, release_o::address_), released_address, "of what");
      if (!wait) {
        const auto see = [](Field field) { return get(top->tl_c_o, field); };
        check(see(tl_c_o::opcode_), static_cast<unsigned>(opcode), "opcode");
        check(see(tl_c_o::param_), param, "param");
        check(see(tl_c_o::source_), source, "source");
        check(see(tl_c_o::size_), 6, "size");
        check(see(tl_c_o::address_), line_of(address), "address");
        check(see(tl_c_o::corrupt_), 0, "corrupt");
        uint8_t found[kBeat];
        get_bytes(top->tl_c_o, tl_c_o::data_, found);
        if (data && std::memcmp(found, bytes + beat * kBeat, kBeat) != 0) fail("data");
      }
      tick();
      set_wide(top->line_i, other);
      passing += pending && !release;
      beat += !wait && ready;
      wait = 0;
      pending = pending && !released;
    }
    const bool released = pending && percent(50);
    go(false, true, released);
    tick();
    pending = pending && !released;
    go(false);
    top->eval();
  }
  if (!passing) fail("no probe answer passed a Release");
}

void test_uncached(uint64_t count) {
  unsigned failures = 0, at_once = 0;
  for (uint64_t i = 0; i < count / 8; i++) {
    Access access;
    access.drive();
    go(true, true, false, true);
    top->eval();
    check(top->uncached_ready_o, 1, "ready");
    check(top->tl_a_valid_o, 0, "nothing asked for");
    check(top->late_valid_o, 0, "nothing to deliver");
    tick();
    const Access sent = access;
    access.drive();  // an offer that is not taken
    const bool denied = percent(10), corrupt = percent(10);
    const int opcode = sent.store ? AccessAck : AccessAckData;
    uint8_t beat[kBeat];
    fill(beat, kBeat);
    set_bytes(top->tl_d_i, tl_d_i::data_, beat);
    answer(opcode, kSlots + 1, 0, 0, denied, corrupt, sent.size);
    bool answered = false;
    for (bool taken = false; !answered;) {
      const bool ready = percent(50);
      const bool here = (taken || ready) && percent(40);
      at_once += here && !taken;
      go(true, ready, here, false);
      top->eval();
      check(top->uncached_ready_o, 0, "one at a time");
      check(top->tl_a_valid_o, !taken, "asked once");
      check(top->late_valid_o, 0, "too early");
      if (!taken) sent.check_a(top->tl_a_o);
      const bool failed = denied || (corrupt && !sent.store);
      check(top->error_o, here && failed, "error");
      if (here && failed) check(top->error_address_o, sent.address, "error address");
      failures += here && failed;
      tick();
      taken = taken || ready;
      answered = here;
    }
    if (sent.store) continue;
    for (bool taken = false; !taken;) {
      taken = percent(50);
      go(false, false, false, taken);
      top->eval();
      check(top->late_valid_o, 1, "late valid");
      check(get(top->late_o, late_o::id_), sent.id, "late id");
      const uint64_t value = loaded(beat, sent.address, sent.size, sent.is_unsigned);
      check(get(top->late_o, late_o::data_), denied || corrupt ? 0 : value, "late data");
      tick();
    }
  }
  if (!failures || !at_once) fail("no failure, or no answer at once");
}

// Acquires and uncached accesses in turn on channel A; late values of both.
void test_requests(uint64_t count) {
  Access access;
  bool acquire = false, waiting = false, sent = false;
  uint64_t line = 0, id = 0, data = 0;
  unsigned slot = 0, grow = 0, passed_acquire = 0, passed_uncached = 0, both = 0;
  int stalled = -1;
  uint8_t beat[kBeat];
  bool load_here = false;
  for (uint64_t i = 0; i < count; i++) {
    if (!acquire && (acquire = percent(40))) {
      line = some_address(100);
      slot = below(kSlots);
      grow = below(3);
    }
    set(top->acquire_i, acquire_i::index_, slot);
    set(top->acquire_i, acquire_i::miss_address_, line);
    set(top->acquire_i, acquire_i::miss_grow_, grow);
    const bool idle = !waiting && !sent && !load_here;
    const bool request = idle && percent(50), ready = percent(50);
    if (request) access.drive();
    const bool answers = sent && percent(30), late = percent(50);
    if (answers) {
      fill(beat, kBeat);
      set_bytes(top->tl_d_i, tl_d_i::data_, beat);
      answer(access.store ? AccessAck : AccessAckData, kSlots + 1, 0, 0, false, false, access.size);
    }
    if (late) {
      id = below(1024);
      data = random64();
      set(top->late_i, late_i::id_, id);
      set(top->late_i, late_i::data_, data);
    }
    go(acquire, request, ready, answers, late);
    top->eval();
    check(top->requests_o >> 1 & 1, idle, "uncached ready");
    check(top->requests_a_valid_o, acquire || waiting, "A valid");
    bool took_acquire = false, took_uncached = false;
    if (acquire || waiting) {
      const auto see = [](Field field) { return get(top->requests_a_o, field); };
      const bool is_acquire = see(tl_a_o::opcode_) == AcquireBlock;
      if (stalled >= 0) check(is_acquire, stalled, "changed while stalled");
      stalled = ready ? -1 : is_acquire;
      check(is_acquire ? acquire : waiting, 1, "sends what was not asked for");
      if (is_acquire) {
        check(see(tl_a_o::param_), grow, "grow");
        check(see(tl_a_o::source_), slot, "source");
        check(see(tl_a_o::address_), line_of(line), "address");
        check(see(tl_a_o::size_), 6, "size");
        check(see(tl_a_o::mask_), 0xffffffff, "mask");
      } else {
        access.check_a(top->requests_a_o);
      }
      took_acquire = is_acquire && ready;
      took_uncached = !is_acquire && ready;
      passed_acquire = took_uncached && acquire ? passed_acquire + 1 : 0;
      passed_uncached = took_acquire && waiting ? passed_uncached + 1 : 0;
      if (passed_acquire > 1 || passed_uncached > 1) fail("not in turn");
    }
    check(top->requests_o >> 2 & 1, took_acquire, "acquire taken");
    // The uncached value passes first.
    check(top->requests_o & 1, !load_here, "late load ready");
    check(top->requests_late_valid_o, load_here || late, "late valid");
    if (load_here) {
      check(get(top->requests_late_o, late_o::id_), access.id, "uncached id");
      check(get(top->requests_late_o, late_o::data_),
            loaded(beat, access.address, access.size, access.is_unsigned), "uncached data");
    } else if (late) {
      check(get(top->requests_late_o, late_o::id_), id, "late id");
      check(get(top->requests_late_o, late_o::data_), data, "late data");
    }
    both += load_here && late;
    tick();
    load_here = answers && !access.store;
    if (answers) sent = false;
    if (took_uncached) {
      waiting = false;
      sent = true;
    }
    if (took_acquire) acquire = false;
    if (request) waiting = true;
  }
  if (!both) fail("two late values never met");
}
