// SPDX-License-Identifier: Apache-2.0

/// Hands requests to trackers in order, and gathers their reports.
///
/// A request goes to the lowest tracker that is idle, otherwise to the lowest that has sent its
/// reads and can take one more. Combinational both ways; one request a cycle. `busy_o` covers all
/// trackers; the error shown is of the first failing byte in copy order.
/// Positions are modular: so that they stay in order however far one tracker falls behind, all
/// drain when requests pass a quarter of the range (4 MB).
/// Behind a long request the next waits as long as a block takes at a port: pages begin in the same
/// bank, and trackers that walk the banks closer together stop each other at every one of them.
module fy_copy_dispatch
  import fy_copy_engine_pkg::*;
#(
  /// Trackers, 1 to 4
  parameter int unsigned Trackers  = 1,
  /// Cycles between a request of 512 bytes or more and the next
  parameter int unsigned Spacing   = 3
) (
  input  logic                               clk_i,
  input  logic                               rst_ni,

  /// Trackers used, 1 to Trackers; taken over while idle
  input  logic [2:0]                         tracker_limit_i,

  input  position_t                          position_i,
  input  logic [12:0]                        bytes_i,
  input  logic                               request_valid_i,
  output logic                               request_ready_o,

  output logic [Trackers-1:0]                tracker_valid_o,
  input  logic [Trackers-1:0]                tracker_ready_i,
  input  logic [Trackers-1:0]                tracker_busy_i,
  output logic                               busy_o,

  input  access_error_t [Trackers-1:0]       error_i,
  input  logic [Trackers-1:0]                error_valid_i,
  output access_error_t                      error_o,
  output logic                               error_valid_o,

  input  copy_engine_events_t [Trackers-1:0] events_i,
  output copy_engine_events_t                events_o
);
  // ---- requests ------------------------------------------------------------------------------
  logic [Trackers-1:0] used, open, idle, pool;
  logic                drained;   // nothing holds the next request back

  assign open = tracker_ready_i & used;
  assign idle = open & ~tracker_busy_i;
  assign pool = idle != '0 ? idle : open;

  assign request_ready_o = pool != '0 && drained;
  assign tracker_valid_o = request_valid_i && drained ? pool & (~pool + 1'b1) : '0;
  assign busy_o          = tracker_busy_i != '0;

  if (Trackers == 1) begin : gen_one
    assign used    = 1'b1;
    assign drained = 1'b1;

    logic unused;
    assign unused = ^{clk_i, rst_ni, tracker_limit_i, position_i, bytes_i};
  end else begin : gen_several
    localparam int unsigned GapBits = $clog2(Spacing + 1);

    logic [2:0]         limit_q;
    logic [1:0]         window_q;
    logic [GapBits-1:0] gap_q;
    logic               same_window, handed;

    for (genvar t = 0; t < Trackers; t++) begin : gen_used
      assign used[t] = limit_q > 3'(t);
    end
    assign same_window = position_i[PositionBits-1-:2] == window_q;
    // A single tracker never falls behind another.
    assign drained     = !busy_o || limit_q == 3'd1 || (same_window && gap_q == '0);
    assign handed      = request_valid_i && request_ready_o;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        limit_q <= 3'(Trackers);
        gap_q   <= '0;
      end else begin
        if (!busy_o) begin
          limit_q <= tracker_limit_i;
          if (tracker_limit_i == '0) limit_q <= 3'd1;
          if (tracker_limit_i > 3'(Trackers)) limit_q <= 3'(Trackers);
        end
        if (handed) begin
          gap_q <= bytes_i >= 13'd512 ? GapBits'(Spacing - 1) : '0;
        end else if (gap_q != '0) begin
          gap_q <= gap_q - 1'b1;
        end
      end
    end

    always_ff @(posedge clk_i) begin
      if (handed) window_q <= position_i[PositionBits-1-:2];
    end
  end

  // ---- reports -------------------------------------------------------------------------------
  always_comb begin
    error_o       = error_i[0];
    error_valid_o = error_valid_i[0];
    for (int unsigned t = 1; t < Trackers; t++) begin
      if (error_valid_i[t] &&
          (!error_valid_o || precedes(error_i[t].position, error_o.position))) begin
        error_o = error_i[t];
      end
      error_valid_o |= error_valid_i[t];
    end
  end

  always_comb begin
    events_o = events_i[0];
    for (int unsigned t = 1; t < Trackers; t++) begin
      events_o.request       |= events_i[t].request;
      events_o.get           += events_i[t].get;
      events_o.get_block     += events_i[t].get_block;
      events_o.put           += events_i[t].put;
      events_o.put_block     += events_i[t].put_block;
      events_o.reordered     += events_i[t].reordered;
      events_o.buffer_full   += events_i[t].buffer_full;
      events_o.error         += events_i[t].error;
      events_o.trackers_busy += events_i[t].trackers_busy;
    end
  end

  if (Trackers < 1 || Trackers > MaxTrackers) begin : gen_trackers
    $error("fy_copy_dispatch: Trackers is %0d; it must be 1 to %0d", Trackers, MaxTrackers);
  end
endmodule
