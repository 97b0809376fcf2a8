// SPDX-License-Identifier: Apache-2.0

/// Lets a page-table walker use the data port of a core.
///
/// Combinational: adds no cycle to either. The walker goes first: its requests are rare, and the
/// core may wait for them; but a request that stalls at the cache is not changed. The decision one
/// cycle after a handshake belongs to the request that was taken, and so does `kill`, which the
/// walker never uses. Late results go by `id.walker`, which is set here.
module fy_data_port_mux
  import fy_core_pkg::*;
(
  input  logic           clk_i,
  input  logic           rst_ni,

  // The core, as at fy_data_cache
  input  data_request_t  core_i,
  output logic           core_ready_o,
  output data_response_t core_o,

  // The walker, whose requests are loads
  input  data_request_t  walker_i,
  output logic           walker_ready_o,
  output data_response_t walker_o,

  // The cache
  output data_request_t  data_o,
  input  logic           data_ready_i,
  input  data_response_t data_i
);
  logic core_taken_q, core_stalled_q, walker_first;

  assign walker_first   = walker_i.valid && !core_stalled_q;
  assign walker_ready_o = data_ready_i && walker_first;
  assign core_ready_o   = data_ready_i && !walker_first;

  always_comb begin
    data_o                  = walker_first ? walker_i : core_i;
    data_o.access.id.walker = walker_first;
    data_o.kill             = core_i.kill && core_taken_q;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      core_taken_q   <= 1'b0;
      core_stalled_q <= 1'b0;
    end else begin
      core_taken_q   <= core_i.valid && core_ready_o;
      core_stalled_q <= core_i.valid && !walker_first && !data_ready_i;
    end
  end

  always_comb begin
    core_o              = data_i;
    core_o.late_valid   = data_i.late_valid && !data_i.late.id.walker;
    walker_o            = data_i;
    walker_o.late_valid = data_i.late_valid && data_i.late.id.walker;
  end

  logic unused_kill;
  assign unused_kill = walker_i.kill;
endmodule
