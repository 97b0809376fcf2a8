// SPDX-License-Identifier: Apache-2.0

/// Lets a page-table walker use the data port of a core.
///
/// Combinational: adds no cycle to either. The walker goes first: it asks seldom, and the core may
/// wait for it; but a request that stalls at the cache is not changed. The decision one cycle after
/// a handshake belongs to whoever was taken, and so does `kill`, which the walker never uses. Late
/// results go by `thread`.
module fy_data_port_mux
  import fy_core_pkg::*;
(
  input  logic           clk_i,
  input  logic           rst_ni,

  // The core, as at fy_data_cache
  input  data_request_t  core_i,
  input  logic           core_valid_i,
  output logic           core_ready_o,
  input  logic           core_kill_i,
  output logic           core_late_valid_o,

  // The walker, whose requests are loads
  input  data_request_t  walker_i,
  input  logic           walker_valid_i,
  output logic           walker_ready_o,
  output logic           walker_late_valid_o,

  // The cache; its decision and late result go to both
  output data_request_t  data_o,
  output logic           data_valid_o,
  input  logic           data_ready_i,
  output logic           data_kill_o,
  input  data_late_t     data_late_i,
  input  logic           data_late_valid_i
);
  logic core_taken_q, core_stalled_q, walker_first, late_walker;

  assign walker_first   = walker_valid_i && !core_stalled_q;
  assign data_o         = walker_first ? walker_i : core_i;
  assign data_valid_o   = walker_first || core_valid_i;
  assign walker_ready_o = data_ready_i && walker_first;
  assign core_ready_o   = data_ready_i && !walker_first;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      core_taken_q   <= 1'b0;
      core_stalled_q <= 1'b0;
    end else begin
      core_taken_q   <= core_valid_i && core_ready_o;
      core_stalled_q <= core_valid_i && !walker_first && !data_ready_i;
    end
  end
  assign data_kill_o = core_kill_i && core_taken_q;

  assign late_walker         = data_late_i.id.thread == ThreadWalker;
  assign core_late_valid_o   = data_late_valid_i && !late_walker;
  assign walker_late_valid_o = data_late_valid_i && late_walker;

  logic unused_late;
  assign unused_late = ^{data_late_i};
endmodule
