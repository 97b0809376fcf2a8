// SPDX-License-Identifier: Apache-2.0

/// Adds the late values of a guard to the answers of its data cache: the cache's own first, for it
/// cannot wait. Combinational.
module fy_guard_late import fy_core_pkg::*; (
  input  data_response_t cache_i,

  input  data_late_t     late_i,
  input  logic           late_valid_i,
  output logic           late_ready_o,
  /// The guard has nothing under way
  input  logic           quiet_i,

  output data_response_t core_o
);
  assign late_ready_o = !cache_i.late_valid;

  always_comb begin
    core_o            = cache_i;
    core_o.late_valid = cache_i.late_valid || late_valid_i;
    core_o.quiet      = cache_i.quiet && quiet_i;
    if (!cache_i.late_valid) core_o.late = late_i;
  end
endmodule
