// SPDX-License-Identifier: Apache-2.0

/// Answers every request as denied: the manager of addresses that belong to nobody.
///
/// Takes the headers of channels A and C (`last` marks the last beat of a message, whose data
/// the caller drops), one message at a time. The answer starts one cycle after the last request
/// beat and has the beats its opcode asks for: data is zero and corrupt, permissions are none.
/// A Release is acknowledged. The E message that ends a Grant needs no answer; drop it.
module fy_tl_error import fy_tl_pkg::*; #(
  /// Bytes of a beat
  parameter int unsigned BeatBytes = 32
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  fy_tl#(.BeatBytes(BeatBytes))::header_t a_i,
  input  logic a_last_i,
  input  logic a_valid_i,
  output logic a_ready_o,

  input  fy_tl#(.BeatBytes(BeatBytes))::header_t c_i,
  input  logic c_last_i,
  input  logic c_valid_i,
  output logic c_ready_o,

  output fy_tl#(.BeatBytes(BeatBytes))::d_t d_o,
  output logic d_last_o,
  output logic d_valid_o,
  input  logic d_ready_i
);
  typedef fy_tl#(.BeatBytes(BeatBytes))::header_t header_t;

  header_t   header_q;
  d_opcode_e opcode;
  logic      busy_q, is_release_q;

  // Release first: it must never wait for a request.
  assign c_ready_o = !busy_q;
  assign a_ready_o = !busy_q && !c_valid_i;

  assign opcode = is_release_q ? ReleaseAck : answer_opcode(a_opcode_e'(header_q.opcode));

  always_comb begin
    d_o         = '0;
    d_o.opcode  = opcode;
    d_o.param   = opcode inside {Grant, GrantData} ? CapToN : '0;
    d_o.size    = header_q.size;
    d_o.source  = header_q.source;
    d_o.denied  = !is_release_q;
    d_o.corrupt = d_has_data(opcode);
  end
  assign d_valid_o = busy_q;

  fy_tl_beats #(
    .BeatBytes(BeatBytes)
  ) i_beats (
    .clk_i,
    .rst_ni,
    .size_i    (header_q.size),
    .has_data_i(d_has_data(opcode)),
    .fire_i    (d_valid_o && d_ready_i),
    .last_o    (d_last_o)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) busy_q <= 1'b0;
    else if (busy_q) busy_q <= !(d_ready_i && d_last_o);
    else busy_q <= (c_valid_i && c_last_i) || (a_valid_i && a_ready_o && a_last_i);
  end

  always_ff @(posedge clk_i) begin
    if (!busy_q) begin
      header_q     <= c_valid_i ? c_i : a_i;
      is_release_q <= c_valid_i;
    end
  end
endmodule
