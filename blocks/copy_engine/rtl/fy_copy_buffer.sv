// SPDX-License-Identifier: Apache-2.0

/// Data between reader and writer: a ring of entries, filled in any order, drained in order.
///
/// A source beat is rotated to the target's alignment as it arrives and then lies in at most two
/// entries: its upper lanes end one, its lower lanes begin the next. Each lane is a memory of its
/// own, so that both are written at once. Latency 1 cycle from fill to drain, one beat a cycle
/// each way. A fill needs a reservation; nothing here checks it.
module fy_copy_buffer
  import fy_copy_engine_pkg::*;
#(
  /// Bytes of a TileLink beat
  parameter int unsigned BeatBytes    = 32,
  /// Bytes of a cache block
  parameter int unsigned BlockBytes   = 64,
  /// Blocks held
  parameter int unsigned BufferBlocks = 8
) (
  input  logic                                                                      clk_i,
  input  logic                                                                      rst_ni,

  input  fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::fill_t  fill_i,
  input  logic                                                                      fill_valid_i,

  /// Entry shown on `drain_o`
  input  fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::entry_t entry_i,
  output fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::drain_t drain_o,
  /// The entry shown is written out; its flags are cleared
  input  logic                                                                      free_i
);
  typedef fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::entry_t entry_t;

  localparam int unsigned Entries  = BufferBlocks * BlockBytes / BeatBytes;
  localparam int unsigned LaneBits = $clog2(BeatBytes);

  logic [Entries-1:0]     low_q, high_q, low_bad_q, high_bad_q;
  logic [BeatBytes*8-1:0] rotated, drain_data;
  logic [BeatBytes-1:0]   counting, lanes, wrapped;
  logic [LaneBits:0]      to_wrap;
  entry_t                 begun;
  logic                   has_high, has_low;

  // Lane l takes source lane l - shift. Lanes below the shift have wrapped into the next entry.
  assign to_wrap  = (LaneBits + 1)'(BeatBytes) - (LaneBits + 1)'(fill_i.shift);
  assign rotated  = (BeatBytes*8)'({2{fill_i.data}} >>
                    {to_wrap, 3'b000});
  assign counting = ({BeatBytes{1'b1}} << fill_i.first) & ({BeatBytes{1'b1}} >> ~fill_i.last);
  assign lanes    = BeatBytes'({2{counting}} >> to_wrap);
  assign wrapped  = ~({BeatBytes{1'b1}} << fill_i.shift);
  assign begun    = fill_i.entry + 1'b1;
  assign has_high = (LaneBits + 1)'(fill_i.first) + (LaneBits + 1)'(fill_i.shift)
                    < (LaneBits + 1)'(BeatBytes);
  assign has_low  = (LaneBits + 1)'(fill_i.last) + (LaneBits + 1)'(fill_i.shift)
                    >= (LaneBits + 1)'(BeatBytes);

  for (genvar lane = 0; lane < BeatBytes; lane++) begin : gen_lane
    logic [7:0] bytes_q [Entries];

    assign drain_data[lane*8+:8] = bytes_q[entry_i];

    always_ff @(posedge clk_i) begin
      if (fill_valid_i && lanes[lane]) begin
        bytes_q[wrapped[lane] ? begun : fill_i.entry] <= rotated[lane*8+:8];
      end
    end
  end

  always_comb begin
    drain_o.low      = low_q[entry_i];
    drain_o.high     = high_q[entry_i];
    drain_o.low_bad  = low_bad_q[entry_i];
    drain_o.high_bad = high_bad_q[entry_i];
    drain_o.data     = drain_data;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      low_q  <= '0;
      high_q <= '0;
    end else begin
      if (free_i) begin
        low_q[entry_i]  <= 1'b0;
        high_q[entry_i] <= 1'b0;
      end
      if (fill_valid_i && has_high) high_q[fill_i.entry] <= 1'b1;
      if (fill_valid_i && has_low) low_q[begun] <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (fill_valid_i && has_high) high_bad_q[fill_i.entry] <= fill_i.bad;
    if (fill_valid_i && has_low) low_bad_q[begun] <= fill_i.bad;
  end
endmodule
