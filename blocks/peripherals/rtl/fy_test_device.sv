// SPDX-License-Identifier: Apache-2.0

/// Ends a program: the register of QEMU's sifive_test.
///
/// A write of 0x5555 to offset 0 passes (code 0), `code << 16 | 0x3333` fails with the code,
/// 0x7777 (reset) counts as a pass. The first end stays until reset. Reads return zero.
module fy_test_device
  import fy_tl_pkg::*;
  import fy_peripherals_pkg::*;
  import fy_peripherals_registers_pkg::*;
(
  input  logic clk_i,
  input  logic rst_ni,

  input  device_request_t request_i,
  input  logic            request_valid_i,
  output logic [63:0]     read_data_o,
  output logic            error_o,

  output exit_t exit_o
);
  logic end_now, valid_q;
  logic [31:0] code_q;

  assign read_data_o = '0;
  assign error_o     = 1'b0;
  assign end_now     = request_valid_i && request_i.write && request_i.mask[1:0] == 2'b11
                       && request_i.address[11:3] == TestFinish[11:3]
                       && request_i.data[15:0] inside {TestFinishStatusPass, TestFinishStatusFail,
                                                     TestFinishStatusReset};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else if (end_now) valid_q <= 1'b1;
  end

  // A failure whose code is zero would look like a pass.
  always_ff @(posedge clk_i) begin
    if (end_now && !valid_q) begin
      if (request_i.data[15:0] != TestFinishStatusFail) code_q <= '0;
      else if (request_i.mask[3:2] != 2'b11 || request_i.data[31:16] == '0) code_q <= 32'd1;
      else code_q <= 32'(request_i.data[31:16]);
    end
  end
  assign exit_o = '{valid: valid_q, code: code_q};

  logic unused;
  assign unused = ^{request_i.address, request_i.mask, request_i.data};
endmodule
