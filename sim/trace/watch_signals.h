// SPDX-License-Identifier: Apache-2.0
// What the ports of fy_watch show in a cycle; in a watched simulator alone.
#pragma once

#include "Vfy_top.h"
#include "sim/trace/pipeline.h"
#include "sim/trace/trace_messages.h"

#if FY_WATCH

namespace fy {

inline HartSignals hart_signals(const Vfy_top& top, unsigned hart) {
  HartSignals now;
  now.fetch_fire = top.fetch_fire_o[hart];
  now.fetch_offset = top.fetch_offset_o[hart];
  now.decode_valid = top.decode_valid_o[hart];
  now.decode_ready = top.decode_ready_o[hart];
  now.decode_pc = top.decode_pc_o[hart];
  now.decode_instruction = top.decode_instruction_o[hart];
  now.execute_advance = top.execute_advance_o[hart];
  now.execute_kill = top.execute_kill_o[hart];
  now.redirect = top.redirect_o[hart];
  now.retired = top.retired_valid_o[hart];
  now.trap = top.retired_trap_o[hart];
  now.interrupt = top.retired_interrupt_o[hart];
  now.cause = top.retired_cause_o[hart];
  return now;
}

inline unsigned hart_count(const Vfy_top& top) {
  return static_cast<unsigned>(top.decode_pc_o.size());
}

// Ends come first: what ends never began in the same cycle.
inline void observe_messages(const Vfy_top& top, MessageLog& log, uint64_t cycle) {
  log.engine(top.engine_transfer_o, top.engine_resume_o, top.engine_busy_o, cycle);
  for (unsigned hart = 0; hart < hart_count(top); hart++) {
    for (unsigned unit = 0; unit < MessageLog::kUnits; unit++) {
      if ((top.walk_done_o[hart] >> unit & 1) != 0) log.walk_ends(hart, unit, cycle);
      if ((top.walk_fire_o[hart] >> unit & 1) != 0) log.walk_begins(hart, unit, cycle);
    }
  }
  const auto clients = static_cast<unsigned>(top.a_source_o.size());
  for (unsigned client = 0; client < clients; client++) {
    if (top.d_fire_o[client]) {
      log.answer(client,
                 {top.d_opcode_o[client], top.d_size_o[client], top.d_source_o[client], 0,
                  top.d_denied_o[client] != 0},
                 top.beat_bytes_o, cycle);
    }
    if (top.a_fire_o[client]) {
      log.request(client,
                  {top.a_opcode_o[client], top.a_size_o[client], top.a_source_o[client],
                   top.a_address_o[client], false},
                  top.beat_bytes_o, cycle);
    }
  }
}

}  // namespace fy

#endif
