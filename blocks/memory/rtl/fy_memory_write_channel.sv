// SPDX-License-Identifier: Apache-2.0

/// Write half of fy_memory_fixed: B `latency_i` cycles after the last W, bursts in order.
///
/// Contents change in the cycle of the W handshake. W is taken when its AW came before or comes
/// in the same cycle. A burst with an illegal beat answers with its last error.
module fy_memory_write_channel
  import fy_axi_pkg::*;
#(
  parameter logic [39:0] Base           = 40'h00_8000_0000,
  parameter logic [39:0] Bytes          = 40'h00_1000_0000,
  parameter int unsigned DataBytes      = 32,
  parameter int unsigned MaxOutstanding = 64,
  parameter int unsigned BeatCycles     = 1,
  localparam int unsigned OffsetBits = $clog2(DataBytes),
  localparam int unsigned IndexBits  = 40 - OffsetBits
) (
  input  logic                                clk_i,
  input  logic                                rst_ni,
  input  logic [9:0]                          latency_i,
  input  logic [31:0]                         now_i,

  input  fy_axi#(DataBytes)::write_request_t  axi_i,
  output write_ready_t                        axi_ready_o,
  output fy_axi#(DataBytes)::write_response_t axi_o,
  input  logic                                axi_ready_i,

  output logic                                contents_write_o,
  output logic [IndexBits-1:0]                contents_write_index_o,
  output logic [DataBytes*8-1:0]              contents_write_data_o,
  output logic [DataBytes-1:0]                contents_write_strobe_o
);
  typedef fy_axi#(DataBytes)::ax_t ax_t;
  typedef fy_axi#(DataBytes)::b_t  b_t;
  typedef struct packed {
    b_t          b;
    logic [31:0] due;
  } answer_t;

  ax_t                  head;
  answer_t              finished, answer;
  logic                 head_valid, beat, answer_room, answer_valid, legal, served;
  logic                 aw_ready, w_ready, b_valid;
  logic [7:0]           beat_q, gap_q;
  logic [1:0]           resp, resp_q;
  logic [IndexBits-1:0] index;
  logic [39:0]          address;

  fy_fifo #(
    .data_t(ax_t), .Depth(MaxOutstanding), .FallThrough(1'b1)
  ) i_bursts (
    .clk_i, .rst_ni,
    .data_i(axi_i.aw), .valid_i(axi_i.aw_valid), .ready_o(aw_ready),
    .data_o(head), .valid_o(head_valid), .ready_i(beat && axi_i.w.last)
  );

  assign w_ready     = head_valid && answer_room && gap_q == '0;
  assign beat        = axi_i.w_valid && w_ready;
  assign axi_ready_o = '{aw: aw_ready, w: w_ready};
  assign index         = head.addr[39:OffsetBits] + IndexBits'(beat_q);
  assign address       = {index, OffsetBits'(0)};
  assign legal         = head.burst == BurstIncr && head.size == 3'(OffsetBits) &&
                         axi_i.w.last == (beat_q == head.len);
  assign served        = address >= Base && address - Base < Bytes;
  assign resp          = !legal ? RespSlvErr : !served ? RespDecErr : resp_q;
  assign finished      = '{b: '{id: head.id, resp: resp}, due: now_i + 32'(latency_i)};

  assign contents_write_o        = beat && legal && served;
  assign contents_write_index_o  = index;
  assign contents_write_data_o   = axi_i.w.data;
  assign contents_write_strobe_o = axi_i.w.strb;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      beat_q <= '0;
      gap_q  <= '0;
      resp_q <= RespOkay;
    end else if (beat) begin
      beat_q <= axi_i.w.last ? 8'd0 : beat_q + 8'd1;
      resp_q <= axi_i.w.last ? RespOkay : resp;
      gap_q  <= 8'(BeatCycles - 1);
    end else if (gap_q != '0) begin
      gap_q <= gap_q - 8'd1;
    end
  end

  fy_fifo #(
    .data_t(answer_t), .Depth(MaxOutstanding)
  ) i_answers (
    .clk_i, .rst_ni,
    .data_i(finished), .valid_i(beat && axi_i.w.last), .ready_o(answer_room),
    .data_o(answer), .valid_o(answer_valid), .ready_i(b_valid && axi_ready_i)
  );

  assign b_valid = answer_valid && $signed(now_i - answer.due) >= 0;
  assign axi_o   = '{b_valid: b_valid, b: answer.b};

  logic unused;
  assign unused = ^{head.lock, head.cache, head.prot, head.qos, head.addr[OffsetBits-1:0]};
endmodule
