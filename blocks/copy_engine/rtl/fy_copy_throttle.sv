// SPDX-License-Identifier: Apache-2.0

/// Bounds the messages of all trackers that are outstanding at each bank.
///
/// A message needs a place among `throttle_i` at its bank from the cycle it is offered to the last
/// beat of its response; without one its first beat is held back. A message once offered stays, and
/// a burst is never cut, so a place comes free whatever the trackers do. Places are given in turn,
/// one a bank and cycle. Combinational: adds no cycle to a message that has a place. 0 is off: all
/// passes, nothing is counted.
module fy_copy_throttle
  import fy_tl_pkg::*;
  import fy_copy_engine_pkg::*;
#(
  /// Bytes of a TileLink beat
  parameter int unsigned BeatBytes      = 32,
  /// Trackers
  parameter int unsigned Trackers       = 1,
  /// Source ids of a tracker
  parameter int unsigned Sources        = 24,
  /// Banks of the memory behind, a power of two
  parameter int unsigned Banks          = 1,
  /// Bytes in one bank before the next follows, a power of two
  parameter int unsigned BankInterleave = 64
) (
  input  logic                                                    clk_i,
  input  logic                                                    rst_ni,

  /// Greatest number of messages at a bank, 0 for any; taken over while not busy
  input  logic [4:0]                                              throttle_i,
  input  logic                                                    busy_i,

  /// What trackers offer, whose message has a place, and whose beat is taken in this cycle
  input  fy_tl#(.BeatBytes(BeatBytes))::request_t [Trackers-1:0]  offer_i,
  output logic [Trackers-1:0]                                     placed_o,
  input  logic [Trackers-1:0]                                     taken_i,

  /// Responses, always taken
  input  fy_tl#(.BeatBytes(BeatBytes))::response_t [Trackers-1:0] answer_i,

  /// Trackers that wait for a place
  output amount_t                                                 throttled_o
);
  localparam int unsigned BankBits   = Banks > 1 ? $clog2(Banks) : 1;
  localparam int unsigned SourceBits = $clog2(Sources);

  typedef logic [BankBits-1:0]   bank_t;
  typedef logic [SourceBits-1:0] id_t;

  logic [4:0]                       throttle_q;
  logic                             on;
  logic [Trackers-1:0]              placed_q, granted, waits, a_last, d_last, freed;
  bank_t [Trackers-1:0]             bank, freed_bank;
  logic [Banks-1:0][Trackers-1:0]   request, grant;
  logic [Banks-1:0][4:0]            count_q;

  assign on       = throttle_q != '0;
  assign placed_o = on ? placed_q | granted : '1;

  // ---- trackers ------------------------------------------------------------------------------
  for (genvar t = 0; t < Trackers; t++) begin : gen_tracker
    logic [Banks-1:0] got;
    bank_t            banks_q [Sources];

    assign bank[t] = Banks > 1 ? bank_t'(offer_i[t].a.address >> $clog2(BankInterleave)) : '0;

    for (genvar b = 0; b < Banks; b++) begin : gen_request
      assign request[b][t] = offer_i[t].a_valid && !placed_q[t] && bank[t] == bank_t'(b);
      assign got[b]        = grant[b][t];
    end
    assign granted[t] = got != '0;

    fy_tl_beats #(.BeatBytes(BeatBytes)) i_a_beats (
      .clk_i, .rst_ni, .size_i(offer_i[t].a.size), .has_data_i(offer_i[t].a.opcode != Get),
      .fire_i(on && taken_i[t]), .last_o(a_last[t])
    );
    fy_tl_beats #(.BeatBytes(BeatBytes)) i_d_beats (
      .clk_i, .rst_ni, .size_i(answer_i[t].d.size),
      .has_data_i(answer_i[t].d.opcode == AccessAckData),
      .fire_i(on && answer_i[t].d_valid), .last_o(d_last[t])
    );
    assign freed[t]      = answer_i[t].d_valid && d_last[t];
    assign freed_bank[t] = banks_q[id_t'(answer_i[t].d.source)];
    assign waits[t]      = offer_i[t].a_valid && !placed_o[t];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) placed_q[t] <= 1'b0;
      else if (on) placed_q[t] <= (placed_q[t] || granted[t]) && !(taken_i[t] && a_last[t]);
    end

    always_ff @(posedge clk_i) begin
      if (on && granted[t]) banks_q[id_t'(offer_i[t].a.source)] <= bank[t];
    end
  end

  // ---- banks ---------------------------------------------------------------------------------
  for (genvar b = 0; b < Banks; b++) begin : gen_bank
    localparam int unsigned IndexBits = Trackers > 1 ? $clog2(Trackers) : 1;

    logic                 room, any;
    logic [Trackers-1:0]  chosen, back;
    logic [IndexBits-1:0] unused_index;

    assign room     = on && count_q[b] < throttle_q;
    assign grant[b] = room ? chosen : '0;

    fy_round_robin #(.Inputs(Trackers)) i_round_robin (
      .clk_i, .rst_ni, .request_i(on ? request[b] : '0), .advance_i(room), .grant_o(chosen),
      .index_o(unused_index), .any_o(any)
    );

    for (genvar t = 0; t < Trackers; t++) begin : gen_back
      assign back[t] = freed[t] && freed_bank[t] == bank_t'(b);
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) count_q[b] <= '0;
      else if (on) count_q[b] <= count_q[b] + 5'(room && any) - 5'($countones(back));
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) throttle_q <= '0;
    else if (!busy_i) throttle_q <= throttle_i;
  end

  assign throttled_o = amount_t'($countones(waits));

  if (Banks < 1 || 2 ** $clog2(Banks) != Banks) begin : gen_banks
    $error("fy_copy_throttle: Banks is %0d; it must be a power of two", Banks);
  end
  if (BankInterleave < 64 || 2 ** $clog2(BankInterleave) != BankInterleave) begin : gen_interleave
    $error("fy_copy_throttle: BankInterleave is %0d; it must be a power of two, at least 64",
           BankInterleave);
  end
endmodule
