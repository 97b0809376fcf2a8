// SPDX-License-Identifier: Apache-2.0

/// Control and status registers of one thread.
///
/// A request is answered combinationally with the old value or `illegal_o`, which looks at the
/// privilege, too; `commit_i` in the same cycle makes the write. Reads have no side effect.
/// Identity registers live here, the rest in the modules of traps, counters and supervisor.
module fy_csr_file
  import fy_core_pkg::*;
  import fy_pipeline_pkg::*;
#(
  /// Register width, 32 or 64
  parameter int unsigned Xlen = 64
) (
  input  logic            clk_i,
  input  logic            rst_ni,

  input  logic [63:0]     hart_id_i,
  input  logic [63:0]     time_i,
  input  interrupts_t     interrupts_i,

  input  csr_request_t    request_i,
  input  logic            commit_i,
  output logic            illegal_o,
  output logic [Xlen-1:0] data_o,

  /// An instruction leaves execute without a trap
  input  logic            retire_i,
  input  trap_t           trap_i,
  input  logic            trap_valid_i,
  /// Kind of return in execute; it returns with `retire_i`
  input  return_e         return_i,
  output logic [Xlen-1:0] vector_o,
  output logic [Xlen-1:0] epc_o,
  output logic            interrupt_o,
  output logic [5:0]      interrupt_cause_o,
  output logic            wake_o,
  output status_t         status_o
);
  // A, I, M, S, U; MXL is 1 for 32 bits and 2 for 64.
  localparam logic [Xlen-1:0] Misa = (Xlen'(Xlen / 32) << (Xlen - 2)) | Xlen'(32'h0014_1101);

  logic [11:0]     address;
  logic            trap_hit, counter_hit, supervisor_hit, identity_hit, write, denied;
  logic [Xlen-1:0] trap_data, counter_data, supervisor_data, identity_data, operand, write_data;
  status_t         status;
  logic [63:0]     satp;
  logic            user_coprocessor;

  assign address = request_i.address;
  assign operand = Xlen'(request_i.operand);

  always_comb begin
    identity_hit  = 1'b1;
    identity_data = '0;
    unique case (address)
      12'h301: identity_data = Misa;
      12'hf11, 12'hf12, 12'hf13, 12'hf15: ;  // vendor, architecture, implementation, configuration
      12'hf14: identity_data = Xlen'(hart_id_i);
      12'h7a0, 12'h7a1: ;  // tselect, tdata1: there is no trigger, writes are ignored
      default: identity_hit = 1'b0;
    endcase
  end

  always_comb begin
    if (trap_hit) data_o = trap_data;
    else if (counter_hit) data_o = counter_data;
    else if (supervisor_hit) data_o = supervisor_data;
    else data_o = identity_data;
  end

  assign denied    = address[9:8] > status.privilege ||
                     (address == CsrSatp && status.privilege == PrivilegeSupervisor &&
                      status.trap_memory);
  assign illegal_o = !(trap_hit || counter_hit || supervisor_hit || identity_hit) || denied ||
                     (address[11:10] == 2'b11 && request_i.operation != CsrRead);
  assign write     = commit_i && request_i.operation != CsrRead;

  always_comb begin
    unique case (request_i.operation)
      CsrSet:   write_data = data_o | operand;
      CsrClear: write_data = data_o & ~operand;
      default:  write_data = operand;
    endcase
  end

  fy_trap_csrs #(
    .Xlen(Xlen)
  ) i_trap (
    .clk_i,
    .rst_ni,
    .interrupts_i,
    .address_i   (address),
    .hit_o       (trap_hit),
    .data_o      (trap_data),
    .write_i     (write),
    .write_data_i(write_data),
    .trap_i,
    .trap_valid_i,
    .return_i,
    .return_valid_i(retire_i),
    .vector_o,
    .epc_o,
    .interrupt_o,
    .interrupt_cause_o,
    .wake_o,
    .status_o    (status)
  );

  always_comb begin
    status_o                  = status;
    status_o.satp             = satp;
    status_o.user_coprocessor = user_coprocessor;
  end

  fy_supervisor_csrs #(
    .Xlen(Xlen)
  ) i_supervisor (
    .clk_i,
    .rst_ni,
    .address_i         (address),
    .hit_o             (supervisor_hit),
    .data_o            (supervisor_data),
    .write_i           (write),
    .write_data_i      (write_data),
    .satp_o            (satp),
    .user_coprocessor_o(user_coprocessor)
  );

  fy_counter_csrs #(
    .Xlen(Xlen)
  ) i_counters (
    .clk_i,
    .rst_ni,
    .time_i,
    .retire_i,
    .privilege_i (status.privilege),
    .address_i   (address),
    .hit_o       (counter_hit),
    .data_o      (counter_data),
    .write_i     (write),
    .write_data_i(write_data)
  );

  logic unused_operand;
  assign unused_operand = ^{request_i.operand, hart_id_i};
endmodule
