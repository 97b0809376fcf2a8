// SPDX-License-Identifier: Apache-2.0

/// A memory with a TileLink port (TL-UH, beats of 8 bytes): one message at a time.
///
/// Every Get is answered before the next message is taken, so no answer waits for the rest of a
/// Put, which the engine asks of what lies behind its port.
module my_memory
  import fy_tl_pkg::*;
#(
  /// Size in words of 8 bytes, a power of two; addresses beyond repeat it
  parameter int unsigned Words = 8192
) (
  input  logic                              clk_i,
  input  logic                              rst_ni,
  input  fy_tl#(.BeatBytes(8))::request_t   tl_i,
  output logic                              tl_ready_o,
  output fy_tl#(.BeatBytes(8))::response_t  tl_o,
  input  logic                              tl_ready_i
);
  localparam int unsigned IndexBits = $clog2(Words);

  typedef enum logic [1:0] {Idle, Read, Write, Acknowledge} state_e;

  logic [63:0]          words_q [Words];
  state_e               state_q;
  header_t              header_q;
  logic [IndexBits-1:0] index_q, index;
  logic [2:0]           beats_q, beats;  // that follow this one
  logic                 put, taken;

  assign put        = tl_i.a.opcode != Get;
  assign tl_ready_o = state_q inside {Idle, Write};
  assign taken      = tl_i.a_valid && tl_ready_o;
  assign index      = state_q == Idle ? tl_i.a.address[3+:IndexBits] : index_q;
  assign beats      = tl_i.a.size > 3 ? 3'((7'd1 << tl_i.a.size[2:0]) >> 3) - 3'd1 : 3'd0;

  always_ff @(posedge clk_i) begin
    if (taken && put) begin
      for (int unsigned lane = 0; lane < 8; lane++) begin
        if (tl_i.a.mask[lane]) words_q[index][8*lane+:8] <= tl_i.a.data[8*lane+:8];
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= Idle;
    end else if (state_q == Idle) begin
      if (taken) begin
        header_q <= '{opcode: tl_i.a.opcode, size: tl_i.a.size, source: tl_i.a.source};
        index_q  <= put ? index + 1'b1 : index;
        beats_q  <= put ? beats - 3'd1 : beats;
        state_q  <= !put ? Read : beats == 0 ? Acknowledge : Write;
      end
    end else if (state_q == Write ? taken : tl_ready_i) begin
      index_q <= index_q + 1'b1;
      beats_q <= beats_q - 3'd1;
      if (state_q == Acknowledge || beats_q == 0) state_q <= state_q == Write ? Acknowledge : Idle;
    end
  end

  always_comb begin
    tl_o          = '0;
    tl_o.d_valid  = state_q inside {Read, Acknowledge};
    tl_o.d.opcode = state_q == Read ? AccessAckData : AccessAck;
    tl_o.d.size   = header_q.size;
    tl_o.d.source = header_q.source;
    tl_o.d.data   = words_q[index_q];
  end
endmodule
