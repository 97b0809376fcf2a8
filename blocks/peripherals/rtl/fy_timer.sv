// SPDX-License-Identifier: Apache-2.0

/// Timer and software interrupts of all harts, laid out as the CLINT of QEMU's virt machine.
///
/// Registers: registers.toml. `mtime` advances every Divider cycles. An interrupt follows its
/// register by one cycle for the timer, at once for software. Other addresses of the region read
/// zero and ignore writes.
module fy_timer import fy_tl_pkg::*; import fy_peripherals_registers_pkg::*; #(
  /// Harts times their threads, 1 to 320
  parameter int unsigned NumHarts = 1,
  /// Cycles a tick, 1 to 65536
  parameter int unsigned Divider  = 1
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  device_request_t request_i,
  input  logic            request_valid_i,
  output logic [63:0]     read_data_o,
  output logic            error_o,

  output logic [63:0]         time_o,
  output logic [NumHarts-1:0] timer_interrupt_o,
  output logic [NumHarts-1:0] software_interrupt_o
);
  logic [63:0]         time_q;
  logic [63:0]         compare_q [NumHarts];
  logic [NumHarts-1:0] software_q, timer_q;
  logic [15:0]         divider_q;
  logic [12:0]         word;
  logic                write, tick;

  assign word    = request_i.address[15:3];
  assign write   = request_valid_i && request_i.write;
  assign tick    = divider_q == '0;
  assign error_o = 1'b0;

  function automatic logic [63:0] merge(logic [63:0] old);
    for (int unsigned i = 0; i < 8; i++) begin
      merge[8*i+:8] = request_i.mask[i] ? request_i.data[8*i+:8] : old[8*i+:8];
    end
  endfunction

  always_comb begin
    read_data_o = '0;
    if (word == TimerMtime[15:3]) read_data_o = time_q;
    for (int unsigned h = 0; h < NumHarts; h++) begin
      if (word == TimerMsip[15:3] + 13'(h / 2)) read_data_o[32*(h%2)] = software_q[h];
      if (word == TimerMtimecmp[15:3] + 13'(h)) read_data_o = compare_q[h];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      time_q     <= '0;
      divider_q  <= '0;
      software_q <= '0;
      timer_q    <= '0;
      for (int unsigned h = 0; h < NumHarts; h++) compare_q[h] <= '1;
    end else begin
      divider_q <= tick ? 16'(Divider - 1) : divider_q - 1'b1;
      if (write && word == TimerMtime[15:3]) time_q <= merge(time_q);
      else if (tick) time_q <= time_q + 1'b1;
      for (int unsigned h = 0; h < NumHarts; h++) begin
        timer_q[h] <= time_q >= compare_q[h];
        if (write && word == TimerMsip[15:3] + 13'(h / 2) && request_i.mask[4*(h%2)])
          software_q[h] <= request_i.data[32*(h%2)];
        if (write && word == TimerMtimecmp[15:3] + 13'(h)) compare_q[h] <= merge(compare_q[h]);
      end
    end
  end
  assign time_o               = time_q;
  assign timer_interrupt_o    = timer_q;
  assign software_interrupt_o = software_q;

  logic unused;
  assign unused = ^request_i.address;

  if (NumHarts < 1 || NumHarts > 320) begin : gen_harts
    $error("fy_timer: NumHarts is %0d; it must be 1 to 320", NumHarts);
  end
  if (Divider < 1 || Divider > 65536) begin : gen_divider
    $error("fy_timer: Divider is %0d; it must be 1 to 65536", Divider);
  end
endmodule
