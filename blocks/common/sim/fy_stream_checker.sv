// SPDX-License-Identifier: Apache-2.0

/// Checks one valid/ready stream in simulation: a stalled item neither disappears nor changes.
///
/// Passive. `violation_o` is high in the cycle after a broken rule, for benches that want to see
/// a bad agent caught; with Fatal the simulation ends with the name of the stream.
module fy_stream_checker #(
  /// Payload
  parameter type   data_t = logic [7:0],
  /// Name printed in the message
  parameter string Name   = "stream",
  /// End the simulation on a violation
  parameter bit    Fatal  = 1'b1
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

  assign violation_o = stalled_q && (!valid_i || data_i != data_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) stalled_q <= 1'b0;
    else begin
      stalled_q <= valid_i && !ready_i;
      if (violation_o && Fatal) begin
        $error("%s: a stalled item %s", Name, valid_i ? "changed" : "was withdrawn");
      end
    end
  end

  always_ff @(posedge clk_i) data_q <= data_i;
endmodule
