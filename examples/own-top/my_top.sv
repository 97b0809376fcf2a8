// SPDX-License-Identifier: Apache-2.0

/// The copy engine in a design of one's own: no core, no cache, a memory at its port.
module my_top
  import fy_tl_pkg::*;
  import fy_copy_engine_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        start_i,
  input  logic [63:0] source_i,
  input  logic [63:0] target_i,
  input  logic [63:0] bytes_i,
  output logic        done_o,
  output status_e     status_o
);
  localparam int unsigned BeatBytes = 8;

  fy_core_pkg::coprocessor_request_t               command;
  fy_core_pkg::coprocessor_response_t              answer;
  logic                                            command_ready;
  fy_tl#(.BeatBytes(BeatBytes))::request_t  [0:0]  request;
  fy_tl#(.BeatBytes(BeatBytes))::response_t [0:0]  response;
  logic [0:0]                                      request_ready, response_ready;

  my_mover i_mover (
    .clk_i, .rst_ni, .start_i, .source_i, .target_i, .bytes_i, .done_o, .status_o,
    .coprocessor_o      (command),
    .coprocessor_ready_i(command_ready),
    .coprocessor_i      (answer)
  );

  fy_copy_engine #(
    .BeatBytes(BeatBytes)
  ) i_engine (
    .clk_i, .rst_ni,
    .block_limit_i           (6'd8),
    .tracker_limit_i         (3'd1),
    .throttle_i              (5'd0),
    .slots_i                 (1'b0),
    .coprocessor_i           (command),
    .coprocessor_ready_o     (command_ready),
    .coprocessor_o           (answer),
    .time_i                  ('0),  // one caller: nobody takes the engine from another
    // Addresses are physical: no fence of translations, and a walker that is never asked.
    .translation_fence_i     ('0),
    .translation_fence_done_o(),
    .walk_o                  (),
    .walk_ready_i            (1'b0),
    .walk_i                  ('0),
    .tl_o                    (request),
    .tl_ready_i              (request_ready),
    .tl_i                    (response),
    .tl_ready_o              (response_ready),
    .events_o                ()
  );

  my_memory i_memory (
    .clk_i, .rst_ni,
    .tl_i      (request[0]),
    .tl_ready_o(request_ready[0]),
    .tl_o      (response[0]),
    .tl_ready_i(response_ready[0])
  );
endmodule
