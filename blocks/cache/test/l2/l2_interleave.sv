// SPDX-License-Identifier: Apache-2.0

/// Test top: bank_address and bus_address of fy_cache_pkg for every number of banks, interleave
/// from 64 to 4096, and bank.
module l2_interleave import fy_cache_pkg::*; #(
  localparam int unsigned Interleaves = 7,
  localparam int unsigned Each        = 15   // banks of 1, 2, 4 and 8
) (
  input  logic clk_i,
  input  logic [39:0] bus_i,
  input  logic [39:0] bank_i,
  output logic [Interleaves*Each-1:0][39:0] inner_o,
  output logic [Interleaves*Each-1:0][39:0] outer_o
);
  for (genvar i = 0; i < int'(Interleaves); i++) begin : gen_interleave
    for (genvar n = 0; n < int'(Each); n++) begin : gen_bank
      localparam int unsigned Bits = $clog2(n + 2) - 1;   // 0, 1 1, 2 2 2 2, 3 ...

      assign inner_o[i*Each+n] = bank_address(bus_i, 6 + i, Bits);
      assign outer_o[i*Each+n] = bus_address(bank_i, 6 + i, Bits, n + 1 - (1 << Bits));
    end
  end

  logic unused;
  assign unused = clk_i;
endmodule
