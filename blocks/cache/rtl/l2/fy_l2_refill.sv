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

  output fy_axi#(BeatBytes)::read_request_t  axi_o,
  input  logic                               axi_ready_i,
  input  fy_axi#(BeatBytes)::read_response_t axi_i,

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
  logic                                 any;
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
    .advance_i(axi_ready_i),
    .grant_o  (grant),
    .index_o  (chosen),
    .any_o    (any)
  );

  assign grant_o = axi_ready_i ? grant : '0;

  always_comb begin
    axi_o          = '0;
    axi_o.ar_valid = any;
    axi_o.ar.id    = 6'(chosen);
    axi_o.ar.len   = 8'(Beats - 1);
    axi_o.ar.size  = 3'($clog2(BeatBytes));
    axi_o.ar.burst = BurstIncr;
    axi_o.ar.cache = 4'b0011;
    if (any) begin
      axi_o.ar.addr = {transactors_i[chosen].request.address[39:OffsetBits], OffsetBits'(0)};
    end
  end

  assign number   = NumberBits'(axi_i.r.id);
  assign refill_o = axi_i.r_valid;
  assign number_o = number_t'(number);
  assign index_o  = beats_q[number];
  assign last_o   = axi_i.r.last;
  assign error_o  = axi_i.r.resp != RespOkay;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) beats_q <= '0;
    else if (axi_i.r_valid) beats_q[number] <= last_o ? '0 : beats_q[number] + 1'b1;
  end

  // R belongs to a transactor that waits for it, and its burst ends with the line.
  assert property (@(posedge clk_i) disable iff (!rst_ni) !axi_i.r_valid ||
      (transactors_i[number].state == StateRefill &&
       axi_i.r.last == (beats_q[number] == BeatBits'(Beats - 1))));

  logic unused;
  assign unused = ^{axi_i.r.data, axi_i.r.id};
endmodule
