// SPDX-License-Identifier: Apache-2.0

/// Puts a monitor at every tap of a simulated design: a broken rule ends the run with its path.
module fy_tl_monitor_bind;
  bind fy_tl_tap fy_tl_monitor_point #(
    .BeatBytes(BeatBytes),
    .Coherent (Coherent),
    .Sources  (Sources),
    .Watched  (Watched)
  ) i_monitor_point (
    .clk_i,
    .rst_ni,
    .tl_a_i (client_a_i),
    .tl_b_i (manager_b_i),
    .tl_c_i (client_c_i),
    .tl_d_i (manager_d_i),
    .tl_e_i (client_e_i),
    .valid_i(valid_o),
    .ready_i(ready_o)
  );
endmodule
