// SPDX-License-Identifier: Apache-2.0

/// Remembers transfers that were followed by another before their bytes were written, so that an
/// error is still reported with the addresses of its own transfer.
///
/// An entry stays until every tracker that was busy when it came has been idle since; from an error
/// on all stay until `clear_i`. `found_o` is the entry that holds the failing byte, combinational;
/// without one the byte is of the latest transfer. Full: `passed_ready_o` is low,
/// and no transfer follows until one leaves.
module fy_copy_history
  import fy_copy_engine_pkg::*;
#(
  /// Entries
  parameter int unsigned Depth    = 8,
  /// Trackers
  parameter int unsigned Trackers = 1
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  /// Nothing is under way: forget all
  input  logic                clear_i,

  /// The transfer that is followed now
  input  passed_t             passed_i,
  input  logic                passed_valid_i,
  output logic                passed_ready_o,

  input  logic [Trackers-1:0] tracker_busy_i,

  input  access_error_t       error_i,
  input  logic                error_valid_i,
  output passed_t             found_o,
  output logic                found_valid_o
);
  localparam int unsigned CountBits = $clog2(Depth + 1);

  typedef logic [CountBits-1:0] count_t;

  // Oldest first.
  passed_t [Depth-1:0]             entries_q;
  logic [Depth-1:0][Trackers-1:0]  busy_q, busy_d;  // trackers that may hold pieces of an entry
  count_t                          count_q;
  logic                            pop;

  assign passed_ready_o = count_q != count_t'(Depth);
  assign pop            = count_q != '0 && busy_q[0] == '0 && !error_valid_i;

  always_comb begin
    for (int unsigned i = 0; i < Depth; i++) busy_d[i] = busy_q[i] & tracker_busy_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q <= '0;
    end else begin
      count_q <= clear_i ? '0 : count_q + count_t'(passed_valid_i) - count_t'(pop);
    end
  end

  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < Depth; i++) begin
      busy_q[i] <= pop ? busy_d[(i+1)%Depth] : busy_d[i];
      if (pop) entries_q[i] <= entries_q[(i+1)%Depth];
      if (passed_valid_i && count_t'(i) == count_q - count_t'(pop)) begin
        busy_q[i]    <= tracker_busy_i;
        entries_q[i] <= passed_i;
      end
    end
  end

  // ---- the failing byte ----------------------------------------------------------------------
  always_comb begin
    found_o       = entries_q[0];
    found_valid_o = 1'b0;
    for (int unsigned i = Depth; i > 0; i--) begin
      if (count_t'(i - 1) < count_q &&
          precedes(error_i.position, entries_q[i-1].position_end)) begin
        found_o       = entries_q[i-1];
        found_valid_o = 1'b1;
      end
    end
  end

  logic unused_fields;
  assign unused_fields = ^{error_i.is_target, error_i.address};

  if (Depth < 1 || Depth > 32) begin : gen_depth
    $error("fy_copy_history: Depth is %0d; it must be 1 to 32", Depth);
  end
endmodule
