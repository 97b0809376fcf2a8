// SPDX-License-Identifier: Apache-2.0

/// Copy engine: a coprocessor that moves memory through the shared L2 (copy-engine.md).
///
/// registers -> frontend -> translation -> tracker. The first Get is offered 2 cycles after the
/// handshake of Transfer, 3 when addresses are translated and the TLB holds both pages.
/// `coprocessor_busy_o` rises in the handshake cycle of Transfer and Resume
/// and falls when every write is acknowledged. The tracker uses source ids 0 to
/// fy_copy_engine_pkg::tracker_sources(BufferBlocks) - 1.
module fy_copy_engine
  import fy_tl_pkg::*;
  import fy_copy_engine_pkg::*;
#(
  /// Bytes of a TileLink beat
  parameter int unsigned BeatBytes    = 32,
  /// Bytes of a cache block
  parameter int unsigned BlockBytes   = 64,
  /// Blocks of a tracker's buffer: 2, 4, 8, 16 or 32
  parameter int unsigned BufferBlocks = 8,
  /// Trackers: 1
  parameter int unsigned Trackers     = 1,
  /// Entries of the TLB
  parameter int unsigned TlbEntries   = 8
) (
  input  logic                                              clk_i,
  input  logic                                              rst_ni,

  /// Buffer blocks used, 2 to BufferBlocks; taken over while idle
  input  logic [5:0]                                        block_limit_i,

  input  fy_core_pkg::coprocessor_request_t                 coprocessor_i,
  input  logic                                              coprocessor_valid_i,
  output logic                                              coprocessor_ready_o,
  output fy_core_pkg::coprocessor_response_t                coprocessor_response_o,
  output logic                                              coprocessor_busy_o,

  /// SFENCE.VMA: held until done, which says that all translated earlier has drained
  input  fy_mmu_pkg::translation_fence_t                    translation_fence_i,
  input  logic                                              translation_fence_valid_i,
  output logic                                              translation_fence_done_o,

  /// Port of the page-table walker
  output fy_mmu_pkg::walk_request_t                         walk_o,
  output logic                                              walk_valid_o,
  input  logic                                              walk_ready_i,
  input  fy_mmu_pkg::walk_response_t                        walk_response_i,
  input  logic                                              walk_response_valid_i,

  output fy_tl#(.BeatBytes(BeatBytes))::a_t [Trackers-1:0]  tl_a_o,
  output logic [Trackers-1:0]                               tl_a_valid_o,
  input  logic [Trackers-1:0]                               tl_a_ready_i,

  input  fy_tl#(.BeatBytes(BeatBytes))::d_t [Trackers-1:0]  tl_d_i,
  input  logic [Trackers-1:0]                               tl_d_valid_i,
  output logic [Trackers-1:0]                               tl_d_ready_o,

  output copy_engine_events_t                               events_o
);
  shape_t              shape, transfer_shape;
  cursor_t             cursor;
  report_t             report;
  piece_t              piece;
  status_e             piece_status;
  tracker_request_t    request;
  access_error_t       error;
  copy_engine_events_t tracker_events;
  frontend_events_t    frontend_events;
  translate_events_t   translate_events;
  cursor_write_t       cursor_write;
  logic                pause, transfer, resume, idle, error_valid, tracker_busy;
  fy_mmu_pkg::context_t address_space;
  logic                piece_valid, piece_ready, request_valid, request_ready;

  fy_copy_registers i_registers (
    .clk_i,
    .rst_ni,
    .coprocessor_i,
    .coprocessor_valid_i,
    .coprocessor_ready_o,
    .coprocessor_response_o,
    .idle_i          (idle),
    .report_i        (report),
    .cursor_i        (cursor),
    .transfer_shape_i(transfer_shape),
    .shape_o         (shape),
    .pause_o         (pause),
    .transfer_o      (transfer),
    .resume_o        (resume),
    .context_o       (address_space),
    .cursor_write_o  (cursor_write)
  );

  fy_copy_frontend i_frontend (
    .clk_i,
    .rst_ni,
    .transfer_i     (transfer),
    .source_i       (coprocessor_i.rs2),
    .target_i       (coprocessor_i.rs1),
    .shape_i        (shape),
    .resume_i       (resume),
    .pause_i        (pause),
    .cursor_write_i (cursor_write),
    .cursor_o       (cursor),
    .shape_o        (transfer_shape),
    .idle_o         (idle),
    .busy_o         (coprocessor_busy_o),
    .report_o       (report),
    .piece_o        (piece),
    .piece_valid_o  (piece_valid),
    .piece_ready_i  (piece_ready),
    .piece_status_i (piece_status),
    .trackers_busy_i(tracker_busy),
    .error_i        (error),
    .error_valid_i  (error_valid),
    .events_o       (frontend_events)
  );

  fy_copy_translate #(
    .TlbEntries(TlbEntries)
  ) i_translate (
    .clk_i,
    .rst_ni,
    .start_i                  (transfer || resume),
    .flush_i                  (resume),
    .context_i                (address_space),
    .piece_i                  (piece),
    .piece_valid_i            (piece_valid),
    .piece_ready_o            (piece_ready),
    .piece_status_o           (piece_status),
    .request_o                (request),
    .request_valid_o          (request_valid),
    .request_ready_i          (request_ready),
    .trackers_busy_i          (tracker_busy),
    .translation_fence_i,
    .translation_fence_valid_i,
    .translation_fence_done_o,
    .walk_o,
    .walk_valid_o,
    .walk_ready_i,
    .walk_response_i,
    .walk_response_valid_i,
    .events_o                 (translate_events)
  );

  fy_copy_tracker #(
    .BeatBytes   (BeatBytes),
    .BlockBytes  (BlockBytes),
    .BufferBlocks(BufferBlocks)
  ) i_tracker (
    .clk_i,
    .rst_ni,
    .block_limit_i,
    .request_i      (request),
    .request_valid_i(request_valid),
    .request_ready_o(request_ready),
    .busy_o         (tracker_busy),
    .clear_i        (transfer || resume),
    .error_o        (error),
    .error_valid_o  (error_valid),
    .tl_a_o         (tl_a_o[0]),
    .tl_a_valid_o   (tl_a_valid_o[0]),
    .tl_a_ready_i   (tl_a_ready_i[0]),
    .tl_d_i         (tl_d_i[0]),
    .tl_d_valid_i   (tl_d_valid_i[0]),
    .tl_d_ready_o   (tl_d_ready_o[0]),
    .events_o       (tracker_events)
  );

  always_comb begin
    events_o            = tracker_events;
    events_o.transfer   = transfer;
    events_o.busy       = coprocessor_busy_o;
    events_o.resume     = frontend_events.resume;
    events_o.pause      = frontend_events.pause;
    events_o.page_fault = frontend_events.page_fault;
    events_o.tlb_miss   = translate_events.tlb_miss;
    events_o.walk       = translate_events.walk;
  end

  if (Trackers != 1) begin : gen_trackers
    $error("fy_copy_engine: Trackers is %0d; only 1 is built in this release", Trackers);
  end
endmodule
