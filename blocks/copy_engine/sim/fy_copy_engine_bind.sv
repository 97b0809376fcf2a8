// SPDX-License-Identifier: Apache-2.0

/// Puts the checks at every copy engine of a simulated design.
module fy_copy_engine_bind;
  bind fy_copy_engine fy_copy_engine_checks i_checks (
    .clk_i,
    .rst_ni,
    .start_i        (start || resume),
    .piece_valid_i  (piece_valid),
    .request_valid_i(request_valid),
    .bytes_i        (request.bytes),
    .coprocessor_i,
    .translation_fence_i,
    .translation_fence_done_o
  );
endmodule
