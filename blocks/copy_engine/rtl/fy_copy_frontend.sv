// SPDX-License-Identifier: Apache-2.0

/// Cuts a transfer into pieces: segments, then pages at either end; pauses, resumes, reports.
///
/// The shape is copied at `transfer_i`. A piece counts as done when it is accepted without a
/// fault, so that state stays exactly at a failing piece. Pause and errors take effect between
/// pieces; then the trackers drain, the report is written and `busy_o` falls. Resume continues a
/// paused transfer, otherwise does nothing. After an error the transfer is over.
/// A piece is offered 1 cycle after `transfer_i`, then one a cycle.
module fy_copy_frontend
  import fy_copy_engine_pkg::*;
(
  input  logic          clk_i,
  input  logic          rst_ni,

  /// Start: only while `idle_o`
  input  logic          transfer_i,
  input  logic [63:0]   source_i,
  input  logic [63:0]   target_i,
  input  shape_t        shape_i,
  /// Continue after a pause: only while `idle_o`
  input  logic          resume_i,
  input  logic          pause_i,

  output logic          idle_o,
  /// High with `transfer_i` and `resume_i` and until all is written
  output logic          busy_o,
  output report_t       report_o,

  output piece_t        piece_o,
  output logic          piece_valid_o,
  input  logic          piece_ready_i,
  /// With the handshake: not StatusDone refuses the piece
  input  status_e       piece_status_i,

  input  logic          trackers_busy_i,
  /// Earliest failure of the pieces accepted; cleared by `transfer_i` and `resume_i`
  input  access_error_t error_i,
  input  logic          error_valid_i
);
  typedef enum logic [1:0] {
    StateIdle,
    StateIssue,
    StateDrain
  } state_e;

  localparam int unsigned PageBits = $clog2(PageBytes);

  state_e      state_q;
  shape_t      shape_q;
  logic [63:0] source_q, target_q, left_q, segments_q;
  position_t   position_q;
  logic        offered_q, paused_q;
  status_e     ending_q;
  report_t     report_q;

  // ---- piece -------------------------------------------------------------------------------
  logic [12:0] to_source_end, to_target_end, to_page_end, bytes;
  logic        stop, taken, refused, segment_end, transfer_end, empty;
  logic [63:0] source_next, target_next;

  function automatic logic [12:0] smaller(logic [12:0] a, logic [12:0] b);
    return a < b ? a : b;
  endfunction

  assign to_source_end = 13'(PageBytes) - 13'(source_q[PageBits-1:0]);
  assign to_target_end = 13'(PageBytes) - 13'(target_q[PageBits-1:0]);
  assign to_page_end   = smaller(to_source_end, to_target_end);
  assign bytes         = left_q >= 64'(PageBytes) ? to_page_end :
                         smaller(to_page_end, left_q[12:0]);

  // A piece already offered is not withdrawn.
  assign stop          = (pause_i || error_valid_i) && !offered_q;
  assign piece_valid_o = state_q == StateIssue && !stop;
  assign taken         = piece_valid_o && piece_ready_i && piece_status_i == StatusDone;
  assign refused       = piece_valid_o && piece_ready_i && piece_status_i != StatusDone;
  assign segment_end   = left_q == 64'(bytes);
  assign transfer_end  = segment_end && segments_q == 64'd1;
  assign empty         = shape_i.segment_bytes == '0 || shape_i.segments == '0;
  assign source_next   = source_q + 64'(bytes) + (segment_end ? shape_q.source_stride : '0);
  assign target_next   = target_q + 64'(bytes) + (segment_end ? shape_q.target_stride : '0);

  always_comb begin
    piece_o.source          = source_q;
    piece_o.target          = target_q;
    piece_o.bytes           = bytes;
    piece_o.position        = position_q;
    piece_o.source_allocate = shape_q.source_allocate;
    piece_o.target_allocate = shape_q.target_allocate;
  end

  always_ff @(posedge clk_i) begin
    if (transfer_i) begin
      shape_q    <= shape_i;
      source_q   <= source_i;
      target_q   <= target_i;
      left_q     <= shape_i.segment_bytes;
      segments_q <= shape_i.segments;
      position_q <= '0;
    end else if (taken) begin
      source_q   <= source_next;
      target_q   <= target_next;
      left_q     <= segment_end ? shape_q.segment_bytes : left_q - 64'(bytes);
      segments_q <= segments_q - 64'(segment_end);
      position_q <= position_q + position_t'(bytes);
    end
  end

  // ---- state -------------------------------------------------------------------------------
  assign idle_o   = state_q == StateIdle;
  assign busy_o   = transfer_i || resume_i || state_q == StateIssue ||
                    (state_q == StateDrain && trackers_busy_i);
  assign report_o = report_q;

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
          end
        end
        StateIssue: begin
          if (stop) ending_q <= StatusPaused;
          if (refused) ending_q <= piece_status_i;
          if (stop || refused || (taken && transfer_end)) state_q <= StateDrain;
        end
        default: begin
          // A bus error is of an earlier byte than a refused piece.
          if (!trackers_busy_i) begin
            state_q         <= StateIdle;
            report_q.status <= ending_q;
            if (error_valid_i) begin
              report_q.status  <= error_i.is_target ? StatusTargetAccess : StatusSourceAccess;
              report_q.address <= 64'(error_i.address);
            end else if (ending_q == StatusPaused) begin
              paused_q <= 1'b1;
            end else if (ending_q inside {StatusSourcePage, StatusSourceAccess}) begin
              report_q.address <= source_q;
            end else if (ending_q inside {StatusTargetPage, StatusTargetAccess}) begin
              report_q.address <= target_q;
            end
          end
        end
      endcase
    end
  end

  logic unused_fields;
  assign unused_fields = ^{error_i.position, shape_q.segments};
endmodule
