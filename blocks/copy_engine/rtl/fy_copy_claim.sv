// SPDX-License-Identifier: Apache-2.0

/// One owner of the engine at a time: lets through what the caller of an instruction may do.
///
/// A caller is its privilege, in user mode with all of satp, which stands still from a cycle before
/// `valid`. The first write of a register of a free engine, but for a release, claims it. The owner
/// does everything. Machine and supervisor mode read what less privileged owners have, and, once
/// they have set the pause bit or given the engine to that owner, change it; their Transfer waits
/// for the owner's Resume, with his rights. Others change nothing, read 0, and the status as
/// occupied, or lost when nobody owns the engine.
/// A claim ends by its release bit, by a write of the owner register, by SFENCE.VMA without address
/// when a user has it, or when another writes a register and the owner has stood still for
/// StandstillTicks of time. With a claim all that it held is forgotten (`forget_o`).
/// SFENCE.VMA without address stops what a user's claim runs (`abort_o`), and waits for that and
/// for the walk under way: none is made afterwards without a new Transfer.
/// Combinational; taking a claim over holds that write for a cycle, nothing else waits here.
module fy_copy_claim
  import fy_core_pkg::*;
  import fy_copy_engine_pkg::*;
  import fy_copy_engine_registers_pkg::*;
#(
  /// Ticks of time after which an owner that stands still loses the engine; at most 2**31
  parameter int unsigned StandstillTicks = 1 << 20
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,

  input  coprocessor_request_t           coprocessor_i,
  output logic                           coprocessor_ready_o,
  output coprocessor_response_t          coprocessor_o,
  /// Low half of the time
  input  logic [31:0]                    time_i,

  /// What may reach the registers, with the rights of the owner
  output coprocessor_request_t           request_o,
  input  logic                           request_ready_i,
  input  coprocessor_response_t          response_i,
  /// The owner itself asks
  output logic                           owner_asks_o,

  /// No transfer is under way and none is about to start
  input  logic                           idle_i,
  input  status_e                        status_i,

  input  fy_mmu_pkg::translation_fence_t translation_fence_i,
  /// All that was translated earlier has drained
  input  logic                           drained_i,
  /// No walk is under way
  input  logic                           quiet_i,
  output logic                           translation_fence_done_o,

  /// Held: no piece and no command may begin
  output logic                           abort_o,
  /// Registers, cursor, report and queue return to their values after reset; only while idle
  output logic                           forget_o,
  /// SFENCE.VMA begins while a transfer runs
  output logic                           fence_met_o
);
  typedef struct packed {
    logic        claimed;
    privilege_e  privilege;
    logic [63:0] satp;
  } owner_t;

  owner_t      owner_q;
  logic        same_q, handled_q, fence_q, still_q;
  logic [31:0] since_q;

  // ---- who asks, and what -------------------------------------------------------------------
  operation_t  operation;
  logic        mine, above, privileged, of_owner, known, sets, sets_pause, lets_go;
  logic        pausing, stopped, passes;
  logic [63:0] owner_value, value;

  always_comb begin
    operation  = decode(coprocessor_i);
    privileged = coprocessor_i.privilege != PrivilegeUser;
    of_owner   = privileged && (operation.read || operation.change) &&
                 coprocessor_i.rs1 inside {CopyOwner, CopyOwnerSatp};
    known      = operation.transfer || operation.resume || of_owner ||
                 ((operation.read || operation.change) && coprocessor_i.rs1 <= CopyErrorAddress);
    mine       = owner_q.claimed && coprocessor_i.privilege == owner_q.privilege &&
                 (privileged || same_q);
    above      = owner_q.claimed && coprocessor_i.privilege > owner_q.privilege;
    sets       = operation.change && coprocessor_i.funct != FunctClearBits &&
                 coprocessor_i.rs1 == CopyControl;
    sets_pause = sets && coprocessor_i.rs2[CopyControlPause];
    lets_go    = sets && coprocessor_i.rs2[CopyControlRelease];
    pausing    = handled_q || sets_pause;
    stopped    = idle_i && status_i != StatusDone;
  end

  always_comb begin
    passes = mine;
    if (above) begin
      passes = operation.read || (operation.change && pausing) ||
               (operation.transfer && handled_q && stopped);
    end
    if (!owner_q.claimed) passes = operation.change && !lets_go;
    if (!known || of_owner) passes = 1'b0;
  end

  // ---- claims -------------------------------------------------------------------------------
  logic claims, may_take, takes_over, releases, sets_owner, sets_satp, gives;

  assign owner_value = coprocessor_i.rs1 == CopyOwner ?
                       64'({owner_q.claimed, owner_q.privilege}) : owner_q.satp;
  assign value       = changed(coprocessor_i.funct, owner_value, coprocessor_i.rs2);

  always_comb begin
    claims     = coprocessor_i.valid && passes && !owner_q.claimed;
    // Held back also when the owner does not rest: then it has not stood still in the next cycle.
    may_take   = operation.change && known && !of_owner && !passes && !lets_go && still_q;
    takes_over = coprocessor_i.valid && may_take && idle_i;
    releases   = coprocessor_i.valid && passes && mine && lets_go && idle_i;
    sets_owner = coprocessor_i.valid && operation.change && of_owner && idle_i &&
                 coprocessor_i.rs1 == CopyOwner && (!owner_q.claimed || mine || above);
    sets_satp  = coprocessor_i.valid && operation.change && of_owner &&
                 coprocessor_i.rs1 == CopyOwnerSatp && !owner_q.claimed;
    // An engine is given to the less privileged only.
    gives      = value[CopyOwnerClaimed] && coprocessor_i.privilege > privilege_e'(value[1:0]) &&
                 value[1:0] inside {CopyOwnerPrivilegeUser, CopyOwnerPrivilegeSupervisor};
  end

  assign abort_o  = translation_fence_i.valid && !translation_fence_i.use_address &&
                    owner_q.claimed && owner_q.privilege == PrivilegeUser;
  assign forget_o = takes_over || releases || sets_owner || (abort_o && idle_i && quiet_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      owner_q   <= '0;
      same_q    <= 1'b0;
      handled_q <= 1'b0;
      fence_q   <= 1'b0;
    end else begin
      same_q  <= claims || coprocessor_i.satp == owner_q.satp;
      fence_q <= translation_fence_i.valid;
      if (claims) begin
        owner_q <= '{claimed: 1'b1, privilege: coprocessor_i.privilege, satp: coprocessor_i.satp};
      end else if (sets_owner) begin
        owner_q.claimed   <= gives;
        owner_q.privilege <= privilege_e'(value[1:0]);
      end else if (forget_o) begin
        owner_q.claimed <= 1'b0;
      end
      if (sets_satp) owner_q.satp <= value;
      if (sets_owner) begin
        handled_q <= gives;
      end else if (forget_o || (coprocessor_i.valid && mine)) begin
        handled_q <= 1'b0;
      end else if (coprocessor_i.valid && above && sets_pause) begin
        handled_q <= 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      since_q <= '0;
      still_q <= 1'b0;
    end else begin
      if (claims || sets_owner || (coprocessor_i.valid && mine) || !idle_i) since_q <= time_i;
      still_q <= time_i - since_q >= StandstillTicks;
    end
  end

  // ---- ports --------------------------------------------------------------------------------
  always_comb begin
    request_o       = coprocessor_i;
    request_o.valid = coprocessor_i.valid && passes;
    if (above) begin
      request_o.privilege = owner_q.privilege;
      request_o.mprv      = 1'b0;
      request_o.sum       = 1'b0;
      request_o.mxr       = 1'b0;
      request_o.satp      = owner_q.satp;
    end
  end

  always_comb begin
    coprocessor_ready_o   = passes ? request_ready_i : !may_take;
    coprocessor_o.busy    = response_i.busy && (mine || (above && handled_q));
    coprocessor_o.illegal = passes ? response_i.illegal : !known;
    coprocessor_o.result  = passes ? response_i.result : '0;
    if (of_owner) coprocessor_o.result = owner_value;
    if (coprocessor_i.rs1 == CopyStatus && !mine) begin
      if (!owner_q.claimed) coprocessor_o.result = 64'(CopyStatusCodeLost);
      else if (!above || status_i == StatusDone) begin
        coprocessor_o.result = 64'(CopyStatusCodeOccupied);
      end
    end
  end

  assign owner_asks_o             = mine || !owner_q.claimed;
  assign translation_fence_done_o = drained_i && !abort_o &&
                                    (translation_fence_i.use_address || quiet_i);
  assign fence_met_o              = translation_fence_i.valid && !fence_q && !idle_i;

  if (StandstillTicks < 1 || StandstillTicks > 1 << 31) begin : gen_ticks
    $error("fy_copy_claim: StandstillTicks is %0d; it must be 1 to 2**31", StandstillTicks);
  end
endmodule
