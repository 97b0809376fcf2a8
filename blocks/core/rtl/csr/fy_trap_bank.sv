// SPDX-License-Identifier: Apache-2.0

/// Registers of the traps to one privilege: vector, scratch, epc, cause and tval.
///
/// Combinational read; writes and traps act from the next cycle, at most one of them in a cycle.
/// A reserved mode leaves the vector register as it is.
module fy_trap_bank
  import fy_pipeline_pkg::*;
#(
  /// Register width
  parameter int unsigned Xlen = 64,
  /// Address of the status register of the privilege: 300 for M, 100 for S
  parameter logic [11:0] Base = 12'h300
) (
  input  logic            clk_i,
  input  logic            rst_ni,

  input  logic [11:0]     address_i,
  output logic            hit_o,
  output logic [Xlen-1:0] data_o,
  input  logic            write_i,
  input  logic [Xlen-1:0] write_data_i,

  input  trap_t           trap_i,
  input  logic            trap_valid_i,
  /// Where `trap_i` goes
  output logic [Xlen-1:0] vector_o,
  output logic [Xlen-1:0] epc_o
);
  logic            vectored_q;
  logic [Xlen-1:2] base_q, epc_q;
  logic [Xlen-1:0] scratch_q, cause_q, tval_q;

  always_comb begin
    hit_o  = 1'b1;
    data_o = '0;
    unique case (address_i)
      Base + 12'h005: data_o = {base_q, 1'b0, vectored_q};
      Base + 12'h040: data_o = scratch_q;
      Base + 12'h041: data_o = {epc_q, 2'b00};
      Base + 12'h042: data_o = cause_q;
      Base + 12'h043: data_o = tval_q;
      default: hit_o = 1'b0;
    endcase
  end

  assign vector_o = {base_q, 2'b00} + ((vectored_q && trap_i.is_interrupt)
                                           ? Xlen'({trap_i.cause, 2'b00}) : '0);
  assign epc_o    = {epc_q, 2'b00};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      base_q     <= '0;
      vectored_q <= 1'b0;
      scratch_q  <= '0;
      epc_q      <= '0;
      cause_q    <= '0;
      tval_q     <= '0;
    end else if (trap_valid_i) begin
      epc_q   <= trap_i.pc[Xlen-1:2];
      cause_q <= {trap_i.is_interrupt, (Xlen - 1)'(trap_i.cause)};
      tval_q  <= Xlen'(trap_i.tval);
    end else if (write_i) begin
      unique case (address_i)
        Base + 12'h005: if (!write_data_i[1]) {base_q, vectored_q} <= {write_data_i[Xlen-1:2],
                                                                       write_data_i[0]};
        Base + 12'h040: scratch_q <= write_data_i;
        Base + 12'h041: epc_q <= write_data_i[Xlen-1:2];
        Base + 12'h042: cause_q <= write_data_i;
        Base + 12'h043: tval_q <= write_data_i;
        default: ;
      endcase
    end
  end

  logic unused_trap;
  assign unused_trap = ^{trap_i};
endmodule
