// SPDX-License-Identifier: Apache-2.0

/// RAM behind a TL-UH manager port: the memory of tests and of small systems.
///
/// Get, PutFullData and PutPartialData of any size; Intent is acknowledged; atomics are denied.
/// Latency cycles from a request beat to its answer beat (a Put answers after its last beat), a
/// beat a cycle each way, answers in order. Addresses wrap at the size of the RAM.
module fy_tl_ram import fy_tl_pkg::*; #(
  /// Bytes of a beat
  parameter int unsigned BeatBytes = 32,
  /// Beats stored, a power of two
  parameter int unsigned Words     = 1024,
  /// Cycles from request to answer, at least 1
  parameter int unsigned Latency   = 1
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  fy_tl#(.BeatBytes(BeatBytes))::request_t tl_i,
  output logic tl_ready_o,
  output fy_tl#(.BeatBytes(BeatBytes))::response_t tl_o,
  input  logic tl_ready_i
);
  typedef fy_tl#(.BeatBytes(BeatBytes))::a_t a_t;
  typedef fy_tl#(.BeatBytes(BeatBytes))::d_t d_t;
  localparam int unsigned BeatLog   = $clog2(BeatBytes);
  localparam int unsigned IndexBits = $clog2(Words);
  localparam int unsigned Room      = Latency + 2;
  localparam int unsigned RoomBits  = $clog2(Room + 1);
  localparam int unsigned CountBits = 16 - BeatLog;

  // What travels beside the data, from the access to the answer.
  typedef struct packed {
    d_opcode_e                    opcode;
    logic [SizeBits-1:0]          size;
    logic [DefaultSourceBits-1:0] source;
    logic                         denied;
  } answer_t;

  // A burst goes on: more beats of the Put to come, or more beats of the answer to make.
  logic [CountBits-1:0] left_q, left, beats;
  logic                 reading_q, fire, is_put, is_get, step, answered, room;
  answer_t              answer_q, answer, answer_now;
  logic [IndexBits-1:0] index_q, index;
  logic [RoomBits-1:0]  used_q;

  assign is_put     = tl_i.a.opcode inside {PutFullData, PutPartialData};
  assign is_get     = tl_i.a.opcode == Get;
  assign room       = used_q != RoomBits'(Room);
  assign tl_ready_o = room && !reading_q;
  assign fire       = tl_i.a_valid && tl_ready_o;
  // One beat passes: of a request, or of the answer that a Get left running.
  assign step       = fire || (reading_q && room);

  always_comb begin
    beats = CountBits'((16'd1 << tl_i.a.size) >> BeatLog);
    if (left_q != '0) left = left_q - 1'b1;
    else if (tl_i.a.opcode inside {Intent, AcquireBlock, AcquirePerm} || beats == '0) left = '0;
    else left = beats - 1'b1;
  end

  always_comb begin
    answer.opcode = is_put ? AccessAck : tl_i.a.opcode == Intent ? HintAck : AccessAckData;
    answer.size   = tl_i.a.size;
    answer.source = tl_i.a.source;
    answer.denied = !(is_put || is_get || tl_i.a.opcode == Intent);
  end
  assign answer_now = reading_q ? answer_q : answer;
  assign index      = left_q != '0 ? index_q : IndexBits'(tl_i.a.address >> BeatLog);
  // An atomic is denied beat by beat while its data comes in, a Put after its last beat.
  assign answered   = step && (reading_q || !is_put || left == '0);

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
      used_q <= used_q + RoomBits'(answered) - RoomBits'(tl_o.d_valid && tl_ready_i);
    end
  end

  always_ff @(posedge clk_i) begin
    if (step) index_q <= index + 1'b1;
    if (fire) answer_q <= answer;
  end

  logic [BeatBytes*8-1:0] read_data;

  fy_ram_1rw #(
    .Words(Words),
    .Width(BeatBytes * 8)
  ) i_ram (
    .clk_i,
    .enable_i(step),
    .write_i (!reading_q && is_put),
    .index_i (index),
    .mask_i  (tl_i.a.mask),
    .data_i  (tl_i.a.data),
    .data_o  (read_data)
  );

  // Delay line, then a queue as deep as everything that can be on its way.
  answer_t [Latency-1:0] stage_q;
  logic [Latency-1:0]    stage_valid_q;
  d_t                    late;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) stage_valid_q <= '0;
    else stage_valid_q <= Latency'({stage_valid_q, answered});
  end
  always_ff @(posedge clk_i) begin
    stage_q[0] <= answer_now;
    for (int unsigned i = 1; i < Latency; i++) stage_q[i] <= stage_q[i-1];
  end

  logic [Latency-1:0][BeatBytes*8-1:0] data_stage;
  assign data_stage[0] = read_data;
  for (genvar i = 1; i < int'(Latency); i++) begin : gen_data
    always_ff @(posedge clk_i) data_stage[i] <= data_stage[i-1];
  end

  always_comb begin
    late         = '0;
    late.opcode  = stage_q[Latency-1].opcode;
    late.size    = stage_q[Latency-1].size;
    late.source  = stage_q[Latency-1].source;
    late.denied  = stage_q[Latency-1].denied;
    late.corrupt = stage_q[Latency-1].denied && stage_q[Latency-1].opcode == AccessAckData;
    late.data    = data_stage[Latency-1];
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
    .data_o (tl_o.d),
    .valid_o(tl_o.d_valid),
    .ready_i(tl_ready_i)
  );

  if (Latency < 1) begin : gen_latency
    $error("fy_tl_ram: Latency is %0d; it must be at least 1", Latency);
  end
  if (2 ** IndexBits != Words || Words < 2) begin : gen_words
    $error("fy_tl_ram: Words is %0d; it must be a power of two, at least 2", Words);
  end
endmodule
