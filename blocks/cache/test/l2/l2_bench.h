// SPDX-License-Identifier: Apache-2.0
// Bench of one L2 bank: the clock, message queues with stalls on the five channels, an AXI memory
// with random latency, order and errors, and the tally of the bank's events.
#pragma once

#include <cstring>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "Vfy_l2_bank.h"
#include "blocks/cache/test/l2/l2_messages.h"
#include "blocks/cache/test/l2/l2_tally.h"
#include "fy_layout.h"

namespace l2 {

// What the bench asks its user.
struct User {
  virtual ~User() = default;
  virtual bool a_pending(Message*& message) = 0;
  virtual void a_done() = 0;
  virtual bool c_pending(Message*& message) = 0;
  virtual void c_done() = 0;
  virtual bool e_pending(int& sink) = 0;
  virtual void e_done() = 0;
  virtual void probe(const ProbeMessage&) = 0;
  virtual void response(const Response&) = 0;
  virtual void written(uint64_t line, bool error) = 0;  // B handshake, memory has changed already
};

struct Pauses {  // percent of cycles in which valid or ready is withheld
  int a = 0, b = 0, c = 0, d = 0, e = 0, ar = 0, aw = 0, w = 0;
  int latency = 1, spread = 0;
};

class Bench {
 public:
  Vfy_l2_bank top;
  Pauses pauses;
  uint64_t a_beats = 0, d_beats = 0, bus_errors = 0;
  std::map<uint64_t, std::array<uint8_t, kLine>> memory;
  bool (*read_error)(uint64_t) = nullptr;
  bool (*write_error)(uint64_t) = nullptr;
  std::vector<std::pair<const char*, lay::Field>> fields;
  std::vector<uint64_t> events;
  Tally tally;

  Bench() {
    namespace e = lay::events_o;
    fields = {{"get", e::get_},
              {"put", e::put_},
              {"acquire", e::acquire_},
              {"hit", e::hit_},
              {"miss", e::miss_},
              {"refill", e::refill_},
              {"writeback", e::writeback_},
              {"put_no_fetch", e::put_no_fetch_},
              {"access_allocate", e::access_allocate_},
              {"get_passed", e::get_passed_},
              {"put_passed", e::put_passed_},
              {"probe", e::probe_},
              {"probe_data", e::probe_data_},
              {"release_clean", e::release_clean_},
              {"release_dirty", e::release_dirty_},
              {"back_invalidate", e::back_invalidate_},
              {"back_invalidate_dirty", e::back_invalidate_dirty_},
              {"release_crossing", e::release_crossing_},
              {"refill_victim", e::refill_victim_},
              {"set_conflict", e::set_conflict_},
              {"transactors_full", e::transactors_full_},
              {"transactors_busy", e::transactors_busy_}};
    events.assign(fields.size(), 0);
    top.tl_a_valid_i = top.tl_b_ready_i = top.tl_c_valid_i = top.tl_d_ready_i = 0;
    top.tl_e_valid_i = top.axi_aw_ready_i = top.axi_w_ready_i = top.axi_b_valid_i = 0;
    top.axi_ar_ready_i = top.axi_r_valid_i = top.transactor_limit_i = 0;
    reset(top, 2);
  }

  uint64_t event(const std::string& name) const {
    for (size_t i = 0; i < fields.size(); i++) {
      if (name == fields[i].first) return events[i];
    }
    fail("no event " + name);
  }

  std::array<uint8_t, kLine>& line(uint64_t address) {
    const uint64_t at = address & ~uint64_t(kLine - 1);
    const auto found = memory.find(at);
    if (found != memory.end()) return found->second;
    auto& made = memory[at];
    randomize(made);
    return made;
  }

  void step(User& user) {
    drive(user);
    top.eval();
    sample(user);
    edge(top);
    for (uint8_t* valid : taken_) *valid = 0;  // inputs hold over the edge
    taken_.clear();
  }

 private:
  struct Read {
    int id;
    uint64_t ready_at;
    std::array<uint8_t, kLine> data;
    bool error;
    int beat;
  };
  struct Burst {
    std::array<uint8_t, kLine> data{};
    uint64_t strobe = 0;
  };
  struct Write {
    int id;
    uint64_t address, ready_at;
    Burst burst;
  };
  std::vector<Read> reads_;
  std::deque<std::pair<int, uint64_t>> aw_;
  std::deque<Burst> w_;
  Burst w_line_;
  int w_beat_ = 0;
  std::vector<Write> writes_;
  int read_shown_ = -1, write_shown_ = -1;
  Message *a_ = nullptr, *c_ = nullptr;
  std::vector<uint8_t*> taken_;

  void drive(User& user) {
    namespace A = lay::tl_a_i;
    namespace C = lay::tl_c_i;
    if (!top.tl_a_valid_i) {
      if (user.a_pending(a_) && !stalls(pauses.a)) {
        const Message& m = *a_;
        lay::set(top.tl_a_i, A::opcode_, m.opcode);
        lay::set(top.tl_a_i, A::param_, m.param);
        lay::set(top.tl_a_i, A::size_, m.size);
        lay::set(top.tl_a_i, A::source_, m.source);
        lay::set(top.tl_a_i, A::address_, m.address);
        lay::set(top.tl_a_i, A::corrupt_, m.corrupt);
        lay::set(top.tl_a_i, A::allocate_, m.allocate);
        const int at = beat_at(m.address, m.beat);
        lay::set(top.tl_a_i, A::mask_, (m.mask >> at) & lay::mask(kBeat));
        std::memcpy(top.tl_a_i.data(), m.data + at, kBeat);  // the lowest field
        top.tl_a_valid_i = 1;
      }
    }
    if (!top.tl_c_valid_i) {
      if (user.c_pending(c_) && !stalls(pauses.c)) {
        const Message& m = *c_;
        lay::set(top.tl_c_i, C::opcode_, m.opcode);
        lay::set(top.tl_c_i, C::param_, m.param);
        lay::set(top.tl_c_i, C::size_, m.size);
        lay::set(top.tl_c_i, C::source_, m.source);
        lay::set(top.tl_c_i, C::address_, m.address);
        lay::set(top.tl_c_i, C::corrupt_, 0);
        std::memcpy(top.tl_c_i.data(), m.data + beat_at(m.address, m.beat), kBeat);
        top.tl_c_valid_i = 1;
      }
    }
    if (!top.tl_e_valid_i) {
      int sink;
      if (user.e_pending(sink) && !stalls(pauses.e)) {
        top.tl_e_i = static_cast<uint8_t>(sink);
        top.tl_e_valid_i = 1;
      }
    }
    top.tl_b_ready_i = !stalls(pauses.b);
    top.tl_d_ready_i = !stalls(pauses.d);
    top.axi_ar_ready_i = !stalls(pauses.ar);
    top.axi_aw_ready_i = !stalls(pauses.aw);
    top.axi_w_ready_i = !stalls(pauses.w);
    drive_memory();
  }

  uint64_t soon() { return cycle + pauses.latency + (pauses.spread ? below(pauses.spread) : 0); }

  void drive_memory() {
    namespace R = lay::axi_r_i;
    if (!top.axi_r_valid_i && !reads_.empty()) {
      const size_t first = below(static_cast<uint32_t>(reads_.size()));
      for (size_t i = 0; i < reads_.size(); i++) {
        const size_t k = (first + i) % reads_.size();
        Read& r = reads_[k];
        if (r.ready_at > cycle) continue;
        read_shown_ = static_cast<int>(k);
        lay::set(top.axi_r_i, R::id_, r.id);
        lay::set_bytes(top.axi_r_i, R::data_, r.data.data() + r.beat * kBeat);
        lay::set(top.axi_r_i, R::resp_, r.error ? 2 : 0);
        lay::set(top.axi_r_i, R::last_, r.beat == kBeats - 1);
        top.axi_r_valid_i = 1;
        break;
      }
    }
    if (!top.axi_b_valid_i && !writes_.empty()) {
      const size_t first = below(static_cast<uint32_t>(writes_.size()));
      for (size_t i = 0; i < writes_.size(); i++) {
        const size_t k = (first + i) % writes_.size();
        if (writes_[k].ready_at > cycle) continue;
        write_shown_ = static_cast<int>(k);
        const bool error = write_error && write_error(writes_[k].address & ~kCopy);
        top.axi_b_i = 0;
        lay::set(top.axi_b_i, lay::axi_b_i::id_, writes_[k].id);
        lay::set(top.axi_b_i, lay::axi_b_i::resp_, error ? 2 : 0);
        top.axi_b_valid_i = 1;
        break;
      }
    }
  }

  void sample(User& user) {
    namespace D = lay::tl_d_o;
    tally.sample(top);
    if (tally.error) fail(tally.error);
    if (const uint32_t now = static_cast<uint32_t>(top.events_o)) {
      for (size_t i = 0; i < fields.size(); i++) events[i] += lay::get(now, fields[i].second);
    }
    const bool refused = top.axi_b_valid_i && lay::get(top.axi_b_i, lay::axi_b_i::resp_) != 0;
    check(top.bus_error_o, refused, "a bus error for each refused write, and for nothing else");
    bus_errors += refused;
    // D first: what it answers was decided before anything that comes now.
    if (top.tl_d_valid_o && top.tl_d_ready_i) {
      Response r;
      r.opcode = static_cast<int>(lay::get(top.tl_d_o, D::opcode_));
      r.param = static_cast<int>(lay::get(top.tl_d_o, D::param_));
      r.size = static_cast<int>(lay::get(top.tl_d_o, D::size_));
      r.source = static_cast<int>(lay::get(top.tl_d_o, D::source_));
      r.sink = static_cast<int>(lay::get(top.tl_d_o, D::sink_));
      r.denied = lay::get(top.tl_d_o, D::denied_);
      r.corrupt = lay::get(top.tl_d_o, D::corrupt_);
      std::memcpy(r.data, top.tl_d_o.data(), kBeat);
      d_beats++;
      user.response(r);
    }
    if (top.tl_b_valid_o && top.tl_b_ready_i) {
      namespace B = lay::tl_b_o;
      ProbeMessage p;
      p.param = static_cast<int>(lay::get(top.tl_b_o, B::param_));
      p.client = static_cast<int>(lay::get(top.tl_b_o, B::source_)) >> kClientShift;
      p.address = lay::get(top.tl_b_o, B::address_);
      user.probe(p);
    }
    if (top.tl_a_valid_i && top.tl_a_ready_o) {
      taken_.push_back(&top.tl_a_valid_i);
      a_beats++;
      if (++a_->beat == a_->beats) user.a_done();
    }
    if (top.tl_c_valid_i && top.tl_c_ready_o) {
      taken_.push_back(&top.tl_c_valid_i);
      if (++c_->beat == c_->beats) user.c_done();
    }
    if (top.tl_e_valid_i && top.tl_e_ready_o) {
      taken_.push_back(&top.tl_e_valid_i);
      user.e_done();
    }
    sample_memory(user);
  }

  // A read takes its data when AR comes, a write lands when B goes: any missing order shows.
  void sample_memory(User& user) {
    if (top.axi_b_valid_i && top.axi_b_ready_o) {
      const Write w = writes_[write_shown_];
      const bool error = write_error && write_error(w.address & ~kCopy);
      auto& to = line(w.address);
      for (int i = 0; i < kLine && !error; i++) {
        if ((w.burst.strobe >> i) & 1) to[i] = w.burst.data[i];
      }
      user.written(w.address, error);
      writes_.erase(writes_.begin() + write_shown_);
      taken_.push_back(&top.axi_b_valid_i);
    }
    if (top.axi_r_valid_i && top.axi_r_ready_o) {
      if (++reads_[read_shown_].beat == kBeats) reads_.erase(reads_.begin() + read_shown_);
      taken_.push_back(&top.axi_r_valid_i);
    }
    if (top.axi_ar_valid_o && top.axi_ar_ready_i) {
      namespace X = lay::axi_ar_o;
      const uint64_t address = lay::get(top.axi_ar_o, X::addr_);
      if (lay::get(top.axi_ar_o, X::len_) != kBeats - 1 || address % kLine != 0 ||
          (1 << lay::get(top.axi_ar_o, X::size_)) != kBeat)
        fail("AR is not a line");
      const int id = static_cast<int>(lay::get(top.axi_ar_o, X::id_));
      for (const Read& r : reads_) {
        if (r.id == id) fail("AR repeats an id");
      }
      reads_.push_back({id, soon(), line(address), read_error && read_error(address), 0});
    }
    if (top.axi_aw_valid_o && top.axi_aw_ready_i) {
      namespace X = lay::axi_aw_o;
      if (lay::get(top.axi_aw_o, X::len_) != kBeats - 1 ||
          (1 << lay::get(top.axi_aw_o, X::size_)) != kBeat)
        fail("AW is not a line");
      aw_.push_back(
          {static_cast<int>(lay::get(top.axi_aw_o, X::id_)), lay::get(top.axi_aw_o, X::addr_)});
    }
    if (top.axi_w_valid_o && top.axi_w_ready_i) {
      namespace X = lay::axi_w_o;
      lay::get_bytes(top.axi_w_o, X::data_, w_line_.data.data() + w_beat_ * kBeat);
      if (w_beat_ == 0) w_line_.strobe = 0;
      w_line_.strobe |= lay::get(top.axi_w_o, X::strb_) << (w_beat_ * kBeat);
      const bool last = lay::get(top.axi_w_o, X::last_);
      if (last != (w_beat_ == kBeats - 1)) fail("W last");
      w_beat_ = last ? 0 : w_beat_ + 1;
      if (last) w_.push_back(w_line_);
    }
    while (!aw_.empty() && !w_.empty()) {
      writes_.push_back({aw_.front().first, aw_.front().second, soon(), w_.front()});
      aw_.pop_front();
      w_.pop_front();
    }
  }
};

}  // namespace l2
