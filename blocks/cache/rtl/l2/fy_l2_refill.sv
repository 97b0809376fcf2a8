// SPDX-License-Identifier: Apache-2.0

/// Refills of an L2 bank: AR and R, the transactor number is the AXI id.
///
/// One AR a cycle, fair among transactors in StateFetch; R is always taken, beats of different
/// transactors in any order. A burst is one line.
module fy_l2_refill
  import fy_axi_pkg::*;
  import fy_l2_pkg::*;
#(
  parameter int unsigned BeatBytes   = 32,
  parameter int unsigned LineBytes   = 64,
  parameter int unsigned Transactors = 8,
  localparam int unsigned Beats    = LineBytes / BeatBytes,
  localparam int unsigned BeatBits = Beats > 1 ? $clog2(Beats) : 1
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,

  input  transactor_t             transactors_i [Transactors],
  output logic [Transactors-1:0]  grant_o,

  output fy_axi#(BeatBytes)::ax_t axi_ar_o,
  output logic                    axi_ar_valid_o,
  input  logic                    axi_ar_ready_i,

  input  fy_axi#(BeatBytes)::r_t  axi_r_i,
  input  logic                    axi_r_valid_i,
  output logic                    axi_r_ready_o,

  output logic                    refill_o,
  output number_t                 number_o,
  output logic [BeatBits-1:0]     index_o,
  output logic                    last_o,
  output logic                    error_o
);
  localparam int unsigned OffsetBits = $clog2(LineBytes);
  localparam int unsigned NumberBits = Transactors > 1 ? $clog2(Transactors) : 1;

  logic [Transactors-1:0]               requests, grant;
  logic [NumberBits-1:0]                chosen, number;
  logic [Transactors-1:0][BeatBits-1:0] beats_q;

  always_comb begin
    for (int unsigned i = 0; i < Transactors; i++) begin
      requests[i] = transactors_i[i].state == StateFetch && transactors_i[i].complete &&
                    !transactors_i[i].failed;
    end
  end

  fy_round_robin #(.Inputs(Transactors)) i_turn (
    .clk_i, .rst_ni,
    .request_i(requests),
    .advance_i(axi_ar_ready_i),
    .grant_o  (grant),
    .index_o  (chosen),
    .any_o    (axi_ar_valid_o)
  );

  assign grant_o = axi_ar_ready_i ? grant : '0;

  always_comb begin
    axi_ar_o       = '0;
    axi_ar_o.id    = 6'(chosen);
    axi_ar_o.len   = 8'(Beats - 1);
    axi_ar_o.size  = 3'($clog2(BeatBytes));
    axi_ar_o.burst = BurstIncr;
    axi_ar_o.cache = 4'b0011;
    if (axi_ar_valid_o) begin
      axi_ar_o.addr = {transactors_i[chosen].request.address[39:OffsetBits], OffsetBits'(0)};
    end
  end

  assign axi_r_ready_o = 1'b1;
  assign number   = NumberBits'(axi_r_i.id);
  assign refill_o = axi_r_valid_i;
  assign number_o = number_t'(number);
  assign index_o  = beats_q[number];
  assign last_o   = axi_r_i.last;
  assign error_o  = axi_r_i.resp != RespOkay;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) beats_q <= '0;
    else if (axi_r_valid_i) beats_q[number] <= last_o ? '0 : beats_q[number] + 1'b1;
  end

  // R speaks to a transactor that waits for it, and ends with the line.
  assert property (@(posedge clk_i) disable iff (!rst_ni) !axi_r_valid_i ||
      (transactors_i[number].state == StateRefill &&
       axi_r_i.last == (beats_q[number] == BeatBits'(Beats - 1))));

  logic unused;
  assign unused = ^{axi_r_i.data, axi_r_i.id};
endmodule
