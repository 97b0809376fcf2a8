// SPDX-License-Identifier: Apache-2.0

/// Decodes one instruction of RV32IMA or RV64IMA with Zicsr, Zifencei, S mode and custom-2.
///
/// Combinational. Every encoding that the core does not execute sets `illegal`. CSR addresses, the
/// functions of custom-2 and the privilege are checked elsewhere: fy_csr_file, the coprocessor,
/// fy_privilege_check. Register fields are x0 unless read.
module fy_decoder
  import fy_pipeline_pkg::*;
#(
  /// Register width, 32 or 64
  parameter int unsigned Xlen = 64
) (
  input  logic [31:0] instruction_i,
  output decoded_t    decoded_o
);
  localparam bit Wide = Xlen == 64;

  logic [6:0] opcode, funct7;
  logic [2:0] funct3;
  logic       plain, alternate, muldiv, shift_legal, word, load_reserved, atomic_legal;

  assign opcode      = instruction_i[6:0];
  assign funct3      = instruction_i[14:12];
  assign funct7      = instruction_i[31:25];
  assign word        = opcode[3];  // OP-IMM-32 and OP-32 against OP-IMM and OP
  assign plain       = funct7 == 7'h00;
  assign alternate   = funct7 == 7'h20;
  assign muldiv      = funct7 == 7'h01;
  assign load_reserved = instruction_i[31:27] == 5'h02;
  // SC and SWAP are numbers 3 and 1; the others are multiples of four.
  assign atomic_legal  = instruction_i[31:27] inside {5'h01, 5'h02, 5'h03} ||
                         instruction_i[28:27] == 2'b00;
  // A 64-bit shift by an immediate has six bits of amount.
  assign shift_legal = (Wide && !word) ? instruction_i[31:26] == 6'h00 ||
                                         (funct3 == 3'd5 && instruction_i[31:26] == 6'h10)
                                       : plain || (funct3 == 3'd5 && alternate);

  function automatic alu_operation_e alu_of(logic [2:0] funct, logic other);
    unique case (funct)
      3'd0: return other ? AluSubtract : AluAdd;
      3'd1: return AluShiftLeft;
      3'd2: return AluLess;
      3'd3: return AluLessUnsigned;
      3'd4: return AluXor;
      3'd5: return other ? AluShiftRightArithmetic : AluShiftRight;
      3'd6: return AluOr;
      default: return AluAnd;
    endcase
  endfunction

  always_comb begin
    logic read1, read2, write;
    read1     = 1'b0;
    read2     = 1'b0;
    write     = 1'b0;
    decoded_o = '0;
    decoded_o.immediate = {{20{instruction_i[31]}}, instruction_i[31:20]};
    unique case (opcode)
      7'h37, 7'h17: begin  // LUI, AUIPC
        write                   = 1'b1;
        decoded_o.use_pc        = !opcode[5];
        decoded_o.use_immediate = 1'b1;
        decoded_o.immediate     = {instruction_i[31:12], 12'h0};
      end
      7'h6f: begin  // JAL
        write               = 1'b1;
        decoded_o.unit      = UnitJump;
        decoded_o.immediate = {{12{instruction_i[31]}}, instruction_i[19:12], instruction_i[20],
                               instruction_i[30:21], 1'b0};
      end
      7'h67: begin  // JALR
        write                   = 1'b1;
        read1                   = 1'b1;
        decoded_o.unit          = UnitJumpRegister;
        decoded_o.use_immediate = 1'b1;
        decoded_o.illegal       = funct3 != 3'd0;
      end
      7'h63: begin  // branches
        read1               = 1'b1;
        read2               = 1'b1;
        decoded_o.unit      = UnitBranch;
        decoded_o.immediate = {{20{instruction_i[31]}}, instruction_i[7], instruction_i[30:25],
                               instruction_i[11:8], 1'b0};
        decoded_o.illegal   = funct3[2:1] == 2'b01;
      end
      7'h03: begin  // loads
        write                   = 1'b1;
        read1                   = 1'b1;
        decoded_o.unit          = UnitLoad;
        decoded_o.use_immediate = 1'b1;
        decoded_o.illegal       = funct3 == 3'd7 || (!Wide && (funct3 == 3'd3 || funct3 == 3'd6));
      end
      7'h23: begin  // stores
        read1                   = 1'b1;
        read2                   = 1'b1;
        decoded_o.unit          = UnitStore;
        decoded_o.use_immediate = 1'b1;
        decoded_o.immediate     = {{20{instruction_i[31]}}, instruction_i[31:25],
                                   instruction_i[11:7]};
        decoded_o.illegal       = funct3 > (Wide ? 3'd3 : 3'd2);
      end
      7'h13, 7'h1b: begin  // OP-IMM, OP-IMM-32
        write                   = 1'b1;
        read1                   = 1'b1;
        decoded_o.use_immediate = 1'b1;
        decoded_o.word          = word;
        decoded_o.alu_operation = alu_of(funct3, funct3 == 3'd5 && instruction_i[30]);
        decoded_o.illegal       = (funct3[1:0] == 2'b01 && !shift_legal) ||
                                  (word && (!Wide || !(funct3 inside {3'd0, 3'd1, 3'd5})));
      end
      7'h33, 7'h3b: begin  // OP, OP-32
        write                   = 1'b1;
        read1                   = 1'b1;
        read2                   = 1'b1;
        decoded_o.word          = word;
        decoded_o.alu_operation = alu_of(funct3, alternate);
        if (muldiv) begin
          decoded_o.unit    = funct3[2] ? UnitDivide : UnitMultiply;
          decoded_o.illegal = word && (!Wide || funct3 inside {3'd1, 3'd2, 3'd3});
        end else begin
          decoded_o.illegal = !(plain || (alternate && funct3 inside {3'd0, 3'd5})) ||
                              (word && (!Wide || !(funct3 inside {3'd0, 3'd1, 3'd5})));
        end
      end
      7'h0f: begin  // FENCE, FENCE.I
        decoded_o.unit    = funct3[0] ? UnitFenceInstruction : UnitFence;
        decoded_o.illegal = funct3[2:1] != 2'b00;
      end
      7'h2f: begin  // LR, SC, AMO
        write                   = 1'b1;
        read1                   = 1'b1;
        read2                   = !load_reserved;
        decoded_o.unit          = UnitAtomic;
        decoded_o.use_immediate = 1'b1;
        decoded_o.immediate     = '0;
        decoded_o.illegal       = !(funct3 == 3'd2 || (Wide && funct3 == 3'd3)) ||
                                  !atomic_legal ||
                                  (load_reserved && instruction_i[24:20] != '0);
      end
      7'h5b: begin  // custom-2: funct3 is xd, xs1, xs2
        decoded_o.unit = UnitCoprocessor;
        write          = funct3[2];
        read1          = funct3[1];
        read2          = funct3[0];
      end
      7'h73: begin  // SYSTEM
        if (funct3 == 3'd0 && funct7 == 7'h09) begin
          read1             = 1'b1;
          read2             = 1'b1;
          decoded_o.unit    = UnitTranslationFence;
          decoded_o.illegal = instruction_i[11:7] != '0;
        end else if (funct3 == 3'd0) begin
          unique case (instruction_i[31:7])
            25'h000_0000: decoded_o.unit = UnitEnvironmentCall;
            25'h000_2000: decoded_o.unit = UnitBreakpoint;
            25'h020_4000: decoded_o.unit = UnitSupervisorReturn;
            25'h060_4000: decoded_o.unit = UnitMachineReturn;
            25'h020_a000: decoded_o.unit = UnitWait;
            default:      decoded_o.illegal = 1'b1;
          endcase
        end else begin
          write             = 1'b1;
          read1             = !funct3[2];
          decoded_o.unit    = UnitCsr;
          decoded_o.illegal = funct3 == 3'd4;
        end
      end
      default: decoded_o.illegal = 1'b1;
    endcase
    if (read1) decoded_o.rs1 = instruction_i[19:15];
    if (read2) decoded_o.rs2 = instruction_i[24:20];
    decoded_o.rd = instruction_i[11:7];
    decoded_o.rd_write = write && instruction_i[11:7] != 5'd0;
  end

  if (Xlen != 32 && Xlen != 64) begin : gen_xlen
    $error("fy_decoder: Xlen is %0d; it must be 32 or 64", Xlen);
  end
endmodule
