// SPDX-License-Identifier: Apache-2.0

/// Data port of a core: translation, the request of the execute stage, its decision in the memory
/// stage.
///
/// A load, store or atomic is translated (a hit takes no time), offered in execute and decided one
/// cycle after the port took it. On Replay it is offered again from the memory stage, and a younger
/// request taken meanwhile is killed. Faults are found before the port sees the request:
/// misaligned, then page fault, then access fault. One request a cycle.
module fy_load_store
  import fy_core_pkg::*;
  import fy_mmu_pkg::*;
  import fy_pipeline_pkg::*;
#(
  /// Entries of the TLB
  parameter int unsigned Entries = 8
) (
  input  logic               clk_i,
  input  logic               rst_ni,

  // Execute stage; the address is virtual, `kind` is filled in here
  input  data_access_t       request_i,
  input  logic               request_valid_i,
  /// The request was taken and moves to the memory stage
  output logic               request_ready_o,
  input  context_t           context_i,
  /// The instruction traps; nothing was asked
  output logic               fault_valid_o,
  output logic [5:0]         fault_o,       // its cause
  /// It leaves execute, with the fault or without
  input  logic               advance_i,

  // Memory stage
  /// An access is there
  output logic               busy_o,
  /// It leaves in this cycle, or none is there
  output logic               memory_ready_o,
  /// The value of a load comes late
  output logic               pending_o,

  /// Attributes of the translated address, in the same cycle
  output logic [63:0]        attribute_address_o,
  input  attributes_t        attributes_i,

  output data_request_t      data_o,
  input  logic               data_ready_i,
  input  data_response_t     data_i,

  input  translation_fence_t fence_i,
  output walk_request_t      walk_o,
  input  logic               walk_ready_i,
  input  walk_response_t     walk_i,
  output tlb_events_t        events_o
);
  logic                is_load, is_atomic, misaligned, translated, denied, offer;
  logic                busy_q, again_q, kill_q, replay, accept;
  data_access_t        request, request_q;
  translation_status_e status;
  physical_t           physical;

  // ---- execute ------------------------------------------------------------------------------

  assign is_load   = request_i.operation == DataLoad || request_i.operation == DataLoadReserved;
  assign is_atomic = request_i.operation != DataLoad && request_i.operation != DataStore;

  always_comb begin
    unique case (request_i.size)
      2'd0:    misaligned = 1'b0;
      2'd1:    misaligned = request_i.address[0];
      2'd2:    misaligned = request_i.address[1:0] != '0;
      default: misaligned = request_i.address[2:0] != '0;
    endcase
  end

  fy_tlb #(
    .Entries(Entries)
  ) i_tlb (
    .clk_i,
    .rst_ni,
    .valid_i   (request_valid_i && !misaligned),
    .address_i (request_i.address),
    .access_i  (is_load ? AccessLoad : AccessStore),
    .context_i,
    .done_o    (translated),
    .status_o  (status),
    .physical_o(physical),
    .advance_i,
    .fence_i,
    .walk_o,
    .walk_ready_i,
    .walk_i,
    .events_o
  );

  assign attribute_address_o = 64'(physical);

  // Atomics are done on lines of the data cache.
  assign denied  = status != TranslationDone ||
                   (is_load ? !attributes_i.read : !attributes_i.write) ||
                   (is_atomic && attributes_i.kind != KindCacheable);
  assign fault_valid_o = misaligned || (translated && denied);
  assign offer   = request_valid_i && translated && !fault_valid_o;

  always_comb begin
    if (misaligned) fault_o = is_load ? CauseLoadMisaligned : CauseStoreMisaligned;
    else if (status == TranslationPageFault) fault_o = is_load ? CauseLoadPage : CauseStorePage;
    else fault_o = is_load ? CauseLoadAccess : CauseStoreAccess;
  end

  always_comb begin
    request         = request_i;
    request.address = 64'(physical);
    request.kind    = attributes_i.kind;
  end

  // ---- memory -------------------------------------------------------------------------------

  // `again_q`: the memory stage asks anew; otherwise a busy memory stage reads its decision.
  assign replay          = busy_q && !again_q && data_i.status == DataReplay;
  assign memory_ready_o  = !busy_q || (!again_q && data_i.status != DataReplay);
  assign pending_o       = busy_q && !again_q && data_i.status == DataPending;
  assign busy_o          = busy_q;
  assign data_o          = '{valid: again_q || offer, kill: kill_q,
                             access: again_q ? request_q : request};
  assign accept          = offer && !again_q && data_ready_i;
  assign request_ready_o = accept && memory_ready_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q  <= 1'b0;
      again_q <= 1'b0;
      kill_q  <= 1'b0;
    end else begin
      kill_q  <= replay && accept;
      again_q <= replay || (again_q && !data_ready_i);
      if (memory_ready_o) busy_q <= request_ready_o;
    end
  end

  always_ff @(posedge clk_i) begin
    if (request_ready_o) request_q <= request;
  end

  logic unused_fields;
  assign unused_fields = ^{data_i, attributes_i.execute};
endmodule
