// SPDX-License-Identifier: Apache-2.0

/// Test top: the parts of the copy engine side by side, so that one build serves all their tests.
/// A test drives one part; payloads and the bits of `go_i` are shared by all of them. Four beats
/// a block and a small buffer, so that beats count far and the ring turns often.
module copy_units import fy_tl_pkg::*;
import fy_copy_engine_pkg::*;
#(
  parameter int unsigned BeatBytes    = 16,
  parameter int unsigned BlockBytes   = 64,
  parameter int unsigned BufferBlocks = 4
) (
  input  logic                                clk_i,
  input  logic                                rst_ni,

  // Shared by all parts
  input  logic [7:0]                          go_i,
  input  tracker_request_t                    request_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::d_t   tl_d_i,
  input  access_error_t                       error_i,

  // Reader
  input  fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::count_t          limit_i,
  input  fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::count_t          freed_i,
  output fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::pointer_t        reserved_o,
  output fy_tl#(.BeatBytes(BeatBytes))::a_t   get_o,
  output fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::fill_t           fill_o,
  output access_error_t                       read_origin_o,
  output logic [4:0]                          reader_o,   // ready, get, fill, reordered, full

  // Writer
  input  fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::write_request_t  write_i,
  input  fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::pointer_t        reserved_i,
  input  fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::drain_t          drain_i,
  input  logic [2:0]                          ack_i,
  output fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::count_t          freed_o,
  output fy_tl#(.BeatBytes(BeatBytes))::a_t   put_o,
  output access_error_t                       write_origin_o,
  output logic [5:0]                          writer_o,   // ready, free, put, last, reordered, busy

  // Buffer
  input  fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::fill_t           fill_i,
  input  fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::entry_t          entry_i,
  output fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::drain_t          drain_o,

  // Arbiter
  output logic                                arbiter_put_o,

  // Tracker
  input  logic [5:0]                          block_limit_i,
  output access_error_t                       error_o,
  output fy_tl#(.BeatBytes(BeatBytes))::a_t   tl_a_o,
  output copy_engine_events_t                 events_o,
  output logic [3:0]                          tracker_o,   // ready, busy, error, a

  // Registers
  input  fy_core_pkg::coprocessor_request_t   coprocessor_i,
  input  report_t                             report_i,
  input  cursor_t                             cursor_i,
  output cursor_write_t                       cursor_write_o,
  output fy_mmu_pkg::context_t                context_o,
  output fy_core_pkg::coprocessor_response_t  coprocessor_o,
  output shape_t                              shape_o,
  output logic [3:0]                          registers_o, // ready, pause, transfer, resume

  // Claim; `go_i`: ready, busy, illegal of the registers, idle, drained, fence, its address, quiet
  input  logic [31:0]                         time_i,
  output fy_core_pkg::coprocessor_request_t   permitted_o,
  output fy_core_pkg::coprocessor_response_t  claim_response_o,
  output logic [5:0]                          claim_o, // ready, owner, done, abort, forget, met

  // Frontend
  input  shape_t                              shape_i,
  input  logic [63:0]                         source_i,
  input  logic [63:0]                         target_i,
  input  status_e                             status_i,
  output report_t                             report_o,
  output piece_t                              piece_o,
  output cursor_t                             cursor_o,
  output logic [2:0]                          frontend_o,  // idle, busy, piece

  // Translation: of addresses that are not translated, and when a fence is done
  input  piece_t                              piece_i,
  output tracker_request_t                    physical_o,
  output logic [2:0]                          piece_status_o,
  output logic [2:0]                          physical_flags_o,  // fence, piece ready, request

  // Queue and history: a command and a transfer that was passed are told by a number
  input  logic [15:0]                         number_i,
  input  logic [3:0]                          busy_i,      // trackers
  output logic [15:0]                         number_o,
  output logic [15:0]                         caller_o,
  output logic [6:0]                          queue_o, // ready, refused, start, waiting, idle, busy
  output logic [1:0]                          history_o,   // ready, found
  output logic [15:0]                         found_o,

  // Dispatch
  input  logic [2:0]                          tracker_limit_i,
  input  position_t                           position_i,
  input  logic [12:0]                         bytes_i,
  input  logic [3:0]                          ready_i,
  input  logic [3:0]                          failed_i,
  input  position_t [3:0]                     failures_i,
  input  logic [3:0][63:0]                    counts_i,    // events of the trackers
  output logic [3:0]                          dispatch_valid_o,
  output logic [2:0]                          dispatch_o,  // ready, busy, error
  output access_error_t                       earliest_o,
  output logic [63:0]                         total_o,

  // Throttle and turns: opcode, size, source, address of each tracker
  input  logic [4:0]                          throttle_i,
  input  logic [3:0][63:0]                    offers_i,
  input  logic [3:0]                          offered_i,
  input  logic [3:0][63:0]                    answers_i,
  input  logic [3:0]                          answered_i,
  output logic [3:0]                          placed_o,
  output amount_t                             throttled_o,
  input  logic [3:0]                          working_i,
  output logic [3:0]                          turn_passed_o,
  output logic                                put_first_o
);
  copy_units_trackers #(.BeatBytes(BeatBytes), .BufferBlocks(BufferBlocks)) i_trackers (
    .clk_i, .rst_ni, .go_i, .number_i, .status_i, .busy_i, .number_o, .caller_o, .queue_o,
    .history_o, .found_o, .tracker_limit_i, .position_i, .bytes_i, .ready_i, .failed_i, .failures_i,
    .counts_i, .dispatch_valid_o, .dispatch_o, .earliest_o, .total_o, .throttle_i, .offers_i,
    .offered_i, .answers_i, .answered_i, .placed_o, .throttled_o,
    .slots_i(go_i[0]), .block_limit_i, .working_i, .turn_passed_o, .put_first_o
  );

  fy_tl#(.BeatBytes(BeatBytes))::request_t get, put, tl;
  fy_tl#(.BeatBytes(BeatBytes))::response_t answer;
  assign answer       = '{d_valid: go_i[2], d: tl_d_i};
  assign get_o        = get.a;
  assign reader_o[3]  = get.a_valid;
  assign put_o        = put.a;
  assign writer_o[3]  = put.a_valid;
  assign tl_a_o       = tl.a;
  assign tracker_o[0] = tl.a_valid;

  fy_copy_reader #(.BeatBytes(BeatBytes), .BlockBytes(BlockBytes), .BufferBlocks(BufferBlocks))
      i_reader(.clk_i, .rst_ni, .request_i, .request_valid_i(go_i[0]),
               .request_ready_o(reader_o[4]), .limit_i, .freed_i, .reserved_o, .get_o(get),
               .get_ready_i(go_i[1]), .answer_i(answer),
               .fill_o, .fill_valid_o(reader_o[2]), .origin_o(read_origin_o),
               .reordered_o(reader_o[1]), .full_o(reader_o[0]));
  fy_copy_writer #(.BeatBytes(BeatBytes), .BlockBytes(BlockBytes), .BufferBlocks(BufferBlocks))
      i_writer(.clk_i, .rst_ni, .request_i(write_i), .request_valid_i(go_i[0]),
               .request_ready_o(writer_o[5]), .reserved_i, .freed_o, .drain_i, .free_o(writer_o[4]),
               .put_o(put), .put_last_o(writer_o[2]), .put_ready_i(go_i[1]),
               .ack_id_i(ack_i), .ack_valid_i(go_i[2]), .origin_o(write_origin_o),
               .reordered_o(writer_o[1]), .busy_o(writer_o[0]));
  fy_copy_buffer #(.BeatBytes(BeatBytes), .BlockBytes(BlockBytes),
                   .BufferBlocks(BufferBlocks))i_buffer(.clk_i, .rst_ni, .fill_i,
                                                        .fill_valid_i(go_i[0]), .entry_i, .drain_o,
                                                        .free_i(go_i[1]));
  fy_copy_arbiter i_arbiter(.clk_i, .rst_ni, .get_i(go_i[0]), .put_i(go_i[1]), .put_last_i(go_i[2]),
                            .put_o(arbiter_put_o), .taken_i(go_i[3]), .passed_i(go_i[4]),
                            .put_first_i(go_i[5]));
  fy_copy_tracker #(.BeatBytes(BeatBytes), .BlockBytes(BlockBytes), .BufferBlocks(BufferBlocks))
      i_tracker(.clk_i, .rst_ni, .block_limit_i, .request_i, .request_valid_i(go_i[0]),
                .request_ready_o(tracker_o[3]), .busy_o(tracker_o[2]), .clear_i(go_i[3]), .error_o,
                .error_valid_o(tracker_o[1]), .tl_o(tl), .tl_ready_i(go_i[1]), .passed_i(1'b1),
                .put_first_i(1'b0), .tl_i(answer), .events_o);
  logic looked;
  fy_copy_registers i_registers(.clk_i, .rst_ni, .coprocessor_i,
                                .coprocessor_ready_o(registers_o[3]), .coprocessor_o,
                                .busy_i(go_i[2]), .idle_i(go_i[1]), .forget_i(go_i[3]),
                                .transfer_ready_i(go_i[1]), .transfer_refused_i(1'b0),
                                .waiting_i(2'd0), .looked_o(looked), .report_i, .cursor_i,
                                .transfer_shape_i(shape_i), .shape_o,
                                .pause_o(registers_o[2]), .transfer_o(registers_o[1]),
                                .resume_o(registers_o[0]), .context_o, .cursor_write_o);
  fy_core_pkg::coprocessor_response_t permitted_response;
  assign permitted_response = '{busy: go_i[1], illegal: go_i[2], result: source_i};
  fy_copy_claim i_claim(.clk_i, .rst_ni, .coprocessor_i, .coprocessor_ready_o(claim_o[5]),
                        .coprocessor_o(claim_response_o), .time_i, .request_o(permitted_o),
                        .request_ready_i(go_i[0]), .response_i(permitted_response),
                        .owner_asks_o(claim_o[4]), .idle_i(go_i[3]), .status_i,
                        .translation_fence_i('{valid: go_i[5], use_address: go_i[6],
                                               default: '0}),
                        .drained_i(go_i[4]), .quiet_i(go_i[7]),
                        .translation_fence_done_o(claim_o[3]), .abort_o(claim_o[2]),
                        .forget_o(claim_o[1]), .fence_met_o(claim_o[0]));

  cursor_write_t    frontend_write;
  assign frontend_write = go_i[7] ? '{fields: '1, value: '0} : '0;
  stop_t            frontend_stop;
  assign frontend_stop = '{pause: go_i[2], withdraw: go_i[6], forget: go_i[7]};
  shape_t           frontend_shape;
  frontend_events_t frontend_events;
  readiness_t       readiness;
  assign frontend_o[2] = readiness.idle;
  fy_copy_frontend i_frontend(.clk_i, .rst_ni, .transfer_i(go_i[0]), .source_i, .target_i, .shape_i,
                              .resume_i(go_i[1]), .stop_i(frontend_stop),
                              .cursor_write_i(frontend_write),
                              .cursor_o, .shape_o(frontend_shape), .readiness_o(readiness),
                              .busy_o(frontend_o[1]), .report_o, .piece_o,
                              .piece_valid_o(frontend_o[0]), .piece_ready_i(go_i[3]),
                              .piece_status_i(status_i), .tracker_busy_i(go_i[4]), .error_i,
                              .error_valid_i(go_i[5]), .events_o(frontend_events));

  status_e piece_status;
  assign piece_status_o = piece_status;
  fy_mmu_pkg::walk_request_t walk;
  translate_events_t         translate_events;
  logic                      fence_done, quiet;
  fy_copy_translate i_translate(.clk_i, .rst_ni, .start_i(go_i[4]), .flush_i(1'b0),
                                .context_i('{translate: go_i[5], default: '0}),
                                .piece_i, .piece_valid_i(go_i[0]),
                                .piece_ready_o(physical_flags_o[1]), .piece_status_o(piece_status),
                                .request_o(physical_o), .request_valid_o(physical_flags_o[0]),
                                .request_ready_i(go_i[1]), .trackers_busy_i(go_i[2]),
                                .translation_fence_i('{valid: go_i[3], default: '0}),
                                .translation_fence_done_o(fence_done), .quiet_o(quiet),
                                .walk_o(walk),
                                .walk_ready_i(1'b0), .walk_i('0),
                                .events_o(translate_events));
  assign physical_flags_o[2] = fence_done;
endmodule
