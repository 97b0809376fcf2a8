// SPDX-License-Identifier: Apache-2.0

/// Chooses the line operation of each cycle: install, evict, or the two steps of a probe.
///
/// While `hold_o` is high the core's next access is not accepted; the operation runs in the first
/// such cycle in which neither the access being decided nor a buffered store touches its set
/// (`conflict_i`, for `address_o`). So an operation takes one cycle from the core, a probe two, and
/// none starves: round robin, and a held core leaves the set within two cycles.
module fy_l1_line_sequencer
  import fy_l1_pkg::*;
(
  input  logic            clk_i,
  input  logic            rst_ni,

  input  slot_operation_t install_i,
  input  slot_operation_t evict_i,
  input  logic            probe_valid_i,
  input  address_t        probe_address_i,
  /// The core offers an access: an eviction that is not urgent waits
  input  logic            core_valid_i,

  output logic            hold_o,
  output address_t        address_o,
  input  logic            conflict_i,
  output line_op_e        op_o
);
  typedef enum logic [1:0] {RequestInstall, RequestEvict, RequestProbe} request_e;

  logic [2:0] request;
  logic [1:0] choice;
  logic [2:0] unused_grant;
  logic       any, looked_up_q, quiet_evict;

  assign request[RequestInstall] = install_i.valid;
  assign request[RequestEvict]   = evict_i.valid && evict_i.urgent;
  assign request[RequestProbe]   = probe_valid_i;
  assign quiet_evict          = !any && evict_i.valid && !core_valid_i;
  assign hold_o               = looked_up_q || any;

  fy_round_robin #(
    .Inputs(3)
  ) i_choice (
    .clk_i,
    .rst_ni,
    .request_i(request),
    .advance_i(op_o inside {OpInstall, OpEvict, OpLookup}),
    .grant_o  (unused_grant),
    .index_o  (choice),
    .any_o    (any)
  );

  always_comb begin
    if (looked_up_q || (any && choice == RequestProbe)) address_o = probe_address_i;
    else if (any && choice == RequestInstall) address_o = install_i.address;
    else address_o = evict_i.address;
  end

  always_comb begin
    op_o = OpNone;
    if (looked_up_q) op_o = conflict_i ? OpNone : OpProbe;
    else if (any && choice == RequestProbe) op_o = OpLookup;
    else if (!conflict_i && any) op_o = choice == RequestInstall ? OpInstall : OpEvict;
    else if (!conflict_i && quiet_evict) op_o = OpEvict;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) looked_up_q <= 1'b0;
    else if (op_o == OpLookup) looked_up_q <= 1'b1;
    else if (op_o == OpProbe) looked_up_q <= 1'b0;
  end
endmodule
