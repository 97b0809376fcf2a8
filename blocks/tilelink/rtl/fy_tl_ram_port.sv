// SPDX-License-Identifier: Apache-2.0

/// TL-UH manager of a memory that takes one beat an access: bursts in, answers out.
///
/// Get, PutFullData and PutPartialData of any size; Intent is acknowledged; all else is denied.
/// A beat is offered on `access_*` until it is taken; what was read is due on `read_data_i` Latency
/// cycles later. An answer beat follows its access by Latency cycles (a Put answers after its last
/// beat), in order, a beat a cycle each way. The address of a beat may exceed the memory.
module fy_tl_ram_port import fy_tl_pkg::*; #(
  /// Bytes of a beat
  parameter int unsigned BeatBytes = 32,
  /// Cycles from an access to its answer, at least 1
  parameter int unsigned Latency   = 1
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  fy_tl#(.BeatBytes(BeatBytes))::request_t  tl_i,
  output logic                                     tl_ready_o,
  output fy_tl#(.BeatBytes(BeatBytes))::response_t tl_o,
  input  logic                                     tl_ready_i,

  output logic                          access_valid_o,
  input  logic                          access_ready_i,
  output logic                          access_write_o,
  output logic [DefaultAddressBits-1:0] access_address_o,
  output logic [BeatBytes-1:0]          access_mask_o,
  output logic [BeatBytes*8-1:0]        access_data_o,
  input  logic [BeatBytes*8-1:0]        read_data_i
);
  typedef fy_tl#(.BeatBytes(BeatBytes))::a_t a_t;
  typedef fy_tl#(.BeatBytes(BeatBytes))::d_t d_t;
  localparam int unsigned BeatLog   = $clog2(BeatBytes);
  localparam int unsigned Room      = Latency + 2;
  localparam int unsigned RoomBits  = $clog2(Room + 1);
  localparam int unsigned CountBits = 16 - BeatLog;

  typedef logic [DefaultAddressBits-BeatLog-1:0] index_t;

  // What travels beside the data, from the access to the answer.
  typedef struct packed {
    d_opcode_e                    opcode;
    logic [SizeBits-1:0]          size;
    logic [DefaultSourceBits-1:0] source;
    logic                         denied;
  } answer_t;

  // A burst goes on: more beats of the Put to come, or more beats of the answer to make.
  a_t                   a;
  logic [CountBits-1:0] left_q, left, beats;
  logic                 reading_q, is_put, is_get, step, answered, room, answer_valid;
  answer_t              answer_q, answer, answer_now;
  index_t               index_q, index;
  logic [RoomBits-1:0]  used_q;

  assign a              = tl_i.a;
  assign is_put         = a.opcode inside {PutFullData, PutPartialData};
  assign is_get         = a.opcode == Get;
  assign room           = used_q != RoomBits'(Room);
  // One beat passes: of a request, or of the answer that a Get left running.
  assign access_valid_o = room && (reading_q || tl_i.a_valid);
  assign step           = access_valid_o && access_ready_i;
  assign tl_ready_o     = room && !reading_q && access_ready_i;

  always_comb begin
    beats = CountBits'((16'd1 << a.size) >> BeatLog);
    if (left_q != '0) left = left_q - 1'b1;
    else if (a.opcode inside {Intent, AcquireBlock, AcquirePerm} || beats == '0) left = '0;
    else left = beats - 1'b1;
  end

  always_comb begin
    answer.opcode = is_put ? AccessAck : a.opcode == Intent ? HintAck : AccessAckData;
    answer.size   = a.size;
    answer.source = a.source;
    answer.denied = !(is_put || is_get || a.opcode == Intent);
  end
  assign answer_now = reading_q ? answer_q : answer;
  assign index      = left_q != '0 ? index_q : index_t'(a.address >> BeatLog);
  // An atomic is denied beat by beat while its data comes in, a Put after its last beat.
  assign answered   = step && (reading_q || !is_put || left == '0);

  assign access_write_o   = !reading_q && is_put;
  assign access_address_o = {index, BeatLog'(0)};
  assign access_mask_o    = a.mask;
  assign access_data_o    = a.data;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      left_q    <= '0;
      reading_q <= 1'b0;
      used_q    <= '0;
    end else begin
      if (step) begin
        left_q    <= left;
        reading_q <= left != '0 && (reading_q || is_get);
      end
      used_q <= used_q + RoomBits'(answered) - RoomBits'(answer_valid && tl_ready_i);
    end
  end

  always_ff @(posedge clk_i) begin
    if (step) index_q <= index + 1'b1;
    if (step && !reading_q) answer_q <= answer;
  end

  // Delay line, then a queue as deep as everything that can be on its way.
  answer_t [Latency-1:0] stage_q;
  logic [Latency-1:0]    stage_valid_q;
  d_t                    late, d;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) stage_valid_q <= '0;
    else stage_valid_q <= Latency'({stage_valid_q, answered});
  end
  always_ff @(posedge clk_i) begin
    stage_q[0] <= answer_now;
    for (int unsigned i = 1; i < Latency; i++) stage_q[i] <= stage_q[i-1];
  end

  always_comb begin
    late         = '0;
    late.opcode  = stage_q[Latency-1].opcode;
    late.size    = stage_q[Latency-1].size;
    late.source  = stage_q[Latency-1].source;
    late.denied  = stage_q[Latency-1].denied;
    late.corrupt = stage_q[Latency-1].denied && stage_q[Latency-1].opcode == AccessAckData;
    late.data    = read_data_i;
  end

  logic unused_ready, unused_request;
  assign unused_request = ^tl_i;

  fy_fifo #(
    .data_t     (d_t),
    .Depth      (Room),
    .FallThrough(1'b1)
  ) i_answers (
    .clk_i,
    .rst_ni,
    .data_i (late),
    .valid_i(stage_valid_q[Latency-1]),
    .ready_o(unused_ready),
    .data_o (d),
    .valid_o(answer_valid),
    .ready_i(tl_ready_i)
  );
  assign tl_o = '{d_valid: answer_valid, d: d};

  if (Latency < 1) begin : gen_latency
    $error("fy_tl_ram_port: Latency is %0d; it must be at least 1", Latency);
  end
endmodule
