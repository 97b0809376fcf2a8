// SPDX-License-Identifier: Apache-2.0

/// Data array of a first-level cache: one single-ported bank a word of the line.
///
/// A cycle does one whole-line read or write, or one word read (of all ways) and beside it one word
/// write into another bank. Read data come one cycle later. A word write waits while its bank is
/// read (`write_ready_o` low); the word read and the line operation never wait, and the composer
/// never asks for both at once.
module fy_l1_data
  import fy_l1_pkg::*;
#(
  parameter  int unsigned Sets      = 64,
  parameter  int unsigned Ways      = 4,
  parameter  int unsigned LineBytes = 64,
  localparam int unsigned SetBits   = $clog2(Sets),
  localparam int unsigned Offset    = $clog2(LineBytes),
  localparam int unsigned Words     = LineBytes / WordBytes,
  localparam int unsigned WordBits  = $clog2(Words),
  localparam int unsigned WayLow    = Ways > 1 ? $clog2(Ways) : 1
) (
  input  logic                   clk_i,

  input  logic                   read_i,
  input  address_t               read_address_i,
  output logic [Ways-1:0][63:0]  words_o,

  input  word_write_t            write_i,
  input  logic                   write_valid_i,
  output logic                   write_ready_o,

  input  logic                   line_read_i,
  input  logic                   line_write_i,
  input  address_t               line_address_i,
  input  way_t                   line_way_i,
  input  logic [LineBytes-1:0]   line_mask_i,
  input  logic [LineBytes*8-1:0] line_data_i,
  output logic [LineBytes*8-1:0] line_data_o
);
  logic                              line, write;
  logic [WordBits-1:0]               read_word, write_word, read_word_q;
  logic [WayLow-1:0]                 line_way_q;
  logic [Words-1:0][Ways-1:0][63:0]  banks;

  assign line          = line_read_i || line_write_i;
  assign read_word     = read_address_i[Offset-1:3];
  assign write_word    = write_i.address[Offset-1:3];
  assign write_ready_o = !line && !(read_i && read_word == write_word);
  assign write         = write_valid_i && write_ready_o;
  assign words_o       = banks[read_word_q];

  for (genvar word = 0; word < int'(Words); word++) begin : gen_bank
    logic               reads, writes;
    logic [SetBits-1:0] index;
    logic [7:0]         bytes;
    logic [63:0]        data;
    way_t               way;
    logic [Ways*8-1:0]  mask;

    assign reads  = line_read_i || (read_i && read_word == WordBits'(word));
    assign writes = line_write_i || (write && write_word == WordBits'(word));

    always_comb begin
      index = read_address_i[Offset+:SetBits];
      bytes = write_i.mask;
      data  = write_i.data;
      way   = write_i.way;
      if (line) begin
        index = line_address_i[Offset+:SetBits];
        bytes = line_mask_i[word*8+:8];
        data  = line_data_i[word*64+:64];
        way   = line_way_i;
      end else if (writes) begin
        index = write_i.address[Offset+:SetBits];
      end
      for (int unsigned i = 0; i < Ways; i++) mask[i*8+:8] = way == way_t'(i) ? bytes : 8'h00;
    end

    fy_ram_1rw #(
      .Words   (Sets),
      .Width   (Ways * 64),
      .MaskBits(8)
    ) i_ram (
      .clk_i,
      .enable_i(reads || writes),
      .write_i (writes),
      .index_i (index),
      .mask_i  (mask),
      .data_i  ({Ways{data}}),
      .data_o  (banks[word])
    );

    assign line_data_o[word*64+:64] = banks[word][line_way_q];
  end

  always_ff @(posedge clk_i) begin
    if (read_i) read_word_q <= read_word;
    if (line_read_i) line_way_q <= line_way_i[WayLow-1:0];
  end

  if (LineBytes < 16 || LineBytes > 64 || (LineBytes & (LineBytes - 1)) != 0) begin : gen_line
    $error("fy_l1_data: LineBytes is %0d; it must be 16, 32 or 64", LineBytes);
  end
endmodule
