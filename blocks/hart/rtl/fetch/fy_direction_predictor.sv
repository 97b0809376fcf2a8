// SPDX-License-Identifier: Apache-2.0

/// Guesses whether a conditional branch is taken: two-bit counters, indexed by address and history.
///
/// Lookup is combinational. The history takes in each prediction at once and is set back after a
/// mispredict, so that close branches see each other; it travels with every instruction.
module fy_direction_predictor #(
  /// Bits of the index, so 2**IndexBits counters
  parameter int unsigned IndexBits   = 9,
  /// Branches in the history, 2 to IndexBits
  parameter int unsigned HistoryBits = 9
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  /// Address without the two bits that are always zero
  input  logic [IndexBits-1:0]   pc_i,
  output logic [HistoryBits-1:0] history_o,
  output logic                   taken_o,
  /// The instruction at `pc_i` is predicted to be a branch and its fetch is on its way
  input  logic                   advance_i,

  /// A branch is decided; `resolve_history_i` is the history that its prediction saw
  input  logic                   resolve_i,
  input  logic [IndexBits-1:0]   resolve_pc_i,
  input  logic [HistoryBits-1:0] resolve_history_i,
  input  logic                   resolve_taken_i,
  /// The fetched path was wrong: go back to `resolve_history_i`, and the branch if it is one
  input  logic                   repair_i
);
  localparam int unsigned Counters = 1 << IndexBits;

  logic [Counters-1:0]    strong_q, taken_q;
  logic [HistoryBits-1:0] history_q;
  logic [IndexBits-1:0]   index, resolve_index;

  function automatic logic [IndexBits-1:0] index_of(logic [IndexBits-1:0]   pc,
                                                    logic [HistoryBits-1:0] history);
    return pc ^ (IndexBits'(history) << (IndexBits - HistoryBits));
  endfunction

  assign index         = index_of(pc_i, history_q);
  assign resolve_index = index_of(resolve_pc_i, resolve_history_i);
  assign taken_o       = taken_q[index];
  assign history_o     = history_q;

  // A counter is a direction and whether it holds against one surprise. Only branches that have
  // been taken before are asked for, hence the reset value.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      strong_q  <= '0;
      taken_q   <= '1;
      history_q <= '0;
    end else begin
      if (repair_i) begin
        history_q <= resolve_i ? {resolve_history_i[HistoryBits-2:0], resolve_taken_i}
                               : resolve_history_i;
      end else if (advance_i) begin
        history_q <= {history_q[HistoryBits-2:0], taken_o};
      end
      if (resolve_i) begin
        if (taken_q[resolve_index] == resolve_taken_i) strong_q[resolve_index] <= 1'b1;
        else if (strong_q[resolve_index]) strong_q[resolve_index] <= 1'b0;
        else taken_q[resolve_index] <= resolve_taken_i;
      end
    end
  end

  if (HistoryBits < 2 || HistoryBits > IndexBits) begin : gen_history
    $error("fy_direction_predictor: HistoryBits is %0d; it must be 2 to IndexBits, %0d",
           HistoryBits, IndexBits);
  end
endmodule
