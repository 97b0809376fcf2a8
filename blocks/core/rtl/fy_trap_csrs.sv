// SPDX-License-Identifier: Apache-2.0

/// Machine-mode trap registers: mstatus, mie, mip, mtvec, mscratch, mepc, mcause, mtval.
///
/// Combinational read, write with effect from the next cycle. Interrupt lines are registered
/// once. MPP reads 3: machine mode is the only one. A trap has precedence over a write.
module fy_trap_csrs
  import fy_core_pkg::*;
  import fy_pipeline_pkg::*;
#(
  /// Register width
  parameter int unsigned Xlen = 64
) (
  input  logic            clk_i,
  input  logic            rst_ni,

  input  interrupts_t     interrupts_i,

  input  logic [11:0]     address_i,
  output logic            hit_o,
  output logic [Xlen-1:0] data_o,
  input  logic            write_i,
  input  logic [Xlen-1:0] write_data_i,

  input  trap_t           trap_i,
  input  logic            trap_valid_i,
  /// MRET
  input  logic            return_i,
  output logic [Xlen-1:0] vector_o,
  output logic [Xlen-1:0] epc_o,

  /// An interrupt shall be taken
  output logic            interrupt_o,
  output logic [5:0]      interrupt_cause_o,
  /// An enabled interrupt is pending, globally enabled or not
  output logic            wake_o
);
  logic            enable_q, previous_enable_q, vectored_q;
  interrupts_t     interrupts_q, enabled_q, active;
  logic [Xlen-1:2] base_q, epc_q;
  logic [Xlen-1:0] scratch_q, cause_q, tval_q;

  function automatic logic [Xlen-1:0] bits_of(interrupts_t x);
    return (Xlen'(x.bus_error) << 16) | (Xlen'(x.external) << 11) | (Xlen'(x.timer) << 7) |
           (Xlen'(x.software) << 3);
  endfunction

  always_comb begin
    hit_o  = 1'b1;
    data_o = '0;
    unique case (address_i)
      12'h300: data_o = Xlen'({2'b11, 3'b000, previous_enable_q, 3'b000, enable_q, 3'b000});
      12'h304: data_o = bits_of(enabled_q);
      12'h305: data_o = {base_q, 1'b0, vectored_q};
      12'h310: hit_o = Xlen == 32;  // mstatush
      12'h340: data_o = scratch_q;
      12'h341: data_o = {epc_q, 2'b00};
      12'h342: data_o = cause_q;
      12'h343: data_o = tval_q;
      12'h344: data_o = bits_of(interrupts_q);
      default: hit_o = 1'b0;
    endcase
  end

  assign active      = interrupts_q & enabled_q;
  assign wake_o      = |active;
  assign interrupt_o = wake_o && enable_q;

  always_comb begin
    if (active.external) interrupt_cause_o = InterruptExternal;
    else if (active.software) interrupt_cause_o = InterruptSoftware;
    else if (active.timer) interrupt_cause_o = InterruptTimer;
    else interrupt_cause_o = InterruptBusError;
  end

  assign vector_o = {base_q, 2'b00} + ((vectored_q && trap_i.is_interrupt)
                                           ? Xlen'({trap_i.cause, 2'b00}) : '0);
  assign epc_o    = {epc_q, 2'b00};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      enable_q          <= 1'b0;
      previous_enable_q <= 1'b0;
      interrupts_q      <= '0;
      enabled_q         <= '0;
      base_q            <= '0;
      vectored_q        <= 1'b0;
      scratch_q         <= '0;
      epc_q             <= '0;
      cause_q           <= '0;
      tval_q            <= '0;
    end else begin
      interrupts_q <= interrupts_i;
      if (trap_valid_i) begin
        previous_enable_q <= enable_q;
        enable_q          <= 1'b0;
        epc_q             <= trap_i.pc[Xlen-1:2];
        cause_q           <= {trap_i.is_interrupt, (Xlen - 1)'(trap_i.cause)};
        tval_q            <= Xlen'(trap_i.tval);
      end else if (return_i) begin
        enable_q          <= previous_enable_q;
        previous_enable_q <= 1'b1;
      end else if (write_i) begin
        unique case (address_i)
          12'h300: {previous_enable_q, enable_q} <= {write_data_i[7], write_data_i[3]};
          12'h304: enabled_q <= '{bus_error: write_data_i[16], external: write_data_i[11],
                                  timer: write_data_i[7], software: write_data_i[3]};
          // Reserved modes leave the register as it is.
          12'h305: if (!write_data_i[1]) {base_q, vectored_q} <= {write_data_i[Xlen-1:2],
                                                                 write_data_i[0]};
          12'h340: scratch_q <= write_data_i;
          12'h341: epc_q <= write_data_i[Xlen-1:2];
          12'h342: cause_q <= write_data_i;
          12'h343: tval_q <= write_data_i;
          default: ;
        endcase
      end
    end
  end

  logic unused_trap;
  assign unused_trap = ^{trap_i};
endmodule
