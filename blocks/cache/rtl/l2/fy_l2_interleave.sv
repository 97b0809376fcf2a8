// SPDX-License-Identifier: Apache-2.0

/// Takes the bank bits out of the addresses that a bank of the L2 sees, and puts them back.
///
/// Wires only, no cycle: channels A and C on their way in, channel B, AXI addresses and the error
/// address on their way out; readies pass beside it. Bank b of Banks serves the addresses whose
/// bits at log2(Interleave) equal b; without them the bank sees one dense range of 1/Banks of the
/// memory, and uses all its sets.
module fy_l2_interleave import fy_tl_pkg::*; import fy_axi_pkg::*; #(
  /// Bytes of a beat
  parameter int unsigned BeatBytes  = 32,
  /// Banks: 1, 2, 4 or 8
  parameter int unsigned Banks      = 1,
  /// Bytes in one bank before the next one follows: at least a line
  parameter int unsigned Interleave = 64,
  /// Number of this bank
  parameter int unsigned Bank       = 0
) (
  input  fy_tl#(BeatBytes)::forward_t   bus_i,
  output fy_tl#(BeatBytes)::forward_t   bank_o,
  input  fy_tl#(BeatBytes)::backward_t  bank_i,
  output fy_tl#(BeatBytes)::backward_t  bus_o,

  input  fy_axi#(BeatBytes)::forward_t  bank_axi_i,
  output fy_axi#(BeatBytes)::forward_t  axi_o,

  input  logic [39:0]                   bank_error_address_i,
  output logic [39:0]                   error_address_o
);
  localparam int unsigned Low      = $clog2(Interleave);
  localparam int unsigned BankBits = $clog2(Banks);
  localparam logic [39:0] LowMask  = 40'(Interleave) - 40'd1;

  function automatic logic [39:0] inner(logic [39:0] address);
    return (address & LowMask) | ((address >> (Low + BankBits)) << Low);
  endfunction

  function automatic logic [39:0] outer(logic [39:0] address);
    return (address & LowMask) | ((address >> Low) << (Low + BankBits)) | (40'(Bank) << Low);
  endfunction

  always_comb begin
    bank_o           = bus_i;
    bank_o.a.address = inner(bus_i.a.address);
    bank_o.c.address = inner(bus_i.c.address);
  end
  always_comb begin
    bus_o           = bank_i;
    bus_o.b.address = outer(bank_i.b.address);
  end
  always_comb begin
    axi_o         = bank_axi_i;
    axi_o.aw.addr = outer(bank_axi_i.aw.addr);
    axi_o.ar.addr = outer(bank_axi_i.ar.addr);
  end
  assign error_address_o = outer(bank_error_address_i);

  if (!(Banks inside {1, 2, 4, 8})) begin : gen_banks
    $error("fy_l2_interleave: Banks is %0d; it must be 1, 2, 4 or 8", Banks);
  end
  if (Interleave < 64 || 2 ** $clog2(Interleave) != Interleave) begin : gen_interleave
    $error("fy_l2_interleave: Interleave is %0d; it must be a power of two from 64 on",
           Interleave);
  end
  if (Bank >= Banks) begin : gen_bank
    $error("fy_l2_interleave: Bank is %0d; it must be less than Banks, %0d", Bank, Banks);
  end
endmodule
