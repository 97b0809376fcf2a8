// SPDX-License-Identifier: Apache-2.0

/// Fair choice among requesters; a choice that was not taken is kept while its request stands.
///
/// Combinational grant. After a grant is taken (`advance_i`) the next requester has priority.
module fy_round_robin #(
  /// Requesters
  parameter int unsigned Inputs = 2,
  localparam int unsigned IndexBits = Inputs > 1 ? $clog2(Inputs) : 1
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  input  logic [Inputs-1:0]    request_i,
  /// The granted requester is served in this cycle
  input  logic                 advance_i,

  output logic [Inputs-1:0]    grant_o,
  output logic [IndexBits-1:0] index_o,
  output logic                 any_o
);
  // Requesters at or above the pointer come first.
  logic [Inputs-1:0] mask_q, masked, pool;

  assign masked  = request_i & mask_q;
  assign pool    = |masked ? masked : request_i;
  assign grant_o = pool & (~pool + 1'b1);
  assign any_o   = |request_i;

  always_comb begin
    index_o = '0;
    for (int unsigned i = 0; i < Inputs; i++) begin
      if (grant_o[i]) index_o |= IndexBits'(i);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) mask_q <= '1;
    else if (any_o) begin
      // Taken: everything above the grant. Not taken: stay on the granted one.
      mask_q <= advance_i ? ~((grant_o - 1'b1) | grant_o) : ~(grant_o - 1'b1);
    end
  end
endmodule
