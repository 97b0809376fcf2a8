// SPDX-License-Identifier: Apache-2.0
// The verilated test top with messages instead of bits, one cycle at a time.
#pragma once

#include <array>
#include <deque>
#include <string>
#include <vector>

#include "Vfy_tl_test.h"
#include "blocks/common/test/bench.h"
#include "fy_layout.h"
#include "fy_tl_pkg.h"

namespace bench {

using namespace fy_layout;
constexpr int kClients = 3;
constexpr int kBeat = 32;
constexpr uint64_t kNear = 0x80000000, kFar = 0x80010000, kNarrow = 0x10000000;
constexpr uint64_t kOuter = 0x90000000, kNobody = 0x40000000;

using fy_tl_pkg::CapToB, fy_tl_pkg::CapToN, fy_tl_pkg::CapToT;
using fy_tl_pkg::GrowBtoT, fy_tl_pkg::GrowNtoB, fy_tl_pkg::GrowNtoT;
using fy_tl_pkg::PruneBtoN, fy_tl_pkg::PruneTtoN, fy_tl_pkg::ReportNtoN;

struct Beat {
  uint32_t opcode = 0, param = 0, size = 0, source = 0, mask = 0, sink = 0, denied = 0, corrupt = 0;
  uint64_t address = 0;
  std::array<uint8_t, kBeat> data{};
};

inline int data_beats(uint32_t size) { return (1u << size) <= kBeat ? 1 : (1 << size) / kBeat; }
inline uint32_t full_mask(uint64_t address, uint32_t size) {
  if ((1u << size) >= kBeat) return 0xffffffffu;
  return ((1u << (1u << size)) - 1) << (address % kBeat);
}

/// One client: messages to send and the beats that came; ready and pauses are set by the test.
struct Client {
  Source<Beat> a, c, e;
  std::deque<Beat> d, b;
  bool d_ready = true, b_ready = true, a_pause = false;
};

class System {
 public:
  System() {
    // Ports start with random values, too.
    top.client_a_valid_i = top.client_c_valid_i = top.client_e_valid_i = 0;
    top.outer_b_valid_i = top.outer_d_valid_i = 0;
    reset(top, 3);
  }

  Vfy_tl_test top;
  std::array<Client, kClients> clients;
  std::deque<Beat> outer_a, outer_c, outer_e;  // arrived at the outer manager
  Source<Beat> outer_b, outer_d;               // to be sent by it
  bool outer_a_ready = true, outer_c_ready = true;
  std::array<bool, kClients> a_fired{}, d_fired{};
  bool outer_a_fired = false;
  uint64_t limit = 100'000;

  /// Offer everything that waits, let one cycle pass, collect what was transferred.
  void step() {
    check(cycle <= limit, "the test does not end");
    namespace l = fy_layout;
    top.client_a_valid_i = top.client_c_valid_i = top.client_e_valid_i = 0;
    top.client_d_ready_i = top.client_b_ready_i = 0;
    for (int i = 0; i < kClients; i++) {
      Client& x = clients[i];
      const bool a_valid = x.a.offer_if(!x.a_pause, 0, [&](const Beat& m) {
        auto put = [&](auto field, uint64_t v) {
          set(top.client_a_i, at(field, i, l::client_a_i::width), v);
        };
        put(l::client_a_i::opcode_, m.opcode), put(l::client_a_i::param_, m.param);
        put(l::client_a_i::size_, m.size), put(l::client_a_i::source_, m.source);
        put(l::client_a_i::address_, m.address), put(l::client_a_i::mask_, m.mask);
        put(l::client_a_i::corrupt_, m.corrupt);
        set_bytes(top.client_a_i, at(l::client_a_i::data_, i, l::client_a_i::width), m.data.data());
      });
      const bool c_valid = x.c.offer(0, [&](const Beat& m) {
        auto put = [&](auto field, uint64_t v) {
          set(top.client_c_i, at(field, i, l::client_c_i::width), v);
        };
        put(l::client_c_i::opcode_, m.opcode), put(l::client_c_i::param_, m.param);
        put(l::client_c_i::size_, m.size), put(l::client_c_i::source_, m.source);
        put(l::client_c_i::address_, m.address);
        set_bytes(top.client_c_i, at(l::client_c_i::data_, i, l::client_c_i::width), m.data.data());
      });
      const bool e_valid = x.e.offer(0, [&](const Beat& m) {
        set(top.client_e_i, at(l::client_e_i::sink_, i, l::client_e_i::width), m.sink);
      });
      top.client_a_valid_i |= a_valid << i;
      top.client_c_valid_i |= c_valid << i;
      top.client_e_valid_i |= e_valid << i;
      top.client_d_ready_i |= x.d_ready << i;
      top.client_b_ready_i |= x.b_ready << i;
    }
    top.outer_a_ready_i = outer_a_ready;
    top.outer_c_ready_i = outer_c_ready;
    top.outer_e_ready_i = 1;
    top.outer_b_valid_i = outer_b.offer(0, [&](const Beat& m) {
      set(top.outer_b_i, l::outer_b_i::opcode_, m.opcode);
      set(top.outer_b_i, l::outer_b_i::param_, m.param);
      set(top.outer_b_i, l::outer_b_i::size_, m.size);
      set(top.outer_b_i, l::outer_b_i::source_, m.source);
      set(top.outer_b_i, l::outer_b_i::address_, m.address);
    });
    top.outer_d_valid_i = outer_d.offer(0, [&](const Beat& m) {
      set(top.outer_d_i, l::outer_d_i::opcode_, m.opcode);
      set(top.outer_d_i, l::outer_d_i::param_, m.param);
      set(top.outer_d_i, l::outer_d_i::size_, m.size);
      set(top.outer_d_i, l::outer_d_i::source_, m.source);
      set(top.outer_d_i, l::outer_d_i::sink_, m.sink);
      set(top.outer_d_i, l::outer_d_i::denied_, m.denied);
      set(top.outer_d_i, l::outer_d_i::corrupt_, m.corrupt);
      set_bytes(top.outer_d_i, l::outer_d_i::data_, m.data.data());
    });
    top.eval();
    collect();
    edge(top);
  }

  void idle(int cycles) {
    for (int i = 0; i < cycles; i++) step();
  }

  /// The first broken rule that a monitor saw, 0 if none.
  uint32_t violation() const {
    for (int i = 0; i < kClients; i++) {
      uint32_t rule = (top.violation_o >> (6 * i)) & 0x3f;
      if (rule) return rule;
    }
    return 0;
  }

 private:
  /// Where the fields that A, B and C share lie in a payload.
  struct Header {
    Field opcode, param, size, source, address;
  };
  template <class Payload>
  static Beat header(const Payload& payload, const Header& fields) {
    Beat m;
    m.opcode = get(payload, fields.opcode);
    m.param = get(payload, fields.param);
    m.size = get(payload, fields.size);
    m.source = get(payload, fields.source);
    m.address = get(payload, fields.address);
    return m;
  }

  void collect() {
    namespace l = fy_layout;
    for (int i = 0; i < kClients; i++) {
      Client& x = clients[i];
      a_fired[i] = x.a.taken(top.client_a_ready_o >> i & 1);
      d_fired[i] = top.client_d_valid_o & top.client_d_ready_i & (1 << i);
      if (a_fired[i]) x.a.next();
      if (x.c.taken(top.client_c_ready_o >> i & 1)) x.c.next();
      if (x.e.taken(top.client_e_ready_o >> i & 1)) x.e.next();
      if (d_fired[i]) {
        auto take = [&](auto field) {
          return get(top.client_d_o, at(field, i, l::client_d_o::width));
        };
        Beat m;
        m.opcode = take(l::client_d_o::opcode_), m.param = take(l::client_d_o::param_);
        m.size = take(l::client_d_o::size_), m.source = take(l::client_d_o::source_);
        m.sink = take(l::client_d_o::sink_), m.denied = take(l::client_d_o::denied_);
        m.corrupt = take(l::client_d_o::corrupt_);
        get_bytes(top.client_d_o, at(l::client_d_o::data_, i, l::client_d_o::width), m.data.data());
        x.d.push_back(m);
      }
      if (top.client_b_valid_o & top.client_b_ready_i & (1 << i)) {
        namespace f = l::client_b_o;
        x.b.push_back(header(
            top.client_b_o,
            {at(f::opcode_, i, f::width), at(f::param_, i, f::width), at(f::size_, i, f::width),
             at(f::source_, i, f::width), at(f::address_, i, f::width)}));
      }
    }
    outer_a_fired = top.outer_a_valid_o && top.outer_a_ready_i;
    if (outer_a_fired) {
      namespace f = l::outer_a_o;
      Beat m = header(top.outer_a_o, {f::opcode_, f::param_, f::size_, f::source_, f::address_});
      m.mask = get(top.outer_a_o, f::mask_);
      get_bytes(top.outer_a_o, f::data_, m.data.data());
      outer_a.push_back(m);
    }
    if (top.outer_c_valid_o && top.outer_c_ready_i) {
      namespace f = l::outer_c_o;
      Beat m = header(top.outer_c_o, {f::opcode_, f::param_, f::size_, f::source_, f::address_});
      get_bytes(top.outer_c_o, f::data_, m.data.data());
      outer_c.push_back(m);
    }
    if (top.outer_e_valid_o && top.outer_e_ready_i) {
      Beat m;
      m.sink = get(top.outer_e_o, l::outer_e_o::sink_);
      outer_e.push_back(m);
    }
    if (outer_b.taken(top.outer_b_ready_o)) outer_b.next();
    if (outer_d.taken(top.outer_d_ready_o)) outer_d.next();
  }
};

/// The beats of a request; `fill` gives the data bytes in address order.
template <typename Fill>
void request(Source<Beat>& queue, uint32_t opcode, uint64_t address, uint32_t size, uint32_t source,
             Fill fill, uint32_t param = 0) {
  Beat m;
  m.opcode = opcode, m.address = address, m.size = size, m.source = source, m.param = param;
  m.mask = full_mask(address, size);
  bool has_data = opcode <= LogicalData;
  int beats = has_data ? data_beats(size) : 1;
  for (int b = 0; b < beats; b++) {
    m.data.fill(0);
    if (has_data) fill(b, m);
    queue.push(m);
  }
}
inline void request(Source<Beat>& queue, uint32_t opcode, uint64_t address, uint32_t size,
                    uint32_t source, uint32_t param = 0) {
  request(
      queue, opcode, address, size, source, [](int, Beat&) {}, param);
}

}  // namespace bench
