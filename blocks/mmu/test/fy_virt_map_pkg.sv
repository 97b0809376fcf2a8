// SPDX-License-Identifier: Apache-2.0

/// The address map of benches without a system: QEMU's virt machine with 256 MB of memory.
package fy_virt_map_pkg;
  import fy_core_pkg::*;

  localparam attributes_t Memory =
      '{kind: KindCacheable, read: 1'b1, write: 1'b1, execute: 1'b1};
  localparam attributes_t Device =
      '{kind: KindDevice, read: 1'b1, write: 1'b1, execute: 1'b0};

  localparam attribute_table_t VirtAttributes = '{
    0: '{base: 64'h8000_0000, bytes: 64'h1000_0000, attributes: Memory},
    1: '{base: 64'h0010_0000, bytes: 64'h0000_1000, attributes: Device},
    2: '{base: 64'h0200_0000, bytes: 64'h0001_0000, attributes: Device},
    3: '{base: 64'h0c00_0000, bytes: 64'h0060_0000, attributes: Device},
    4: '{base: 64'h1000_0000, bytes: 64'h0000_0100, attributes: Device},
    5: '{base: 64'h2000_0000, bytes: 64'h0001_0000, attributes: Device},
    default: attribute_region_t'('0)
  };
endpackage
