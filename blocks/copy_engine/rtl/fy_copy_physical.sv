// SPDX-License-Identifier: Apache-2.0

/// Stands where translation will: passes physical addresses and refuses those beyond 40 bits.
///
/// A refused piece is accepted with a status and goes nowhere. Combinational.
module fy_copy_physical
  import fy_copy_engine_pkg::*;
(
  input  piece_t           piece_i,
  input  logic             piece_valid_i,
  output logic             piece_ready_o,
  output status_e          piece_status_o,

  output tracker_request_t request_o,
  output logic             request_valid_o,
  input  logic             request_ready_i
);
  // A piece lies in one page at either end: its first byte decides for all.
  always_comb begin
    piece_status_o = StatusDone;
    if (piece_i.target[63:40] != '0) piece_status_o = StatusTargetAccess;
    if (piece_i.source[63:40] != '0) piece_status_o = StatusSourceAccess;
  end

  always_comb begin
    request_o.source          = piece_i.source[39:0];
    request_o.target          = piece_i.target[39:0];
    request_o.bytes           = piece_i.bytes;
    request_o.position        = piece_i.position;
    request_o.source_allocate = piece_i.source_allocate;
    request_o.target_allocate = piece_i.target_allocate;
  end

  assign request_valid_o = piece_valid_i && piece_status_o == StatusDone;
  assign piece_ready_o   = request_ready_i || piece_status_o != StatusDone;
endmodule
