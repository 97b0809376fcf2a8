// SPDX-License-Identifier: Apache-2.0

/// Small stack of return addresses for the predictor; overflows silently.
///
/// Fetch pushes and pops as it predicts. After a mispredict the pointer is set back; an entry
/// that the wrong path overwrote stays wrong and costs one more mispredict.
module fy_return_stack #(
  /// Register width
  parameter int unsigned Xlen    = 64,
  /// Entries, a power of two
  parameter int unsigned Entries = 4,
  localparam int unsigned PointerBits = $clog2(Entries)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  output logic [Xlen-1:0]        top_o,
  output logic [PointerBits-1:0] pointer_o,
  input  logic                   push_i,
  input  logic                   pop_i,
  input  logic [Xlen-1:0]        address_i,

  /// Has precedence over push and pop
  input  logic                   repair_i,
  /// Pointer before the mispredicted instruction, and what that did itself
  input  logic [PointerBits-1:0] repair_pointer_i,
  input  logic                   repair_push_i,
  input  logic                   repair_pop_i,
  input  logic [Xlen-1:0]        repair_address_i
);
  logic [Xlen-1:2]        stack_q [Entries];
  logic [PointerBits-1:0] pointer_q, base;
  logic                   push, pop;

  assign base      = repair_i ? repair_pointer_i : pointer_q;
  assign push      = repair_i ? repair_push_i : push_i;
  assign pop       = repair_i ? repair_pop_i : pop_i;
  // An entry that was never written holds anything, but must still be an address to fetch from.
  assign top_o     = {stack_q[pointer_q], 2'b00};
  assign pointer_o = pointer_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) pointer_q <= '0;
    else pointer_q <= base + PointerBits'(push) - PointerBits'(pop);
  end

  always_ff @(posedge clk_i) begin
    if (push) stack_q[base + 1'b1] <= repair_i ? repair_address_i[Xlen-1:2] : address_i[Xlen-1:2];
  end

  logic unused_low;
  assign unused_low = ^{repair_address_i[1:0], address_i[1:0]};

  if (Entries < 2 || (Entries & (Entries - 1)) != 0) begin : gen_entries
    $error("fy_return_stack: Entries is %0d; it must be a power of two above 1", Entries);
  end
endmodule
