// SPDX-License-Identifier: Apache-2.0

/// Channel D of an L2 bank: answers of the transactors and ReleaseAck, fair, a beat a cycle.
///
/// A started message is finished first. The payload comes straight from the line buffer: one beat
/// follows another without a gap, also between messages.
module fy_l2_response
  import fy_tl_pkg::*;
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
  /// The last beat of this transactor's answer goes
  output logic [Transactors-1:0]  done_o,
  output number_t                 number_o,
  output logic [BeatBits-1:0]     index_o,
  input  logic [BeatBytes*8-1:0]  data_i,

  input  acknowledge_t            acknowledge_i,
  input  logic                    acknowledge_valid_i,
  output logic                    acknowledge_ready_o,

  output fy_tl#(BeatBytes)::response_t tl_o,
  input  logic                    tl_ready_i
);
  localparam int unsigned OffsetBits = $clog2(LineBytes);
  localparam int unsigned ChoiceBits = $clog2(Transactors + 1);
  localparam int unsigned CountBits  = 12;
  localparam int unsigned NumberBits = Transactors > 1 ? $clog2(Transactors) : 1;

  logic [Transactors:0]   requests, grant;
  logic [ChoiceBits-1:0]  choice;
  logic [CountBits-1:0]   beat_q, beats;
  logic                   any, last, released;
  transactor_t            chosen;
  d_opcode_e              opcode;

  always_comb begin
    for (int unsigned i = 0; i < Transactors; i++) begin
      requests[i] = transactors_i[i].state == StateFinish && transactors_i[i].respond &&
                    transactors_i[i].complete;
    end
    requests[Transactors] = acknowledge_valid_i;
  end

  // Not advanced before the last beat, the choice stays.
  fy_round_robin #(.Inputs(Transactors + 1)) i_turn (
    .clk_i, .rst_ni,
    .request_i(requests),
    .advance_i(tl_ready_i && last),
    .grant_o  (grant),
    .index_o  (choice),
    .any_o    (any)
  );

  assign released = choice == ChoiceBits'(Transactors);
  assign number_o = released ? '0 : number_t'(choice);
  assign chosen   = transactors_i[NumberBits'(number_o)];

  always_comb begin
    unique case (chosen.request.opcode)
      PutFullData, PutPartialData: opcode = AccessAck;
      Intent:                      opcode = HintAck;
      AcquireBlock, AcquirePerm:   opcode = chosen.with_data ? GrantData : Grant;
      default:                     opcode = AccessAckData;
    endcase
  end

  assign beats   = !released && d_has_data(opcode) ?
                   CountBits'(last_beat(chosen.request.size, BeatBytes)) : '0;
  assign last    = beat_q == beats;
  assign index_o = Beats == 1 ? '0 :
                   BeatBits'(chosen.request.address[OffsetBits-1:0] >> $clog2(BeatBytes)) +
                   BeatBits'(beat_q);
  assign done_o  = tl_ready_i && last ? grant[Transactors-1:0] : '0;
  assign acknowledge_ready_o = tl_ready_i && grant[Transactors];

  always_comb begin
    tl_o.d_valid   = any;
    tl_o.d.opcode  = opcode;
    tl_o.d.param   = !is_acquire(chosen.request.opcode) ? 3'd0 : chosen.failed ? CapToN :
                     chosen.exclusive ? CapToT : CapToB;
    tl_o.d.size    = chosen.request.size;
    tl_o.d.source  = chosen.request.source;
    tl_o.d.sink    = DefaultSinkBits'(number_o);
    tl_o.d.denied  = chosen.failed;
    tl_o.d.corrupt = chosen.failed && d_has_data(opcode);
    tl_o.d.data    = data_i;
    if (released) begin
      tl_o.d        = '0;
      tl_o.d.opcode = ReleaseAck;
      tl_o.d.size   = acknowledge_i.size;
      tl_o.d.source = acknowledge_i.source;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) beat_q <= '0;
    else if (any && tl_ready_i) beat_q <= last ? '0 : beat_q + 1'b1;
  end
endmodule
