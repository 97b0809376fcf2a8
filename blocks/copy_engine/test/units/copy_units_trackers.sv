// SPDX-License-Identifier: Apache-2.0

/// Part of copy_units: what stands before and behind four trackers, four banks of 64 bytes.
module copy_units_trackers import fy_tl_pkg::*;
import fy_copy_engine_pkg::*;
#(
  parameter int unsigned BeatBytes    = 16,
  parameter int unsigned BufferBlocks = 4
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic [7:0]       go_i,
  input  logic [15:0]      number_i,
  input  status_e          status_i,
  input  logic [3:0]       busy_i,
  output logic [15:0]      number_o,
  output logic [15:0]      caller_o,
  output logic [6:0]       queue_o,
  output logic [1:0]       history_o,
  output logic [15:0]      found_o,

  input  logic [2:0]       tracker_limit_i,
  input  position_t        position_i,
  input  logic [12:0]      bytes_i,
  input  logic [3:0]       ready_i,
  input  logic [3:0]       failed_i,
  input  position_t [3:0]  failures_i,
  input  logic [3:0][63:0] counts_i,
  output logic [3:0]       dispatch_valid_o,
  output logic [2:0]       dispatch_o,
  output access_error_t    earliest_o,
  output logic [63:0]      total_o,

  input  logic [4:0]       throttle_i,
  input  logic [3:0][63:0] offers_i,
  input  logic [3:0]       offered_i,
  input  logic [3:0][63:0] answers_i,
  input  logic [3:0]       answered_i,
  output logic [3:0]       placed_o,
  output amount_t          throttled_o,
  input  logic             slots_i,
  input  logic [5:0]       block_limit_i,
  input  logic [3:0]       working_i,
  output logic [3:0]       turn_passed_o,
  output logic             put_first_o
);
  typedef fy_tl#(.BeatBytes(BeatBytes))::request_t  request_t;
  typedef fy_tl#(.BeatBytes(BeatBytes))::response_t response_t;

  localparam int unsigned Trackers   = 4;
  localparam int unsigned Banks      = 4;
  localparam int unsigned EventsBits = $bits(copy_engine_events_t);

  // ---- queue ---------------------------------------------------------------------------------
  command_t   command, started;
  readiness_t readiness;

  // go: transfer, resume, looked, touched, idle, open, overlap, forget; busy: abort
  always_comb begin
    command               = '0;
    command.source        = 64'(number_i);
    command.target        = ~64'(number_i);
    command.shape.overlap = go_i[6];
    command.caller.asid   = $bits(command.caller.asid)'(number_i);
    readiness             = '{idle: go_i[4], open: go_i[5]};
  end

  fy_copy_queue i_queue (
    .clk_i,
    .rst_ni,
    .command_i         (command),
    .transfer_i        (go_i[0]),
    .resume_i          (go_i[1]),
    .transfer_ready_o  (queue_o[6]),
    .transfer_refused_o(queue_o[5]),
    .looked_i          (go_i[2]),
    .touched_i         (go_i[3]),
    .abort_i           (busy_i[0]),
    .forget_i          (go_i[7]),
    .readiness_i       (readiness),
    .status_i,
    .command_o         (started),
    .start_o           (queue_o[4]),
    .waiting_o         (queue_o[3:2]),
    .idle_o            (queue_o[1]),
    .busy_o            (queue_o[0])
  );
  assign number_o = started.target == ~started.source ? started.source[15:0] : '1;
  assign caller_o = 16'(started.caller.asid);

  // ---- history -------------------------------------------------------------------------------
  passed_t       passed, found;
  access_error_t failure;

  always_comb begin
    passed  = '{source_end: 64'(number_i), target_end: '0, position_end: position_i};
    failure = '{is_target: 1'b0, position: failures_i[0], address: '0};
  end

  // go: clear, passed, error
  fy_copy_history #(
    .Depth   (4),
    .Trackers(Trackers)
  ) i_history (
    .clk_i,
    .rst_ni,
    .clear_i       (go_i[0]),
    .passed_i      (passed),
    .passed_valid_i(go_i[1]),
    .passed_ready_o(history_o[1]),
    .tracker_busy_i(busy_i),
    .error_i       (failure),
    .error_valid_i (go_i[2]),
    .found_o       (found),
    .found_valid_o (history_o[0])
  );
  assign found_o = found.source_end[15:0];

  // ---- dispatch ------------------------------------------------------------------------------
  access_error_t [Trackers-1:0]       errors;
  copy_engine_events_t [Trackers-1:0] events;
  copy_engine_events_t                total;

  always_comb begin
    for (int unsigned t = 0; t < Trackers; t++) begin
      errors[t] = '{is_target: t[0], position: failures_i[t], address: 40'(t)};
      events[t] = copy_engine_events_t'(counts_i[t][EventsBits-1:0]);
    end
  end

  fy_copy_dispatch #(
    .Trackers(Trackers)
  ) i_dispatch (
    .clk_i,
    .rst_ni,
    .tracker_limit_i,
    .position_i,
    .bytes_i,
    .request_valid_i(go_i[0]),
    .request_ready_o(dispatch_o[2]),
    .tracker_valid_o(dispatch_valid_o),
    .tracker_ready_i(ready_i),
    .tracker_busy_i (busy_i),
    .busy_o         (dispatch_o[1]),
    .error_i        (errors),
    .error_valid_i  (failed_i),
    .error_o        (earliest_o),
    .error_valid_o  (dispatch_o[0]),
    .events_i       (events),
    .events_o       (total)
  );
  assign total_o = 64'(total);

  // ---- throttle and turns --------------------------------------------------------------------
  request_t [Trackers-1:0]  offer;
  response_t [Trackers-1:0] answer;

  always_comb begin
    offer  = '0;
    answer = '0;
    for (int unsigned t = 0; t < Trackers; t++) begin
      offer[t].a_valid   = offered_i[t];
      offer[t].a.opcode  = a_opcode_e'(offers_i[t][56:54]);
      offer[t].a.size    = offers_i[t][53:50];
      offer[t].a.source  = offers_i[t][49:40];
      offer[t].a.address = offers_i[t][39:0];
      answer[t].d_valid  = answered_i[t];
      answer[t].d.opcode = d_opcode_e'(answers_i[t][56:54]);
      answer[t].d.size   = answers_i[t][53:50];
      answer[t].d.source = answers_i[t][49:40];
    end
  end

  fy_copy_throttle #(
    .BeatBytes(BeatBytes),
    .Trackers (Trackers),
    .Sources  (tracker_sources(BufferBlocks)),
    .Banks    (Banks)
  ) i_throttle (
    .clk_i,
    .rst_ni,
    .throttle_i,
    .busy_i     (go_i[0]),
    .offer_i    (offer),
    .placed_o,
    .taken_i    (offered_i & placed_o & ready_i),
    .answer_i   (answer),
    .throttled_o
  );

  fy_copy_turns #(
    .BeatBytes(BeatBytes),
    .Trackers (Trackers),
    .Banks    (Banks)
  ) i_turns (
    .clk_i,
    .rst_ni,
    .slots_i,
    .block_limit_i,
    .busy_i     (working_i),
    .put_first_o,
    .offer_i    (offer),
    .passed_o   (turn_passed_o),
    .taken_i    (offered_i & turn_passed_o & ready_i)
  );
endmodule
