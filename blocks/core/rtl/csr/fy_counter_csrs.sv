// SPDX-License-Identifier: Apache-2.0

/// Counter registers: mcycle, minstret, mcountinhibit, their user views, time; the others are zero.
/// mcounteren and scounteren permit the views: below M `hit_o` needs the bit in the first, in U in
/// both.
///
/// Combinational read, write with effect from the next cycle. A write to a counter wins over its
/// increment. With Xlen 32 the upper halves have addresses of their own.
module fy_counter_csrs
  import fy_core_pkg::*;
#(
  /// Register width
  parameter int unsigned Xlen = 64
) (
  input  logic            clk_i,
  input  logic            rst_ni,

  input  logic [63:0]     time_i,
  input  logic            retire_i,
  input  privilege_e      privilege_i,

  input  logic [11:0]     address_i,
  output logic            hit_o,
  output logic [Xlen-1:0] data_o,
  input  logic            write_i,
  input  logic [Xlen-1:0] write_data_i
);
  logic [63:0] cycle_q, retired_q, value;
  logic        inhibit_cycle_q, inhibit_retired_q;
  logic [31:0] machine_enable_q, supervisor_enable_q;
  logic        high, is_inhibit, is_event, is_machine, is_user;
  logic        is_machine_enable, is_supervisor_enable, visible;
  logic [4:0]  number;

  assign number     = address_i[4:0];
  assign high       = Xlen == 32 && address_i[7];
  assign is_inhibit = address_i == 12'h320;
  assign is_event   = address_i[11:5] == 7'h19 && number >= 5'd3;
  assign is_machine = address_i[11:8] == 4'hb && (!address_i[7] || Xlen == 32) &&
                      address_i[6:5] == 2'b00 && number != 5'd1;
  // Only Zicntr has user views; there is no Zihpm.
  assign is_user    = address_i[11:8] == 4'hc && (!address_i[7] || Xlen == 32) &&
                      address_i[6:5] == 2'b00 && number < 5'd3;
  assign is_machine_enable    = address_i == 12'h306;
  assign is_supervisor_enable = address_i == 12'h106;

  always_comb begin
    unique case (privilege_i)
      PrivilegeMachine:    visible = 1'b1;
      PrivilegeSupervisor: visible = machine_enable_q[number];
      default:             visible = machine_enable_q[number] && supervisor_enable_q[number];
    endcase
  end
  assign hit_o = is_inhibit || is_event || is_machine || (is_user && visible) ||
                 is_machine_enable || is_supervisor_enable;

  always_comb begin
    unique case (number)
      5'd0:    value = cycle_q;
      5'd1:    value = time_i;
      5'd2:    value = retired_q;
      default: value = '0;
    endcase
    if (is_inhibit) data_o = Xlen'({inhibit_retired_q, 1'b0, inhibit_cycle_q});
    else if (is_event) data_o = '0;
    else if (is_machine_enable) data_o = Xlen'(machine_enable_q);
    else if (is_supervisor_enable) data_o = Xlen'(supervisor_enable_q);
    else data_o = high ? Xlen'(value[63:32]) : Xlen'(value);
  end

  function automatic logic [63:0] merged(logic [63:0] old);
    if (Xlen == 64) return 64'(write_data_i);
    return high ? {write_data_i[31:0], old[31:0]} : {old[63:32], write_data_i[31:0]};
  endfunction

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      cycle_q           <= '0;
      retired_q         <= '0;
      inhibit_cycle_q   <= 1'b0;
      inhibit_retired_q <= 1'b0;
      machine_enable_q    <= '0;
      supervisor_enable_q <= '0;
    end else begin
      if (write_i && is_machine_enable) machine_enable_q <= write_data_i[31:0];
      if (write_i && is_supervisor_enable) supervisor_enable_q <= write_data_i[31:0];
      if (!inhibit_cycle_q) cycle_q <= cycle_q + 1'b1;
      if (retire_i && !inhibit_retired_q) retired_q <= retired_q + 1'b1;
      if (write_i && is_machine && number == 5'd0) cycle_q <= merged(cycle_q);
      if (write_i && is_machine && number == 5'd2) retired_q <= merged(retired_q);
      if (write_i && is_inhibit) begin
        inhibit_cycle_q   <= write_data_i[0];
        inhibit_retired_q <= write_data_i[2];
      end
    end
  end
endmodule
