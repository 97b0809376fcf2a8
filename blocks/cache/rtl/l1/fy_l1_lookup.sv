// SPDX-License-Identifier: Apache-2.0

/// Tags, states and replacement of a cache, and what they say of one access.
///
/// `read_i` starts an access; one cycle later `lookup_o` and `hits_o` describe it, with the states
/// of that cycle. A tag that is written in the cycle of a read of its set is not seen: the composer
/// keeps them apart. `evict` of `lookup_o`: the line in the way to take has to leave; with
/// `CleanLeaves` each valid line has to, else a dirty one.
module fy_l1_lookup
  import fy_l1_pkg::*;
#(
  parameter  int unsigned Sets        = 64,
  parameter  int unsigned Ways        = 4,
  parameter  int unsigned LineBytes   = 64,
  parameter  bit          CleanLeaves = 1'b1,
  localparam int unsigned TagBits     = AddressBits - $clog2(Sets) - $clog2(LineBytes)
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,
  /// All lines become invalid
  input  logic                         clear_i,

  input  logic                         read_i,
  input  address_t                     read_address_i,

  /// The access being decided; ways that it may not take
  input  address_t                     address_i,
  input  logic [Ways-1:0]              reserved_i,
  output lookup_t                      lookup_o,
  /// The way that it hits, one-hot
  output logic [Ways-1:0]              hits_o,
  /// It stores into the line it hits; it makes its way the newest
  input  logic                         dirty_i,
  input  logic                         touch_i,

  input  update_t                      update_i,
  output logic [Ways-1:0][TagBits-1:0] tags_o,
  /// Of the set of `update_i.address`
  output line_state_t [Ways-1:0]       states_o
);
  localparam int unsigned Offset  = $clog2(LineBytes);
  localparam int unsigned SetBits = $clog2(Sets);
  localparam int unsigned WayLow  = Ways > 1 ? $clog2(Ways) : 1;

  line_state_t [Ways-1:0] states;
  logic [Ways-1:0]        occupied;
  way_t                   hit_way, new_way, way;
  line_state_t            state, replaced;
  logic                   none;

  fy_l1_tags #(
    .Sets(Sets), .Ways(Ways), .LineBytes(LineBytes)
  ) i_tags (
    .clk_i, .rst_ni, .clear_i,
    .read_i, .read_address_i, .tags_o,
    .core_address_i(address_i),
    .core_states_o (states),
    .dirty_i       (hits_o & {Ways{dirty_i}}),
    .line_address_i(update_i.address),
    .line_states_o (states_o),
    .update_i      (update_i.valid),
    .update_way_i  (update_i.way),
    .update_state_i(update_i.state),
    .write_tag_i   (update_i.write_tag)
  );

  fy_l1_replacement #(
    .Sets(Sets), .Ways(Ways)
  ) i_replacement (
    .clk_i, .rst_ni,
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
    for (int unsigned i = 0; i < Ways; i++) begin
      occupied[i] = states[i].valid;
      hits_o[i]   = states[i].valid && tags_o[i] == address_i[AddressBits-1-:TagBits];
      if (hits_o[i]) begin
        hit_way = way_t'(i);
        state   = states[i];
      end
    end
  end

  assign way      = |hits_o ? hit_way : new_way;
  assign replaced = states[new_way[WayLow-1:0]];
  assign lookup_o = '{
      hit: |hits_o, state: state, way: way, none: none,
      evict: !(|hits_o) && (CleanLeaves ? replaced.valid : replaced.dirty),
      victim: {tags_o[new_way[WayLow-1:0]], address_i[Offset+:SetBits], Offset'(0)}};
endmodule
