// SPDX-License-Identifier: Apache-2.0

/// Data port of a core: the request of the execute stage, its decision in the memory stage.
///
/// A load or store is offered in execute and decided one cycle after the port took it. On Replay
/// it is offered again from the memory stage, and a younger request taken meanwhile is killed.
/// Faults are found before the port sees the request. One request a cycle.
module fy_load_store
  import fy_core_pkg::*;
  import fy_pipeline_pkg::*;
#(
  /// Address map
  parameter attribute_table_t Attributes = VirtAttributes
) (
  input  logic           clk_i,
  input  logic           rst_ni,

  // Execute stage; `device` of the request is filled in here
  input  data_request_t  request_i,
  input  logic           request_valid_i,
  /// The request was taken and moves to the memory stage
  output logic           request_ready_o,
  /// The instruction traps; nothing was asked
  output logic           fault_o,
  output logic [5:0]     fault_cause_o,

  // Memory stage
  /// A load or store is there
  output logic           busy_o,
  /// It leaves in this cycle, or none is there
  output logic           memory_ready_o,
  /// The value of a load comes late
  output logic           pending_o,
  output logic [63:0]    load_data_o,

  output data_request_t  data_o,
  output logic           data_valid_o,
  input  logic           data_ready_i,
  output logic           data_kill_o,
  input  data_response_t data_response_i
);
  logic          device, readable, writable, unused_execute;
  logic          is_store, misaligned, denied;
  logic          busy_q, again_q, kill_q, replay, accept;
  data_request_t request, request_q;

  fy_address_attributes #(
    .Attributes(Attributes)
  ) i_attributes (
    .address_i(request_i.address),
    .device_o (device),
    .read_o   (readable),
    .write_o  (writable),
    .execute_o(unused_execute)
  );

  assign is_store = request_i.operation != DataLoad;

  always_comb begin
    unique case (request_i.size)
      2'd0:    misaligned = 1'b0;
      2'd1:    misaligned = request_i.address[0];
      2'd2:    misaligned = request_i.address[1:0] != '0;
      default: misaligned = request_i.address[2:0] != '0;
    endcase
  end

  assign denied  = is_store ? !writable : !readable;
  assign fault_o = misaligned || denied;

  always_comb begin
    if (misaligned) fault_cause_o = is_store ? CauseStoreMisaligned : CauseLoadMisaligned;
    else fault_cause_o = is_store ? CauseStoreAccess : CauseLoadAccess;
  end

  always_comb begin
    request        = request_i;
    request.device = device;
  end

  // `again_q`: the memory stage asks anew; otherwise a busy memory stage reads its decision.
  assign replay          = busy_q && !again_q && data_response_i.status == DataReplay;
  assign memory_ready_o  = !busy_q || (!again_q && data_response_i.status != DataReplay);
  assign pending_o       = busy_q && !again_q && data_response_i.status == DataPending;
  assign load_data_o     = data_response_i.data;
  assign busy_o          = busy_q;
  assign data_o          = again_q ? request_q : request;
  assign data_valid_o    = again_q || (request_valid_i && !fault_o);
  assign data_kill_o     = kill_q;
  assign accept          = request_valid_i && !fault_o && !again_q && data_ready_i;
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
endmodule
