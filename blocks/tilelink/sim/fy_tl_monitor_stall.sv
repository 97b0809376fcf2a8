// SPDX-License-Identifier: Apache-2.0

/// Watches that a stalled beat neither changes nor disappears; costs nothing while nothing stalls.
///
/// `violation_o` is registered: high in the cycle after the broken one.
module fy_tl_monitor_stall #(
  /// Payload
  parameter type data_t = logic [7:0]
) (
  input  logic  clk_i,
  input  logic  rst_ni,

  input  data_t data_i,
  input  logic  valid_i,
  input  logic  ready_i,

  output logic  violation_o
);
  data_t data_q;
  logic  stalled_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stalled_q   <= 1'b0;
      violation_o <= 1'b0;
    end else begin
      stalled_q   <= valid_i && !ready_i;
      violation_o <= stalled_q && (!valid_i || data_i != data_q);
    end
  end

  always_ff @(posedge clk_i) begin
    if (valid_i && !ready_i) data_q <= data_i;
  end
endmodule
