// SPDX-License-Identifier: Apache-2.0

/// Answers the attribute ports of a core and its walker from a fixed table: the first region that
/// holds the address counts.
///
/// Combinational. No match gives no rights. The table is constant, so the compares fold.
module fy_address_attributes
  import fy_core_pkg::*;
#(
  /// Regions in order of precedence, those of the system's map; entries without bytes are unused
  parameter attribute_table_t Attributes = '0
) (
  input  logic [63:0] address_i,
  output attributes_t attributes_o
);
  logic [AttributeRegions-1:0] match;

  for (genvar i = 0; i < AttributeRegions; i++) begin : gen_region
    if (Attributes[i].bytes == '0) begin : gen_unused
      assign match[i] = 1'b0;
    end else begin : gen_used
      // One subtraction instead of two compares; a power of two needs no subtraction at all.
      if ((Attributes[i].bytes & (Attributes[i].bytes - 1)) == '0 &&
          (Attributes[i].base & (Attributes[i].bytes - 1)) == '0) begin : gen_power
        assign match[i] = (address_i & ~(Attributes[i].bytes - 1)) == Attributes[i].base;
      end else begin : gen_any
        assign match[i] = (address_i - Attributes[i].base) < Attributes[i].bytes;
      end
    end
  end

  always_comb begin
    attributes_o = '0;
    for (int i = AttributeRegions - 1; i >= 0; i--) begin
      if (match[i]) attributes_o = Attributes[i].attributes;
    end
  end

  // A table without regions compares nothing.
  logic unused_address;
  assign unused_address = ^address_i;
endmodule
