// SPDX-License-Identifier: Apache-2.0
// The client and the AXI memory on the two sides of fy_tl_to_axi, and what a flat memory says.
#pragma once
#include <map>
#include <string>
#include <type_traits>
#include <vector>

#include "Vfy_tl_to_axi.h"
#include "blocks/common/test/bench.h"
#include "fy_layout.h"
#include "fy_tl_pkg.h"

namespace lay = fy_layout;

namespace bridge {

constexpr unsigned kBeat = lay::tl_i::a_data_.width / 8, kLine = 64;
constexpr uint64_t kBase = 0x80000000, kPage = 0x1000;
// Pages: 0 and 1 answer, 2 fails with SLVERR, 3 with DECERR, 4 from the second beat on.
constexpr unsigned kPages = 5;
using namespace fy_tl_pkg;

inline unsigned beats_of(unsigned size) { return (1u << size) <= kBeat ? 1 : (1u << size) / kBeat; }
inline uint64_t lanes(uint64_t address, unsigned size) {
  if ((1u << size) >= kBeat) return kBeat == 64 ? ~0ull : (1ull << kBeat) - 1;
  return ((1ull << (1u << size)) - 1) << (address % kBeat);
}
inline unsigned page(uint64_t address) { return unsigned((address - kBase) / kPage); }
inline unsigned response(uint64_t address, unsigned beat) {
  const unsigned p = page(address);
  return p == 2 || (p == 4 && beat > 0) ? 2 : p == 3 ? 3 : 0;
}

struct Message {
  unsigned opcode = Get, size = 0, id = 0, beat = 0, beats = 1, taken = 0;
  uint64_t address = 0, start = 0, end = 0;
  int corrupt = -1;  // beat of the request that is
  bool denied = false;
  std::vector<uint8_t> data;    // of the request
  std::vector<uint64_t> masks;  // a beat
  std::vector<uint8_t> want;    // of the answer
};

struct Burst {
  uint64_t address = 0, due = 0;
  unsigned id = 0, len = 0, size = 0, beat = 0;
};

class Test {
 public:
  Vfy_tl_to_axi top;
  unsigned outstanding, stall = 0, latency = 1, spread = 0, most = 0;
  FlatMemory memory{kBase, kPages*kPage}, copy = memory;
  Source<Message> todo;
  ById<Message> open;  // `id` is the source
  std::vector<Message> finished;
  std::map<std::string, unsigned> seen;

  explicit Test(unsigned outstanding_) : outstanding(outstanding_) {
    randomize(memory.bytes);
    restart();
  }
  void quiet() {
    lay::set(top.tl_i, lay::tl_i::a_valid_, 0);
    top.tl_ready_i = 0;
    lay::set(top.axi_ready_i, {0, 3}, 0);
    lay::set(top.axi_i, lay::axi_i::b_valid_, 0);
    lay::set(top.axi_i, lay::axi_i::r_valid_, 0);
  }
  /// Everything under way is forgotten on both sides.
  void restart() {
    quiet();
    todo.clear();
    open.clear();
    ars_.clear();
    aws_.clear();
    written_.clear();
    d_.clear();
    r_offered_ = b_offered_ = d_begun_ = false;
    for (auto& wait : waits_) wait.clear();
    reset(top, 2);
    copy = memory;
  }

  Message message(unsigned opcode, unsigned size, uint64_t address) {
    Message m;
    m.opcode = opcode;
    m.size = size;
    m.address = address;
    m.beats = opcode <= LogicalData ? beats_of(size) : 1;
    m.data.resize(m.beats * kBeat);
    randomize(m.data);
    for (unsigned i = 0; i < m.beats; i++) {
      const uint64_t all = lanes(address, size);
      m.masks.push_back(opcode == PutPartialData ? random64() & all : all);
    }
    return m;
  }

  bool meets(const Message& m) const {
    for (const Message& o : open) {
      if (m.address < o.address + (1u << o.size) && o.address < m.address + (1u << m.size))
        return true;
    }
    return false;
  }
  void run(unsigned limit = 400000) {
    for (unsigned guard = 0; !todo.empty() || !open.empty(); guard++) {
      check(guard <= limit, "no end");
      step();
    }
  }

  void step() {
    drive_a();
    drive_axi();
    top.tl_ready_i = d_.ready(stall);
    lay::set(top.axi_ready_i, lay::axi_ready_i::ar_, waits_[0].ready(stall));
    lay::set(top.axi_ready_i, lay::axi_ready_i::aw_, waits_[1].ready(stall));
    lay::set(top.axi_ready_i, lay::axi_ready_i::w_, waits_[2].ready(stall));
    top.eval();
    check(lay::get(top.axi_ready_o, {0, 2}) == 3, "R and B are always taken");
    take_d();
    take_axi();
    if (todo.taken(top.tl_ready_o)) take_a();
    edge(top);
  }

 private:
  void drive_a() {
    namespace A = lay::tl_i;
    const bool first = !todo.empty() && todo.queue.front().beat == 0;
    const bool may = !first || (!meets(todo.queue.front()) && open.size() < 2 * outstanding);
    const bool valid = todo.offer_if(may, stall, [&](Message& m) {
      if (first) {
        do m.id = below(1024);
        while (open.owes(m.id));
      }
      lay::set(top.tl_i, A::a_opcode_, m.opcode);
      lay::set(top.tl_i, A::a_param_, 0);
      lay::set(top.tl_i, A::a_size_, m.size);
      lay::set(top.tl_i, A::a_source_, m.id);
      lay::set(top.tl_i, A::a_address_, m.address);
      lay::set(top.tl_i, A::a_mask_, m.masks[m.beat]);
      lay::set(top.tl_i, A::a_corrupt_, m.corrupt == int(m.beat));
      lay::set_bytes(top.tl_i, A::a_data_, m.data.data() + m.beat * kBeat);
    });
    lay::set(top.tl_i, A::a_valid_, valid);
  }

  void take_a() {
    Message& m = todo.queue.front();
    if (m.beat == 0) {
      m.start = cycle;
      open.owe(m);
      most = std::max<unsigned>(most, unsigned(open.size()));
    }
    Message& owed = open.newest();
    owed.taken = ++m.beat;
    if (m.beat < m.beats) return;
    expect(owed);
    todo.next();
  }
  // What a flat memory does with the whole request.
  void expect(Message& m) {
    const bool put = m.opcode == PutFullData || m.opcode == PutPartialData;
    const bool fits = (1u << m.size) <= kLine;
    m.denied = m.opcode != Intent && (!(put || m.opcode == Get) || !fits);
    if (m.denied || m.opcode == Intent) return;
    m.denied = response(m.address, 0) != 0 || (put && (m.corrupt >= 0 || page(m.address) == 4));
    const uint64_t start = m.address & ~uint64_t(kBeat - 1);
    for (unsigned i = 0; put && i < m.beats; i++) {
      if (m.corrupt != int(i))
        copy.store(start + i * kBeat, m.data.data() + i * kBeat, kBeat, m.masks[i]);
    }
    const unsigned bytes = beats_of(m.size) * kBeat;
    if (!put) m.want.assign(copy.at(start, bytes), copy.at(start, bytes) + bytes);
  }

  void take_d() {
    namespace D = lay::tl_o;
    const bool valid = lay::get(top.tl_o, D::d_valid_);
    if (!d_.received(valid, top.tl_o, "D")) return;
    const unsigned source = unsigned(lay::get(top.tl_o, D::d_source_));
    if (d_begun_) check(source == d_source_, "answers are mixed");
    Message& m = open.oldest(source, "an answer that no message waits for");
    check(m.taken == m.beats, "an answer before the end of its request");
    const bool put = m.opcode == PutFullData || m.opcode == PutPartialData;
    const unsigned opcode = put ? AccessAck : m.opcode == Intent ? HintAck : AccessAckData;
    const unsigned beats = opcode == AccessAckData ? beats_of(m.size) : 1;
    check(lay::get(top.tl_o, D::d_opcode_) == opcode, "opcode of D");
    check(lay::get(top.tl_o, D::d_size_) == m.size, "size of D");
    check(lay::get(top.tl_o, D::d_denied_) == m.denied, "denied of D");
    const unsigned beat = d_begun_ ? d_beat_ : 0;
    const bool bad = opcode == AccessAckData &&
                     (m.denied || (m.opcode == Get && response(m.address, beat) != 0));
    check(lay::get(top.tl_o, D::d_corrupt_) == bad, "corrupt of D");
    seen[m.denied ? "denied" : bad ? "corrupt" : "good"]++;
    if (opcode == AccessAckData && !bad) {
      uint8_t bytes[kBeat];
      lay::get_bytes(top.tl_o, D::d_data_, bytes);
      for (unsigned i = 0; i < kBeat; i++) {
        if (lanes(m.address, m.size) >> i & 1)
          check(bytes[i] == m.want[beat * kBeat + i], "data of D");
      }
    }
    d_source_ = source;
    d_beat_ = beat + 1;
    d_begun_ = d_beat_ < beats;
    if (d_begun_) return;
    m.end = cycle;
    finished.push_back(open.done(source));
    seen["overtaken"] += open.overtakes;
  }

  // ---- AXI ------------------------------------------------------------------------------------
  uint64_t axi(lay::Field field) { return lay::get(top.axi_o, field); }
  uint64_t due() { return cycle + latency + (spread ? pick(spread) : 0); }

  void check_burst(const Burst& b) {
    check(b.id < outstanding, "id of a burst");
    check(b.address % (1u << b.size) == 0, "address of a burst");
    for (const auto& o : ars_) check(o.id != b.id, "an id is used twice");
    for (const auto& o : aws_) check(o.id != b.id, "an id is used twice");
    for (const auto& o : written_) check(o.id != b.id, "an id is used twice");
    check((1u << b.size) == kBeat || b.len == 0, "a narrow burst");
    check(b.address % kPage + (b.len + 1u) * (1u << b.size) <= kPage, "a burst leaves its page");
  }
  void take_axi() {
    namespace X = lay::axi_o;
    const bool ar = axi(X::ar_valid_), aw = axi(X::aw_valid_), w = axi(X::w_valid_);
    const bool ar_taken = waits_[0].received(ar, axi(X::ar_addr_) << 8 | axi(X::ar_id_), "AR");
    const bool aw_taken = waits_[1].received(aw, axi(X::aw_addr_) << 8 | axi(X::aw_id_), "AW");
    const bool w_taken =
        waits_[2].received(w, axi({X::w_data_.low, 32}) << 1 | axi(X::w_last_), "W");
    if (ar_taken) {
      Burst b{axi(X::ar_addr_),           due(),
              unsigned(axi(X::ar_id_)),   unsigned(axi(X::ar_len_)),
              unsigned(axi(X::ar_size_)), 0};
      check(axi(X::ar_burst_) == 1, "kind of a burst");
      check_burst(b);
      ars_.push_back(b);
    }
    if (aw_taken) {
      Burst b{axi(X::aw_addr_),           0, unsigned(axi(X::aw_id_)), unsigned(axi(X::aw_len_)),
              unsigned(axi(X::aw_size_)), 0};
      check(axi(X::aw_burst_) == 1, "kind of a burst");
      check_burst(b);
      aws_.push_back(b);
    }
    if (w_taken) {
      W item{{}, axi(X::w_strb_), bool(axi(X::w_last_))};
      item.data.resize(kBeat);
      lay::get_bytes(top.axi_o, X::w_data_, item.data.data());
      ws_.push_back(item);
    }
    while (!ws_.empty() && !aws_.empty()) {
      Burst& b = aws_.front();
      const W& item = ws_.front();
      check((item.strobe & ~lanes(b.address, b.size)) == 0, "a strobe beside the burst");
      memory.store(beat_address(b), item.data.data(), kBeat, item.strobe);
      check(item.last == (b.beat == b.len), "last of W");
      if (b.beat++ == b.len) {
        b.due = due();
        written_.push_back(b);
        aws_.pop_front();
      }
      ws_.pop_front();
    }
    if (r_offered_) {
      Burst& b = ars_[r_index_];
      if (b.beat++ == b.len) ars_.erase(ars_.begin() + long(r_index_));
    }
    if (b_offered_) written_.erase(written_.begin() + long(b_index_));
  }

  void drive_axi() {
    namespace X = lay::axi_i;
    std::vector<size_t> ready;
    for (size_t i = 0; i < ars_.size(); i++) {
      if (ars_[i].due + ars_[i].beat <= cycle) ready.push_back(i);
    }
    r_offered_ = !ready.empty() && !stalls(stall);
    lay::set(top.axi_i, X::r_valid_, r_offered_);
    if (r_offered_) {
      r_index_ = ready[spread ? pick(ready.size()) : 0];
      const Burst& b = ars_[r_index_];
      if (b.beat > 0 && last_r_ != b.id) seen["interleaved"]++;
      last_r_ = b.id;
      lay::set(top.axi_i, X::r_id_, b.id);
      lay::set(top.axi_i, X::r_resp_, response(b.address, b.beat));
      lay::set(top.axi_i, X::r_last_, b.beat == b.len);
      lay::set_bytes(top.axi_i, X::r_data_, memory.at(beat_address(b), kBeat));
    }
    ready.clear();
    for (size_t i = 0; i < written_.size(); i++) {
      if (written_[i].due <= cycle) ready.push_back(i);
    }
    b_offered_ = !ready.empty() && !stalls(stall);
    lay::set(top.axi_i, X::b_valid_, b_offered_);
    if (b_offered_) {
      b_index_ = ready[spread ? pick(ready.size()) : 0];
      const Burst& b = written_[b_index_];
      lay::set(top.axi_i, X::b_id_, b.id);
      // A Put fails as a whole: the page that fails from its second beat on fails here too.
      lay::set(top.axi_i, X::b_resp_, page(b.address) == 4 ? 2 : response(b.address, 0));
    }
  }

  struct W {
    std::vector<uint8_t> data;
    uint64_t strobe;
    bool last;
  };
  static uint64_t beat_address(const Burst& b) {
    return (b.address & ~uint64_t(kBeat - 1)) + b.beat * kBeat;
  }
  bool r_offered_ = false, b_offered_ = false, d_begun_ = false;
  unsigned d_source_ = 0, d_beat_ = 0, last_r_ = 0;
  size_t r_index_ = 0, b_index_ = 0;
  Sink<std::remove_reference_t<decltype(top.tl_o)>> d_;
  Sink<uint64_t> waits_[3];  // AR, AW, W
  std::vector<Burst> ars_, written_;
  std::deque<Burst> aws_;
  std::deque<W> ws_;
};
}  // namespace bridge
