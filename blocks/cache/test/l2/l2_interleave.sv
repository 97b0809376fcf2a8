// SPDX-License-Identifier: Apache-2.0

/// Test top: fy_l2_interleave of every number of banks, interleave from 64 to 4096, and bank.
module l2_interleave import fy_tl_pkg::*; import fy_axi_pkg::*; #(
  localparam int unsigned Interleaves = 7,
  localparam int unsigned Each        = 15   // banks of 1, 2, 4 and 8
) (
  input  logic clk_i,
  input  logic [39:0] bus_i,
  input  logic [39:0] bank_i,
  output logic [Interleaves*Each-1:0][39:0] inner_a_o,
  output logic [Interleaves*Each-1:0][39:0] inner_c_o,
  output logic [Interleaves*Each-1:0][39:0] outer_b_o,
  output logic [Interleaves*Each-1:0][39:0] outer_aw_o,
  output logic [Interleaves*Each-1:0][39:0] outer_ar_o,
  output logic [Interleaves*Each-1:0][39:0] outer_error_o,
  /// Nothing but the address changed
  output logic [Interleaves*Each-1:0]       kept_o
);
  typedef fy_tl#(32)::a_t a_t;
  typedef fy_tl#(32)::b_t b_t;
  typedef fy_tl#(32)::c_t c_t;
  typedef fy_axi#(32)::ax_t ax_t;

  a_t  a;
  b_t  b;
  c_t  c;
  ax_t ax;
  always_comb begin
    a          = '1;
    a.opcode   = Get;
    a.address  = bus_i;
    b          = '1;
    b.opcode   = ProbeBlock;
    b.address  = bank_i;
    c          = '1;
    c.opcode   = Release;
    c.address  = bus_i;
    ax         = '1;
    ax.addr    = bank_i;
  end

  for (genvar i = 0; i < int'(Interleaves); i++) begin : gen_interleave
    for (genvar n = 0; n < int'(Each); n++) begin : gen_bank
      localparam int unsigned Log   = $clog2(n + 2) - 1;   // 0, 1 1, 2 2 2 2, 3 ...
      localparam int unsigned Place = i * Each + n;
      a_t  bank_a, back_a;
      b_t  bus_b, back_b;
      c_t  bank_c, back_c;
      ax_t aw, ar, back_aw, back_ar;

      fy_l2_interleave #(
        .BeatBytes(32), .Banks(1 << Log), .Interleave(64 << i), .Bank(n + 1 - (1 << Log))
      ) i_interleave (
        .bus_a_i(a), .bank_a_o(bank_a), .bus_c_i(c), .bank_c_o(bank_c), .bank_b_i(b),
        .bus_b_o(bus_b), .bank_aw_i(ax), .axi_aw_o(aw), .bank_ar_i(ax), .axi_ar_o(ar),
        .bank_error_address_i(bank_i), .error_address_o(outer_error_o[Place])
      );
      always_comb begin
        back_a          = bank_a;
        back_a.address  = bus_i;
        back_b          = bus_b;
        back_b.address  = bank_i;
        back_c          = bank_c;
        back_c.address  = bus_i;
        back_aw         = aw;
        back_aw.addr    = bank_i;
        back_ar         = ar;
        back_ar.addr    = bank_i;
      end
      assign inner_a_o[Place]  = bank_a.address;
      assign inner_c_o[Place]  = bank_c.address;
      assign outer_b_o[Place]  = bus_b.address;
      assign outer_aw_o[Place] = aw.addr;
      assign outer_ar_o[Place] = ar.addr;
      assign kept_o[Place]     = {back_a, back_b, back_c, back_aw, back_ar} == {a, b, c, ax, ax};
    end
  end

  logic unused;
  assign unused = clk_i;
endmodule
