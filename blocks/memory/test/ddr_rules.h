// SPDX-License-Identifier: Apache-2.0
// The data sheet again, in nanoseconds, and a checker of every command against it. It knows nothing
// of the model but the commands.
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "blocks/common/test/bench.h"
#include "fy_ddr_pkg.h"

struct Part {
  const char* name;
  double tck, cl, cwl, rcd, rp, ras, rtp, wr, wtr, rrd, faw, rfc, refi;
  int burst_clocks, turn_clocks, banks;

  static uint64_t up(double ns) { return static_cast<uint64_t>(std::ceil(ns - 1e-9)); }
  uint64_t burst() const { return up(burst_clocks * tck); }
  uint64_t turn() const { return up(turn_clocks * tck); }
};

// MT41K256M8-125 (DDR3L-1600) and MT40A1G8-062E (DDR4-3200); turn: CL + BL/2 + 2 - CWL clocks.
inline const Part kParts[2] = {
    {"MT41K256M8-125", 1.25, 13.75, 10, 13.75, 13.75, 35, 7.5, 15, 7.5, 6, 30, 160, 7800, 4, 9, 8},
    {"MT40A1G8-062E", 0.625, 13.75, 10, 13.75, 13.75, 32, 7.5, 15, 7.5, 4.9, 21, 350, 7800, 4, 12,
     16}};

enum Command {
  kNone = fy_ddr_pkg::CommandNone,
  kActivate = fy_ddr_pkg::CommandActivate,
  kPrecharge = fy_ddr_pkg::CommandPrecharge,
  kRead = fy_ddr_pkg::CommandRead,
  kWrite = fy_ddr_pkg::CommandWrite,
  kRefresh = fy_ddr_pkg::CommandRefresh
};

class Rules {
 public:
  explicit Rules(const Part& part) : part_(part), banks_(part.banks) {}

  std::map<int, uint64_t> count;
  uint64_t longest_refresh = 0;

  void command(int command, unsigned bank, uint64_t row, uint64_t now) {
    if (command == kNone) return;
    count[command]++;
    const double t = static_cast<double>(now);
    if (command == kRefresh) return refresh(now);
    if (bank >= banks_.size()) wrong("a bank that the part does not have");
    Bank& b = banks_[bank];
    switch (command) {
      case kActivate:
        if (b.open) wrong("ACT of an open bank");
        after(t, b.precharge, part_.rp, "tRP");
        after(t, b.activate, part_.ras + part_.rp, "tRC");
        after(t, refreshed_, part_.rfc, "tRFC");
        for (const Bank& other : banks_) after(t, other.activate, part_.rrd, "tRRD");
        if (activates_.size() >= 4) after(t, activates_[activates_.size() - 4], part_.faw, "tFAW");
        activates_.push_back(t);
        b.open = true;
        b.row = row;
        b.activate = t;
        break;
      case kPrecharge:
        if (!b.open) wrong("PRE of a closed bank");
        may_close(b, t);
        b.open = false;
        b.precharge = t;
        break;
      case kRead:
        if (!b.open || b.row != row) wrong("RD of a row that is not open");
        after(t, b.activate, part_.rcd, "tRCD");
        after(t, last_read_, part_.burst_clocks * part_.tck, "tCCD");
        after(t, last_write_, part_.cwl + part_.burst_clocks * part_.tck + part_.wtr, "tWTR");
        last_read_ = b.read = t;
        break;
      default:
        if (!b.open || b.row != row) wrong("WR of a row that is not open");
        after(t, b.activate, part_.rcd, "tRCD");
        after(t, last_write_, part_.burst_clocks * part_.tck, "tCCD");
        after(t, last_read_, part_.turn_clocks * part_.tck, "read to write");
        last_write_ = b.write = t;
        break;
    }
  }

 private:
  static constexpr double kNever = -1e9;
  struct Bank {
    bool open = false;
    uint64_t row = 0;
    double activate = kNever, precharge = kNever, read = kNever, write = kNever;
  };

  [[noreturn]] void wrong(const std::string& what) const {
    fail(std::string(part_.name) + ": " + what);
  }
  void after(double now, double then, double distance, const char* what) const {
    if (now - then < distance - 1e-9) wrong(std::string(what) + " is not kept");
  }
  void may_close(const Bank& b, double t) const {
    after(t, b.activate, part_.ras, "tRAS");
    after(t, b.read, part_.rtp, "tRTP");
    after(t, b.write, part_.cwl + part_.burst_clocks * part_.tck + part_.wr, "tWR");
  }
  void refresh(uint64_t now) {
    const double t = static_cast<double>(now);
    double start = t;
    for (Bank& b : banks_) {
      if (b.open) {
        may_close(b, t);
        start = t + part_.rp;  // the model closes all banks in the same command
      } else {
        after(t, b.precharge, part_.rp, "tRP before the refresh");
      }
      b.open = false;
    }
    if (now - last_refresh_ > longest_refresh) longest_refresh = now - last_refresh_;
    last_refresh_ = now;
    refreshed_ = start;
  }

  Part part_;
  std::vector<Bank> banks_;
  std::vector<double> activates_;
  double last_read_ = kNever, last_write_ = kNever, refreshed_ = kNever;
  uint64_t last_refresh_ = 0;
};
