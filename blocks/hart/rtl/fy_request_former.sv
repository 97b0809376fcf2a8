// SPDX-License-Identifier: Apache-2.0

/// Puts the instruction in execute into the records of its ports and of the stages behind it.
///
/// Combinational. `kind` and the physical address of the data access are filled in later, as is
/// `valid` of what leaves execute. Coprocessor instructions are of the R format, with two operands;
/// those of the R4 format are illegal, and rs3 is zero: the registers have no third read port.
module fy_request_former
  import fy_core_pkg::*;
  import fy_mmu_pkg::*;
  import fy_pipeline_pkg::*;
(
  input  logic [4:0]           hart_i,
  input  fetched_t             fetched_i,
  input  decoded_t             decoded_i,
  input  logic [63:0]          rs1_i,
  input  logic [63:0]          rs2_i,
  /// rs1 plus immediate
  input  logic [63:0]          address_i,
  input  logic [63:0]          result_i,
  input  trap_t                trap_i,
  input  logic                 trap_valid_i,
  input  logic                 stores_visible_i,
  input  status_t              status_i,
  input  logic                 coprocessor_valid_i,
  input  logic                 fence_valid_i,

  output csr_request_t         csr_o,
  output data_access_t         data_o,
  output coprocessor_request_t coprocessor_o,
  output translation_fence_t   fence_o,
  output leaving_t             leaving_o
);
  logic [31:7] instruction;  // without the opcode
  logic [4:0]  rd;
  data_operation_e operation;

  assign instruction = fetched_i.instruction[31:7];
  assign rd          = decoded_i.rd_write ? decoded_i.rd : '0;

  always_comb begin
    csr_o = '0;
    // Other instructions ask for nothing, so that the registers are not searched for them.
    if (decoded_i.unit == UnitCsr) begin
      csr_o.address = instruction[31:20];
      csr_o.operand = instruction[14] ? 64'(instruction[19:15]) : rs1_i;
      // Set and clear with x0 or zero only read.
      if (instruction[13:12] == 2'd1) csr_o.operation = CsrWrite;
      else if (instruction[19:15] == 5'd0) csr_o.operation = CsrRead;
      else csr_o.operation = instruction[12] ? CsrClear : CsrSet;
    end
  end

  always_comb begin
    operation = decoded_i.unit == UnitStore ? DataStore : DataLoad;
    if (decoded_i.unit == UnitAtomic) begin
      unique case (instruction[31:27])
        5'h02:   operation = DataLoadReserved;
        5'h03:   operation = DataStoreConditional;
        5'h01:   operation = DataSwap;
        5'h00:   operation = DataAdd;
        5'h04:   operation = DataXor;
        5'h0c:   operation = DataAnd;
        5'h08:   operation = DataOr;
        5'h10:   operation = DataMin;
        5'h14:   operation = DataMax;
        5'h18:   operation = DataMinUnsigned;
        default: operation = DataMaxUnsigned;
      endcase
    end
  end

  assign data_o = '{
    id: '{walker: 1'b0, hart: hart_i, thread: '0, tag: rd},
    operation: operation, size: instruction[13:12],
    is_unsigned: instruction[14], kind: KindCacheable, address: address_i, data: rs2_i};

  assign coprocessor_o = '{
    valid: coprocessor_valid_i, funct: instruction[31:25], xd: instruction[14],
    xs1: instruction[13], xs2: instruction[12], rd: instruction[11:7],
    rs1: rs1_i, rs2: rs2_i, rs3: '0, privilege: status_i.privilege,
    sum: status_i.sum, mxr: status_i.mxr, mprv: status_i.mprv, mpp: status_i.mpp,
    satp: status_i.satp, stores_visible: stores_visible_i};

  assign fence_o = '{
    valid: fence_valid_i, use_address: instruction[19:15] != '0, use_asid: instruction[24:20] != '0,
    vpn: rs1_i[PageBits+:VpnBits], asid: rs2_i[AsidBits-1:0]};

  always_comb begin
    leaving_o      = '0;
    leaving_o.trap = trap_valid_i;
    if (trap_valid_i) begin
      leaving_o.is_interrupt = trap_i.is_interrupt;
      leaving_o.cause        = trap_i.cause;
    end else begin
      leaving_o.rd_write = decoded_i.rd_write;
      leaving_o.rd       = rd;
      leaving_o.rd_data  = result_i;
    end
  end

  logic unused_fields;
  assign unused_fields = ^{fetched_i, decoded_i, trap_i, status_i};
endmodule
