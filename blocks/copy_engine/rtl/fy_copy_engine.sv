// SPDX-License-Identifier: Apache-2.0

/// Copy engine: a coprocessor that moves memory through the shared L2 (Mao 2017).
///
/// claim -> registers -> queue -> frontend -> translation -> dispatch -> trackers -> throttle ->
/// turns. The first Get is offered 2 cycles after the handshake of Transfer, 3 when addresses are
/// translated and the TLB holds both pages. `busy` of the coprocessor port rises in the handshake
/// cycle of Transfer and Resume and falls when every write of every command is acknowledged, or one
/// has stopped; only the owner sees it, and who has paused the engine above him. Each tracker has a
/// port of its own, source ids 0 to fy_copy_engine_pkg::tracker_sources(BufferBlocks) - 1.
/// No queue may lie between a port and the bank behind it: a read that is taken counts as sent.
module fy_copy_engine
  import fy_tl_pkg::*;
  import fy_copy_engine_pkg::*;
#(
  /// Bytes of a TileLink beat
  parameter int unsigned BeatBytes      = 32,
  /// Bytes of a cache block
  parameter int unsigned BlockBytes     = 64,
  /// Blocks of a tracker's buffer: 2, 4, 8, 16 or 32
  parameter int unsigned BufferBlocks   = 8,
  /// Trackers: 1 to 4
  parameter int unsigned Trackers       = 1,
  /// Entries of the TLB
  parameter int unsigned TlbEntries     = 8,
  /// Banks behind the ports, for the throttle: bank = address / BankInterleave % Banks
  parameter int unsigned Banks          = 1,
  /// Bytes in one bank before the next follows
  parameter int unsigned BankInterleave = 64
) (
  input  logic                                              clk_i,
  input  logic                                              rst_ni,

  /// Buffer blocks used, 2 to BufferBlocks; taken over while idle
  input  logic [5:0]                                        block_limit_i,
  /// Trackers used, 1 to Trackers; taken over while idle
  input  logic [2:0]                                        tracker_limit_i,
  /// Messages outstanding at one bank, 0 for any number; taken over while idle
  input  logic [4:0]                                        throttle_i,
  /// Three or more trackers send reads and writes in slots of time (fy_copy_turns): worth it where
  /// each has a bank, and a bank takes four messages at a time
  input  logic                                              slots_i,

  input  fy_core_pkg::coprocessor_request_t                 coprocessor_i,
  output logic                                              coprocessor_ready_o,
  output fy_core_pkg::coprocessor_response_t                coprocessor_o,
  /// Low half of the time (mtime), by which an owner that stands still loses the engine
  input  logic [31:0]                                       time_i,

  /// SFENCE.VMA: held until done, which says that all translated earlier has drained, and, without
  /// address, that nothing of a user is left
  input  fy_mmu_pkg::translation_fence_t                    translation_fence_i,
  output logic                                              translation_fence_done_o,

  /// Port of the page-table walker
  output fy_mmu_pkg::walk_request_t                         walk_o,
  input  logic                                              walk_ready_i,
  input  fy_mmu_pkg::walk_response_t                        walk_i,

  output fy_tl#(.BeatBytes(BeatBytes))::request_t [Trackers-1:0] tl_o,
  input  logic [Trackers-1:0] tl_ready_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::response_t [Trackers-1:0] tl_i,
  output logic [Trackers-1:0] tl_ready_o,

  output copy_engine_events_t                               events_o
);
  // What trackers offer, and what of it their turn has let pass.
  fy_tl#(.BeatBytes(BeatBytes))::request_t [Trackers-1:0] offer, passing;
  shape_t                             shape, transfer_shape;
  command_t                           accepted, command;
  cursor_t                            cursor;
  report_t                            report;
  piece_t                             piece;
  status_e                            piece_status;
  tracker_request_t                   request;
  access_error_t                      error;
  access_error_t [Trackers-1:0]       tracker_error;
  copy_engine_events_t                dispatch_events;
  copy_engine_events_t [Trackers-1:0] tracker_events;
  frontend_events_t                   frontend_events;
  readiness_t                         readiness;
  translate_events_t                  translate_events;
  cursor_write_t                      cursor_write;
  stop_t                              stop;
  fy_mmu_pkg::context_t               caller;
  fy_core_pkg::coprocessor_request_t  permitted;
  fy_core_pkg::coprocessor_response_t answer;
  amount_t                            throttled;
  logic [1:0]                         waiting;
  logic                               pause, transfer, transfer_ready, transfer_refused, resume;
  logic                               permitted_ready, owner_asks, abort, forget, drained, quiet;
  logic                               fence_met, looked, start, idle;
  logic                               frontend_busy, queue_busy, busy;
  logic                               piece_valid, piece_ready, request_valid, request_ready;
  logic                               trackers_busy, error_valid;
  logic [Trackers-1:0]                tracker_valid, tracker_ready, tracker_busy;
  logic [Trackers-1:0]                tracker_error_valid, passed, placed, taken;
  logic                               put_first;

  fy_copy_claim i_claim (
    .clk_i,
    .rst_ni,
    .coprocessor_i,
    .coprocessor_ready_o,
    .coprocessor_o,
    .time_i,
    .request_o      (permitted),
    .request_ready_i(permitted_ready),
    .response_i     (answer),
    .owner_asks_o   (owner_asks),
    .idle_i         (idle),
    .status_i       (report.status),
    .translation_fence_i,
    .drained_i      (drained),
    .quiet_i        (quiet),
    .translation_fence_done_o,
    .abort_o        (abort),
    .forget_o       (forget),
    .fence_met_o    (fence_met)
  );

  fy_copy_registers i_registers (
    .clk_i,
    .rst_ni,
    .coprocessor_i      (permitted),
    .coprocessor_ready_o(permitted_ready),
    .coprocessor_o      (answer),
    .busy_i             (busy),
    .idle_i             (idle),
    .forget_i           (forget),
    .transfer_ready_i   (transfer_ready),
    .transfer_refused_i (transfer_refused),
    .waiting_i          (waiting),
    .report_i           (report),
    .cursor_i           (cursor),
    .transfer_shape_i   (transfer_shape),
    .shape_o            (shape),
    .pause_o            (pause),
    .transfer_o         (transfer),
    .resume_o           (resume),
    .looked_o           (looked),
    .context_o          (caller),
    .cursor_write_o     (cursor_write)
  );

  assign stop     = '{pause: pause, withdraw: abort, forget: forget};
  assign accepted = '{source: coprocessor_i.rs2, target: coprocessor_i.rs1, shape: shape,
                      caller: caller};

  fy_copy_queue i_queue (
    .clk_i,
    .rst_ni,
    .command_i         (accepted),
    .transfer_i        (transfer),
    .resume_i          (resume),
    .transfer_ready_o  (transfer_ready),
    .transfer_refused_o(transfer_refused),
    .looked_i          (looked && owner_asks),
    .touched_i         (cursor_write.fields != '0),
    .abort_i           (abort),
    .forget_i          (forget),
    .readiness_i       (readiness),
    .status_i          (report.status),
    .command_o         (command),
    .start_o           (start),
    .waiting_o         (waiting),
    .idle_o            (idle),
    .busy_o            (queue_busy)
  );

  fy_copy_frontend #(
    .Trackers(Trackers)
  ) i_frontend (
    .clk_i,
    .rst_ni,
    .transfer_i     (start),
    .source_i       (command.source),
    .target_i       (command.target),
    .shape_i        (start ? command.shape : shape),
    .resume_i       (resume),
    .stop_i         (stop),
    .cursor_write_i (cursor_write),
    .cursor_o       (cursor),
    .shape_o        (transfer_shape),
    .readiness_o    (readiness),
    .busy_o         (frontend_busy),
    .report_o       (report),
    .piece_o        (piece),
    .piece_valid_o  (piece_valid),
    .piece_ready_i  (piece_ready),
    .piece_status_i (piece_status),
    .tracker_busy_i (tracker_busy),
    .error_i        (error),
    .error_valid_i  (error_valid),
    .events_o       (frontend_events)
  );

  fy_copy_translate #(
    .TlbEntries(TlbEntries)
  ) i_translate (
    .clk_i,
    .rst_ni,
    .start_i                  (start || resume),
    .flush_i                  (resume),
    .context_i                (start ? command.caller : caller),
    .piece_i                  (piece),
    .piece_valid_i            (piece_valid),
    .piece_ready_o            (piece_ready),
    .piece_status_o           (piece_status),
    .request_o                (request),
    .request_valid_o          (request_valid),
    .request_ready_i          (request_ready),
    .trackers_busy_i          (trackers_busy),
    .translation_fence_i,
    .translation_fence_done_o (drained),
    .quiet_o                  (quiet),
    .walk_o,
    .walk_ready_i,
    .walk_i,
    .events_o                 (translate_events)
  );

  fy_copy_dispatch #(
    .Trackers(Trackers),
    .Spacing (BlockBytes / BeatBytes + 1)
  ) i_dispatch (
    .clk_i,
    .rst_ni,
    .tracker_limit_i,
    .position_i     (request.position),
    .bytes_i        (request.bytes),
    .request_valid_i(request_valid),
    .request_ready_o(request_ready),
    .tracker_valid_o(tracker_valid),
    .tracker_ready_i(tracker_ready),
    .tracker_busy_i (tracker_busy),
    .busy_o         (trackers_busy),
    .error_i        (tracker_error),
    .error_valid_i  (tracker_error_valid),
    .error_o        (error),
    .error_valid_o  (error_valid),
    .events_i       (tracker_events),
    .events_o       (dispatch_events)
  );

  for (genvar t = 0; t < int'(Trackers); t++) begin : gen_tracker
    fy_copy_tracker #(
      .BeatBytes   (BeatBytes),
      .BlockBytes  (BlockBytes),
      .BufferBlocks(BufferBlocks)
    ) i_tracker (
      .clk_i,
      .rst_ni,
      .block_limit_i,
      .request_i      (request),
      .request_valid_i(tracker_valid[t]),
      .request_ready_o(tracker_ready[t]),
      .busy_o         (tracker_busy[t]),
      .clear_i        ((start && readiness.idle) || resume),
      .error_o        (tracker_error[t]),
      .error_valid_o  (tracker_error_valid[t]),
      .tl_o           (offer[t]),
      .tl_ready_i     (tl_ready_i[t] && passed[t] && placed[t]),
      .passed_i       (passed[t]),
      .put_first_i    (put_first),
      .tl_i           (tl_i[t]),
      .events_o       (tracker_events[t])
    );
    assign passing[t] = '{a_valid: offer[t].a_valid && passed[t], a: offer[t].a};
    assign tl_o[t]    = '{a_valid: passing[t].a_valid && placed[t], a: offer[t].a};
    assign taken[t]   = tl_o[t].a_valid && tl_ready_i[t];
  end
  assign tl_ready_o = '1;

  fy_copy_turns #(
    .BeatBytes     (BeatBytes),
    .BlockBytes    (BlockBytes),
    .Trackers      (Trackers),
    .Banks         (Banks),
    .BankInterleave(BankInterleave)
  ) i_turns (
    .clk_i,
    .rst_ni,
    .slots_i,
    .block_limit_i,
    .busy_i     (tracker_busy),
    .put_first_o(put_first),
    .offer_i    (offer),
    .passed_o   (passed),
    .taken_i    (taken)
  );

  fy_copy_throttle #(
    .BeatBytes     (BeatBytes),
    .Trackers      (Trackers),
    .Sources       (tracker_sources(BufferBlocks)),
    .Banks         (Banks),
    .BankInterleave(BankInterleave)
  ) i_throttle (
    .clk_i,
    .rst_ni,
    .throttle_i,
    .busy_i     (trackers_busy),
    .offer_i    (passing),
    .placed_o   (placed),
    .taken_i    (taken),
    .answer_i   (tl_i),
    .throttled_o(throttled)
  );

  assign busy = frontend_busy || queue_busy;

  always_comb begin
    events_o            = dispatch_events;
    events_o.transfer   = transfer;
    events_o.busy       = busy;
    events_o.resume     = frontend_events.resume;
    events_o.pause      = frontend_events.pause;
    events_o.page_fault = frontend_events.page_fault;
    events_o.tlb_miss   = translate_events.tlb_miss;
    events_o.walk       = translate_events.walk;
    events_o.queued     = transfer && !start;
    events_o.throttled  = throttled;
    events_o.overlapped = frontend_events.overlapped;
    events_o.fence_met  = fence_met;
  end
endmodule
