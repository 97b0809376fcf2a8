// SPDX-License-Identifier: Apache-2.0

/// Looks an address up in the attribute table: the first region that holds it counts.
///
/// Combinational. No match gives no rights. The table is constant, so the compares fold.
module fy_address_attributes
  import fy_core_pkg::*;
#(
  /// Regions in order of precedence; entries without bytes are unused
  parameter attribute_table_t Attributes = VirtAttributes
) (
  input  logic [63:0] address_i,

  output logic        device_o,
  output logic        read_o,
  output logic        write_o,
  output logic        execute_o
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
    {device_o, read_o, write_o, execute_o} = '0;
    for (int i = AttributeRegions - 1; i >= 0; i--) begin
      if (match[i]) begin
        device_o  = Attributes[i].device;
        read_o    = Attributes[i].read;
        write_o   = Attributes[i].write;
        execute_o = Attributes[i].execute;
      end
    end
  end
endmodule
