// SPDX-License-Identifier: Apache-2.0

/// Guesses whether a conditional branch is taken: two-bit counters, indexed by address and history.
///
/// Lookup is combinational. The history holds resolved branches only, so that nothing has to be
/// repaired after a mispredict; the index of the lookup travels with the branch.
module fy_direction_predictor #(
  /// Bits of the index, so 2**IndexBits counters
  parameter int unsigned IndexBits   = 9,
  /// Resolved branches in the index, at most IndexBits
  parameter int unsigned HistoryBits = 5
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  /// Low address bits of the branch, without the two always zero
  input  logic [IndexBits-1:0] pc_i,
  output logic [IndexBits-1:0] index_o,
  output logic                 taken_o,

  input  logic                 resolve_i,
  input  logic [IndexBits-1:0] resolve_index_i,
  input  logic                 resolve_taken_i
);
  localparam int unsigned Counters = 1 << IndexBits;

  logic [Counters-1:0]    strong_q, taken_q;
  logic [HistoryBits-1:0] history_q;

  assign index_o = pc_i ^ {history_q, {(IndexBits - HistoryBits){1'b0}}};
  assign taken_o = taken_q[index_o];

  // A counter is a direction and whether it holds against one surprise.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      strong_q  <= '0;
      taken_q   <= '1;  // who is asked has been taken before
      history_q <= '0;
    end else if (resolve_i) begin
      history_q <= {history_q[HistoryBits-2:0], resolve_taken_i};
      if (taken_q[resolve_index_i] == resolve_taken_i) strong_q[resolve_index_i] <= 1'b1;
      else if (strong_q[resolve_index_i]) strong_q[resolve_index_i] <= 1'b0;
      else taken_q[resolve_index_i] <= resolve_taken_i;
    end
  end

  if (HistoryBits < 2 || HistoryBits > IndexBits) begin : gen_history
    $error("fy_direction_predictor: HistoryBits is %0d; it must be 2 to IndexBits, %0d",
           HistoryBits, IndexBits);
  end
endmodule
