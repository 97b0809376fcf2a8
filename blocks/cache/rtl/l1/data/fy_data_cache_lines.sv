// SPDX-License-Identifier: Apache-2.0

/// Whole lines of the data cache in and out: installs, evictions, probes, and channels B and C.
///
/// `step_o` is the operation of this cycle, on the set of `address_o`; its line, when read, is on
/// `line_i` one cycle later.
/// Races: a probe waits while its line has a Grant that is not installed (`probe_blocked_i`) or a
/// Release that is not acknowledged; an eviction waits for both of the one before.
module fy_data_cache_lines
  import fy_l1_pkg::*;
  import fy_tl_pkg::*;
#(
  parameter  int unsigned Sets      = 64,
  parameter  int unsigned Ways      = 4,
  parameter  int unsigned LineBytes = 64,
  parameter  int unsigned BeatBytes = 32,
  parameter  int unsigned Source    = 2,
  localparam int unsigned TagBits   = AddressBits - $clog2(Sets) - $clog2(LineBytes)
) (
  input  logic                              clk_i,
  input  logic                              rst_ni,

  input  slot_operation_t                   install_i,
  /// The line to install holds stored bytes
  input  logic                              install_dirty_i,
  input  slot_operation_t                   evict_i,
  input  logic                              core_valid_i,
  output logic                              hold_o,
  input  logic                              conflict_i,
  output address_t                          address_o,
  output line_step_t                        step_o,

  input  logic [Ways-1:0][TagBits-1:0]      tags_i,
  input  line_state_t [Ways-1:0]            states_i,
  input  logic [LineBytes*8-1:0]            line_i,

  input  logic                              released_i,
  output release_t                          release_o,
  output address_t                          probe_address_o,
  input  logic                              probe_blocked_i,

  input  fy_tl#(.BeatBytes(BeatBytes))::b_channel_t tl_i,
  output logic                                      tl_ready_o,
  output fy_tl#(.BeatBytes(BeatBytes))::c_channel_t tl_o,
  input  logic                                      tl_ready_i
);
  localparam int unsigned Offset = $clog2(LineBytes);
  localparam int unsigned WayLow = Ways > 1 ? $clog2(Ways) : 1;

  line_op_e        op;
  slot_operation_t evict_allowed;
  return_command_t probe_answer, command;
  line_state_t     victim, probe_state;
  way_t            probe_way;
  logic            probe_valid, probe_update, return_ready, release_probe;

  assign release_probe = release_o.pending &&
      release_o.address[AddressBits-1:Offset] == probe_address_o[AddressBits-1:Offset];

  always_comb begin
    evict_allowed       = evict_i;
    evict_allowed.valid = evict_i.valid && return_ready && !release_o.pending;
  end

  fy_l1_probe #(
    .Sets(Sets), .Ways(Ways), .LineBytes(LineBytes), .BeatBytes(BeatBytes)
  ) i_probe (
    .clk_i,
    .rst_ni,
    .tl_i,
    .tl_ready_o,
    .address_o(probe_address_o),
    .wait_i   (probe_blocked_i || release_probe || !return_ready),
    .valid_o  (probe_valid),
    .op_i     (op),
    .tags_i,
    .states_i,
    .way_o    (probe_way),
    .state_o  (probe_state),
    .update_o (probe_update),
    .answer_o (probe_answer)
  );

  fy_l1_line_sequencer i_sequencer (
    .clk_i,
    .rst_ni,
    .install_i,
    .evict_i        (evict_allowed),
    .probe_valid_i  (probe_valid),
    .probe_address_i(probe_address_o),
    .core_valid_i,
    .hold_o,
    .address_o,
    .conflict_i,
    .op_o           (op)
  );

  assign victim = states_i[evict_i.way[WayLow-1:0]];

  always_comb begin
    step_o    = '0;
    step_o.op = op;
    unique case (op)
      OpInstall: begin
        step_o.update = 1'b1;
        step_o.way    = install_i.way;
        step_o.state  = '{valid: 1'b1, trunk: install_i.trunk, dirty: install_dirty_i};
      end
      OpProbe: begin
        step_o.update = probe_update;
        step_o.way    = probe_way;
        step_o.state  = probe_state;
        step_o.read   = probe_answer.opcode == ProbeAckData;
      end
      default: begin
        step_o.update = op == OpEvict;
        step_o.way    = evict_i.way;
        step_o.read   = op == OpEvict && victim.dirty;
      end
    endcase
  end

  always_comb begin
    command = probe_answer;
    if (op != OpProbe) begin
      command.opcode     = victim.dirty ? ReleaseData : Release;
      command.param      = victim.trunk ? PruneTtoN : PruneBtoN;
      command.is_release = 1'b1;
      command.source     = DefaultSourceBits'(Source);
      command.address    = evict_i.address;
    end
  end

  fy_l1_return #(
    .LineBytes(LineBytes), .BeatBytes(BeatBytes)
  ) i_return (
    .clk_i,
    .rst_ni,
    .command_i      (command),
    // A probe may have taken the victim since it was chosen.
    .command_valid_i(op == OpProbe || (op == OpEvict && victim.valid)),
    .ready_o        (return_ready),
    .line_i,
    .tl_o,
    .tl_ready_i,
    .released_i,
    .release_o
  );
endmodule
