// SPDX-License-Identifier: Apache-2.0

/// Puts a monitor at every link of a simulated design: a broken rule ends the run with its path.
module fy_tl_monitor_bind;
  bind fy_tl_link fy_tl_monitor_point #(
    .BeatBytes(BeatBytes),
    .Coherent (Coherent),
    .Sources  (Sources),
    .Watched  (Watched)
  ) i_monitor_point (
    .clk_i,
    .rst_ni,
    .tl_a_i (client_i.a),
    .tl_b_i (manager_i.b),
    .tl_c_i (client_i.c),
    .tl_d_i (manager_i.d),
    .tl_e_i (client_i.e),
    .valid_i({e_valid, d_valid, c_valid, b_valid, a_valid}),
    .ready_i({e_ready, d_ready, c_ready, b_ready, a_ready})
  );
endmodule
