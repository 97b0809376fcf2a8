// SPDX-License-Identifier: Apache-2.0

/// Proof top of fy_copy_claim with fy_copy_registers: what others execute does not reach the owner.
///
/// Two copies with one environment. While somebody owns the engine and one who is neither the owner
/// nor above him asks, each copy sees instructions of its own, or none; else both see the same.
/// Until one loses the engine to who asks, since it stood still, both remain in the same state,
/// drive the same and answer the owner alike: so nothing that others execute can be told from
/// nothing, and they read nothing of what the engine holds. What passes has the owner's rights.
module fy_copy_claim_properties
  import fy_core_pkg::*;
  import fy_copy_engine_pkg::*;
  import fy_copy_engine_registers_pkg::*;
(
  input logic                           clk_i,
  input logic                           rst_ni,
  input coprocessor_request_t           coprocessor_i,
  input coprocessor_request_t           other_i,
  input logic [31:0]                    time_i,
  input logic                           busy_i,
  input logic                           idle_i,
  input logic                           transfer_ready_i,
  input logic                           transfer_refused_i,
  input logic [1:0]                     waiting_i,
  input report_t                        report_i,
  input cursor_t                        cursor_i,
  input shape_t                         shape_i,
  input fy_mmu_pkg::translation_fence_t fence_i,
  input logic                           drained_i,
  input logic                           quiet_i
);
  localparam int unsigned Copies = 2;

  coprocessor_request_t  [Copies-1:0] asked, permitted;
  coprocessor_response_t [Copies-1:0] answer, response;
  shape_t                [Copies-1:0] shape;
  cursor_write_t         [Copies-1:0] cursor_write;
  fy_mmu_pkg::context_t  [Copies-1:0] rights;
  logic                  [Copies-1:0] ready, permitted_ready, owner_asks, done, abort, forget, met;
  logic                  [Copies-1:0] pause, transfer, resume, looked, takes;

  // ---- who asks -------------------------------------------------------------------------------
  logic owner, above, stranger;

  always_comb begin
    owner    = gen_copy[0].i_claim.mine;
    above    = gen_copy[0].i_claim.above;
    stranger = gen_copy[0].i_claim.owner_q.claimed && !owner && !above;
    asked    = {coprocessor_i, coprocessor_i};
    if (stranger) begin
      asked[1]           = other_i;
      asked[1].privilege = coprocessor_i.privilege;
      asked[1].satp      = coprocessor_i.satp;
    end
  end

  for (genvar i = 0; i < int'(Copies); i++) begin : gen_copy
    fy_copy_claim i_claim (
      .clk_i,
      .rst_ni,
      .coprocessor_i           (asked[i]),
      .coprocessor_ready_o     (ready[i]),
      .coprocessor_o           (response[i]),
      .time_i,
      .request_o               (permitted[i]),
      .request_ready_i         (permitted_ready[i]),
      .response_i              (answer[i]),
      .owner_asks_o            (owner_asks[i]),
      .idle_i,
      .status_i                (report_i.status),
      .translation_fence_i     (fence_i),
      .drained_i,
      .quiet_i,
      .translation_fence_done_o(done[i]),
      .abort_o                 (abort[i]),
      .forget_o                (forget[i]),
      .fence_met_o             (met[i])
    );
    fy_copy_registers i_registers (
      .clk_i,
      .rst_ni,
      .coprocessor_i      (permitted[i]),
      .coprocessor_ready_o(permitted_ready[i]),
      .coprocessor_o      (answer[i]),
      .busy_i,
      .idle_i,
      .forget_i           (forget[i]),
      .transfer_ready_i,
      .transfer_refused_i,
      .waiting_i,
      .report_i,
      .cursor_i,
      .transfer_shape_i   (shape_i),
      .shape_o            (shape[i]),
      .pause_o            (pause[i]),
      .transfer_o         (transfer[i]),
      .resume_o           (resume[i]),
      .looked_o           (looked[i]),
      .context_o          (rights[i]),
      .cursor_write_o     (cursor_write[i])
    );
    assign takes[i] = gen_copy[i].i_claim.takes_over;
  end

  // ---- claims -----------------------------------------------------------------------------------
  logic past_q, effect;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) past_q <= 1'b0;
    else past_q <= past_q || takes != '0;
  end

  assign effect = transfer[0] || resume[0] || cursor_write[0].fields != '0;

  always_ff @(posedge clk_i) begin
    if (rst_ni && !past_q) begin
      a_owner    : assert (gen_copy[0].i_claim.owner_q == gen_copy[1].i_claim.owner_q);
      a_same     : assert (gen_copy[0].i_claim.same_q == gen_copy[1].i_claim.same_q);
      a_handled  : assert (gen_copy[0].i_claim.handled_q == gen_copy[1].i_claim.handled_q);
      a_since    : assert (gen_copy[0].i_claim.since_q == gen_copy[1].i_claim.since_q &&
                           gen_copy[0].i_claim.still_q == gen_copy[1].i_claim.still_q);
      a_registers: assert (gen_copy[0].i_registers.registers_q ==
                           gen_copy[1].i_registers.registers_q);
      if (takes == '0) begin
        a_starts : assert (transfer[0] == transfer[1] && resume[0] == resume[1]);
        a_cursor : assert (cursor_write[0].fields == cursor_write[1].fields &&
                           (cursor_write[0].fields == '0 || cursor_write[0] == cursor_write[1]));
        a_looked : assert ((looked[0] && owner_asks[0]) == (looked[1] && owner_asks[1]));
        a_ends   : assert (forget[0] == forget[1] && abort[0] == abort[1] && done[0] == done[1]);
      end
      a_shape    : assert (shape[0] == shape[1] && pause[0] == pause[1]);
      if (!stranger) a_answer: assert (response[0] == response[1] && ready[0] == ready[1]);
      if (stranger) begin
        a_nothing : assert (!permitted[0].valid && !response[0].busy);
        // A supervisor may see that machine mode owns the engine.
        a_blind   : assert (response[0].result == '0 || gen_copy[0].i_claim.of_owner ||
                            response[0].result == CopyStatusCodeOccupied);
        a_no_wait : assert (ready[0] || gen_copy[0].i_claim.still_q);
      end
      if (gen_copy[0].i_claim.owner_q.claimed && (transfer[0] || resume[0])) begin
        a_rights : assert (permitted[0].privilege == gen_copy[0].i_claim.owner_q.privilege &&
                           (permitted[0].privilege != PrivilegeUser ||
                            permitted[0].satp == gen_copy[0].i_claim.owner_q.satp));
      end
      a_no_owner : assert (gen_copy[0].i_claim.owner_q.claimed || !(transfer[0] || resume[0]));
      c_stranger : cover (stranger && asked[0].valid && asked[1] != asked[0] && looked == '0);
      c_above    : cover (above && transfer[0]);
      c_owner    : cover (owner && resume[0] && asked[0].privilege == PrivilegeUser);
      c_takes    : cover (takes[0] && !takes[1]);
      c_abort    : cover (abort[0] && !done[0] && effect == 1'b0 && owner);
    end
  end

  // ---- environment ------------------------------------------------------------------------------
  logic [63:0] satp_q;
  logic        first_q = 1'b1;

  always_ff @(posedge clk_i) begin
    satp_q  <= coprocessor_i.satp;
    first_q <= 1'b0;
    reset                : assume (rst_ni == !first_q);
    address_space_stands : assume (!coprocessor_i.valid || satp_q == coprocessor_i.satp ||
                                   coprocessor_i.privilege != PrivilegeUser);
  end
endmodule
