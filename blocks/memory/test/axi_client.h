// SPDX-License-Identifier: Apache-2.0
// A requester at an AXI port of beats of 32 bytes: bursts to send, what is owed, and answers that
// must stay as they are while they wait. The bench judges the bursts that are done. A top has the
// ports `client_*`, one or several of them side by side.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "blocks/common/test/bench.h"
#include "fy_layout.h"

namespace lay = fy_layout;

constexpr unsigned kBeat = 32;
constexpr uint64_t kBase = 0x80000000ull;

struct Burst {
  uint64_t address = 0;
  unsigned id = 0, beats = 2, size = 5, burst = 1;
  uint32_t strobe = 0xffffffffu;
  std::vector<uint8_t> data;
  unsigned beat = 0, resp = 0;
  uint64_t start = 0, first = 0, last = 0;  // cycles: AR or last W; first and last R, or B
};

template <class Top>
class AxiClient {
 public:
  Source<Burst> ar, aw, w;
  ById<Burst> reads, writes;
  std::vector<Burst> done_reads, done_writes;  // in the order of their end
  bool in_order = true;                        // whatever their ids
  bool apart = false;  // no read and write of the same bytes are under way at once

  explicit AxiClient(Top& top, unsigned number = 0)
      : top_(top), number_(static_cast<int>(number)), bit_(1u << number) {}

  void read(uint64_t address, unsigned beats, unsigned id) {
    Burst b;
    b.address = address, b.beats = beats, b.id = id;
    ar.push(b);
  }
  const Burst& write(uint64_t address, unsigned beats, unsigned id, uint32_t strobe = ~0u) {
    Burst b;
    b.address = address, b.beats = beats, b.id = id, b.strobe = strobe;
    b.data.resize(beats * kBeat);
    randomize(b.data);
    aw.push(b);
    w.push(b);
    return w.queue.back();
  }
  bool idle() const {
    return ar.empty() && aw.empty() && w.empty() && reads.empty() && writes.empty();
  }
  bool touches(uint64_t address) const {
    const auto in = [&](const auto& bursts) {
      return std::any_of(bursts.begin(), bursts.end(),
                         [&](const Burst& b) { return b.address == address; });
    };
    return in(ar.queue) || in(aw.queue) || in(w.queue) || in(reads) || in(writes);
  }
  void clear() { done_reads.clear(), done_writes.clear(); }

  /// Before evaluation; `pause` in percent.
  void drive(unsigned pause) {
    const bool ar_may = !apart || ar.empty() ||
                        !(meets(writes, ar.queue.front()) || meets(w.queue, ar.queue.front()));
    put(top_.client_ar_valid_i,
        ar.offer_if(ar_may, pause, [&](const Burst& b) { address(top_.client_ar_i, b); }));
    put(top_.client_aw_valid_i,
        aw.offer(pause, [&](const Burst& b) { address(top_.client_aw_i, b); }));
    // W may come before its AW.
    const bool w_may = !apart || w.empty() ||
                       !(meets(reads, w.queue.front()) ||
                         (ar.offered() && overlap(ar.queue.front(), w.queue.front())));
    put(top_.client_w_valid_i, w.offer_if(w_may, pause, [&](const Burst& b) {
      namespace W = lay::client_w_i;
      lay::set_bytes(top_.client_w_i, at(W::data_, W::width), b.data.data() + b.beat * kBeat);
      lay::set(top_.client_w_i, at(W::strb_, W::width), b.strobe);
      lay::set(top_.client_w_i, at(W::last_, W::width), b.beat + 1 == b.beats);
    }));
    put(top_.client_r_ready_i, r_.ready(pause));
    put(top_.client_b_ready_i, b_.ready(pause));
  }

  /// After evaluation; `stored(burst, beat)` is told of each beat of W that is taken.
  template <class Stored>
  void sample(Stored stored) {
    take_r();
    take_b();
    ar_taken = ar.taken(top_.client_ar_ready_o & bit_);
    if (ar_taken) {
      reads.owe(ar.next());
      reads.newest().start = cycle;
    }
    w_taken = w.taken(top_.client_w_ready_o & bit_);
    if (w_taken) {
      Burst& b = w.queue.front();
      stored(b, b.beat);
      if (++b.beat == b.beats) {
        writes.owe(w.next());
        writes.newest().start = cycle;
      }
    }
    aw_taken = aw.taken(top_.client_aw_ready_o & bit_);
    if (aw_taken) aw.next();
  }
  bool ar_taken = false, aw_taken = false, w_taken = false;  // in this cycle

 private:
  struct ReadBeat {
    uint64_t id, resp, last;
    uint8_t data[kBeat];
  };

  lay::Field at(lay::Field field, int width) const { return lay::at(field, number_, width); }
  template <class Port>
  void put(Port& port, bool value) {
    port = static_cast<Port>(value ? port | bit_ : port & ~bit_);
  }
  template <class Port>
  void address(Port& port, const Burst& b) {
    namespace X = lay::client_ar_i;  // AW has the same layout
    lay::set(port, at(X::id_, X::width), b.id);
    lay::set(port, at(X::addr_, X::width), b.address);
    lay::set(port, at(X::len_, X::width), b.beats - 1);
    lay::set(port, at(X::size_, X::width), b.size);
    lay::set(port, at(X::burst_, X::width), b.burst);
  }
  static bool overlap(const Burst& a, const Burst& b) {
    return b.address < a.address + a.beats * kBeat && a.address < b.address + b.beats * kBeat;
  }
  template <class Bursts>
  static bool meets(const Bursts& others, const Burst& b) {
    return std::any_of(others.begin(), others.end(),
                       [&](const Burst& other) { return overlap(other, b); });
  }
  Burst& oldest(ById<Burst>& of, uint64_t id, const char* what) {
    Burst& b = of.oldest(id, what);
    check(!in_order || &b == &*of.begin(), "an answer overtakes an older one");
    if (!b.first) b.first = cycle;
    return b;
  }

  void take_r() {
    namespace R = lay::client_r_o;
    const bool valid = top_.client_r_valid_o & bit_;
    ReadBeat now{};
    if (valid) {
      now.id = lay::get(top_.client_r_o, at(R::id_, R::width));
      now.resp = lay::get(top_.client_r_o, at(R::resp_, R::width));
      now.last = lay::get(top_.client_r_o, at(R::last_, R::width));
      lay::get_bytes(top_.client_r_o, at(R::data_, R::width), now.data);
      oldest(reads, now.id, "R without AR");
    }
    if (!r_.received(valid, now, "R")) return;
    Burst& b = reads.oldest(now.id, "R without AR");
    if (now.resp) b.resp = static_cast<unsigned>(now.resp);
    b.data.insert(b.data.end(), now.data, now.data + kBeat);
    const bool last = ++b.beat == b.beats;
    check(now.last, last, "last of R");
    if (!last) return;
    b.last = cycle;
    done_reads.push_back(reads.done(now.id));
  }

  void take_b() {
    namespace B = lay::client_b_o;
    const bool valid = top_.client_b_valid_o & bit_;
    uint64_t facts = 0;
    uint64_t id = 0;
    if (valid) {
      id = lay::get(top_.client_b_o, at(B::id_, B::width));
      facts = id << 2 | lay::get(top_.client_b_o, at(B::resp_, B::width));
      oldest(writes, id, "B before the last W");
    }
    if (!b_.received(valid, facts, "B")) return;
    writes.oldest(id, "B before the last W").resp = facts & 3;
    done_writes.push_back(writes.done(id));
  }

  Top& top_;
  int number_;
  unsigned bit_;
  Sink<ReadBeat> r_;
  Sink<uint64_t> b_;
};
