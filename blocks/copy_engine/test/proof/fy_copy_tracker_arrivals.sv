// SPDX-License-Identifier: Apache-2.0

/// Part of the tracker's proof: what the buffer holds and waits for, as channels A and D show it.
///
/// A byte is held from its read to its write. A part of an entry (its lanes below the shift, and
/// the others) is pending from its read to its data, and coming when a read that is owed will bring
/// it. Passive; `coming_*` combinational, the others registers.
module fy_copy_tracker_arrivals
  import fy_copy_engine_pkg::*;
#(
  parameter int unsigned BeatBytes    = 2,
  parameter int unsigned BlockBytes   = 4,
  parameter int unsigned BufferBlocks = 2,
  localparam int unsigned LaneBits = $clog2(BeatBytes),
  localparam int unsigned Entries  = BufferBlocks * BlockBytes / BeatBytes,
  localparam int unsigned Cells    = Entries * BeatBytes,
  localparam int unsigned Reads    = read_sources(BufferBlocks)
) (
  input  logic                               clk_i,
  input  logic                               rst_ni,

  /// A Get is taken: its transaction, its bytes from `pointer_i` on, whether it is of a block
  input  logic                               get_i,
  input  logic                               block_i,
  input  fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::read_t    read_i,
  input  fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::pointer_t pointer_i,
  input  logic [12:0]                        bytes_i,

  /// A beat of a Put is taken, of the oldest entry
  input  logic                               put_i,
  input  logic [BeatBytes-1:0]               mask_i,
  input  logic [$clog2(Entries)-1:0]         freed_i,

  /// A beat of data
  input  logic                               fill_valid_i,
  input  fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::fill_t    fill_i,

  /// Reads owed, those of blocks among them, and the beats that came of `d_read_i`
  input  fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::read_t    reads_i [Reads],
  input  logic [Reads-1:0]                   owed_i,
  input  logic [Reads-1:0]                   owed_block_i,
  input  logic [3:0]                         d_beat_i,
  input  logic [$clog2(Reads)-1:0]           d_read_i,

  output logic [Cells-1:0]                   held_o,
  /// Of the bytes held in an entry
  output logic [Entries-1:0][LaneBits-1:0]   shift_o,
  output logic [Entries-1:0]                 pending_low_o,
  output logic [Entries-1:0]                 pending_high_o,
  output logic [Entries-1:0]                 coming_low_o,
  output logic [Entries-1:0]                 coming_high_o
);
  localparam int unsigned BlockBeats = BlockBytes / BeatBytes;
  typedef logic [$clog2(Entries)-1:0] entry_t;
  typedef logic [$clog2(Cells)-1:0]   cell_t;

  function automatic logic ends_high(logic [LaneBits-1:0] first, logic [LaneBits-1:0] shift);
    return 32'(first) + 32'(shift) < BeatBytes;
  endfunction

  function automatic logic begins_low(logic [LaneBits-1:0] last, logic [LaneBits-1:0] shift);
    return 32'(last) + 32'(shift) >= BeatBytes;
  endfunction

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pending_low_o  <= '0;
      pending_high_o <= '0;
      held_o         <= '0;
      shift_o        <= '0;
    end else begin
      if (fill_valid_i) begin
        if (ends_high(fill_i.first, fill_i.shift)) pending_high_o[fill_i.entry] <= 1'b0;
        if (begins_low(fill_i.last, fill_i.shift)) begin
          pending_low_o[entry_t'(fill_i.entry + entry_t'(1))] <= 1'b0;
        end
      end
      for (int unsigned b = 0; b < BlockBeats; b++) begin
        if (get_i && (b == 0 || block_i)) begin
          if (ends_high(read_i.first, read_i.shift)) begin
            pending_high_o[entry_t'(read_i.entry + entry_t'(b))] <= 1'b1;
          end
          if (begins_low(read_i.last, read_i.shift)) begin
            pending_low_o[entry_t'(read_i.entry + entry_t'(b + 1))] <= 1'b1;
          end
        end
      end
      for (int unsigned l = 0; l < BeatBytes; l++) begin
        if (put_i && mask_i[l]) held_o[{freed_i, LaneBits'(l)}] <= 1'b0;
      end
      for (int unsigned k = 0; k < BlockBytes; k++) begin
        if (get_i && 13'(k) < bytes_i) begin
          held_o[cell_t'(pointer_i) + cell_t'(k)] <= 1'b1;
          shift_o[entry_t'((cell_t'(pointer_i) + cell_t'(k)) >> LaneBits)] <= read_i.shift;
        end
      end
    end
  end

  always_comb begin
    coming_low_o  = '0;
    coming_high_o = '0;
    for (int unsigned i = 0; i < Reads; i++) begin
      for (int unsigned b = 0; b < BlockBeats; b++) begin
        if (owed_i[i] && (b == 0 || owed_block_i[i]) &&
            !(d_beat_i > 4'(b) && 32'(d_read_i) == i)) begin
          if (ends_high(reads_i[i].first, reads_i[i].shift)) begin
            coming_high_o[entry_t'(reads_i[i].entry + entry_t'(b))] = 1'b1;
          end
          if (begins_low(reads_i[i].last, reads_i[i].shift)) begin
            coming_low_o[entry_t'(reads_i[i].entry + entry_t'(b + 1))] = 1'b1;
          end
        end
      end
    end
  end
endmodule
