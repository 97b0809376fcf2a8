// SPDX-License-Identifier: Apache-2.0

/// What the instructions of RV32I do, by "The RISC-V Instruction Set Manual, Volume I", in classes
/// that are proved one by one. It uses nothing of the core.
package fy_rv32_rules_pkg;

  typedef enum logic [3:0] {
    ClassOther     = 4'd0,  // fences, CSRs, traps, M, A, custom instructions: no rule here
    ClassImmediate = 4'd1,
    ClassRegister  = 4'd2,
    ClassUpper     = 4'd3,  // LUI, AUIPC
    ClassBranch    = 4'd4,
    ClassJump      = 4'd5,
    ClassLoad      = 4'd6,
    ClassStore     = 4'd7,
    ClassIllegal   = 4'd8
  } class_e;

  /// What an instruction leaves behind. With `trap` nothing else is said.
  typedef struct packed {
    logic        trap;
    logic        reads1;
    logic        reads2;
    logic [4:0]  rd;        // x0 when none is written
    logic [31:0] value;
    logic [31:0] next;
    logic [31:0] address;
    logic [3:0]  read;      // bytes from `address` on
    logic [3:0]  write;
  } effect_t;

  function automatic class_e class_of(logic [31:0] insn);
    logic [2:0] funct3;
    logic [6:0] funct7;
    funct3 = insn[14:12];
    funct7 = insn[31:25];
    unique case (insn[6:0])
      7'b0010011: begin
        if (funct3 == 3'b001) return funct7 == '0 ? ClassImmediate : ClassIllegal;
        if (funct3 == 3'b101) begin
          return (funct7 & 7'b1011111) == '0 ? ClassImmediate : ClassIllegal;
        end
        return ClassImmediate;
      end
      7'b0110011: begin
        if (funct7 == 7'b0000001) return ClassOther;
        if (funct7 == 7'b0100000) begin
          return funct3 == 3'b000 || funct3 == 3'b101 ? ClassRegister : ClassIllegal;
        end
        return funct7 == '0 ? ClassRegister : ClassIllegal;
      end
      7'b0110111, 7'b0010111: return ClassUpper;
      7'b1100011: return funct3[2:1] == 2'b01 ? ClassIllegal : ClassBranch;
      7'b1101111: return ClassJump;
      7'b1100111: return funct3 == '0 ? ClassJump : ClassIllegal;
      7'b0000011: return funct3 == 3'b011 || funct3[2:1] == 2'b11 ? ClassIllegal : ClassLoad;
      7'b0100011: return funct3[2] || funct3 == 3'b011 ? ClassIllegal : ClassStore;
      7'b0001111, 7'b0101111, 7'b1110011, 7'b1011011: return ClassOther;
      default: return ClassIllegal;
    endcase
  endfunction

  /// Result of an instruction of the immediate or register class.
  function automatic logic [31:0] computed(logic [2:0] funct3, logic other, logic [31:0] a,
                                           logic [31:0] b);
    unique case (funct3)
      3'b000: return other ? a - b : a + b;
      3'b001: return a << b[4:0];
      3'b010: return {31'b0, $signed(a) < $signed(b)};
      3'b011: return {31'b0, a < b};
      3'b100: return a ^ b;
      3'b101: return other ? $unsigned($signed(a) >>> b[4:0]) : a >> b[4:0];
      3'b110: return a | b;
      default: return a & b;
    endcase
  endfunction

  function automatic logic branches(logic [2:0] funct3, logic [31:0] a, logic [31:0] b);
    logic met;
    if (funct3[2]) met = funct3[1] ? a < b : $signed(a) < $signed(b);
    else met = a == b;
    return met != funct3[0];
  endfunction

  /// The bytes of an access; they count from its address.
  function automatic logic [3:0] bytes_of(logic [2:0] funct3);
    if (funct3[1]) return 4'b1111;
    return funct3[0] ? 4'b0011 : 4'b0001;
  endfunction

  /// Value that a load makes of what memory holds at its address.
  function automatic logic [31:0] loaded(logic [2:0] funct3, logic [31:0] held);
    logic sign;
    sign = !funct3[2] && (funct3[0] ? held[15] : held[7]);
    if (funct3[1]) return held;
    return funct3[0] ? {{16{sign}}, held[15:0]} : {{24{sign}}, held[7:0]};
  endfunction

  function automatic logic misaligned(logic [2:0] funct3, logic [31:0] address);
    return funct3[1] ? address[1:0] != '0 : funct3[0] && address[0];
  endfunction

  /// `held` is what memory holds at the address of a load.
  function automatic effect_t effect_of(logic [31:0] insn, logic [31:0] pc, logic [31:0] a,
                                        logic [31:0] b, logic [31:0] held);
    effect_t     effect;
    logic [2:0]  funct3;
    logic [31:0] immediate;
    funct3      = insn[14:12];
    immediate   = {{20{insn[31]}}, insn[31:20]};
    effect      = '0;
    effect.next = pc + 32'd4;
    unique case (class_of(insn))
      ClassImmediate: begin
        effect.reads1 = 1'b1;
        effect.rd     = insn[11:7];
        effect.value  = computed(funct3, funct3 == 3'b101 && insn[30], a, immediate);
      end
      ClassRegister: begin
        effect.reads1 = 1'b1;
        effect.reads2 = 1'b1;
        effect.rd     = insn[11:7];
        effect.value  = computed(funct3, insn[30], a, b);
      end
      ClassUpper: begin
        effect.rd    = insn[11:7];
        effect.value = {insn[31:12], 12'b0} + (insn[5] ? '0 : pc);
      end
      ClassBranch: begin
        immediate     = {{20{insn[31]}}, insn[7], insn[30:25], insn[11:8], 1'b0};
        effect.reads1 = 1'b1;
        effect.reads2 = 1'b1;
        if (branches(funct3, a, b)) effect.next = pc + immediate;
        effect.trap   = effect.next[1:0] != '0;
      end
      ClassJump: begin
        effect.rd    = insn[11:7];
        effect.value = pc + 32'd4;
        if (insn[3]) begin
          effect.next = pc + {{12{insn[31]}}, insn[19:12], insn[20], insn[30:21], 1'b0};
        end else begin
          effect.reads1 = 1'b1;
          effect.next   = (a + immediate) & ~32'd1;
        end
        effect.trap = effect.next[1:0] != '0;
      end
      ClassLoad: begin
        effect.reads1  = 1'b1;
        effect.rd      = insn[11:7];
        effect.address = a + immediate;
        effect.read    = bytes_of(funct3);
        effect.value   = loaded(funct3, held);
        effect.trap    = misaligned(funct3, effect.address);
      end
      ClassStore: begin
        effect.reads1  = 1'b1;
        effect.reads2  = 1'b1;
        effect.address = a + {{20{insn[31]}}, insn[31:25], insn[11:7]};
        effect.write   = bytes_of(funct3);
        effect.trap    = misaligned(funct3, effect.address);
      end
      default: effect.trap = 1'b1;
    endcase
    return effect;
  endfunction
endpackage
