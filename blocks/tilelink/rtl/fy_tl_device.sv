// SPDX-License-Identifier: Apache-2.0

/// Turns a TL-UL port of 8-byte beats into single-cycle register accesses.
///
/// `request_o` is valid for one cycle an access; the device answers in that cycle with
/// `read_data_i` (whole 8-byte word, right lanes) and `error_i`. Answer one cycle after the
/// request; one access every cycle while answers are taken.
module fy_tl_device import fy_tl_pkg::*; (
  input  logic clk_i,
  input  logic rst_ni,

  input  fy_tl#(.BeatBytes(8))::a_t tl_a_i,
  input  logic tl_a_valid_i,
  output logic tl_a_ready_o,
  output fy_tl#(.BeatBytes(8))::d_t tl_d_o,
  output logic tl_d_valid_o,
  input  logic tl_d_ready_i,

  output device_request_t request_o,
  output logic            request_valid_o,
  input  logic [63:0]     read_data_i,
  input  logic            error_i
);
  typedef fy_tl#(.BeatBytes(8))::d_t d_t;

  d_t   answer, answer_q;
  logic answer_valid_q, legal, is_put, unused;

  assign is_put = tl_a_i.opcode inside {PutFullData, PutPartialData};
  assign unused = ^{tl_a_i.param, tl_a_i.allocate};

  assign tl_a_ready_o    = !answer_valid_q || tl_d_ready_i;
  assign legal           = (is_put || tl_a_i.opcode == Get) && !tl_a_i.corrupt;
  assign request_valid_o = tl_a_valid_i && tl_a_ready_o && legal;
  assign request_o       = '{write: tl_a_i.opcode != Get, address: tl_a_i.address,
                             mask: tl_a_i.mask, data: tl_a_i.data};

  always_comb begin
    answer         = '0;
    answer.opcode  = is_put ? AccessAck : AccessAckData;
    answer.size    = tl_a_i.size;
    answer.source  = tl_a_i.source;
    answer.denied  = error_i || !legal;
    answer.corrupt = (error_i || !legal) && !is_put;
    answer.data    = read_data_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) answer_valid_q <= 1'b0;
    else if (tl_a_ready_o) answer_valid_q <= tl_a_valid_i;
  end
  always_ff @(posedge clk_i) begin
    if (tl_a_valid_i && tl_a_ready_o) answer_q <= answer;
  end
  assign tl_d_o       = answer_q;
  assign tl_d_valid_o = answer_valid_q;
endmodule
