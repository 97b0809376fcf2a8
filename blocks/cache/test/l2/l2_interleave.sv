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
  typedef fy_tl#(32)::forward_t   forward_t;
  typedef fy_tl#(32)::backward_t  backward_t;
  typedef fy_axi#(32)::forward_t  axi_t;

  forward_t  bus;
  backward_t bank;
  axi_t      axi;
  always_comb begin
    bus           = '1;
    bus.a.opcode  = Get;
    bus.a.address = bus_i;
    bus.c.opcode  = Release;
    bus.c.address = bus_i;
    bank           = '1;
    bank.b.opcode  = ProbeBlock;
    bank.b.address = bank_i;
    bank.d.opcode  = GrantData;
    axi         = '1;
    axi.aw.addr = bank_i;
    axi.ar.addr = bank_i;
  end

  for (genvar i = 0; i < int'(Interleaves); i++) begin : gen_interleave
    for (genvar n = 0; n < int'(Each); n++) begin : gen_bank
      localparam int unsigned Log   = $clog2(n + 2) - 1;   // 0, 1 1, 2 2 2 2, 3 ...
      localparam int unsigned Place = i * Each + n;
      forward_t  inner, inner_back;
      backward_t outer, outer_back;
      axi_t      memory, memory_back;

      fy_l2_interleave #(
        .BeatBytes(32), .Banks(1 << Log), .Interleave(64 << i), .Bank(n + 1 - (1 << Log))
      ) i_interleave (
        .bus_i(bus), .bank_o(inner), .bank_i(bank), .bus_o(outer),
        .bank_axi_i(axi), .axi_o(memory),
        .bank_error_address_i(bank_i), .error_address_o(outer_error_o[Place])
      );
      always_comb begin
        inner_back           = inner;
        inner_back.a.address = bus_i;
        inner_back.c.address = bus_i;
        outer_back           = outer;
        outer_back.b.address = bank_i;
        memory_back          = memory;
        memory_back.aw.addr  = bank_i;
        memory_back.ar.addr  = bank_i;
      end
      assign inner_a_o[Place]  = inner.a.address;
      assign inner_c_o[Place]  = inner.c.address;
      assign outer_b_o[Place]  = outer.b.address;
      assign outer_aw_o[Place] = memory.aw.addr;
      assign outer_ar_o[Place] = memory.ar.addr;
      assign kept_o[Place]     = {inner_back, outer_back, memory_back} == {bus, bank, axi};
    end
  end

  logic unused;
  assign unused = clk_i;
endmodule
