// SPDX-License-Identifier: Apache-2.0

/// What translation, trackers and their proofs, and the claim assume of those before them, asserted
/// in simulation.
///
/// Passive.
module fy_copy_engine_checks (
  input logic        clk_i,
  input logic        rst_ni,
  /// Transfer or Resume begins
  input logic        start_i,
  input logic        piece_valid_i,
  /// To the trackers
  input logic        request_valid_i,
  input logic [12:0] bytes_i,
  /// The coprocessor port, and the fence of translations
  input fy_core_pkg::coprocessor_request_t coprocessor_i,
  input fy_mmu_pkg::translation_fence_t    translation_fence_i,
  input logic                              translation_fence_done_o
);
  fy_core_pkg::coprocessor_request_t before_q;
  fy_mmu_pkg::translation_fence_t    fence_q;
  logic                              held_q;

  always_ff @(posedge clk_i) begin
    before_q <= coprocessor_i;
    fence_q  <= translation_fence_i;
    held_q   <= rst_ni && translation_fence_i.valid && !translation_fence_done_o;
  end

  address_space_stands: assert property (@(posedge clk_i) disable iff (!rst_ni)
      !coprocessor_i.valid || coprocessor_i.privilege != fy_core_pkg::PrivilegeUser ||
      coprocessor_i.satp == before_q.satp);
  one_at_a_time: assert property (@(posedge clk_i) disable iff (!rst_ni)
      !coprocessor_i.valid || !translation_fence_i.valid);
  fence_is_held: assert property (@(posedge clk_i) disable iff (!rst_ni)
      !held_q || translation_fence_i == fence_q);
  starts_between_pieces: assert property (@(posedge clk_i) disable iff (!rst_ni)
      !start_i || !piece_valid_i);
  request_has_bytes: assert property (@(posedge clk_i) disable iff (!rst_ni)
      !request_valid_i || bytes_i != '0);
endmodule
