// SPDX-License-Identifier: Apache-2.0

/// Proof top of trackers, turns, throttle and the real crossbar: the deadlock rule of the README.
///
/// In the claims a tracker is any port that keeps the contract of fy_copy_port_properties, which
/// the tracker's own proof shows; what that proof assumes of the environment is shown here. A bank
/// is free: it takes a message when it likes and answers any it has taken, any time, in any order,
/// with the beats of an answer together. It owes a Put from its last beat on. Of its readiness only
/// this is assumed: who owes nothing has a free transactor, and takes what is offered. Slots are on
/// and off as they like (they need three trackers); the throttle is any number, 0 included, that
/// stays. Claims, by induction for all reachable states:
/// 0 agreement: a handshake at a port is the handshake of one bank; what is owed at a port is owed
///   by one bank or waits in its queue; a bank is locked exactly by a block Put under way, and sees
///   one tracker at a time;
/// 1 places: those that the throttle counts are the messages that have one, until answered;
/// 2 rule: a block Put that waits for data waits for a read which a bank had accepted before that
///   Put began, and whose answer needs nothing from any Put; answers are always taken;
/// 3 progress: while work remains and no bank owes anything, a beat is taken WaitCycles later at
///   most.
/// Each beat lessens a finite amount of work, so banks that answer always see the end.
/// Twins, of real trackers, that must fail: 1, a slice between each port and each bank, so that
/// "sent" comes before arbitration; 2, banks whose answers wait for the rest of the block Put that
/// they are taking.
module fy_copy_crossbar_properties
  import fy_tl_pkg::*;
  import fy_copy_engine_pkg::*;
#(
  parameter int unsigned Trackers   = 2,
  parameter int unsigned Banks      = 2,
  /// Answers wait in queues of the crossbar, as they do in the system
  parameter bit          Queued     = 1'b1,
  /// Greatest request of the real trackers; two blocks: only requests whose block Put takes bytes
  /// of two reads, with which traces are found sooner
  parameter int unsigned MaxBytes   = 11,
  /// Rule that is broken
  parameter int unsigned Twin       = 0,
  /// Claim proved, those below it taken as proved; of real trackers, nothing taken, 4: progress
  /// from reset; 5: it must fail to show that both never wait and then finish; 6: all claims
  parameter int unsigned Step       = 0,
  /// Induction: from any state, the claim having held as many cycles; 0: from reset
  parameter int unsigned Depth      = 0,
  localparam int unsigned BeatBytes = 2
) (
  input logic                                             clk_i,
  input logic                                             rst_ni,
  input logic                                             slots_i,
  input logic [4:0]                                       throttle_i,
  /// Of real trackers
  input tracker_request_t [Trackers-1:0]                  request_i,
  input logic [Trackers-1:0]                              request_valid_i,
  /// Of ports
  input logic [Trackers-1:0]                              busy_i,
  input fy_tl#(.BeatBytes(BeatBytes))::a_t [Trackers-1:0] a_i,
  input logic [Trackers-1:0]                              a_valid_i,
  input logic [Banks-1:0]                                 ready_i,
  input fy_tl#(.BeatBytes(BeatBytes))::d_t [Banks-1:0]    d_i,
  input logic [Banks-1:0]                                 d_valid_i
);
  typedef fy_tl#(.BeatBytes(BeatBytes))::a_t a_t;
  typedef fy_tl#(.BeatBytes(BeatBytes))::d_t d_t;

  localparam int unsigned BlockBytes   = 4;
  localparam int unsigned BufferBlocks = 2;
  localparam int unsigned BlockBits    = $clog2(BlockBytes);
  localparam int unsigned BankBits     = $clog2(Banks);
  localparam int unsigned Reads        = read_sources(BufferBlocks);
  localparam int unsigned Sources      = tracker_sources(BufferBlocks);
  localparam int unsigned IdBits       = $clog2(Sources);
  localparam bit          Slices       = Twin == 1;
  localparam bit          Whole        = Step == 4 || Step == 5;   // real trackers
  localparam int unsigned Ports        = Slices ? Trackers * Banks : Trackers;
  localparam int unsigned SourceShift  = DefaultSourceBits - $clog2(Ports);
  // A quiet cycle of each port, and with slots a turn of the phases.
  localparam int unsigned WaitCycles   = Trackers > 2 ? 3 : 1;

  typedef logic [IdBits-1:0]   id_t;
  typedef logic [BankBits-1:0] bank_t;

  function automatic region_t [Banks-1:0] regions();
    region_t [Banks-1:0] all;
    for (int unsigned b = 0; b < Banks; b++) begin
      all[b] = '{base: 64'(b * BlockBytes), mask: 64'((Banks - 1) * BlockBytes)};
    end
    return all;
  endfunction

  logic       first_q = Depth == 0;
  logic [3:0] age_q   = '0;
  logic [4:0] throttle_q;
  logic       assumed, claimed;
  always_ff @(posedge clk_i) begin
    first_q    <= 1'b0;
    age_q      <= age_q + 4'(age_q != '1);
    throttle_q <= throttle_i;
    assume (rst_ni == !first_q);
  end
  assign assumed = 32'(age_q) < Depth;
  assign claimed = Depth == 0 || 32'(age_q) == Depth;
  always_comb begin
    if (!first_q) assume (throttle_i == throttle_q);
  end

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
        assume (contract);
        if (Step > 0 && Step < 4) assume (environment);
      end
      always_ff @(posedge clk_i) begin
        if (rst_ni && Step == 0 && assumed) assume (environment);
        if (rst_ni && (Step == 0 || Step == 6) && claimed) environment_kept: assert (environment);
      end

      assign burst[t]       = i_port.a_beat_q != '0;
      assign offered[t]     = i_port.passed_q;
      assign begun[t]       = i_port.begun_q;
      assign owed[t]        = {i_port.write_owed_q, i_port.read_owed_q};
      assign is_block[t]    = Sources'(i_port.read_block_q);
      assign d_middle[t]    = i_port.d_beat_q != '0;
      assign d_middle_id[t] = id_t'(i_port.d_read_q);
    end else begin : gen_real
      fy_copy_tracker_properties #(
        .BeatBytes   (BeatBytes),
        .BlockBytes  (BlockBytes),
        .BufferBlocks(BufferBlocks),
        .MaxBytes    (MaxBytes),
        .Step        (10)
      ) i_tracker (
        .clk_i,
        .rst_ni,
        .request_i      (request_i[t]),
        .request_valid_i(request_valid_i[t]),
        .tl_a_o         (a[t]),
        .tl_a_valid_o   (o_valid[t]),
        .tl_a_ready_i   (o_ready[t]),
        .tl_a_passed_i  (passed[t]),
        .put_first_i    (put_first),
        .tl_d_i         (d[t]),
        .tl_d_valid_i   (d_valid[t])
      );
      always_comb begin
        if (MaxBytes == 2 * BlockBytes && request_valid_i[t]) begin
          assume (request_i[t].bytes == 13'(2 * BlockBytes));
          assume (request_i[t].source[BlockBits-1:0] == '0);
          assume (request_i[t].target[BlockBits-1:0] == '1);
        end
      end

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
  a_t [Banks-1:0]   bank_a;
  logic [Ports-1:0] port_a_valid, port_a_ready, port_d_valid, port_d_ready;
  logic [Banks-1:0] bank_a_valid, bank_d_ready;
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
    assign bank_a[b]         = manager[b].a;
    assign bank_a_valid[b]   = manager[b].a_valid;
    assign manager_ready[b]  = '{a: ready_i[b], c: 1'b1, e: 1'b1};
    assign manager_answer[b] = '{d_valid: d_valid_i[b], d: d_i[b], b_valid: 1'b0, b: '0};
    assign bank_d_ready[b]   = manager_answer_ready[b].d;
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

  // ---- banks ---------------------------------------------------------------------------------
  logic [Banks-1:0][Ports-1:0][Sources-1:0] owed_q, block_q;
  logic [Banks-1:0]                         a_more_q, d_more_q, bank_owes, a_taken, d_taken, ended;
  logic [Banks-1:0]                         d_fits;
  logic [Banks-1:0][DefaultSourceBits-1:0]  d_source_q;

  for (genvar b = 0; b < int'(Banks); b++) begin : gen_bank
    logic a_get, a_last, d_read, d_last;
    wire id_t a_id   = id_t'(bank_a[b].source);
    wire id_t d_id   = id_t'(d_i[b].source);
    wire [9:0] a_port = bank_a[b].source >> SourceShift;
    wire [9:0] d_port = d_i[b].source >> SourceShift;

    assign a_get        = bank_a[b].opcode == Get;
    assign a_last       = a_get || bank_a[b].size != SizeBits'(BlockBits) || a_more_q[b];
    assign d_read       = d_id < id_t'(Reads);
    assign d_last       = !d_read || !block_q[b][d_port][d_id] || d_more_q[b];
    assign a_taken[b]   = bank_a_valid[b] && ready_i[b];
    assign ended[b]     = a_taken[b] && a_last;
    assign d_taken[b]   = d_valid_i[b] && bank_d_ready[b];
    assign bank_owes[b] = owed_q[b] != '0 && !(Twin == 2 && a_more_q[b]);
    // Only what it owes, as it was asked for; an answer that has begun goes on.
    assign d_fits[b]    = d_port < 10'(Ports) && owed_q[b][d_port][d_id] &&
                          d_i[b].source == (d_port << SourceShift | 10'(d_id)) &&
                          d_i[b].opcode == (d_read ? AccessAckData : AccessAck) &&
                          d_i[b].size == (block_q[b][d_port][d_id] ? SizeBits'(BlockBits) :
                                          SizeBits'($clog2(BeatBytes))) &&
                          (!d_more_q[b] || d_i[b].source == d_source_q[b]);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        owed_q[b]   <= '0;
        block_q[b]  <= '0;
        a_more_q[b] <= 1'b0;
        d_more_q[b] <= 1'b0;
      end else begin
        if (d_taken[b]) begin
          d_more_q[b] <= !d_last;
          if (d_last) owed_q[b][d_port][d_id] <= 1'b0;
        end
        if (a_taken[b]) begin
          a_more_q[b] <= !a_last;
          if (a_last) owed_q[b][a_port][a_id] <= 1'b1;
          block_q[b][a_port][a_id] <= a_get && bank_a[b].size == SizeBits'(BlockBits);
        end
      end
    end
    always_ff @(posedge clk_i) begin
      if (d_taken[b]) d_source_q[b] <= d_i[b].source;
    end
    always_comb begin
      if (d_valid_i[b]) assume (d_fits[b]);
      if (owed_q[b] == '0) assume (ready_i[b]);
    end
  end

  // ---- answers that wait in the crossbar -------------------------------------------------------
  // What is due is owed by the bank, or the last beat of its answer waits here.
  localparam int unsigned Waits     = 4;
  localparam int unsigned WaitBits  = $clog2(Waits);

  typedef struct packed {
    logic       last;
    logic [2:0] opcode;
    logic [3:0] size;
    logic [9:0] source;
  } waiting_t;

  logic [Banks-1:0][Trackers-1:0][WaitBits:0]           count;
  waiting_t [Banks-1:0][Trackers-1:0][Waits-1:0]        waiting;  // the oldest first
  logic [Banks-1:0][Trackers-1:0][Waits:0][Sources-1:0] due;
  logic [Banks-1:0][Trackers-1:0]                       count_sane;

  for (genvar b = 0; b < int'(Banks); b++) begin : gen_due
    for (genvar t = 0; t < int'(Trackers); t++) begin : gen_tracker
      if (Queued && !Slices) begin : gen_queue
        wire [WaitBits-1:0] read;
        wire [WaitBits-1:0] write;
        assign read  = i_crossbar.gen_client[t].gen_target[b].gen_queue.i_answers.read_q;
        assign write = i_crossbar.gen_client[t].gen_target[b].gen_queue.i_answers.write_q;
        assign count[b][t] = i_crossbar.gen_client[t].gen_target[b].gen_queue.i_answers.count_q;
        assign count_sane[b][t] = 32'(count[b][t]) <= Waits &&
                                  write == read + WaitBits'(count[b][t]);
        for (genvar k = 0; k < int'(Waits); k++) begin : gen_beat
          wire [WaitBits-1:0] which;
          waiting_t           beat;
          assign which = read + WaitBits'(k);
          always_comb begin
            beat.last   = i_crossbar.gen_client[t].gen_target[b].gen_queue.i_answers
                          .items_q[which].last;
            beat.opcode = i_crossbar.gen_client[t].gen_target[b].gen_queue.i_answers
                          .items_q[which].beat.opcode;
            beat.size   = i_crossbar.gen_client[t].gen_target[b].gen_queue.i_answers
                          .items_q[which].beat.size;
            beat.source = i_crossbar.gen_client[t].gen_target[b].gen_queue.i_answers
                          .items_q[which].beat.source;
          end
          assign waiting[b][t][k] = beat;
        end
      end else begin : gen_none
        assign count[b][t]      = '0;
        assign waiting[b][t]    = '0;
        assign count_sane[b][t] = 1'b1;
      end
      always_comb begin
        due[b][t]    = '0;
        due[b][t][0] = owed_q[b][t];
        for (int unsigned k = 0; k < Waits; k++) begin
          if (k < 32'(count[b][t]) && waiting[b][t][k].last) begin
            due[b][t][1+k][id_t'(waiting[b][t][k].source)] = 1'b1;
          end
        end
      end
    end
  end

  // ---- what the claims speak of --------------------------------------------------------------
  logic [2:0]                     stuck_q;    // cycles with work, nothing owed, nothing moving
  logic                           stuck;
  logic [Trackers-1:0]            rule_kept;
  logic [Trackers-1:0][Reads-1:0] before_q;   // reads owed when the burst began

  assign stuck = busy != '0 && bank_owes == '0 && count == '0 && a_taken == '0 &&
                 (o_valid & o_ready) == '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) stuck_q <= '0;
    else stuck_q <= !stuck ? '0 : (stuck_q == '1 ? stuck_q : stuck_q + 1'b1);
  end

  for (genvar t = 0; t < int'(Trackers); t++) begin : gen_rule
    wire [Reads-1:0] reads = owed[t][Reads-1:0];

    always_ff @(posedge clk_i) begin
      if (o_valid[t] && o_ready[t] && !burst[t]) before_q[t] <= reads;
    end
    assign rule_kept[t] = !burst[t] || ((reads & ~before_q[t]) == '0 &&
                                        (o_valid[t] || reads != '0));
  end

  // ---- claims ----------------------------------------------------------------------------------
  if (!Whole) begin : gen_claims
    logic [Banks-1:0][Trackers-1:0] locks, answers, here, queue_agrees, parts_agree;
    logic [Banks-1:0]               bank_agrees, counts_agree;
    logic [Trackers-1:0]            tracker_agrees, places_known, placed;
    logic [Trackers-1:0][Sources-1:0] ids_agree;
    logic [Trackers-1:0][Banks:0]   held;
    logic [3:0]                     claims;
    logic                           on, rest_agrees;

    for (genvar b = 0; b < int'(Banks); b++) begin : gen_bank
      logic [Trackers-1:0] held_a, carried;
      logic                locked;

      for (genvar t = 0; t < int'(Trackers); t++) begin : gen_tracker
        logic mid;

        assign here[b][t]    = bank[t] == bank_t'(b);
        assign locks[b][t]   = burst[t] && here[b][t];
        assign answers[b][t] = d_more_q[b] && 32'(d_source_q[b] >> SourceShift) == t;
        assign carried[t]    = a_valid[t] && a_ready[t] && here[b][t] &&
                               bank_a[b].address == a[t].address &&
                               bank_a[b].opcode == a[t].opcode && bank_a[b].size == a[t].size &&
                               32'(bank_a[b].source) == (t << SourceShift | 32'(a[t].source));

        // What was delivered, what waits and what the bank is amidst of make whole answers.
        assign mid = d_middle[t] && held[t][b];
        always_comb begin
          logic more;     // the beat before began an answer, and there is more of it
          id_t  id;
          more = mid;
          id   = d_middle_id[t];
          queue_agrees[b][t] = count_sane[b][t];
          for (int unsigned k = 0; k < Waits; k++) begin
            if (k < 32'(count[b][t])) begin
              if (!beat_fits(waiting[b][t][k], t, is_block[t], more, id)) begin
                queue_agrees[b][t] = 1'b0;
              end
              more = !waiting[b][t][k].last;
              id   = id_t'(waiting[b][t][k].source);
            end
          end
          if (more != answers[b][t] || (more && id != id_t'(d_source_q[b]))) begin
            queue_agrees[b][t] = 1'b0;
          end
        end
      end
      assign locked = i_crossbar.gen_manager[b].i_a.gen_arbiter.locked_q;
      assign held_a = i_crossbar.gen_manager[b].i_a.gen_arbiter.held_q;

      assign bank_agrees[b] =
          $onehot0(locks[b]) && a_more_q[b] == (locks[b] != '0) && locked == a_more_q[b] &&
          (!locked || held_a == locks[b]) && $onehot0(offered & here[b]) &&
          (a_taken[b] ? $onehot(carried) : carried == '0) &&
          32'(i_crossbar.gen_manager[b].i_d_beats.left_q) == 32'(d_more_q[b]) &&
          (!d_more_q[b] || (answers[b] != '0 && id_t'(d_source_q[b]) < id_t'(Reads) &&
                            32'(d_source_q[b][SourceShift-1:0]) < Sources &&
                            owed_q[b][d_source_q[b] >> SourceShift][id_t'(d_source_q[b])] &&
                            block_q[b][d_source_q[b] >> SourceShift][id_t'(d_source_q[b])]));

      // Places: of messages that have one and are not answered. The sum is told in parts that a
      // solver counts easily: of each tracker its reads and its writes.
      logic [Trackers-1:0][1:0][3:0] part_q;
      logic [7:0]                    sum;

      for (genvar t = 0; t < int'(Trackers); t++) begin : gen_places
        logic [Sources-1:0] known;
        logic [1:0]         got, gone, has;

        wire put    = a[t].opcode != Get;
        wire answer = 32'(d[t].source) >= Reads;

        always_comb begin
          for (int unsigned i = 0; i < Sources; i++) begin
            known[i] = owed[t][i] && gen_order.i_throttle.gen_tracker[t].banks_q[i] == bank_t'(b);
          end
          got  = '0;
          gone = '0;
          has  = '0;
          got[put]     = gen_order.i_throttle.granted[t] && here[b][t];
          has[put]     = placed[t] && here[b][t];
          gone[answer] = gen_order.i_throttle.freed[t] &&
                         gen_order.i_throttle.freed_bank[t] == bank_t'(b);
          parts_agree[b][t] =
              !on ? part_q[t] == '0 :
                    part_q[t][0] == 4'($countones(known[Reads-1:0])) + 4'(has[0]) &&
                    part_q[t][1] == 4'($countones(known[Sources-1:Reads])) + 4'(has[1]);
        end
        for (genvar k = 0; k < 2; k++) begin : gen_kind
          always_ff @(posedge clk_i or negedge rst_ni) begin
            if (!rst_ni) part_q[t][k] <= '0;
            else if (on) part_q[t][k] <= part_q[t][k] + 4'(got[k]) - 4'(gone[k]);
          end
        end
      end
      always_comb begin
        sum = '0;
        for (int unsigned t = 0; t < Trackers; t++) sum += 8'(part_q[t][0]) + 8'(part_q[t][1]);
      end
      assign counts_agree[b] = 8'(gen_order.i_throttle.count_q[b]) == sum &&
                               gen_order.i_throttle.count_q[b] <= throttle_q;
    end

    assign on     = gen_order.i_throttle.throttle_q != '0;
    assign placed = gen_order.i_throttle.placed_q;

    for (genvar t = 0; t < int'(Trackers); t++) begin : gen_tracker
      logic locked;
      assign held[t] = i_crossbar.gen_client[t].i_d.gen_arbiter.held_q;
      assign locked  = i_crossbar.gen_client[t].i_d.gen_arbiter.locked_q;
      always_comb begin
        tracker_agrees[t] =
            32'(i_crossbar.gen_client[t].i_a_beats.left_q) == 32'(burst[t]) &&
            locked == d_middle[t] && (!locked || ($onehot(held[t]) && !held[t][Banks])) &&
            gen_order.i_turns.gen_several.offered_q[t] == offered[t] &&
            32'(gen_order.i_turns.gen_several.gen_tracker[t].i_beats.left_q) == 32'(burst[t]) &&
            32'(gen_order.i_throttle.gen_tracker[t].i_a_beats.left_q) == 32'(on && burst[t]) &&
            32'(gen_order.i_throttle.gen_tracker[t].i_d_beats.left_q) == 32'(on && d_middle[t]) &&
            (!placed[t] || (on && offered[t])) && (!on || !burst[t] || placed[t]) &&
            (begun[t] ? gen_order.i_throttle.throttle_q == throttle_q : owed[t] == '0);
        places_known[t]   = !placed[t] || bank[t] ==
                            gen_order.i_throttle.gen_tracker[t].banks_q[id_t'(a[t].source)];
        for (int unsigned i = 0; i < Sources; i++) begin
          logic [Banks-1:0][Waits:0] found;
          ids_agree[t][i] = 1'b1;
          for (int unsigned b = 0; b < Banks; b++) begin
            for (int unsigned k = 0; k <= Waits; k++) found[b][k] = due[b][t][k][i];
            if (owed_q[b][t][i] && block_q[b][t][i] != is_block[t][i]) ids_agree[t][i] = 1'b0;
            if (found[b] != '0 && on &&
                gen_order.i_throttle.gen_tracker[t].banks_q[i] != bank_t'(b)) begin
              places_known[t] = 1'b0;
            end
          end
          if (!$onehot0(found) || (found != '0) != owed[t][i]) ids_agree[t][i] = 1'b0;
        end
      end
    end

    always_comb begin
      rest_agrees = !i_crossbar.i_error.busy_q && !i_crossbar.i_error_a.gen_arbiter.locked_q &&
                    i_crossbar.i_error.i_beats.left_q == '0;
      claims[0] = &bank_agrees && &tracker_agrees && &ids_agree && &queue_agrees && rest_agrees;
      claims[1] = &counts_agree && &parts_agree && &places_known;
      claims[2] = &rule_kept;
      claims[3] = 32'(stuck_q) <= WaitCycles;
    end

    for (genvar i = 0; i < 4; i++) begin : gen_step
      always_ff @(posedge clk_i) begin
        if (rst_ni && Step < 4 && (i < Step || (i == Step && assumed))) assume (claims[i]);
        if (rst_ni && ((i == Step && i > 1) || Step == 6) && claimed) claim: assert (claims[i]);
      end
    end
    // The larger claims in parts: a solver is done soonest.
    for (genvar b = 0; b < int'(Banks); b++) begin : gen_bank_parts
      always_ff @(posedge clk_i) begin
        if (rst_ni && Step == 0 && claimed) agreement: assert (bank_agrees[b] && rest_agrees);
        if (rst_ni && Step == 1 && claimed) counts: assert (counts_agree[b]);
      end
      for (genvar t = 0; t < int'(Trackers); t++) begin : gen_tracker_parts
        always_ff @(posedge clk_i) begin
          if (rst_ni && Step == 0 && claimed) queue: assert (queue_agrees[b][t]);
          if (rst_ni && Step == 1 && claimed) parts: assert (parts_agree[b][t]);
        end
      end
    end
    for (genvar t = 0; t < int'(Trackers); t++) begin : gen_tracker_parts
      always_ff @(posedge clk_i) begin
        if (rst_ni && Step == 0 && claimed) agreement: assert (tracker_agrees[t]);
        if (rst_ni && Step == 1 && claimed) places: assert (places_known[t]);
      end
      for (genvar i = 0; i < int'(Sources); i++) begin : gen_id
        always_ff @(posedge clk_i) begin
          if (rst_ni && Step == 0 && claimed) id: assert (ids_agree[t][i]);
        end
      end
    end
  end else if (Step == 4) begin : gen_whole
    // From reset, with nothing taken as proved.
    always_ff @(posedge clk_i) begin
      if (rst_ni) progress: assert (32'(stuck_q) <= WaitCycles);
    end
  end

  // A beat of a queue: the second of an answer that the one before began, or the first of another.
  function automatic logic beat_fits(waiting_t beat, int unsigned tracker,
                                     logic [Sources-1:0] blocks, logic second, id_t begun_id);
    id_t  id;
    logic read;
    id   = id_t'(beat.source);
    read = id < id_t'(Reads);
    return 32'(beat.source) == (tracker << SourceShift | 32'(id)) && 32'(id) < Sources &&
           beat.opcode == (read ? AccessAckData : AccessAck) &&
           beat.size == (blocks[id] ? SizeBits'(BlockBits) : SizeBits'($clog2(BeatBytes))) &&
           (second ? id == begun_id && beat.last : beat.last == !blocks[id]);
  endfunction

  // ---- what makes the proof worth while ------------------------------------------------------
  if (Step == 5) begin : gen_reached
    logic [Trackers-1:0] crossed;
    logic                both_q, turn_q;

    for (genvar t = 0; t < int'(Trackers); t++) begin : gen_tracker
      // A Put that holds its bank, its data being owed by the bank that the next tracker's holds.
      localparam int unsigned Next = (t + 1) % Trackers;
      assign crossed[t] = burst[t] && !o_valid[t] && bank[t] != bank[Next] &&
                          owed_q[bank[Next]][t][Reads-1:0] != '0;
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        both_q <= 1'b0;
        turn_q <= 1'b0;
      end else begin
        both_q <= both_q || &crossed;
        turn_q <= turn_q || (o_valid & ~passed) != '0;
      end
    end
    always_ff @(posedge clk_i) begin
      if (rst_ni) reached: assert (!(both_q && turn_q && busy == '0 && bank_owes == '0));
    end
  end
endmodule
