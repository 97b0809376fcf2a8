// SPDX-License-Identifier: Apache-2.0
#include "sim/trace/pipeline.h"

namespace fy {

namespace {
constexpr uint64_t kPageOffset = 4095;
}

void Pipeline::drop_front(uint64_t cycle) {
  listener_.dropped(fetch_.front().id, cycle);
  fetch_.pop_front();
}

// Answers come in order, so what lies in front of the one wanted was fetched in vain. A faulty
// address is never asked for and appears at decode at once. Addresses are compared within the page:
// the request is physical, the instruction is not.
void Pipeline::find_decoded(const HartSignals& now, uint64_t cycle) {
  while (!fetch_.empty() && fetch_.front().offset != (now.decode_pc & kPageOffset)) {
    drop_front(cycle);
  }
  if (fetch_.empty()) {
    decode_ = listener_.fetched(hart_, cycle);
  } else {
    decode_ = fetch_.front().id;
    fetch_.pop_front();
  }
  listener_.decoded(*decode_, now.decode_pc, now.decode_instruction);
  listener_.entered(*decode_, Stage::kDecode, cycle);
}

void Pipeline::observe(const HartSignals& now, uint64_t cycle) {
  if (now.retired && !memory_.empty()) {
    listener_.entered(memory_.front(), Stage::kWrite, cycle);
    listener_.left(memory_.front(), cycle + 1, now.trap ? &now : nullptr);
    memory_.pop_front();
  }
  if (now.decode_valid && !decode_) find_decoded(now, cycle);
  if (now.fetch_fire) fetch_.push_back({listener_.fetched(hart_, cycle), now.fetch_offset});
  if (execute_ && now.execute_kill) {
    listener_.dropped(*execute_, cycle + 1);
    execute_.reset();
  } else if (execute_ && now.execute_advance) {
    listener_.entered(*execute_, Stage::kMemory, cycle + 1);
    memory_.push_back(*execute_);
    execute_.reset();
  }
  if (now.redirect) {
    if (decode_) listener_.dropped(*decode_, cycle + 1);
    decode_.reset();
    while (!fetch_.empty()) drop_front(cycle + 1);
  } else if (decode_ && now.decode_valid && now.decode_ready) {
    listener_.entered(*decode_, Stage::kExecute, cycle + 1);
    execute_ = decode_;
    decode_.reset();
  }
}

}  // namespace fy
