// SPDX-License-Identifier: Apache-2.0

/// Lookup and data of the data cache: what the arrays say of one access, and its word.
///
/// `read_i` starts an access (or the lookup of a probe); one cycle later `lookup_o` and `word_o`
/// describe it, with the states of that cycle. A line read by `step_i` is on `line_o` one cycle
/// later.
module fy_data_cache_arrays
  import fy_l1_pkg::*;
#(
  parameter  int unsigned Sets      = 64,
  parameter  int unsigned Ways      = 4,
  parameter  int unsigned LineBytes = 64,
  localparam int unsigned TagBits   = AddressBits - $clog2(Sets) - $clog2(LineBytes)
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,

  input  logic                         read_i,
  /// The word is wanted too
  input  logic                         read_word_i,
  input  address_t                     read_address_i,

  /// The access being decided
  input  address_t                     address_i,
  input  logic [Ways-1:0]              reserved_i,
  output lookup_t                      lookup_o,
  output logic [63:0]                  word_o,
  /// It stores into the line it hits; it makes this way the newest
  input  logic                         dirty_i,
  input  logic                         touch_i,

  input  word_write_t                  store_i,
  input  logic                         store_valid_i,
  output logic                         store_ready_o,

  input  address_t                     line_address_i,
  input  line_step_t                   step_i,
  input  logic [LineBytes-1:0]         line_mask_i,
  input  logic [LineBytes*8-1:0]       line_i,
  output logic [LineBytes*8-1:0]       line_o,
  output logic [Ways-1:0][TagBits-1:0] tags_o,
  output line_state_t [Ways-1:0]       states_o
);
  logic [Ways-1:0]       hits;
  logic [Ways-1:0][63:0] words;

  fy_l1_lookup #(
    .Sets(Sets), .Ways(Ways), .LineBytes(LineBytes)
  ) i_lookup (
    .clk_i,
    .rst_ni,
    .clear_i (1'b0),
    .read_i,
    .read_address_i,
    .address_i,
    .reserved_i,
    .lookup_o,
    .hits_o  (hits),
    .dirty_i,
    .touch_i,
    .update_i('{valid: step_i.update, write_tag: step_i.op == OpInstall, address: line_address_i,
                way: step_i.way, state: step_i.state}),
    .tags_o,
    .states_o
  );

  fy_l1_data #(
    .Sets(Sets), .Ways(Ways), .LineBytes(LineBytes)
  ) i_data (
    .clk_i,
    .read_i        (read_word_i),
    .read_address_i,
    .words_o       (words),
    .write_i       (store_i),
    .write_valid_i (store_valid_i),
    .write_ready_o (store_ready_o),
    .line_read_i   (step_i.read),
    .line_write_i  (step_i.op == OpInstall),
    .line_address_i,
    .line_way_i    (step_i.way),
    .line_mask_i,
    .line_data_i   (line_i),
    .line_data_o   (line_o)
  );

  always_comb begin
    word_o = '0;
    for (int unsigned i = 0; i < Ways; i++) if (hits[i]) word_o = words[i];
  end
endmodule
