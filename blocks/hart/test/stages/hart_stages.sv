// SPDX-License-Identifier: Apache-2.0

/// Test top: the parts of the core's stages side by side on shared inputs; one build for all.
module hart_stages
  import fy_core_pkg::*;
  import fy_mmu_pkg::*;
  import fy_pipeline_pkg::*;
#(
  /// Register width
  parameter int unsigned Xlen = 64
) (
  input  logic            clk_i,
  input  logic            rst_ni,

  // Shared inputs; what the bits of control_i mean is the matter of each part below.
  input  logic [7:0]      control_i,
  input  fetched_t        fetched_i,
  input  decoded_t        decoded_i,
  input  outcome_t        outcome_i,
  input  trap_t           trap_i,
  input  data_access_t    request_i,
  input  data_response_t  response_i,
  input  leaving_t        leaving_i,
  input  data_late_t      data_late_i,
  input  forward_t        execute_i,
  input  forward_t        memory_i,
  input  forward_t        write_i,
  input  forward_t        late_i,
  input  logic [Xlen-1:0] rs1_i,
  input  logic [Xlen-1:0] rs2_i,
  input  logic [Xlen-1:0] value_i,
  input  logic [4:0]      index_i,
  input  status_t         status_i,
  input  context_t        context_i,
  input  translation_fence_t fence_i,
  input  walk_response_t  walk_i,
  input  logic [1:0]      walk_control_i,   // ready, leaves execute
  // valid, kill, fetch fault, illegal, trap, interrupt, fence committed, offered, memory ready;
  // flow: late 1, late 2, they stand, trap, advance
  input  logic [8:0]      execute_control_i,
  input  done_t           done_i,

  output logic [Xlen-1:0] bypass_o,
  output logic [1:0]      bypass_flags_o,    // wait, next
  output logic [4:0]      fence_o,           // translation, hold, flush, done, committed
  output fetched_t        queue_o,
  output logic [2:0]      queue_flags_o,     // valid, count
  output outcome_t        late_outcome_o,
  output logic [1:0]      late_flags_o,      // outcome valid, redirect
  output logic [Xlen-1:0] late_address_o,
  // ready, fault, busy, memory ready, pending, valid, kill
  output logic [6:0]      data_flags_o,
  output logic [5:0]      data_cause_o,
  output data_access_t    data_o,
  output physical_t       physical_o,
  output walk_request_t   walk_o,
  output logic            denied_o,
  output logic [2:0]      control_flags_o,   // execute, interrupt, advance
  output logic [3:0]      flow_flags_o,      // done, kill, redirect, outcome
  output logic [Xlen-1:0] flow_address_o,
  output outcome_t        flow_outcome_o,
  output logic [Xlen-1:0] read1_o,
  output logic [Xlen-1:0] read2_o,
  output trap_t           select_o,
  output logic            select_valid_o,
  output logic [Xlen-1:0] stack_o,
  output logic [1:0]      stack_pointer_o,
  output logic [Xlen-1:0] result_o,
  output logic [Xlen-1:0] sum_o,
  output logic [Xlen-1:0] product_o,
  output logic [Xlen-1:0] next_o,
  output logic [1:0]      integer_flags_o,   // divide done, misaligned
  output outcome_t        outcome_o,
  output csr_request_t    csr_o,
  output data_access_t    former_data_o,
  output coprocessor_request_t coprocessor_o,
  output translation_fence_t former_fence_o,
  output leaving_t        former_leaving_o,
  output retirement_t     entered_o,
  output forward_t        retire_memory_o,
  output forward_t        retire_write_o,
  output forward_t        retire_late_o,
  output retirement_t     retirement_o,
  output fetched_t        entry_o,
  output logic [3:0]      entry_flags_o,     // ready, valid, late1, late2
  output logic [Xlen-1:0] entry1_o,
  output logic [Xlen-1:0] entry2_o,
  output fetched_t        decode_o,
  output decoded_t        decode_decoded_o,
  output logic [5:0]      decode_flags_o,    // ready, hazard, valid, late1, late2, any pending
  output logic [Xlen-1:0] decode1_o,
  output logic [Xlen-1:0] decode2_o,
  output logic [Xlen-1:0] predicted_o,
  output prediction_t     prediction_o,
  output logic [31:0]     scoreboard_o
);
  decoded_t entry_decoded;
  leaving_t written;
  tlb_events_t tlb_events;
  data_request_t data;
  logic [63:0] address;
  attributes_t attributes;

  fy_bypass #(.Xlen(Xlen)) i_bypass (
    .index_i, .register_data_i(value_i), .pending_i(control_i[0]), .execute_i, .memory_i,
    .write_i, .late_i, .data_o(bypass_o), .wait_o(bypass_flags_o[1]), .next_o(bypass_flags_o[0]));
  fy_fence i_fence (
    .clk_i, .rst_ni, .fence_instruction_i(control_i[0]),
    .fence_translation_i(control_i[5]), .translation_fence_valid_o(fence_o[4]),
    .translation_fence_done_i(control_i[6]), .instruction_i(fetched_i.instruction),
    .accesses_done_i(control_i[1]), .coprocessor_busy_i(control_i[2]), .hold_fetch_o(fence_o[3]),
    .fetch_idle_i(control_i[3]), .fetch_flush_o(fence_o[2]), .fetch_flush_done_i(control_i[4]),
    .done_o(fence_o[1]), .committed_o(fence_o[0]));
  fy_fetch_queue i_queue (
    .clk_i, .rst_ni, .clear_i(control_i[0]), .fetched_i, .fetched_valid_i(control_i[1]),
    .fetched_o(queue_o), .fetched_valid_o(queue_flags_o[2]), .fetched_ready_i(control_i[2]),
    .count_o(queue_flags_o[1:0]));
  fy_late_branch #(.Xlen(Xlen)) i_late (
    .clk_i, .rst_ni, .enter_i(control_i[0]), .outcome_i, .funct3_i(fetched_i.instruction[14:12]),
    .rs1_i, .rs2_i, .predicted_i(value_i), .outcome_o(late_outcome_o),
    .outcome_valid_o(late_flags_o[1]), .redirect_o(late_flags_o[0]),
    .redirect_address_o(late_address_o));
  fy_load_store i_load_store (
    .clk_i, .rst_ni, .request_i, .request_valid_i(control_i[0]), .request_ready_o(data_flags_o[6]),
    .fault_valid_o(data_flags_o[5]), .fault_o(data_cause_o), .busy_o(data_flags_o[4]),
    .memory_ready_o(data_flags_o[3]), .pending_o(data_flags_o[2]),
    .attribute_address_o(address), .attributes_i(attributes), .data_o(data),
    .data_ready_i(control_i[1]), .data_i(response_i), .context_i,
    .advance_i(walk_control_i[1]), .fence_i, .walk_o, .walk_ready_i(walk_control_i[0]), .walk_i,
    .events_o(tlb_events));
  fy_address_attributes #(.Attributes(fy_bench_map_pkg::Attributes)) i_attributes (
    .address_i(address), .attributes_o(attributes));
  assign physical_o        = address[55:0];
  assign data_o            = data.access;
  assign data_flags_o[1:0] = {data.valid, data.kill};
  fy_execute_control i_control (
    .clk_i, .rst_ni, .valid_i(execute_control_i[0]), .kill_i(execute_control_i[1]),
    .fetch_fault_i(execute_control_i[2]), .unit_i(decoded_i.unit),
    .illegal_i(execute_control_i[3]), .trap_i(execute_control_i[4]),
    .interrupt_i(execute_control_i[5]), .fence_committed_i(execute_control_i[6]),
    .offered_i(execute_control_i[7]), .done_i, .memory_ready_i(execute_control_i[8]),
    .execute_o(control_flags_o[2]), .interrupt_o(control_flags_o[1]),
    .advance_o(control_flags_o[0]));
  fy_execute_flow #(.Xlen(Xlen)) i_flow (
    .clk_i, .rst_ni, .fetched_i, .unit_i(decoded_i.unit), .rs1_i, .rs2_i,
    .late_i(execute_control_i[1:0]), .late_stand_i(execute_control_i[2]), .memory_data_i(value_i),
    .outcome_i, .next_i(~value_i), .target_i(rs1_i ^ value_i), .trap_i(execute_control_i[3]),
    .advance_i(execute_control_i[4]), .done_o(flow_flags_o[3]), .kill_o(flow_flags_o[2]),
    .redirect_o(flow_flags_o[1]), .redirect_address_o(flow_address_o),
    .outcome_o(flow_outcome_o), .outcome_valid_o(flow_flags_o[0]));
  fy_privilege_check i_privilege (.unit_i(decoded_i.unit), .status_i, .illegal_o(denied_o));
  fy_register_file #(.Xlen(Xlen)) i_registers (
    .clk_i, .read1_index_i(index_i), .read1_data_o(read1_o), .read2_index_i(decoded_i.rs2),
    .read2_data_o(read2_o), .write_i(write_i.valid), .write_index_i(write_i.rd),
    .write_data_i(Xlen'(write_i.data)), .late_i(late_i.valid), .late_index_i(late_i.rd),
    .late_data_i(Xlen'(late_i.data)));
  fy_trap_select i_trap (
    .fetched_i, .interrupt_i(control_i[0]), .interrupt_cause_i(6'(index_i)),
    .illegal_i(control_i[1]), .breakpoint_i(control_i[2]), .call_i(control_i[3]),
    .privilege_i(status_i.privilege),
    .misaligned_target_i(control_i[4]), .target_i(64'(rs1_i)), .data_fault_i(control_i[5]),
    .data_fault_cause_i({1'b1, index_i}), .data_address_i(64'(rs2_i)), .trap_o(select_o),
    .trap_valid_o(select_valid_o));
  fy_return_stack #(.Xlen(Xlen)) i_stack (
    .clk_i, .rst_ni, .top_o(stack_o), .pointer_o(stack_pointer_o), .push_i(control_i[0]),
    .pop_i(control_i[1]), .address_i(rs1_i), .repair_i(control_i[2]),
    .repair_pointer_i(index_i[1:0]), .repair_push_i(control_i[3]), .repair_pop_i(control_i[4]),
    .repair_address_i(rs2_i));
  // Holds fy_branch_unit.
  fy_integer_unit #(.Xlen(Xlen)) i_integer (
    .clk_i, .rst_ni, .fetched_i, .decoded_i, .rs1_i, .rs2_i, .multiply_i(control_i[0]),
    .divide_i(control_i[1]), .divide_done_o(integer_flags_o[1]), .csr_i(value_i),
    .coprocessor_i(~value_i), .result_o, .sum_o, .product_o, .next_o,
    .misaligned_o(integer_flags_o[0]), .outcome_o);
  fy_request_former i_former (
    .hart_i(index_i), .fetched_i, .decoded_i, .rs1_i(64'(rs1_i)), .rs2_i(64'(rs2_i)),
    .address_i(request_i.address), .status_i,
    .fence_o(former_fence_o), .result_i(64'(value_i)), .trap_i, .trap_valid_i(control_i[0]),
    .stores_visible_i(control_i[1]), .coprocessor_valid_i(control_i[2]),
    .fence_valid_i(control_i[3]), .csr_o, .data_o(former_data_o), .coprocessor_o,
    .leaving_o(former_leaving_o));
  fy_retire_stage #(.Xlen(Xlen)) i_retire (
    .clk_i, .rst_ni, .enter_i(leaving_i), .enter_valid_i(control_i[0]),
    .enter_unit_i(decoded_i.unit), .memory_ready_i(control_i[1]), .memory_late_i(control_i[2]),
    .load_data_i(response_i.data), .product_i(value_i), .late_i(data_late_i),
    .late_valid_i(control_i[3]), .memory_o(retire_memory_o), .write_o(retire_write_o),
    .late_o(retire_late_o), .written_o(written));
  fy_hart_retirement i_retirement (
    .clk_i, .rst_ni, .fetched_i, .decoded_i, .privilege_i(status_i.privilege),
    .tval_i(trap_i.tval), .trap_i(control_i[4]), .operation_i(former_data_o.operation),
    .physical_i({8'd0, ~request_i.address[55:0]}), .data_i(64'(rs2_i)),
    .memory_ready_i(control_i[1]), .load_data_i(response_i.data), .written_i(written),
    .late_i(retire_late_o),
    .late_thread_i(data_late_i.id.thread));
  assign entered_o    = i_retirement.entered;
  assign retirement_o = i_retirement.retirement;
  fy_execute_entry #(.Xlen(Xlen)) i_entry (
    .clk_i, .rst_ni, .redirect_i(control_i[0]), .fetched_i, .fetched_valid_i(control_i[1]),
    .fetched_ready_o(entry_flags_o[3]), .decoded_i, .rs1_i, .rs2_i, .late1_i(control_i[2]),
    .late2_i(control_i[3]), .hazard_i(control_i[4]), .late_i, .fetched_o(entry_o),
    .valid_o(entry_flags_o[2]), .decoded_o(entry_decoded), .rs1_o(entry1_o), .rs2_o(entry2_o),
    .late1_o(entry_flags_o[1]), .late2_o(entry_flags_o[0]), .advance_i(control_i[5]));
  fy_decode_stage #(.Xlen(Xlen)) i_decode (
    .clk_i, .rst_ni, .redirect_i(control_i[0]), .fetched_i, .fetched_valid_i(control_i[1]),
    .fetched_ready_o(decode_flags_o[5]), .hazard_o(decode_flags_o[4]), .fetched_o(decode_o),
    .valid_o(decode_flags_o[3]), .decoded_o(decode_decoded_o), .rs1_o(decode1_o),
    .rs2_o(decode2_o), .late1_o(decode_flags_o[2]), .late2_o(decode_flags_o[1]),
    .advance_i(control_i[5]), .execute_i, .memory_i, .memory_late_i(control_i[6]), .write_i,
    .late_i, .any_pending_o(decode_flags_o[0]));

  fy_branch_predictor #(.Xlen(Xlen)) i_predictor (
    .clk_i, .rst_ni, .pc_i(value_i), .advance_i(control_i[0]), .next_o(predicted_o),
    .prediction_o, .outcome_i, .outcome_valid_i(control_i[1]));
  logic any_pending;
  fy_scoreboard i_scoreboard (
    .clk_i, .rst_ni, .set_i(control_i[0]), .set_index_i(index_i), .clear_i(control_i[1]),
    .clear_index_i(decoded_i.rs2), .pending_o(scoreboard_o), .any_o(any_pending));

  logic unused;
  assign unused = ^{entry_decoded, tlb_events, any_pending};
endmodule
