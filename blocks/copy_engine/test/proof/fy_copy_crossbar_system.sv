// SPDX-License-Identifier: Apache-2.0

/// What the proof of the crossbar speaks of: trackers, turns, throttle and the real crossbar, up to
/// the ports of the banks. Parameters as in fy_copy_crossbar_properties, which reads the signals
/// inside by their names. Claim 0 in part: what a port's proof assumes of its environment holds.
module fy_copy_crossbar_system
  import fy_tl_pkg::*;
  import fy_copy_engine_pkg::*;
  import fy_copy_crossbar_proof_pkg::*;
#(
  parameter int unsigned Trackers   = 2,
  parameter int unsigned Banks      = 2,
  parameter bit          Queued     = 1'b1,
  parameter int unsigned MaxBytes   = 11,
  parameter int unsigned Twin       = 0,
  parameter int unsigned Step       = 0
) (
  input  logic                                             clk_i,
  input  logic                                             rst_ni,
  input  logic                                             slots_i,
  input  logic [4:0]                                       throttle_i,
  /// The claims are taken to have held in this cycle, or have to be shown in it
  input  logic                                             assumed_i,
  input  logic                                             claimed_i,
  input  tracker_request_t [Trackers-1:0]                  request_i,
  input  logic [Trackers-1:0]                              request_valid_i,
  input  logic [Trackers-1:0]                              busy_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::a_t [Trackers-1:0] a_i,
  input  logic [Trackers-1:0]                              a_valid_i,
  output fy_tl#(.BeatBytes(BeatBytes))::a_t [Banks-1:0]    bank_a_o,
  output logic [Banks-1:0]                                 bank_a_valid_o,
  input  logic [Banks-1:0]                                 bank_a_ready_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::d_t [Banks-1:0]    bank_d_i,
  input  logic [Banks-1:0]                                 bank_d_valid_i,
  output logic [Banks-1:0]                                 bank_d_ready_o
);
  typedef fy_tl#(.BeatBytes(BeatBytes))::a_t a_t;
  typedef fy_tl#(.BeatBytes(BeatBytes))::d_t d_t;
  typedef logic [$clog2(Banks)-1:0]          bank_t;

  localparam bit          Slices = Twin == 1;
  localparam bit          Whole  = Step == 4 || Step == 5;   // real trackers
  localparam int unsigned Ports  = Slices ? Trackers * Banks : Trackers;

  function automatic region_t [Banks-1:0] regions();
    region_t [Banks-1:0] all;
    for (int unsigned b = 0; b < Banks; b++) begin
      all[b] = '{base: 64'(b * BlockBytes), mask: 64'((Banks - 1) * BlockBytes)};
    end
    return all;
  endfunction

  // ---- trackers ------------------------------------------------------------------------------
  // Offered by trackers, let on by turns, with a place of the throttle.
  logic [Trackers-1:0]              o_valid, o_ready, a_valid, a_ready;
  a_t [Trackers-1:0]                a;
  d_t [Trackers-1:0]                d;
  logic [Trackers-1:0]              passed, d_valid, burst, busy, offered, begun, d_middle;
  logic [Trackers-1:0][Sources-1:0] owed, is_block;
  id_t [Trackers-1:0]               d_middle_id;
  bank_t [Trackers-1:0]             bank;
  logic                             put_first;

  for (genvar t = 0; t < int'(Trackers); t++) begin : gen_tracker
    assign bank[t] = bank_t'(a[t].address >> BlockBits);

    if (!Whole) begin : gen_port
      logic environment, contract;

      assign a[t]       = a_i[t];
      assign o_valid[t] = a_valid_i[t];
      assign busy[t]    = busy_i[t];

      fy_copy_port_properties #(
        .BeatBytes   (BeatBytes),
        .BlockBytes  (BlockBytes),
        .BufferBlocks(BufferBlocks)
      ) i_port (
        .clk_i, .rst_ni, .busy_i(busy[t]), .put_first_i(put_first), .a_i(a[t]),
        .a_valid_i(o_valid[t]), .a_ready_i(o_ready[t]), .a_passed_i(passed[t]), .d_i(d[t]),
        .d_valid_i(d_valid[t]), .environment_o(environment), .contract_o(contract)
      );
      always_comb begin
        contract_kept: assume (contract);
        if (Step > 0 && Step < 4) environment_shown: assume (environment);
      end
      always_ff @(posedge clk_i) begin
        if (rst_ni && Step == 0 && assumed_i) environment_held: assume (environment);
        if (rst_ni && (Step == 0 || Step == 6) && claimed_i) environment_kept: assert (environment);
      end

      assign burst[t]       = i_port.a_beat_q != '0;
      assign offered[t]     = i_port.passed_q;
      assign begun[t]       = i_port.begun_q;
      assign owed[t]        = {i_port.write_owed_q, i_port.read_owed_q};
      assign is_block[t]    = Sources'(i_port.read_block_q);
      assign d_middle[t]    = i_port.d_beat_q != '0;
      assign d_middle_id[t] = id_t'(i_port.d_read_q);
    end else begin : gen_real
      tracker_request_t request;

      always_comb begin
        request = request_i[t];
        if (MaxBytes == 2 * BlockBytes) begin
          request.bytes                  = 13'(2 * BlockBytes);
          request.source[BlockBits-1:0] = '0;
          request.target[BlockBits-1:0] = '1;
        end
      end

      fy_copy_tracker_properties #(
        .BeatBytes   (BeatBytes),
        .BlockBytes  (BlockBytes),
        .BufferBlocks(BufferBlocks),
        .MaxBytes    (MaxBytes),
        .Step        (10)
      ) i_tracker (
        .clk_i,
        .rst_ni,
        .request_i      (request),
        .request_valid_i(request_valid_i[t]),
        .tl_a_o         (a[t]),
        .tl_a_valid_o   (o_valid[t]),
        .tl_a_ready_i   (o_ready[t]),
        .tl_a_passed_i  (passed[t]),
        .put_first_i    (put_first),
        .tl_d_i         (d[t]),
        .tl_d_valid_i   (d_valid[t])
      );

      assign burst[t]       = i_tracker.i_port.a_beat_q != '0;
      assign busy[t]        = i_tracker.busy_o;
      assign offered[t]     = i_tracker.i_port.passed_q;
      assign begun[t]       = i_tracker.i_port.begun_q;
      assign owed[t]        = {i_tracker.i_port.write_owed_q, i_tracker.i_port.read_owed_q};
      assign is_block[t]    = Sources'(i_tracker.i_port.read_block_q);
      assign d_middle[t]    = i_tracker.i_port.d_beat_q != '0;
      assign d_middle_id[t] = id_t'(i_tracker.i_port.d_read_q);
    end
  end

  // ---- turns and throttle --------------------------------------------------------------------
  localparam int unsigned Interleave = 64;   // as small as the throttle takes; our blocks are less

  amount_t throttled;

  if (!Slices) begin : gen_order
    fy_tl#(.BeatBytes(BeatBytes))::request_t [Trackers-1:0]  spread, passing;
    fy_tl#(.BeatBytes(BeatBytes))::response_t [Trackers-1:0] answers;
    logic [Trackers-1:0]                                     room, taken;

    for (genvar t = 0; t < int'(Trackers); t++) begin : gen_spread
      always_comb begin
        spread[t]           = '{a_valid: o_valid[t], a: a[t]};
        spread[t].a.address = a[t].address * 40'(Interleave / BlockBytes);
      end
      assign passing[t] = '{a_valid: o_valid[t] && passed[t], a: spread[t].a};
      assign a_valid[t] = passing[t].a_valid && room[t];
      assign taken[t]   = a_valid[t] && a_ready[t];
      assign o_ready[t] = a_ready[t] && passed[t] && room[t];
      assign answers[t] = '{d_valid: d_valid[t], d: d[t]};
    end

    fy_copy_turns #(
      .BeatBytes     (BeatBytes),
      .BlockBytes    (BlockBytes),
      .Trackers      (Trackers),
      .Banks         (Banks),
      .BankInterleave(Interleave)
    ) i_turns (
      .clk_i,
      .rst_ni,
      .slots_i,
      .block_limit_i(6'd4),
      .busy_i       (busy),
      .put_first_o  (put_first),
      .offer_i      (spread),
      .passed_o     (passed),
      .taken_i      (taken)
    );

    fy_copy_throttle #(
      .BeatBytes     (BeatBytes),
      .Trackers      (Trackers),
      .Sources       (Sources),
      .Banks         (Banks),
      .BankInterleave(Interleave)
    ) i_throttle (
      .clk_i,
      .rst_ni,
      .throttle_i,
      .busy_i     (busy != '0),
      .offer_i    (passing),
      .placed_o   (room),
      .taken_i    (taken),
      .answer_i   (answers),
      .throttled_o(throttled)
    );
  end else begin : gen_no_order
    assign put_first = 1'b0;
    assign passed    = '1;
    assign a_valid   = o_valid;
    assign o_ready   = a_ready;
    assign throttled = '0;
  end

  // ---- crossbar ------------------------------------------------------------------------------
  a_t [Ports-1:0]   port_a;
  d_t [Ports-1:0]   port_d;
  logic [Ports-1:0] port_a_valid, port_a_ready, port_d_valid, port_d_ready;
  fy_tl#(.BeatBytes(BeatBytes))::forward_t [Ports-1:0]  port;
  fy_tl#(.BeatBytes(BeatBytes))::backward_t [Ports-1:0] port_answer;
  forward_ready_t [Ports-1:0]                           port_ready;
  backward_ready_t [Ports-1:0]                          port_answer_ready;
  fy_tl#(.BeatBytes(BeatBytes))::forward_t [Banks-1:0]  manager;
  fy_tl#(.BeatBytes(BeatBytes))::backward_t [Banks-1:0] manager_answer;
  forward_ready_t [Banks-1:0]                           manager_ready;
  backward_ready_t [Banks-1:0]                          manager_answer_ready;

  for (genvar p = 0; p < int'(Ports); p++) begin : gen_port_record
    assign port[p]              = '{a_valid: port_a_valid[p], a: port_a[p],
                                    c_valid: 1'b0, c: '0, e_valid: 1'b0, e: '0};
    assign port_a_ready[p]      = port_ready[p].a;
    assign port_d[p]            = port_answer[p].d;
    assign port_d_valid[p]      = port_answer[p].d_valid;
    assign port_answer_ready[p] = '{b: 1'b1, d: port_d_ready[p]};
  end
  for (genvar b = 0; b < int'(Banks); b++) begin : gen_bank_record
    assign bank_a_o[b]         = manager[b].a;
    assign bank_a_valid_o[b]   = manager[b].a_valid;
    assign manager_ready[b]  = '{a: bank_a_ready_i[b], c: 1'b1, e: 1'b1};
    assign manager_answer[b] = '{d_valid: bank_d_valid_i[b], d: bank_d_i[b], b_valid: 1'b0, b: '0};
    assign bank_d_ready_o[b]   = manager_answer_ready[b].d;
  end

  fy_tl_crossbar #(
    .BeatBytes    (BeatBytes),
    .Clients      (Ports),
    .Managers     (Banks),
    .Regions      (regions()),
    .ClientSources({Ports{16'(Sources)}}),
    .QueuedClients({Ports{Queued}})
  ) i_crossbar (
    .clk_i,
    .rst_ni,
    .client_i       (port),
    .client_ready_o (port_ready),
    .client_o       (port_answer),
    .client_ready_i (port_answer_ready),
    .manager_o      (manager),
    .manager_ready_i(manager_ready),
    .manager_i      (manager_answer),
    .manager_ready_o(manager_answer_ready)
  );

  if (!Slices) begin : gen_direct
    assign port_a       = a;
    assign port_a_valid = a_valid;
    assign a_ready      = port_a_ready;
    assign d            = port_d;
    assign d_valid      = port_d_valid;
    assign port_d_ready = '1;
  end else begin : gen_slices
    for (genvar t = 0; t < int'(Trackers); t++) begin : gen_tracker
      logic [Banks-1:0] taken;
      logic [Banks-1:0] d_last;

      for (genvar b = 0; b < int'(Banks); b++) begin : gen_bank
        localparam int unsigned P = t * Banks + b;
        fy_stream_slice #(.data_t(a_t)) i_slice (
          .clk_i, .rst_ni, .data_i(a[t]), .valid_i(a_valid[t] && bank[t] == bank_t'(b)),
          .ready_o(taken[b]), .data_o(port_a[P]), .valid_o(port_a_valid[P]),
          .ready_i(port_a_ready[P])
        );
        assign d_last[b] = id_t'(port_d[P].source) >= id_t'(Reads) ||
                           port_d[P].size != SizeBits'(BlockBits) || d_middle[t];
      end
      assign a_ready[t] = taken[bank[t]];
      fy_tl_arbiter #(.data_t(d_t), .Inputs(Banks)) i_d (
        .clk_i, .rst_ni, .data_i(port_d[t*Banks+:Banks]), .valid_i(port_d_valid[t*Banks+:Banks]),
        .ready_o(port_d_ready[t*Banks+:Banks]), .last_i(d_last), .data_o(d[t]),
        .valid_o(d_valid[t]), .ready_i(1'b1)
      );
    end
  end
endmodule
