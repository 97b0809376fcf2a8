// SPDX-License-Identifier: Apache-2.0
#include "sim/trace/trace_konata.h"

#include "sim/design/error.h"

namespace fy {

namespace {
const char* name_of(Stage stage) {
  static const char* const kNames[] = {"F", "D", "X", "M", "W"};
  return kNames[static_cast<size_t>(stage)];
}
}  // namespace

KonataLog::KonataLog(const std::string& file, const std::string& listing, uint64_t from,
                     uint64_t to)
    : file_(file), disassembly_(listing), from_(from), to_(to) {
  file_.write("Kanata\t0004\n");
}

void KonataLog::put(uint64_t cycle, const std::string& line) { at(cycle) += line + '\n'; }

// Number 0: not of the window.
uint64_t KonataLog::fetched(unsigned hart, uint64_t cycle) {
  if (cycle < from_ || cycle > to_) return 0;
  const uint64_t id = next_++;
  const std::string number = std::to_string(id - 1);
  put(cycle, "I\t" + number + '\t' + number + '\t' + std::to_string(hart));
  put(cycle, "S\t" + number + "\t0\tF");
  stage_[id] = Stage::kFetch;
  return id;
}

void KonataLog::decoded(uint64_t id, uint64_t pc, uint32_t instruction) {
  if (id == 0) return;
  put(now_, "L\t" + std::to_string(id - 1) + "\t0\t" + hex(pc) + ": " +
                disassembly_.text(pc, instruction));
}

void KonataLog::entered(uint64_t id, Stage stage, uint64_t cycle) {
  if (id == 0) return;
  const std::string number = std::to_string(id - 1);
  put(cycle, "E\t" + number + "\t0\t" + name_of(stage_[id]));
  put(cycle, "S\t" + number + "\t0\t" + name_of(stage));
  stage_[id] = stage;
}

void KonataLog::left(uint64_t id, uint64_t cycle, const HartSignals* trap) {
  if (id == 0) return;
  if (trap != nullptr) {
    put(cycle, "L\t" + std::to_string(id - 1) + "\t1\t" +
                   (trap->interrupt ? "interrupt " : "trap, cause ") + std::to_string(trap->cause));
  }
  end(id, cycle, trap != nullptr);
}

void KonataLog::dropped(uint64_t id, uint64_t cycle) {
  if (id != 0) end(id, cycle, true);
}

void KonataLog::end(uint64_t id, uint64_t cycle, bool flushed) {
  const std::string number = std::to_string(id - 1);
  put(cycle, "E\t" + number + "\t0\t" + name_of(stage_[id]));
  put(cycle, "R\t" + number + '\t' + std::to_string(flushed ? 0 : retired_++) + '\t' +
                 (flushed ? "1" : "0"));
  stage_.erase(id);
}

void KonataLog::end_cycle(uint64_t cycle) {
  std::string& lines = at(cycle);
  now_ = cycle + 1;
  if (lines.empty()) return;
  if (!started_) {
    file_.write("C=\t" + std::to_string(cycle) + '\n');
    started_ = true;
  } else if (cycle != written_) {
    file_.write("C\t" + std::to_string(cycle - written_) + '\n');
  }
  written_ = cycle;
  file_.write(lines);
  lines.clear();
}

// The last line leads to the end of the run; what is still under way has no end.
void KonataLog::finish(uint64_t cycles) {
  end_cycle(now_);
  if (started_ && cycles > written_) file_.write("C\t" + std::to_string(cycles - written_) + '\n');
  file_.finish();
}

}  // namespace fy
