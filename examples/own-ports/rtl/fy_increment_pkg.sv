// SPDX-License-Identifier: Apache-2.0

/// Beats of the streams of fy_increment.
package fy_increment_pkg;

  localparam int unsigned Lanes = 2;

  typedef struct packed {
    logic            last;
    logic [7:0][7:0] data;
  } beat_t;

endpackage
