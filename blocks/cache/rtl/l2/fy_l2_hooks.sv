// SPDX-License-Identifier: Apache-2.0

/// The hooks of an L2 bank: notices out, transactors held, lines materialised.
///
/// A held transactor shows idle to the arbiters of the array, memory, probes, answers and the
/// directory, so it stands still; the request keeps its line and its way. It may be held from the
/// cycle of its lookup's notice on, without a limit: for example until memory has a materialised
/// line. It must not be held until another request of this bank completes, which may need the held
/// one. Without `Hooked` the ports are idle and synthesise to nothing.
module fy_l2_hooks
  import fy_l2_pkg::*;
  import fy_l2_hook_pkg::*;
#(
  parameter int unsigned LineBytes   = 64,
  parameter int unsigned Sets        = 2048,
  parameter int unsigned Transactors = 8,
  parameter bit          Hooked      = 1'b1
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  transactor_t transactors_i [Transactors],
  output transactor_t movers_o      [Transactors],
  /// With the answer of the tags: the way of the answer holds a line
  input  logic        occupied_i,
  /// The array takes the line of this transactor
  input  logic        store_i,
  input  number_t     store_number_i,

  // the array is read for the line to materialise, and a write-back slot taken
  output logic        copy_o,
  input  logic        array_busy_i,
  input  logic        slot_ready_i,
  input  number_t     slot_i,
  input  written_t    written_i,
  input  logic        written_valid_i,

  input  hook_t       hook_i,
  output notice_t     notice_o,
  output logic        materialise_ready_o
);
  hook_t   hook;
  notice_t notice;
  logic    materialise_ready;

  assign hook                = Hooked ? hook_i : '0;
  assign notice_o            = Hooked ? notice : '0;
  assign materialise_ready_o = Hooked && materialise_ready;

  always_comb begin
    for (int unsigned i = 0; i < Transactors; i++) begin
      movers_o[i] = transactors_i[i];
      if (hook.hold[i]) movers_o[i].state = StateIdle;
    end
  end

  fy_l2_notices #(
    .LineBytes(LineBytes), .Sets(Sets), .Transactors(Transactors)
  ) i_notices (
    .clk_i, .rst_ni,
    .transactors_i, .occupied_i, .store_i, .store_number_i,
    .lookup_o(notice.lookup), .fill_o(notice.fill), .leave_o(notice.leave)
  );

  fy_l2_materialise i_materialise (
    .clk_i, .rst_ni,
    .valid_i(hook.materialise.valid), .ready_o(materialise_ready),
    .array_busy_i, .slot_ready_i, .slot_i, .take_o(copy_o),
    .written_i, .written_valid_i,
    .done_o(notice.done), .error_o(notice.error)
  );

  // ---- check: a hold begins with the notice, before anything of the request went --------------
  logic [MaxTransactors-1:0] held_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) held_q <= '0;
    else held_q <= hook.hold;
  end
  assert property (@(posedge clk_i) disable iff (!rst_ni)
      (hook.hold & ~held_q &
       ~(MaxTransactors'(notice.lookup.valid) << notice.lookup.number)) == '0);
endmodule
