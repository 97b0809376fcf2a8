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
  input  logic                                              clk_i,
  input  logic                                              rst_ni,

  /// Greatest number of messages at a bank, 0 for any; taken over while not busy
  input  logic [4:0]                                        throttle_i,
  input  logic                                              busy_i,

  /// What trackers offer; the payload passes beside this module
  input  fy_tl#(.BeatBytes(BeatBytes))::a_t [Trackers-1:0]  a_i,
  input  logic [Trackers-1:0]                               a_valid_i,
  output logic [Trackers-1:0]                               a_ready_o,
  output logic [Trackers-1:0]                               a_valid_o,
  input  logic [Trackers-1:0]                               a_ready_i,

  /// Responses, always taken
  input  fy_tl#(.BeatBytes(BeatBytes))::d_t [Trackers-1:0]  d_i,
  input  logic [Trackers-1:0]                               d_valid_i,

  /// Trackers that wait for a place
  output amount_t                                           throttled_o
);
  localparam int unsigned BankBits   = Banks > 1 ? $clog2(Banks) : 1;
  localparam int unsigned SourceBits = $clog2(Sources);

  typedef logic [BankBits-1:0]   bank_t;
  typedef logic [SourceBits-1:0] id_t;

  logic [4:0]                       throttle_q;
  logic                             on;
  logic [Trackers-1:0]              placed_q, granted, passes, a_last, d_last, freed;
  bank_t [Trackers-1:0]             bank, freed_bank;
  logic [Banks-1:0][Trackers-1:0]   request, grant;
  logic [Banks-1:0][4:0]            count_q;

  assign on        = throttle_q != '0;
  assign passes    = on ? placed_q | granted : '1;
  assign a_valid_o = a_valid_i & passes;
  assign a_ready_o = a_ready_i & passes;

  // ---- trackers ------------------------------------------------------------------------------
  for (genvar t = 0; t < Trackers; t++) begin : gen_tracker
    logic [Banks-1:0] got;
    bank_t            banks_q [Sources];
    logic             fire;

    assign bank[t] = Banks > 1 ? bank_t'(a_i[t].address >> $clog2(BankInterleave)) : '0;
    assign fire    = a_valid_o[t] && a_ready_i[t];

    for (genvar b = 0; b < Banks; b++) begin : gen_request
      assign request[b][t] = a_valid_i[t] && !placed_q[t] && bank[t] == bank_t'(b);
      assign got[b]        = grant[b][t];
    end
    assign granted[t] = got != '0;

    fy_tl_beats #(.BeatBytes(BeatBytes)) i_a_beats (
      .clk_i, .rst_ni, .size_i(a_i[t].size), .has_data_i(a_i[t].opcode != Get),
      .fire_i(on && fire), .last_o(a_last[t])
    );
    fy_tl_beats #(.BeatBytes(BeatBytes)) i_d_beats (
      .clk_i, .rst_ni, .size_i(d_i[t].size), .has_data_i(d_i[t].opcode == AccessAckData),
      .fire_i(on && d_valid_i[t]), .last_o(d_last[t])
    );
    assign freed[t]      = d_valid_i[t] && d_last[t];
    assign freed_bank[t] = banks_q[id_t'(d_i[t].source)];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) placed_q[t] <= 1'b0;
      else if (on) placed_q[t] <= (placed_q[t] || granted[t]) && !(fire && a_last[t]);
    end

    always_ff @(posedge clk_i) begin
      if (on && granted[t]) banks_q[id_t'(a_i[t].source)] <= bank[t];
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

  assign throttled_o = amount_t'($countones(a_valid_i & ~passes));

  if (Banks < 1 || 2 ** $clog2(Banks) != Banks) begin : gen_banks
    $error("fy_copy_throttle: Banks is %0d; it must be a power of two", Banks);
  end
  if (BankInterleave < 64 || 2 ** $clog2(BankInterleave) != BankInterleave) begin : gen_interleave
    $error("fy_copy_throttle: BankInterleave is %0d; it must be a power of two, at least 64",
           BankInterleave);
  end
endmodule
