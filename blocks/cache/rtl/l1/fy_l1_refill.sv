// SPDX-License-Identifier: Apache-2.0

/// Refill buffer of an instruction cache: one Get at a time, and its line, readable beat by beat.
///
/// The Get of `address_o` is due (`get_o`) one cycle after `start_i`; D is always taken. A beat can
/// be read from the cycle after it came.
/// The finished line stays here, readable, until the next start: the composer installs it then,
/// while the pipeline stands anyway, so that a refill never takes a cycle from straight code.
/// `drop_i` (held until `busy_o` is low) forgets the line, also one that is still under way.
module fy_l1_refill
  import fy_l1_pkg::*;
  import fy_tl_pkg::*;
#(
  parameter int unsigned LineBytes = 64,
  parameter int unsigned BeatBytes = 32
) (
  input  logic                              clk_i,
  input  logic                              rst_ni,

  input  logic                              start_i,
  input  address_t                          start_address_i,
  input  logic                              drop_i,

  /// The Get is due; it is sent in this cycle
  output logic                              get_o,
  input  logic                              sent_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::response_t tl_i,

  /// A Get is under way; its last beat came in the cycle before
  output logic                              busy_o,
  output logic                              done_o,
  /// The line here, its beats that came, and whether all of them are good (`complete_o`)
  output address_t                          address_o,
  output logic [7:0]                        present_o,
  output logic                              complete_o,
  output logic                              failed_o,
  output logic [LineBytes*8-1:0]            line_o
);
  localparam int unsigned Beats  = LineBytes / BeatBytes;
  localparam int unsigned BeatBits = Beats > 1 ? $clog2(Beats) : 1;

  logic                           send_q, wait_q, done_q, complete_q, failed_q;
  logic [2:0]                     beat_q;
  logic [7:0]                     present_q;
  address_t                       address_q;
  logic [Beats-1:0][BeatBytes*8-1:0] line_q;
  logic                           last, bad;

  assign busy_o       = send_q || wait_q;
  assign done_o       = done_q;
  assign address_o    = address_q;
  assign present_o    = present_q;
  assign complete_o   = complete_q;
  assign failed_o     = failed_q;
  assign line_o       = line_q;
  assign get_o        = send_q;
  assign bad          = tl_i.d.denied || tl_i.d.corrupt;
  assign last         = 32'(beat_q) == Beats - 1 || !d_has_data(tl_i.d.opcode);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      send_q     <= 1'b0;
      wait_q     <= 1'b0;
      done_q     <= 1'b0;
      complete_q <= 1'b0;
      failed_q   <= 1'b0;
      beat_q     <= '0;
      present_q  <= '0;
    end else begin
      done_q <= 1'b0;
      if (send_q && sent_i) begin
        send_q <= 1'b0;
        wait_q <= 1'b1;
      end
      if (tl_i.d_valid) begin
        beat_q   <= last ? '0 : beat_q + 1'b1;
        failed_q <= failed_q || bad;
        if (!bad) present_q[beat_q] <= 1'b1;
        if (last) begin
          wait_q     <= 1'b0;
          done_q     <= 1'b1;
          complete_q <= !bad && !failed_q;
        end
      end
      // A failed line is forgotten by the start of the next one at the latest.
      if (start_i) begin
        send_q     <= 1'b1;
        complete_q <= 1'b0;
        failed_q   <= 1'b0;
        present_q  <= '0;
      end else if (drop_i && !busy_o) begin
        complete_q <= 1'b0;
        present_q  <= '0;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (start_i) address_q <= start_address_i;
    if (tl_i.d_valid) line_q[BeatBits'(beat_q)] <= tl_i.d.data;
  end

  if (LineBytes < BeatBytes || LineBytes > 8 * BeatBytes) begin : gen_beats
    $error("fy_l1_refill: LineBytes %0d must be 1 to 8 times BeatBytes %0d", LineBytes, BeatBytes);
  end
endmodule
