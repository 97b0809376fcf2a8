// SPDX-License-Identifier: Apache-2.0

/// Tags, states, data and replacement of the data cache, and what they say of one access.
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
  localparam int unsigned Offset  = $clog2(LineBytes);
  localparam int unsigned SetBits = $clog2(Sets);
  localparam int unsigned WayLow  = Ways > 1 ? $clog2(Ways) : 1;

  line_state_t [Ways-1:0] states;
  logic [Ways-1:0]        hits, occupied;
  logic [Ways-1:0][63:0]  words;
  way_t                   hit_way, new_way, way;
  line_state_t            state;
  logic                   none;

  fy_l1_tags #(
    .Sets(Sets), .Ways(Ways), .LineBytes(LineBytes)
  ) i_tags (
    .clk_i,
    .rst_ni,
    .clear_i       (1'b0),
    .read_i,
    .read_address_i,
    .tags_o,
    .core_address_i(address_i),
    .core_states_o (states),
    .dirty_i       (hits & {Ways{dirty_i}}),
    .line_address_i,
    .line_states_o (states_o),
    .update_i      (step_i.update),
    .update_way_i  (step_i.way),
    .update_state_i(step_i.state),
    .write_tag_i   (step_i.op == OpInstall)
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

  fy_l1_replacement #(
    .Sets(Sets), .Ways(Ways)
  ) i_replacement (
    .clk_i,
    .rst_ni,
    .set_i      (address_i[Offset+:SetBits]),
    .occupied_i (occupied),
    .reserved_i,
    .way_o      (new_way),
    .none_o     (none),
    .touch_i,
    .touch_set_i(address_i[Offset+:SetBits]),
    .touch_way_i(way)
  );

  always_comb begin
    hit_way = '0;
    state   = '0;
    word_o  = '0;
    for (int unsigned i = 0; i < Ways; i++) begin
      occupied[i] = states[i].valid;
      hits[i]     = states[i].valid && tags_o[i] == address_i[AddressBits-1-:TagBits];
      if (hits[i]) begin
        hit_way = way_t'(i);
        state   = states[i];
        word_o  = words[i];
      end
    end
  end

  assign way      = |hits ? hit_way : new_way;
  assign lookup_o = '{
      hit: |hits, state: state, way: way, none: none,
      evict: !(|hits) && occupied[new_way[WayLow-1:0]],
      victim: {tags_o[new_way[WayLow-1:0]], address_i[Offset+:SetBits], Offset'(0)}};
endmodule
