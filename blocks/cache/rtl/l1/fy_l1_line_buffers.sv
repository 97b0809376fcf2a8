// SPDX-License-Identifier: Apache-2.0

/// The bytes of the miss slots: refill beats and the stores that were merged before them.
///
/// A stored byte is newer than the refill: beats never overwrite it. Reads are combinational.
module fy_l1_line_buffers
  import fy_l1_pkg::*;
  import fy_data_port_pkg::*;
#(
  parameter  int unsigned Slots     = 2,
  parameter  int unsigned LineBytes = 64,
  parameter  int unsigned BeatBytes = 32,
  localparam int unsigned Offset    = $clog2(LineBytes)
) (
  input  logic                   clk_i,

  /// A slot is taken: nothing is stored in it
  input  logic                   clear_i,
  input  slot_t                  clear_slot_i,

  input  word_write_t            store_i,
  input  logic                   store_valid_i,
  input  slot_t                  store_slot_i,

  input  grant_beat_t            beat_i,
  input  logic                   beat_valid_i,
  input  logic [BeatBytes*8-1:0] beat_data_i,

  /// Stored bytes of a word
  input  address_t               stored_address_i,
  input  slot_t                  stored_slot_i,
  output logic [7:0]             stored_o,

  input  address_t               read_address_i,
  input  slot_t                  read_slot_i,
  output logic [63:0]            read_data_o,

  input  slot_t                  line_slot_i,
  output logic [LineBytes*8-1:0] line_data_o,
  output logic [LineBytes-1:0]   line_stored_o
);
  localparam int unsigned Words     = LineBytes / WordBytes;
  localparam int unsigned WordBits  = $clog2(Words);
  localparam int unsigned BeatWords = BeatBytes / WordBytes;
  localparam int unsigned IndexBits = Slots > 1 ? $clog2(Slots) : 1;

  logic [Words-1:0][63:0] data_q   [Slots];
  logic [Words-1:0][7:0]  stored_q [Slots];

  logic [IndexBits-1:0] clear_slot, store_slot, beat_slot, stored_slot, read_slot, line_slot;
  logic [WordBits-1:0]  store_word;

  assign clear_slot    = clear_slot_i[IndexBits-1:0];
  assign store_slot    = store_slot_i[IndexBits-1:0];
  assign beat_slot     = beat_i.index[IndexBits-1:0];
  assign stored_slot   = stored_slot_i[IndexBits-1:0];
  assign read_slot     = read_slot_i[IndexBits-1:0];
  assign line_slot     = line_slot_i[IndexBits-1:0];
  assign store_word    = store_i.address[Offset-1:3];
  assign stored_o      = stored_q[stored_slot][stored_address_i[Offset-1:3]];
  assign read_data_o   = data_q[read_slot][read_address_i[Offset-1:3]];
  assign line_data_o   = data_q[line_slot];
  assign line_stored_o = stored_q[line_slot];

  always_ff @(posedge clk_i) begin
    if (beat_valid_i && beat_i.has_data) begin
      for (int unsigned i = 0; i < BeatWords; i++) begin
        data_q[beat_slot][WordBits'(32'(beat_i.beat) * BeatWords + i)] <= overlay(
            beat_data_i[i*64+:64],
            data_q[beat_slot][WordBits'(32'(beat_i.beat) * BeatWords + i)],
            stored_q[beat_slot][WordBits'(32'(beat_i.beat) * BeatWords + i)]);
      end
    end
    if (clear_i) stored_q[clear_slot] <= '0;
    if (store_valid_i) begin
      for (int unsigned i = 0; i < 8; i++) begin
        if (store_i.mask[i]) begin
          data_q[store_slot][store_word][i*8+:8] <= store_i.data[i*8+:8];
          stored_q[store_slot][store_word][i]    <= 1'b1;
        end
      end
    end
  end

  if (LineBytes < BeatBytes || LineBytes > 8 * BeatBytes) begin : gen_beats
    $error("fy_l1_line_buffers: LineBytes %0d must be 1 to 8 times BeatBytes %0d",
           LineBytes, BeatBytes);
  end
endmodule
