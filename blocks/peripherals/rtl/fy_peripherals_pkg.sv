// SPDX-License-Identifier: Apache-2.0

/// Outputs of devices to the system around them.
package fy_peripherals_pkg;

  /// End of a program by the test device.
  typedef struct packed {
    logic        valid;
    logic [31:0] code;
  } exit_t;

  /// A denied or corrupt refill or write-back, one cycle each.
  typedef struct packed {
    logic        valid;
    logic [39:0] address;
  } bus_error_t;

endpackage
