// SPDX-License-Identifier: Apache-2.0

/// Where the benches of this block and of the hart have memory and devices. No system's map.
///
/// Programs compared with QEMU find the devices of its machine virt. Read by C++ and Python of the
/// benches, too: addresses and sizes stand as plain numbers.
package fy_bench_map_pkg;
  import fy_core_pkg::*;

  localparam logic [63:0] MemoryBase     = 64'h8000_0000;
  localparam logic [63:0] MemoryBytes    = 64'h1000_0000;
  localparam logic [63:0] TestBase       = 64'h0010_0000;
  localparam logic [63:0] TestBytes      = 64'h0000_1000;
  localparam logic [63:0] TimerBase      = 64'h0200_0000;
  localparam logic [63:0] TimerBytes     = 64'h0001_0000;
  localparam logic [63:0] InterruptBase  = 64'h0c00_0000;
  localparam logic [63:0] InterruptBytes = 64'h0060_0000;
  localparam logic [63:0] ConsoleBase    = 64'h1000_0000;
  localparam logic [63:0] ConsoleBytes   = 64'h0000_0100;
  /// By it a program of the hart's bench drives the bench.
  localparam logic [63:0] ControlBase    = 64'h2000_0000;
  localparam logic [63:0] ControlBytes   = 64'h0001_0000;

  localparam attributes_t Memory =
      '{kind: KindCacheable, read: 1'b1, write: 1'b1, execute: 1'b1};
  localparam attributes_t Device =
      '{kind: KindDevice, read: 1'b1, write: 1'b1, execute: 1'b0};

  localparam attribute_table_t Attributes = '{
    0: '{base: MemoryBase, bytes: MemoryBytes, attributes: Memory},
    1: '{base: TestBase, bytes: TestBytes, attributes: Device},
    2: '{base: TimerBase, bytes: TimerBytes, attributes: Device},
    3: '{base: InterruptBase, bytes: InterruptBytes, attributes: Device},
    4: '{base: ConsoleBase, bytes: ConsoleBytes, attributes: Device},
    5: '{base: ControlBase, bytes: ControlBytes, attributes: Device},
    default: attribute_region_t'('0)
  };
endpackage
