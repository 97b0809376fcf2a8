// SPDX-License-Identifier: Apache-2.0

/// Channel D of a data cache: sorts the answers and acknowledges Grants on channel E.
///
/// Sources 0 to Slots-1 are miss slots, Slots the release, Slots+1 the uncached unit. The GrantAck
/// is offered one cycle after the first beat of its Grant; a slot keeps its line until it was taken
/// (`acknowledged_o`), so there is always room for it: D never waits and has no ready.
module fy_l1_response
  import fy_l1_pkg::*;
  import fy_tl_pkg::*;
#(
  parameter int unsigned Slots     = 2,
  parameter int unsigned BeatBytes = 32
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,

  input  fy_tl#(.BeatBytes(BeatBytes))::response_t  tl_i,
  output fy_tl#(.BeatBytes(BeatBytes))::e_channel_t tl_o,
  input  logic                                      tl_ready_i,

  output grant_beat_t                               beat_o,
  output logic                                      beat_valid_o,

  /// The GrantAck of a slot was taken
  output slot_t                                     acknowledged_o,
  output logic                                      acknowledged_valid_o,

  output logic                                      released_o,
  output logic                                      uncached_o
);
  import fy_tl_pkg::Grant;
  import fy_tl_pkg::GrantData;

  typedef fy_tl#(.BeatBytes(BeatBytes))::e_t e_t;

  typedef struct packed {
    slot_t slot;
    e_t    e;
  } acknowledge_t;

  logic         grant, unused_ready, offered;
  logic [2:0]   beat_q;
  acknowledge_t push, pop;

  assign grant = tl_i.d.opcode inside {Grant, GrantData};
  assign push  = '{slot: slot_t'(tl_i.d.source), e: '{sink: tl_i.d.sink}};

  always_comb begin
    beat_o          = '0;
    beat_o.index    = slot_t'(tl_i.d.source);
    beat_o.beat     = beat_q;
    beat_o.has_data = tl_i.d.opcode == GrantData;
    beat_o.last     = !beat_o.has_data ||
        32'(beat_q) == fy_tl_pkg::last_beat(tl_i.d.size, BeatBytes);
    beat_o.trunk    = tl_i.d.param == fy_tl_pkg::CapToT;
    beat_o.error    = tl_i.d.denied || (tl_i.d.corrupt && beat_o.has_data);
  end

  assign beat_valid_o = tl_i.d_valid && grant;
  assign released_o   = tl_i.d_valid && tl_i.d.opcode == fy_tl_pkg::ReleaseAck;
  assign uncached_o   = tl_i.d_valid && !grant && tl_i.d.opcode != fy_tl_pkg::ReleaseAck;

  fy_fifo #(
    .data_t(acknowledge_t),
    .Depth (Slots)
  ) i_acknowledge (
    .clk_i,
    .rst_ni,
    .data_i (push),
    .valid_i(beat_valid_o && beat_q == '0),
    .ready_o(unused_ready),
    .data_o (pop),
    .valid_o(offered),
    .ready_i(tl_ready_i)
  );

  assign tl_o                 = '{e_valid: offered, e: pop.e};
  assign acknowledged_o       = pop.slot;
  assign acknowledged_valid_o = offered && tl_ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) beat_q <= '0;
    else if (beat_valid_o) beat_q <= beat_o.last ? '0 : beat_q + 1'b1;
  end
endmodule
