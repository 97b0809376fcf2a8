// SPDX-License-Identifier: Apache-2.0

/// Proof top of trackers, turns, throttle and the real crossbar: the deadlock rule of the README.
///
/// In the claims a tracker is any port that keeps the contract of fy_copy_port_properties, which
/// the tracker's own proof shows; what that proof assumes of the environment is shown here. A bank
/// is free: it takes a message at any time and answers any it has taken, in any order and time,
/// with the beats of an answer together. It owes a Put from its last beat on. Of its readiness only
/// this is assumed: one that owes nothing has a free transactor, and takes what is offered. Slots
/// are on and off at any time (they need three trackers); the throttle is any number, 0 included,
/// that stays. Claims, by induction for all reachable states:
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
  import fy_copy_crossbar_proof_pkg::*;
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
  parameter int unsigned Depth      = 0
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

  localparam bit          Slices      = Twin == 1;
  localparam bit          Whole       = Step == 4 || Step == 5;   // real trackers
  localparam int unsigned Ports       = Slices ? Trackers * Banks : Trackers;
  localparam int unsigned SourceShift = DefaultSourceBits - $clog2(Ports);
  // A quiet cycle of each port, and with slots a turn of the phases.
  localparam int unsigned WaitCycles  = Trackers > 2 ? 3 : 1;

  typedef logic [$clog2(Banks)-1:0] bank_t;

  logic       first_q = Depth == 0;
  logic [3:0] age_q   = '0;
  logic [4:0] throttle_q;
  logic       assumed, claimed;
  always_ff @(posedge clk_i) begin
    first_q    <= 1'b0;
    age_q      <= age_q + 4'(age_q != '1);
    throttle_q <= throttle_i;
    reset: assume (rst_ni == !first_q);
  end
  assign assumed = 32'(age_q) < Depth;
  assign claimed = Depth == 0 || 32'(age_q) == Depth;
  always_comb begin
    if (!first_q) throttle_stays: assume (throttle_i == throttle_q);
  end

  // ---- the system, and the signals of it that the claims speak of ------------------------------
  logic [Trackers-1:0]  o_valid, o_ready, a_valid, a_ready;
  logic [Trackers-1:0]  burst, busy, offered, begun, d_middle;
  a_t [Trackers-1:0]    a;
  d_t [Trackers-1:0]    d;
  ids_t [Trackers-1:0]  owed, is_block;
  id_t [Trackers-1:0]   d_middle_id;
  bank_t [Trackers-1:0] bank;
  a_t [Banks-1:0]       bank_a;
  logic [Banks-1:0]     bank_a_valid, bank_d_ready;

  fy_copy_crossbar_system #(
    .Trackers(Trackers), .Banks(Banks), .Queued(Queued), .MaxBytes(MaxBytes), .Twin(Twin),
    .Step(Step)
  ) i_system (
    .clk_i, .rst_ni, .slots_i, .throttle_i, .assumed_i(assumed), .claimed_i(claimed),
    .request_i, .request_valid_i, .busy_i, .a_i, .a_valid_i,
    .bank_a_o(bank_a), .bank_a_valid_o(bank_a_valid), .bank_a_ready_i(ready_i),
    .bank_d_i(d_i), .bank_d_valid_i(d_valid_i), .bank_d_ready_o(bank_d_ready)
  );

  assign {o_valid, o_ready, a_valid, a_ready} =
      {i_system.o_valid, i_system.o_ready, i_system.a_valid, i_system.a_ready};
  assign {burst, busy, offered, begun, d_middle} =
      {i_system.burst, i_system.busy, i_system.offered, i_system.begun, i_system.d_middle};
  assign {a, d, bank} = {i_system.a, i_system.d, i_system.bank};
  assign {owed, is_block, d_middle_id} = {i_system.owed, i_system.is_block, i_system.d_middle_id};

  // ---- banks ---------------------------------------------------------------------------------
  logic [Banks-1:0][Ports-1:0][Sources-1:0] owed_q, block_q;
  logic [Banks-1:0]                         a_more_q, d_more_q, bank_owes, a_taken;
  logic [Banks-1:0][DefaultSourceBits-1:0]  d_source_q;

  for (genvar b = 0; b < int'(Banks); b++) begin : gen_bank
    fy_copy_free_bank #(.Ports(Ports), .SourceShift(SourceShift)) i_bank (
      .clk_i, .rst_ni, .a_i(bank_a[b]), .a_valid_i(bank_a_valid[b]), .a_ready_i(ready_i[b]),
      .d_i(d_i[b]), .d_valid_i(d_valid_i[b]), .d_ready_i(bank_d_ready[b]),
      .owed_o(owed_q[b]), .block_o(block_q[b]), .a_more_o(a_more_q[b]), .d_more_o(d_more_q[b]),
      .d_source_o(d_source_q[b])
    );
    assign a_taken[b]   = bank_a_valid[b] && ready_i[b];
    assign bank_owes[b] = owed_q[b] != '0 && !(Twin == 2 && a_more_q[b]);
  end

  // ---- answers that wait in the crossbar -------------------------------------------------------
  // What is due is owed by the bank, or the last beat of its answer waits here.
  localparam int unsigned Waits     = 4;
  localparam int unsigned WaitBits  = $clog2(Waits);

  logic [Banks-1:0][Trackers-1:0][WaitBits:0]           count;
  waiting_t [Banks-1:0][Trackers-1:0][Waits-1:0]        waiting;  // the oldest first
  logic [Banks-1:0][Trackers-1:0][Waits:0][Sources-1:0] due;
  logic [Banks-1:0][Trackers-1:0]                       count_sane;

  for (genvar b = 0; b < int'(Banks); b++) begin : gen_due
    for (genvar t = 0; t < int'(Trackers); t++) begin : gen_tracker
      if (Queued && !Slices) begin : gen_queue
        wire [WaitBits-1:0] read;
        wire [WaitBits-1:0] write;
        assign read  = i_system.i_crossbar.gen_client[t].gen_target[b].gen_queue.i_answers.read_q;
        assign write = i_system.i_crossbar.gen_client[t].gen_target[b].gen_queue.i_answers.write_q;
        assign count[b][t] =
            i_system.i_crossbar.gen_client[t].gen_target[b].gen_queue.i_answers.count_q;
        assign count_sane[b][t] = 32'(count[b][t]) <= Waits &&
                                  write == read + WaitBits'(count[b][t]);
        for (genvar k = 0; k < int'(Waits); k++) begin : gen_beat
          wire [WaitBits-1:0] which;
          waiting_t           beat;
          assign which = read + WaitBits'(k);
          always_comb begin
            beat.last   = i_system.i_crossbar.gen_client[t].gen_target[b].gen_queue.i_answers
                          .items_q[which].last;
            beat.opcode = i_system.i_crossbar.gen_client[t].gen_target[b].gen_queue.i_answers
                          .items_q[which].beat.opcode;
            beat.size   = i_system.i_crossbar.gen_client[t].gen_target[b].gen_queue.i_answers
                          .items_q[which].beat.size;
            beat.source = i_system.i_crossbar.gen_client[t].gen_target[b].gen_queue.i_answers
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
              if (!beat_fits(waiting[b][t][k], t << SourceShift, is_block[t], more, id)) begin
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
      assign locked = i_system.i_crossbar.gen_manager[b].i_a.gen_arbiter.locked_q;
      assign held_a = i_system.i_crossbar.gen_manager[b].i_a.gen_arbiter.held_q;

      assign bank_agrees[b] =
          $onehot0(locks[b]) && a_more_q[b] == (locks[b] != '0) && locked == a_more_q[b] &&
          (!locked || held_a == locks[b]) && $onehot0(offered & here[b]) &&
          (a_taken[b] ? $onehot(carried) : carried == '0) &&
          32'(i_system.i_crossbar.gen_manager[b].i_d_beats.left_q) == 32'(d_more_q[b]) &&
          (!d_more_q[b] || (answers[b] != '0 && id_t'(d_source_q[b]) < id_t'(Reads) &&
                            32'(d_source_q[b][SourceShift-1:0]) < Sources &&
                            owed_q[b][d_source_q[b] >> SourceShift][id_t'(d_source_q[b])] &&
                            block_q[b][d_source_q[b] >> SourceShift][id_t'(d_source_q[b])]));

      // Places: of messages that have one and are not answered.
      ids_t [Trackers-1:0] known;
      logic [Trackers-1:0] put, freed, freed_put;
      logic [7:0]          sum;

      for (genvar t = 0; t < int'(Trackers); t++) begin : gen_places
        always_comb begin
          for (int unsigned i = 0; i < Sources; i++) begin
            known[t][i] = owed[t][i] &&
                          i_system.gen_order.i_throttle.gen_tracker[t].banks_q[i] == bank_t'(b);
          end
        end
        assign put[t]       = a[t].opcode != Get;
        assign freed[t]     = i_system.gen_order.i_throttle.freed[t] &&
                              i_system.gen_order.i_throttle.freed_bank[t] == bank_t'(b);
        assign freed_put[t] = 32'(d[t].source) >= Reads;
      end

      fy_copy_place_count #(.Trackers(Trackers)) i_places (
        .clk_i, .rst_ni, .on_i(on), .owed_i(known), .put_i(put), .placed_i(placed & here[b]),
        .granted_i(i_system.gen_order.i_throttle.granted & here[b]), .freed_i(freed),
        .freed_put_i(freed_put), .agree_o(parts_agree[b]), .sum_o(sum)
      );
      assign counts_agree[b] = 8'(i_system.gen_order.i_throttle.count_q[b]) == sum &&
                               i_system.gen_order.i_throttle.count_q[b] <= throttle_q;
    end

    assign on     = i_system.gen_order.i_throttle.throttle_q != '0;
    assign placed = i_system.gen_order.i_throttle.placed_q;

    for (genvar t = 0; t < int'(Trackers); t++) begin : gen_tracker
      logic locked;
      assign held[t] = i_system.i_crossbar.gen_client[t].i_d.gen_arbiter.held_q;
      assign locked  = i_system.i_crossbar.gen_client[t].i_d.gen_arbiter.locked_q;
      always_comb begin
        tracker_agrees[t] =
            32'(i_system.i_crossbar.gen_client[t].i_a_beats.left_q) == 32'(burst[t]) &&
            locked == d_middle[t] && (!locked || ($onehot(held[t]) && !held[t][Banks])) &&
            i_system.gen_order.i_turns.gen_several.offered_q[t] == offered[t] &&
            32'(i_system.gen_order.i_turns.gen_several.gen_tracker[t].i_beats.left_q) ==
                32'(burst[t]) &&
            32'(i_system.gen_order.i_throttle.gen_tracker[t].i_a_beats.left_q) ==
                32'(on && burst[t]) &&
            32'(i_system.gen_order.i_throttle.gen_tracker[t].i_d_beats.left_q) ==
                32'(on && d_middle[t]) &&
            (!placed[t] || (on && offered[t])) && (!on || !burst[t] || placed[t]) &&
            (begun[t] ? i_system.gen_order.i_throttle.throttle_q == throttle_q : owed[t] == '0);
        places_known[t] = !placed[t] || bank[t] ==
            i_system.gen_order.i_throttle.gen_tracker[t].banks_q[id_t'(a[t].source)];
        for (int unsigned i = 0; i < Sources; i++) begin
          logic [Banks-1:0][Waits:0] found;
          ids_agree[t][i] = 1'b1;
          for (int unsigned b = 0; b < Banks; b++) begin
            for (int unsigned k = 0; k <= Waits; k++) found[b][k] = due[b][t][k][i];
            if (owed_q[b][t][i] && block_q[b][t][i] != is_block[t][i]) ids_agree[t][i] = 1'b0;
            if (found[b] != '0 && on &&
                i_system.gen_order.i_throttle.gen_tracker[t].banks_q[i] != bank_t'(b)) begin
              places_known[t] = 1'b0;
            end
          end
          if (!$onehot0(found) || (found != '0) != owed[t][i]) ids_agree[t][i] = 1'b0;
        end
      end
    end

    always_comb begin
      rest_agrees = !i_system.i_crossbar.i_error.busy_q &&
                    !i_system.i_crossbar.i_error_a.gen_arbiter.locked_q &&
                    i_system.i_crossbar.i_error.i_beats.left_q == '0;
      claims[0] = &bank_agrees && &tracker_agrees && &ids_agree && &queue_agrees && rest_agrees;
      claims[1] = &counts_agree && &parts_agree && &places_known;
      claims[2] = &rule_kept;
      claims[3] = 32'(stuck_q) <= WaitCycles;
    end

    for (genvar i = 0; i < 4; i++) begin : gen_step
      always_ff @(posedge clk_i) begin
        if (rst_ni && Step < 4 && (i < Step || (i == Step && assumed))) shown: assume (claims[i]);
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

  if (Step == 5) begin : gen_reached
    logic [Trackers-1:0] crossed;

    for (genvar t = 0; t < int'(Trackers); t++) begin : gen_tracker
      localparam int unsigned Next = (t + 1) % Trackers;
      assign crossed[t] = burst[t] && !o_valid[t] && bank[t] != bank[Next] &&
                          owed_q[bank[Next]][t][Reads-1:0] != '0;
    end
    fy_copy_crossbar_reached #(.Trackers(Trackers)) i_reached (
      .clk_i, .rst_ni, .crossed_i(crossed), .waits_i((o_valid & ~i_system.passed) != '0),
      .ended_i(busy == '0 && bank_owes == '0)
    );
  end
endmodule
