// SPDX-License-Identifier: Apache-2.0

/// Turns a TL-UL port of 8-byte beats into single-cycle register accesses.
///
/// `request_o` is valid for one cycle an access; the device answers in that cycle with
/// `read_data_i` (whole 8-byte word, right lanes) and `error_i`. Answer one cycle after the
/// request; one access every cycle while answers are taken.
module fy_tl_device import fy_tl_pkg::*; (
  input  logic clk_i,
  input  logic rst_ni,

  input  fy_tl#(.BeatBytes(8))::request_t tl_i,
  output logic tl_ready_o,
  output fy_tl#(.BeatBytes(8))::response_t tl_o,
  input  logic tl_ready_i,

  output device_request_t request_o,
  output logic            request_valid_o,
  input  logic [63:0]     read_data_i,
  input  logic            error_i
);
  typedef fy_tl#(.BeatBytes(8))::d_t d_t;

  d_t   answer, answer_q;
  logic answer_valid_q, legal, is_put, unused;

  assign is_put = tl_i.a.opcode inside {PutFullData, PutPartialData};
  assign unused = ^{tl_i.a.param, tl_i.a.allocate};

  assign tl_ready_o      = !answer_valid_q || tl_ready_i;
  assign legal           = (is_put || tl_i.a.opcode == Get) && !tl_i.a.corrupt;
  assign request_valid_o = tl_i.a_valid && tl_ready_o && legal;
  assign request_o       = '{write: tl_i.a.opcode != Get, address: tl_i.a.address,
                             mask: tl_i.a.mask, data: tl_i.a.data};

  always_comb begin
    answer         = '0;
    answer.opcode  = is_put ? AccessAck : AccessAckData;
    answer.size    = tl_i.a.size;
    answer.source  = tl_i.a.source;
    answer.denied  = error_i || !legal;
    answer.corrupt = (error_i || !legal) && !is_put;
    answer.data    = read_data_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) answer_valid_q <= 1'b0;
    else if (tl_ready_o) answer_valid_q <= tl_i.a_valid;
  end
  always_ff @(posedge clk_i) begin
    if (tl_i.a_valid && tl_ready_o) answer_q <= answer;
  end
  assign tl_o = '{d_valid: answer_valid_q, d: answer_q};
endmodule
