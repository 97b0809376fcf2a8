// SPDX-License-Identifier: Apache-2.0

/// Tags in block RAM, line states in flip-flops.
///
/// Tags of the set of `read_address_i` come one cycle after `read_i` and hold; states come
/// combinationally for two sets, so that a decision always sees the newest state. A tag written in
/// the cycle of a read of its set is not seen by that read: the composer keeps them apart.
module fy_l1_tags
  import fy_l1_pkg::*;
#(
  parameter  int unsigned Sets      = 64,
  parameter  int unsigned Ways      = 4,
  parameter  int unsigned LineBytes = 64,
  localparam int unsigned SetBits   = $clog2(Sets),
  localparam int unsigned Offset    = $clog2(LineBytes),
  localparam int unsigned TagBits   = AddressBits - SetBits - Offset
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,
  /// All lines become invalid
  input  logic                         clear_i,

  input  logic                         read_i,
  input  address_t                     read_address_i,
  output logic [Ways-1:0][TagBits-1:0] tags_o,

  /// States of the set of the access being decided; its way to be marked dirty, one-hot
  input  address_t                     core_address_i,
  output line_state_t [Ways-1:0]       core_states_o,
  input  logic [Ways-1:0]              dirty_i,

  /// States of the set of the line operation; new state and, with `write_tag_i`, new tag of a way
  input  address_t                     line_address_i,
  output line_state_t [Ways-1:0]       line_states_o,
  input  logic                         update_i,
  input  way_t                         update_way_i,
  input  line_state_t                  update_state_i,
  input  logic                         write_tag_i
);
  line_state_t [Ways-1:0] states_q [Sets];
  logic [SetBits-1:0]     core_set, line_set;
  logic [Ways-1:0]        write_mask;

  assign core_set      = core_address_i[Offset+:SetBits];
  assign line_set      = line_address_i[Offset+:SetBits];
  assign core_states_o = states_q[core_set];
  assign line_states_o = states_q[line_set];

  always_comb begin
    for (int unsigned way = 0; way < Ways; way++) write_mask[way] = update_way_i == way_t'(way);
  end

  fy_ram_1r1w #(
    .Words   (Sets),
    .Width   (Ways * TagBits),
    .MaskBits(TagBits)
  ) i_ram (
    .clk_i,
    .read_i,
    .read_index_i (read_address_i[Offset+:SetBits]),
    .read_data_o  (tags_o),
    .write_i      (update_i && write_tag_i),
    .write_index_i(line_set),
    .write_mask_i (write_mask),
    .write_data_i ({Ways{line_address_i[AddressBits-1-:TagBits]}})
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int unsigned set = 0; set < Sets; set++) states_q[set] <= '0;
    end else begin
      for (int unsigned way = 0; way < Ways; way++) begin
        if (dirty_i[way]) states_q[core_set][way].dirty <= 1'b1;
        if (update_i && write_mask[way]) states_q[line_set][way] <= update_state_i;
      end
      if (clear_i) begin
        for (int unsigned set = 0; set < Sets; set++) states_q[set] <= '0;
      end
    end
  end

  if (Ways < 1 || Ways > 8 || (Ways & (Ways - 1)) != 0) begin : gen_ways
    $error("fy_l1_tags: Ways is %0d; it must be 1, 2, 4 or 8", Ways);
  end
  if (Sets < 2 || (Sets & (Sets - 1)) != 0) begin : gen_sets
    $error("fy_l1_tags: Sets is %0d; it must be a power of two, at least 2", Sets);
  end
endmodule
