// SPDX-License-Identifier: Apache-2.0

/// Control of one miss: from the decision that takes the slot until its line is in the arrays and
/// the last queued load has its bytes.
///
/// The Acquire is offered from the cycle after `allocate_i`. A refill that ended in an error is
/// dropped. The line stays here until the GrantAck
/// left, so that nothing else is sent about it before. Data live in fy_l1_line_buffers.
module fy_l1_miss_slot
  import fy_l1_pkg::*;
(
  input  logic         clk_i,
  input  logic         rst_ni,

  input  logic         allocate_i,
  input  miss_t        miss_i,

  /// The Acquire was taken
  input  logic         acquired_i,
  input  logic         beat_valid_i,
  input  grant_beat_t  beat_i,
  /// Its GrantAck was taken
  input  logic         acknowledged_i,
  /// The victim left the arrays; the line entered them
  input  logic         evicted_i,
  input  logic         installed_i,
  /// A queued load still reads this slot's bytes
  input  logic         queued_i,

  output slot_status_t status_o
);
  logic       busy_q, pending_q, acquire_q, granted_q, arrived_q, acknowledged_q, evict_q;
  logic       whole_q, trunk_q, error_q;
  logic [7:0] received_q;
  miss_t      miss_q;

  assign status_o = '{
      busy: busy_q, pending: pending_q, acquire: acquire_q, granted: granted_q,
      complete: arrived_q && acknowledged_q, arrived: arrived_q, evict: evict_q, whole: whole_q,
      trunk: trunk_q, error: error_q, received: received_q, miss: miss_q};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q     <= 1'b0;
      pending_q  <= 1'b0;
      acquire_q  <= 1'b0;
      granted_q  <= 1'b0;
      arrived_q  <= 1'b0;
      acknowledged_q <= 1'b0;
      evict_q    <= 1'b0;
      whole_q    <= 1'b0;
      trunk_q    <= 1'b0;
      error_q    <= 1'b0;
    end else begin
      if (acquired_i) acquire_q <= 1'b0;
      if (evicted_i) evict_q <= 1'b0;
      if (acknowledged_i) acknowledged_q <= 1'b1;
      if (beat_valid_i) begin
        granted_q  <= 1'b1;
        arrived_q  <= beat_i.last;
        whole_q    <= beat_i.has_data;
        trunk_q    <= beat_i.trunk;
        error_q    <= error_q || beat_i.error;
      end
      if (installed_i || (arrived_q && acknowledged_q && error_q)) pending_q <= 1'b0;
      if (busy_q && !pending_q && !queued_i) busy_q <= 1'b0;
      if (allocate_i) begin
        busy_q     <= 1'b1;
        pending_q  <= 1'b1;
        acquire_q  <= 1'b1;
        granted_q  <= 1'b0;
        arrived_q  <= 1'b0;
        acknowledged_q <= 1'b0;
        evict_q    <= miss_i.evict;
        error_q    <= 1'b0;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (beat_valid_i) begin
      // Loads of a refill that failed get what is there.
      received_q <= beat_i.last && (error_q || beat_i.error) ? '1 :
          received_q | (beat_i.has_data ? 8'd1 << beat_i.beat : 8'd0);
    end
    if (allocate_i) begin
      miss_q     <= miss_i;
      received_q <= '0;
    end
  end
endmodule
