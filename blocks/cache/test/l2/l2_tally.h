// SPDX-License-Identifier: Apache-2.0
// What the ports of the bank alone tell about its events, counted beside the bank's own counters.
//
// A line is one request at a time, so an AR belongs to the open request of its line: that one
// missed. A whole-line Put without AR is a hit or a miss that fetches nothing, a Put that must not
// allocate is a hit or passes through: no port tells which (l2_counts.h does), but all AW together
// are write-backs and Puts that passed. A probe of a line without open request, but for hints, is
// one of a victim.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>

#include "Vfy_l2_bank.h"
#include "fy_layout.h"

namespace l2 {

class Tally {
 public:
  uint64_t get = 0, put = 0, acquire = 0, hit = 0, fetched = 0, silent_put = 0, refill = 0,
           writeback = 0, probe = 0, probe_data = 0, release_clean = 0, release_dirty = 0,
           back_invalidate = 0, back_invalidate_dirty = 0, crossing = 0, waits = 0, get_passed = 0,
           allocated = 0, whole_put = 0, hinted_put = 0;
  // Releases that kept a copy of a victim: its probe may have been decided before or after.
  uint64_t unclear = 0, unclear_dirty = 0;
  const char* error = nullptr;
  uint64_t sets = 1;  // of the bank

  uint64_t open() const { return by_source_.size(); }

  // Before the rising edge.
  void sample(const Vfy_l2_bank& top) {
    cycle_++;
    const uint64_t now = static_cast<uint64_t>(top.events_o);
    if (fy_layout::get(now, fy_layout::events_o::transactors_busy_) < open())
      error = "fewer transactors than open requests";
    sample_d(top);
    sample_b(top);
    sample_c(top);
    sample_memory(top);
    sample_a(top);
  }

 private:
  struct Request {
    uint64_t line = 0, started = 0;
    int opcode = 0;
    bool whole = false, hint = false, fetched = false, allocate = false;
  };
  struct Left {  // a Release of a client that no probe and no Grant followed yet
    uint64_t cycle;
    bool data, keeps;
  };
  using Copy = std::pair<int, uint64_t>;  // client, line

  uint64_t cycle_ = 0;
  int a_left_ = 0, c_left_ = 0;
  std::map<int, int> d_left_;
  std::map<int, Request> by_source_;
  std::map<uint64_t, int> by_line_;
  std::map<int, bool> release_data_;
  std::map<Copy, Left> left_;
  std::set<Copy> probed_;
  std::set<uint64_t> victims_;

  static bool last(int& left, int beats) {
    if (left == 0) left = beats;
    return --left == 0;
  }
  static uint64_t line_of(uint64_t address) { return address & ~uint64_t(kLine - 1); }
  static int beats(uint64_t size) {
    constexpr int kBytes = fy_layout::axi_r_i::data_.width / 8;
    return (1 << size) > kBytes ? (1 << size) / kBytes : 1;
  }

  void sample_a(const Vfy_l2_bank& top) {
    namespace A = fy_layout::tl_a_i;
    if (!top.tl_a_valid_i) return;
    if (!top.tl_a_ready_o) {
      waits += a_left_ == 0;
      return;
    }
    const int opcode = static_cast<int>(fy_layout::get(top.tl_a_i, A::opcode_));
    const bool is_put = opcode <= 1, whole = fy_layout::get(top.tl_a_i, A::size_) == kLineLog;
    const bool first = a_left_ == 0;
    last(a_left_, is_put ? beats(fy_layout::get(top.tl_a_i, A::size_)) : 1);
    if (!first) return;
    get += opcode == fy_layout::Get;
    put += is_put;
    acquire += opcode >= fy_layout::AcquireBlock;
    Request r;
    r.line = line_of(fy_layout::get(top.tl_a_i, A::address_));
    r.started = cycle_;
    r.opcode = opcode;
    r.whole = opcode == fy_layout::PutFullData && whole;
    r.allocate = fy_layout::get(top.tl_a_i, A::allocate_) || !(is_put || opcode == fy_layout::Get);
    r.hint = opcode == fy_layout::Intent && fy_layout::get(top.tl_a_i, A::param_) != 2;
    const int source = static_cast<int>(fy_layout::get(top.tl_a_i, A::source_));
    if (by_line_.count(r.line)) error = "two requests of one line";
    by_source_[source] = r;
    by_line_[r.line] = source;
    victims_.erase(r.line);
  }

  void sample_d(const Vfy_l2_bank& top) {
    namespace D = fy_layout::tl_d_o;
    if (!top.tl_d_valid_o || !top.tl_d_ready_i) return;
    const int opcode = static_cast<int>(fy_layout::get(top.tl_d_o, D::opcode_));
    const int source = static_cast<int>(fy_layout::get(top.tl_d_o, D::source_));
    if (opcode == fy_layout::ReleaseAck) {
      (release_data_[source] ? release_dirty : release_clean)++;
      return;
    }
    const bool data = opcode == fy_layout::AccessAckData || opcode == fy_layout::GrantData;
    if (!last(d_left_[source], data ? beats(fy_layout::get(top.tl_d_o, D::size_)) : 1)) return;
    const Request r = by_source_[source];
    if (opcode == fy_layout::Grant || opcode == fy_layout::GrantData)
      left_.erase({source >> 8, r.line});
    if (r.opcode != fy_layout::Intent) {
      const bool acquired = r.opcode >= fy_layout::AcquireBlock;
      if (r.fetched) {
        fetched++;
        get_passed += !r.allocate;
        allocated += r.allocate && !acquired;
        if (!r.allocate && r.opcode != fy_layout::Get) error = "AR of a Put that must not allocate";
      } else if (r.opcode <= 1 && (r.whole || !r.allocate)) {
        silent_put++;
        (r.allocate ? whole_put : hinted_put)++;
      } else {
        hit++;
      }
    }
    by_line_.erase(r.line);
    by_source_.erase(source);
  }

  void sample_b(const Vfy_l2_bank& top) {
    namespace B = fy_layout::tl_b_o;
    if (!top.tl_b_valid_o || !top.tl_b_ready_i) return;
    probe++;
    const uint64_t line = line_of(fy_layout::get(top.tl_b_o, B::address_));
    const Copy copy = {static_cast<int>(fy_layout::get(top.tl_b_o, B::source_)) >> 8, line};
    const auto request = by_line_.find(line);
    const bool victim = request == by_line_.end() || by_source_[request->second].hint;
    if (victim && victims_.insert(line).second) back_invalidate++;
    probed_.insert(copy);
    // The probe was decided before the Release was through, or the Release kept a copy.
    const auto found = left_.find(copy);
    if (found == left_.end()) return;
    const Left release = found->second;
    left_.erase(found);
    if (!release.keeps) {
      crossing++;
      back_invalidate_dirty += victim && release.data;
    } else if (!victim) {
      crossing += by_source_[request->second].started <= release.cycle;
    } else if (older_in_set(line, release.cycle)) {
      unclear++;
      unclear_dirty += release.data;
    }
  }

  // Is a request of this set open that was there before the Release? It may have chosen its victim
  // then, or later, if it had to wait for a way.
  bool older_in_set(uint64_t line, uint64_t cycle) const {
    for (const auto& [source, r] : by_source_) {
      if ((r.line ^ line) / kLine % sets == 0 && r.started <= cycle) return true;
    }
    return false;
  }

  void sample_c(const Vfy_l2_bank& top) {
    namespace C = fy_layout::tl_c_i;
    if (!top.tl_c_valid_i || !top.tl_c_ready_o) return;
    const int opcode = static_cast<int>(fy_layout::get(top.tl_c_i, C::opcode_));
    const bool data = opcode == fy_layout::ProbeAckData || opcode == fy_layout::ReleaseData;
    if (!last(c_left_, data ? beats(kLineLog) : 1)) return;
    const int source = static_cast<int>(fy_layout::get(top.tl_c_i, C::source_));
    const Copy copy = {source >> 8, line_of(fy_layout::get(top.tl_c_i, C::address_))};
    const bool victim = victims_.count(copy.second) != 0;
    if (opcode == fy_layout::ProbeAck || opcode == fy_layout::ProbeAckData) {
      probe_data += data;
      back_invalidate_dirty += victim && data;
      probed_.erase(copy);
      left_.erase(copy);
      return;
    }
    release_data_[source] = data;
    if (probed_.count(copy)) {
      crossing++;
      back_invalidate_dirty += victim && data;
    } else {
      left_[copy] = {cycle_, data, fy_layout::get(top.tl_c_i, C::param_) == 0};
    }
  }

  void sample_memory(const Vfy_l2_bank& top) {
    if (top.axi_ar_valid_o && top.axi_ar_ready_i) {
      const auto found = by_line_.find(fy_layout::get(top.axi_ar_o, fy_layout::axi_ar_o::addr_));
      if (found == by_line_.end()) {
        error = "AR without a request";
      } else {
        Request& request = by_source_[found->second];
        if (request.fetched) error = "two AR of one request";
        request.fetched = true;
      }
    }
    if (top.axi_r_valid_i && top.axi_r_ready_o) {
      refill += fy_layout::get(top.axi_r_i, fy_layout::axi_r_i::last_) &&
                fy_layout::get(top.axi_r_i, fy_layout::axi_r_i::resp_) == 0;
    }
    writeback += top.axi_aw_valid_o && top.axi_aw_ready_i &&
                 !(fy_layout::get(top.axi_aw_o, fy_layout::axi_aw_o::addr_) & kCopy);
  }
};

}  // namespace l2
