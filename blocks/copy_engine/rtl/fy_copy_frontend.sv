// SPDX-License-Identifier: Apache-2.0

/// Carries a transfer from piece to piece; pauses, stops at faults, resumes, reports.
///
/// A transfer may follow another whose pieces are all accepted, while they drain.
/// The shape is copied at `transfer_i`. A piece counts as done when it is accepted without a
/// fault, so that the cursor stays exactly at a failing piece. Pause and errors take effect between
/// pieces; then the trackers drain, the report is written and `busy_o` falls. Resume continues a
/// transfer that was paused, met a page fault, or was put here by cursor writes; otherwise it does
/// nothing. After an access error the transfer is over; after a bus error the cursor goes back to
/// the failing byte, also into a transfer before: those after it are over, too. A piece is offered
/// 1 cycle after `transfer_i`, then one a cycle.
module fy_copy_frontend
  import fy_copy_engine_pkg::*;
#(
  /// Trackers, 1 to 4
  parameter int unsigned Trackers = 1
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  /// Start: only as `readiness_o` says
  input  logic                transfer_i,
  input  logic [63:0]         source_i,
  input  logic [63:0]         target_i,
  input  shape_t              shape_i,
  /// Continue after a stop: only while idle
  input  logic                resume_i,
  input  stop_t               stop_i,

  /// Only while idle
  input  cursor_write_t       cursor_write_i,
  output cursor_t             cursor_o,
  /// Shape of the latest transfer
  output shape_t              shape_o,

  output readiness_t          readiness_o,
  /// High with `transfer_i` and `resume_i` and until all is written
  output logic                busy_o,
  output report_t             report_o,

  output piece_t              piece_o,
  output logic                piece_valid_o,
  input  logic                piece_ready_i,
  /// With the handshake: not StatusDone refuses the piece
  input  status_e             piece_status_i,

  input  logic [Trackers-1:0] tracker_busy_i,
  /// Earliest failure of the pieces accepted; cleared by `transfer_i` and `resume_i`
  input  access_error_t       error_i,
  input  logic                error_valid_i,

  output frontend_events_t    events_o
);
  typedef enum logic [1:0] {
    StateIdle,
    StateIssue,
    StateDrain,
    StateRewind
  } state_e;

  state_e  state_q;
  logic    offered_q, paused_q;
  status_e ending_q;
  report_t report_q;
  logic    stop, taken, refused, last, empty, left, plain, rewound;
  logic    idle, trackers_busy, follows, passed_ready, failing_found;
  passed_t passed, failing;

  fy_copy_cursor i_cursor (
    .clk_i,
    .rst_ni,
    .start_i       (transfer_i),
    .follows_i     (follows),
    .source_i,
    .target_i,
    .shape_i,
    .write_i       (cursor_write_i),
    .advance_i     (taken),
    .rewind_i      (state_q == StateRewind),
    .rewind_to_i   (error_i.position),
    .recall_i      (failing),
    .recall_valid_i(failing_found),
    .passed_o      (passed),
    .rewound_o     (rewound),
    .cursor_o,
    .shape_o,
    .piece_o,
    .last_o        (last),
    .left_o        (left)
  );

  fy_copy_history #(
    .Depth   (HistoryDepth),
    .Trackers(Trackers)
  ) i_history (
    .clk_i,
    .rst_ni,
    .clear_i       ((transfer_i && idle) || resume_i),
    .passed_i      (passed),
    .passed_valid_i(follows),
    .passed_ready_o(passed_ready),
    .tracker_busy_i,
    .error_i,
    .error_valid_i,
    .found_o       (failing),
    .found_valid_o (failing_found)
  );

  assign trackers_busy = tracker_busy_i != '0;
  assign follows       = transfer_i && !idle;
  // The history can go back into such a transfer by its last addresses alone.
  assign plain         = shape_o.segments == 64'd1 && shape_o.source_stride == '0 &&
                         shape_o.target_stride == '0;

  // A piece already offered is not withdrawn.
  assign stop          = (stop_i.pause || error_valid_i) && !offered_q;
  assign piece_valid_o = state_q == StateIssue && !stop && !stop_i.withdraw;
  assign taken         = piece_valid_o && piece_ready_i && piece_status_i == StatusDone;
  assign refused       = piece_valid_o && piece_ready_i && piece_status_i != StatusDone;
  assign empty         = shape_i.segment_bytes == '0 || shape_i.segments == '0;

  assign idle     = state_q == StateIdle;
  assign busy_o   = transfer_i || resume_i || state_q == StateIssue ||
                    (state_q == StateDrain && (trackers_busy || error_valid_i)) ||
                    (state_q == StateRewind && !rewound);
  assign report_o = report_q;

  always_comb begin
    readiness_o.idle = idle;
    readiness_o.open = state_q == StateDrain && ending_q == StatusDone && plain && passed_ready &&
                       !stop_i.pause && !error_valid_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q   <= StateIdle;
      offered_q <= 1'b0;
      paused_q  <= 1'b0;
      ending_q  <= StatusDone;
      report_q  <= '{StatusDone, 64'd0};
    end else begin
      offered_q <= piece_valid_o && !piece_ready_i;
      case (state_q)
        StateIdle: begin
          if (transfer_i || (resume_i && paused_q)) begin
            state_q         <= transfer_i && empty ? StateIdle : StateIssue;
            ending_q        <= StatusDone;
            paused_q        <= 1'b0;
            report_q.status <= StatusDone;
          end else if (cursor_write_i.fields != '0) begin
            paused_q        <= left;
            report_q.status <= left ? StatusPaused : StatusDone;
          end
        end
        StateIssue: begin
          if (stop) ending_q <= StatusPaused;
          if (refused) ending_q <= piece_status_i;
          if (stop || refused || (taken && last) || stop_i.withdraw) state_q <= StateDrain;
        end
        StateDrain: begin
          if (transfer_i) begin
            state_q <= empty ? StateDrain : StateIssue;
          end else if (!trackers_busy && stop_i.withdraw) begin
            state_q <= StateIdle;
          end else if (!trackers_busy && error_valid_i) begin
            // A bus error is of an earlier byte than a refused piece.
            state_q <= StateRewind;
          end else if (!trackers_busy) begin
            state_q         <= StateIdle;
            report_q.status <= ending_q;
            paused_q        <= ending_q inside {StatusPaused, StatusSourcePage, StatusTargetPage};
            if (ending_q inside {StatusSourcePage, StatusSourceAccess}) begin
              report_q.address <= cursor_o.source;
            end else if (ending_q inside {StatusTargetPage, StatusTargetAccess}) begin
              report_q.address <= cursor_o.target;
            end
          end
        end
        default: begin
          if (stop_i.withdraw) begin
            state_q <= StateIdle;
          end else if (rewound) begin
            state_q  <= StateIdle;
            report_q <= error_i.is_target ? '{StatusTargetAccess, cursor_o.target}
                                          : '{StatusSourceAccess, cursor_o.source};
          end
        end
      endcase
      if (stop_i.forget) report_q.address <= '0;
    end
  end

  // ---- events ------------------------------------------------------------------------------
  logic ends;

  assign ends = state_q == StateDrain && !trackers_busy && !error_valid_i;

  always_comb begin
    events_o.overlapped = follows;
    events_o.resume     = resume_i && paused_q;
    events_o.pause      = ends && ending_q == StatusPaused;
    events_o.page_fault = ends && ending_q inside {StatusSourcePage, StatusTargetPage};
  end

  logic unused_fields;
  assign unused_fields = ^error_i.address;
endmodule
