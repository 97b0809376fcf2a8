// SPDX-License-Identifier: Apache-2.0

/// A bank that is free: it takes a message when it likes and answers any it has taken, at any time,
/// in any order, with the beats of an answer together. Of its readiness only this is assumed: while
/// it owes nothing it takes what is offered. A Put is owed from its last beat on.
module fy_copy_free_bank
  import fy_tl_pkg::*;
  import fy_copy_crossbar_proof_pkg::*;
#(
  parameter int unsigned Ports       = 2,
  parameter int unsigned SourceShift = 9
) (
  input  logic                              clk_i,
  input  logic                              rst_ni,
  input  fy_tl#(.BeatBytes(BeatBytes))::a_t a_i,
  input  logic                              a_valid_i,
  input  logic                              a_ready_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::d_t d_i,
  input  logic                              d_valid_i,
  input  logic                              d_ready_i,
  /// Of each port: what is owed, and which of it is a block that is read
  output ids_t [Ports-1:0]                  owed_o,
  output ids_t [Ports-1:0]                  block_o,
  /// In the middle of a block Put, and of an answer to this source
  output logic                              a_more_o,
  output logic                              d_more_o,
  output logic [DefaultSourceBits-1:0]      d_source_o
);
  localparam logic [SizeBits-1:0] WordSize  = SizeBits'($clog2(BeatBytes));
  localparam logic [SizeBits-1:0] BlockSize = SizeBits'(BlockBits);

  logic       a_get, a_last, a_taken, d_read, d_last, d_taken, d_fits;
  id_t        a_id, d_id;
  logic [9:0] a_port, d_port;

  assign a_id    = id_t'(a_i.source);
  assign d_id    = id_t'(d_i.source);
  assign a_port  = a_i.source >> SourceShift;
  assign d_port  = d_i.source >> SourceShift;
  assign a_get   = a_i.opcode == Get;
  assign a_last  = a_get || a_i.size != BlockSize || a_more_o;
  assign d_read  = d_id < id_t'(Reads);
  assign d_last  = !d_read || !block_o[d_port][d_id] || d_more_o;
  assign a_taken = a_valid_i && a_ready_i;
  assign d_taken = d_valid_i && d_ready_i;
  // Only what it owes, as it was asked for; an answer that has begun goes on.
  assign d_fits  = d_port < 10'(Ports) && owed_o[d_port][d_id] &&
                   d_i.source == (d_port << SourceShift | 10'(d_id)) &&
                   d_i.opcode == (d_read ? AccessAckData : AccessAck) &&
                   d_i.size == (block_o[d_port][d_id] ? BlockSize : WordSize) &&
                   (!d_more_o || d_i.source == d_source_o);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      owed_o   <= '0;
      block_o  <= '0;
      a_more_o <= 1'b0;
      d_more_o <= 1'b0;
    end else begin
      if (d_taken) begin
        d_more_o <= !d_last;
        if (d_last) owed_o[d_port][d_id] <= 1'b0;
      end
      if (a_taken) begin
        a_more_o <= !a_last;
        if (a_last) owed_o[a_port][a_id] <= 1'b1;
        block_o[a_port][a_id] <= a_get && a_i.size == BlockSize;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (d_taken) d_source_o <= d_i.source;
  end
  always_comb begin
    if (d_valid_i) answers_what_it_owes: assume (d_fits);
    if (owed_o == '0) takes_when_free: assume (a_ready_i);
  end
endmodule
