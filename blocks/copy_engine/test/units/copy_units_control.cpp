// SPDX-License-Identifier: Apache-2.0
// Registers and frontend of the copy engine against the specification (Mao 2017, section 3.1).
#include <algorithm>

#include "copy_units.h"
#include "fy_copy_engine_pkg.h"
#include "fy_copy_engine_registers_pkg.h"

using namespace fy_layout;
namespace engine = fy_copy_engine_pkg;

void test_registers(uint64_t count) {
  // What software sees: registers 0 to 4; 5, 6 and 11 come from the report, 7 to 10 from the
  // cursor, and, with control bit 3, 0 to 2 and the allocation bits from the transfer's shape.
  static const uint64_t after_reset[5] = {0, 0, 0, 1, 2};
  uint64_t registers[5];
  std::copy(after_reset, after_reset + 5, registers);
  unsigned legal_changes = 0, views = 0, illegals = 0, waits = 0, transfers = 0, resumes = 0,
           resets = 0, forgets = 0;
  for (uint64_t i = 0; i < count; i++) {
    if (pick(2000) == 0) {
      reset();
      std::copy(after_reset, after_reset + 5, registers);
      resets++;
    }
    static const unsigned functs[] = {engine::FunctTransfer,     engine::FunctResume,
                                      engine::FunctReadRegister, engine::FunctWriteRegister,
                                      engine::FunctSetBits,      engine::FunctClearBits};
    static const unsigned uses_of[] = {3, 0, 6, 3, 3, 3};
    const unsigned kind = static_cast<unsigned>(pick(6));
    unsigned funct = functs[kind], uses = uses_of[kind];
    if (percent(10)) funct = static_cast<unsigned>(pick(percent(50) ? 8 : 128));
    if (percent(10)) uses = static_cast<unsigned>(pick(8));
    uint64_t rs1 = pick(13);
    if (percent(10)) rs1 += uint64_t{1} << range(4, 63);
    const uint64_t rs2 = random64() >> pick(64);
    const bool valid = percent(80), idle = percent(50), visible = percent(70);
    const bool busy = percent(50), forget = idle && percent(2);
    const uint64_t address = random64() >> pick(64), status = pick(6);
    rubbish(top->coprocessor_i, coprocessor_i::width);
    set(top->coprocessor_i, coprocessor_i::valid_, valid);
    set(top->coprocessor_i, coprocessor_i::funct_, funct);
    set(top->coprocessor_i, coprocessor_i::xd_, uses >> 2);
    set(top->coprocessor_i, coprocessor_i::xs1_, uses >> 1);
    set(top->coprocessor_i, coprocessor_i::xs2_, uses);
    set(top->coprocessor_i, coprocessor_i::rs1_, rs1);
    set(top->coprocessor_i, coprocessor_i::rs2_, rs2);
    set(top->coprocessor_i, coprocessor_i::stores_visible_, visible);
    set(top->report_i, report_i::status_, status);
    set(top->report_i, report_i::address_, address);
    uint64_t cursor[4], shown[5];
    for (uint64_t& field : cursor) field = random64();
    for (uint64_t& field : shown) field = random64();
    set(top->cursor_i, cursor_i::source_, cursor[0]);
    set(top->cursor_i, cursor_i::target_, cursor[1]);
    set(top->cursor_i, cursor_i::bytes_, cursor[2]);
    set(top->cursor_i, cursor_i::segments_, cursor[3]);
    set(top->shape_i, shape_i::source_stride_, shown[0]);
    set(top->shape_i, shape_i::target_stride_, shown[1]);
    set(top->shape_i, shape_i::segment_bytes_, shown[2]);
    set(top->shape_i, shape_i::source_allocate_, shown[4] & 1);
    set(top->shape_i, shape_i::target_allocate_, shown[4] >> 1 & 1);
    set(top->shape_i, shape_i::overlap_, shown[4] >> 4 & 1);
    go(valid, idle, busy, forget);

    const bool transfer = funct == 0 && uses == 3, resume = funct == 1 && uses == 0;
    const bool read = funct == 4 && uses == 6;
    const bool change = (funct == 5 || funct == 6 || funct == 7) && uses == 3;
    const bool known = rs1 <= 11;
    const bool legal = transfer || resume || ((read || change) && known);
    const bool ready = !(transfer || resume) || (idle && visible);
    check(top->registers_o >> 3 & 1, ready, "ready");
    check(top->registers_o >> 2 & 1, registers[4] >> 2 & 1, "pause");
    check(top->registers_o >> 1 & 1, valid && ready && transfer, "Transfer");
    check(top->registers_o & 1, valid && ready && resume, "Resume");
    check(get(top->coprocessor_o, coprocessor_o::illegal_), !legal, "illegal");
    check(get(top->coprocessor_o, coprocessor_o::busy_), busy, "busy");
    const uint64_t old = rs1 <= 4   ? registers[rs1]
                         : rs1 == 5 ? status
                         : rs1 == 6 ? address / 4096
                         : rs1 < 11 ? cursor[rs1 - 7]
                                    : address;
    uint64_t value_read = old;
    const bool view = registers[4] >> 3 & 1;
    if (view && rs1 < 3) value_read = shown[rs1];
    if (view && rs1 == 4) value_read = (old & ~uint64_t{19}) | (shown[4] & 19);
    if (read && known) check(get(top->coprocessor_o, coprocessor_o::result_), value_read, "value");
    views += view;
    const uint64_t value = funct == 5 ? rs2 : funct == 6 ? old | rs2 : old & ~rs2;
    const bool moves = valid && change && known && idle && rs1 >= 7 && rs1 <= 10;
    check(get(top->cursor_write_o, cursor_write_o::fields_),
          forget  ? 15
          : moves ? 1 << (rs1 - 7)
                  : 0,
          "cursor");
    if (forget) check(get(top->cursor_write_o, cursor_write_o::value_), 0, "cursor forgotten");
    if (moves && !forget)
      check(get(top->cursor_write_o, cursor_write_o::value_), value, "cursor value");
    const auto shape = [](Field field) { return get(top->shape_o, field); };
    check(shape(shape_o::source_stride_), registers[0], "source stride");
    check(shape(shape_o::target_stride_), registers[1], "target stride");
    check(shape(shape_o::segment_bytes_), registers[2], "segment size");
    check(shape(shape_o::segments_), registers[3], "segments");
    check(shape(shape_o::source_allocate_), registers[4] & 1, "source allocation");
    check(shape(shape_o::target_allocate_), registers[4] >> 1 & 1, "target allocation");
    check(shape(shape_o::overlap_), registers[4] >> 4 & 1, "overlap");
    tick();
    illegals += valid && !legal;
    waits += valid && !ready;
    transfers += valid && ready && transfer;
    resumes += valid && ready && resume;
    if (forget) {
      std::copy(after_reset, after_reset + 5, registers);
      forgets++;
      continue;
    }
    if ((valid && ready && (transfer || resume)) || moves) registers[4] &= ~8ull;
    if (!valid || !legal || !change) continue;
    legal_changes++;
    if (rs1 > 4) continue;
    registers[rs1] = rs1 == 4 ? value & (idle && status ? 31 : 23) : value;
  }
  check(legal_changes && views && illegals && waits && transfers && resumes && resets && forgets,
        "something never happened");
}

// ---- frontend -------------------------------------------------------------------------------

namespace {

namespace codes = fy_copy_engine_registers_pkg;

enum Status {
  kDone = codes::CopyStatusCodeDone,
  kSourcePage = codes::CopyStatusCodeSourcePageFault,
  kTargetPage = codes::CopyStatusCodeTargetPageFault,
  kSourceAccess = codes::CopyStatusCodeSourceAccessFault,
  kTargetAccess = codes::CopyStatusCodeTargetAccessFault,
  kPaused = codes::CopyStatusCodePaused
};

struct Shape {
  uint64_t source_stride, target_stride, bytes, segments;
  bool source_allocate, target_allocate;
};

struct Cut {
  uint64_t source, target, bytes, position, segment;
};

// Segments, each cut where either end meets a page.
std::deque<Cut> cuts_of(const Shape& s, uint64_t source, uint64_t target) {
  std::deque<Cut> cuts;
  uint64_t position = 0;
  for (uint64_t k = 0; k < s.segments && s.bytes; k++) {
    for (uint64_t left = s.bytes; left && cuts.size() < 60;) {
      const uint64_t n = std::min({left, 4096 - source % 4096, 4096 - target % 4096});
      cuts.push_back({source, target, n, position, k});
      source += n, target += n, position += n, left -= n;
    }
    source += s.source_stride, target += s.target_stride;
  }
  return cuts;
}

uint64_t some_stride() {
  const uint64_t gap = pick(1 << pick(14));
  return percent(50) ? gap : -gap;
}

Shape some_shape() {
  Shape s{some_stride(), some_stride(), 0, pick(6), percent(50), percent(50)};
  s.bytes = percent(10) ? 0 : percent(50) ? range(1, 64) : range(1, 9000);
  if (percent(20)) s.bytes = range(1, 3) * 4096;
  return s;
}

struct Frontend {
  enum { kIdle, kIssue, kDrain, kRewind } state = kIdle;
  Shape shape{};
  std::deque<Cut> cuts, issued;  // issued since the start or Resume
  uint64_t segment = 0, rewind = 0;
  bool offered = false, resumable = false;
  Status ending = kDone;
  Status status = kDone;
  uint64_t address = 0;
  Cut refused{};

  void end(bool error, bool is_target, uint64_t where) {
    state = kIdle;
    status = error ? (is_target ? kTargetAccess : kSourceAccess) : ending;
    if (error) address = where;
    resumable = status == kPaused || status == kSourcePage || status == kTargetPage;
    if (error || ending == kDone || ending == kPaused) return;
    address = ending == kSourcePage || ending == kSourceAccess ? refused.source : refused.target;
  }
};

}  // namespace

void test_frontend(uint64_t count) {
  Frontend model;
  bool pause = false, error = false, error_target = false;
  uint64_t error_address = 0;
  Cut failed{};
  unsigned trackers = 0;  // cycles they are still busy
  unsigned seen[6] = {}, resumed = 0, empty = 0, ignored = 0, kept = 0, resets = 0, lost = 0;
  unsigned withdrawn[4] = {};  // in each state
  bool withdraw = false;       // held until all is forgotten, as by a fence
  unsigned pausing = 1, refusing = 0, failing = 0;
  for (uint64_t i = 0; i < count; i++) {
    if (i % 200 == 0) {
      pausing = pick(3) * 5, refusing = pick(3) * 8, failing = pick(3) * 4;
    }
    if (pick(1000) == 0) {
      reset();
      model = Frontend();
      trackers = 0;
      error = withdraw = false;
      resets++;
    }
    const bool idle = model.state == Frontend::kIdle;
    if (!withdraw && percent(model.state == Frontend::kRewind ? 20 : 1)) {
      withdraw = true;
      withdrawn[model.state]++;
    }
    const bool forget = withdraw && idle && percent(50);
    const bool transfer = idle && !withdraw && percent(20);
    const bool resume = idle && !withdraw && !transfer && percent(20);
    if (percent(pausing)) pause = !pause;
    if (pausing == 0) pause = false;
    const Shape shape = some_shape();
    // Values near the top of the address space too: nothing here looks at the upper bits.
    const uint64_t source = random64() >> pick(40);
    const uint64_t target = percent(20) ? source + 4096 : random64() >> pick(40);
    set(top->shape_i, shape_i::source_stride_, shape.source_stride);
    set(top->shape_i, shape_i::target_stride_, shape.target_stride);
    set(top->shape_i, shape_i::segment_bytes_, shape.bytes);
    set(top->shape_i, shape_i::segments_, shape.segments);
    set(top->shape_i, shape_i::source_allocate_, shape.source_allocate);
    set(top->shape_i, shape_i::target_allocate_, shape.target_allocate);
    top->source_i = source;
    top->target_i = target;
    // Trackers: busy for a while behind each piece; then one of them may fail.
    if (trackers && !error && !model.issued.empty() && percent(failing)) {
      error = true, error_target = percent(50);
      const uint64_t ago = pick(std::min<uint64_t>(model.issued.size(), 8));
      failed = model.issued[model.issued.size() - 1 - ago];
      const uint64_t at = pick(failed.bytes);
      failed.position += at;
      error_address = (error_target ? failed.target : failed.source) + at;
    }
    set(top->error_i, error_i::is_target_, error_target);
    set(top->error_i, error_i::position_, failed.position % kPositions);
    set(top->error_i, error_i::address_, random64());
    const bool refuse = percent(refusing);
    const unsigned answer = refuse ? static_cast<unsigned>(range(1, 4)) : 0;
    top->status_i = answer;
    const bool ready = percent(60);
    const bool busy = trackers != 0;
    go(transfer, resume, pause, ready, busy, error);
    top->go_i |= static_cast<uint8_t>(withdraw << 6 | forget << 7);
    top->eval();

    const bool issuing = model.state == Frontend::kIssue;
    const bool stop = issuing && (pause || error) && !model.offered;
    const bool valid = issuing && !stop && !withdraw;
    const bool draining = model.state == Frontend::kDrain;
    check(top->frontend_o >> 2 & 1, idle, "idle");
    const bool rewinding = model.state == Frontend::kRewind;
    check(top->frontend_o >> 1 & 1,
          transfer || resume || issuing || (draining && (busy || error)) ||
              (rewinding && model.rewind > 0),
          "busy");
    check(top->frontend_o & 1, valid, "piece valid");
    if (valid) {
      const auto piece = [](Field field) { return get(top->piece_o, field); };
      const Cut& cut = model.cuts.front();
      check(piece(piece_o::source_), cut.source, "source");
      check(piece(piece_o::target_), cut.target, "target");
      check(piece(piece_o::bytes_), cut.bytes, "bytes");
      check(piece(piece_o::position_), cut.position % kPositions, "position");
      check(piece(piece_o::source_allocate_), model.shape.source_allocate, "source allocation");
      check(piece(piece_o::target_allocate_), model.shape.target_allocate, "target allocation");
    }
    if (idle) {
      check(get(top->report_o, report_o::status_), model.status, "status");
      check(get(top->report_o, report_o::address_), model.address, "address of the error");
      if (model.status == kSourceAccess && error)
        check(get(top->cursor_o, cursor_o::source_), error_address, "cursor at the error");
    }
    kept += valid && (pause || error);
    tick();
    if (trackers) trackers--;
    if (withdraw) {  // stops without a report; what it leaves is forgotten before the next
      model.offered = false;
      if (issuing) model.state = Frontend::kDrain;
      if (rewinding || (draining && !busy)) model.state = Frontend::kIdle;
      if (forget) model = Frontend();
      withdraw = !forget;
      continue;
    }
    if (transfer || (resume && model.resumable)) {
      error = false;  // the trackers clear it
      model.state = Frontend::kIssue;
      model.ending = model.status = kDone;
      resumed += resume;
      model.issued.clear();
      lost += transfer && model.resumable;
      model.resumable = model.offered = false;
      if (transfer) {
        model.shape = shape;
        model.cuts = cuts_of(shape, source, target);
        if (model.cuts.empty()) model.state = Frontend::kIdle, empty++;
      }
    } else if (resume) {
      error = false;
      ignored++;
    }
    if (draining && !busy && error) {  // back a segment a cycle, then to the byte
      model.state = Frontend::kRewind;
      model.rewind = model.segment - failed.segment + 1;
    } else if (rewinding && model.rewind > 0) {
      model.rewind--;
    } else if (rewinding || (draining && !busy)) {
      model.end(error, error_target, error_address);
      seen[model.status]++;
    }
    if (stop) model.ending = kPaused, model.state = Frontend::kDrain;
    model.offered = valid && !ready;
    if (!valid || !ready) continue;
    if (refuse) {
      model.ending = static_cast<Status>(answer);
      model.refused = model.cuts.front();
      model.state = Frontend::kDrain;
      continue;
    }
    trackers = std::max<unsigned>(trackers, static_cast<unsigned>(range(1, 12)));
    model.issued.push_back(model.cuts.front());
    model.segment = model.cuts.front().segment;
    model.cuts.pop_front();
    if (model.cuts.empty() || model.cuts.front().segment != model.segment) model.segment++;
    if (model.cuts.empty()) model.state = Frontend::kDrain;
  }
  for (unsigned k = 0; k < 6; k++) check(seen[k] > 0, "status " + std::to_string(k) + " not seen");
  check(resumed && empty && ignored && kept && resets && lost, "something never happened");
  for (const unsigned times : withdrawn) check(times > 0, "never withdrawn in a state");
}
