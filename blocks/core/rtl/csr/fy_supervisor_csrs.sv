// SPDX-License-Identifier: Apache-2.0

/// satp, menvcfg, senvcfg, and 0x5c0, whose bit 0 lets user mode execute custom-2 instructions.
///
/// Combinational read, write with effect from the next cycle. satp holds Bare and Sv39; a write
/// of another mode does nothing at all. With Xlen 32 it reads zero. Of the configurations only
/// FIOM is kept: fences order device accesses in any case. Bit 0 of 0x5c0 is 1 after reset.
module fy_supervisor_csrs
  import fy_pipeline_pkg::*;
#(
  /// Register width
  parameter int unsigned Xlen = 64
) (
  input  logic            clk_i,
  input  logic            rst_ni,

  input  logic [11:0]     address_i,
  output logic            hit_o,
  output logic [Xlen-1:0] data_o,
  input  logic            write_i,
  input  logic [Xlen-1:0] write_data_i,

  output logic [63:0]     satp_o,
  output logic            user_coprocessor_o
);
  logic        translate_q, machine_fiom_q, supervisor_fiom_q;
  logic [59:0] place_q;  // ASID, page number of the root

  always_comb begin
    hit_o  = 1'b1;
    data_o = '0;
    unique case (address_i)
      CsrSatp: data_o = Xlen'(satp_o);
      CsrUserCoprocessor: data_o = Xlen'(user_coprocessor_o);
      12'h10a: data_o = Xlen'(supervisor_fiom_q);
      12'h30a: data_o = Xlen'(machine_fiom_q);
      12'h31a: hit_o = Xlen == 32;  // menvcfgh
      default: hit_o = 1'b0;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      machine_fiom_q     <= 1'b0;
      supervisor_fiom_q  <= 1'b0;
      user_coprocessor_o <= 1'b1;
    end else if (write_i) begin
      if (address_i == 12'h10a) supervisor_fiom_q <= write_data_i[0];
      if (address_i == 12'h30a) machine_fiom_q <= write_data_i[0];
      if (address_i == CsrUserCoprocessor) user_coprocessor_o <= write_data_i[0];
    end
  end

  if (Xlen == 64) begin : gen_satp
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        translate_q <= 1'b0;
        place_q     <= '0;
      end else if (write_i && address_i == CsrSatp && write_data_i[62:60] == '0) begin
        translate_q <= write_data_i[63];
        place_q     <= write_data_i[59:0];
      end
    end
  end else begin : gen_bare
    assign translate_q = 1'b0;
    assign place_q     = '0;
  end

  assign satp_o = {translate_q, 3'b000, place_q};

  logic unused_bits;
  assign unused_bits = ^write_data_i;
endmodule
