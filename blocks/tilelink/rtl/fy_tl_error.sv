// SPDX-License-Identifier: Apache-2.0

/// Answers every request as denied: the manager of addresses that no region holds.
///
/// Of channels A and C it reads opcode, size and source (`last` marks the last beat of a message),
/// one message at a time. The answer starts one cycle after the last request beat and has the beats
/// its opcode asks for: data is zero and corrupt, permissions are none. A Release is acknowledged.
/// The E message that ends a Grant needs no answer: E is always taken. B is idle.
module fy_tl_error import fy_tl_pkg::*; #(
  /// Bytes of a beat
  parameter int unsigned BeatBytes = 32
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  fy_tl#(.BeatBytes(BeatBytes))::forward_t  tl_i,
  output forward_ready_t                           tl_ready_o,
  input  logic                                     a_last_i,
  input  logic                                     c_last_i,

  output fy_tl#(.BeatBytes(BeatBytes))::backward_t tl_o,
  input  backward_ready_t                          tl_ready_i,
  output logic                                     d_last_o
);
  header_t   header_q;
  d_opcode_e opcode;
  logic      busy_q, is_release_q, unused;

  assign unused = ^{tl_i, tl_ready_i};

  // Release first: it must never wait for a request.
  assign tl_ready_o = '{a: !busy_q && !tl_i.c_valid, c: !busy_q, e: 1'b1};

  assign opcode = is_release_q ? ReleaseAck : answer_opcode(a_opcode_e'(header_q.opcode));

  always_comb begin
    tl_o           = '0;
    tl_o.d_valid   = busy_q;
    tl_o.d.opcode  = opcode;
    tl_o.d.param   = opcode inside {Grant, GrantData} ? CapToN : '0;
    tl_o.d.size    = header_q.size;
    tl_o.d.source  = header_q.source;
    tl_o.d.denied  = !is_release_q;
    tl_o.d.corrupt = d_has_data(opcode);
  end

  fy_tl_beats #(
    .BeatBytes(BeatBytes)
  ) i_beats (
    .clk_i,
    .rst_ni,
    .size_i    (header_q.size),
    .has_data_i(d_has_data(opcode)),
    .fire_i    (busy_q && tl_ready_i.d),
    .last_o    (d_last_o)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) busy_q <= 1'b0;
    else if (busy_q) busy_q <= !(tl_ready_i.d && d_last_o);
    else busy_q <= (tl_i.c_valid && c_last_i) || (tl_i.a_valid && tl_ready_o.a && a_last_i);
  end

  always_ff @(posedge clk_i) begin
    if (!busy_q) begin
      header_q     <= tl_i.c_valid ?
          '{opcode: tl_i.c.opcode, size: tl_i.c.size, source: tl_i.c.source} :
          '{opcode: tl_i.a.opcode, size: tl_i.a.size, source: tl_i.a.source};
      is_release_q <= tl_i.c_valid;
    end
  end
endmodule
