// SPDX-License-Identifier: Apache-2.0

/// Proof top of several trackers behind the real crossbar: the rule of copy-engine.md 7.4.
///
/// The trackers are those of fy_copy_tracker_properties, whose claims hold for any environment that
/// answers only what it owes; here that is shown of crossbar and banks (its `environment`). A bank
/// is free: it takes a message when it likes and answers any it has taken, any time, in any order,
/// with the beats of an answer together. It owes a Put from its last beat on. Of its readiness only
/// this is assumed: who owes nothing has a free transactor, and takes what is offered.
/// Claims, by induction for all reachable states:
/// 0 agreement: a handshake at a port is the handshake of one bank, so owed at a port is owed by
///   one bank; a bank is locked exactly by a block Put under way;
/// 1 rule: a block Put that waits for data waits for a read which a bank had accepted before that
///   Put began, and whose answer needs nothing from any Put; answers are always taken;
/// 2 turns: an offered message sees at most one message of each other tracker pass at its bank;
/// 3 progress: while work remains and no bank owes anything, a beat is taken a cycle later at most.
/// Each beat lessens a finite amount of work, so banks that answer always see the end.
/// Twins that must fail: 1, a slice between each port and each bank, so that "sent" comes before
/// arbitration; 2, banks whose answers wait for the rest of the block Put that they are taking.
module fy_copy_crossbar_properties
  import fy_tl_pkg::*;
  import fy_copy_engine_pkg::*;
#(
  parameter int unsigned Trackers  = 2,
  parameter int unsigned Banks     = 2,
  parameter int unsigned MaxBytes  = 11,
  /// Rule that is broken
  parameter int unsigned Twin      = 0,
  /// Only requests whose block Put takes bytes of two reads: traces are found sooner
  parameter bit          Shifted   = 1'b0,
  /// Claim proved, all of the trackers' and those below it taken as proved; 4: progress from reset,
  /// nothing taken; 5: all taken, and it must fail to show that both never wait and then finish
  parameter int unsigned Step      = 0,
  localparam int unsigned BeatBytes = 2
) (
  input logic                                          clk_i,
  input logic                                          rst_ni,
  input logic                                          put_first_i,
  input tracker_request_t [Trackers-1:0]               request_i,
  input logic [Trackers-1:0]                           request_valid_i,
  input logic [Banks-1:0]                              ready_i,
  input fy_tl#(.BeatBytes(BeatBytes))::d_t [Banks-1:0] d_i,
  input logic [Banks-1:0]                              d_valid_i
);
  typedef fy_tl#(.BeatBytes(BeatBytes))::a_t a_t;
  typedef fy_tl#(.BeatBytes(BeatBytes))::b_t b_t;
  typedef fy_tl#(.BeatBytes(BeatBytes))::c_t c_t;
  typedef fy_tl#(.BeatBytes(BeatBytes))::d_t d_t;
  typedef fy_tl#(.BeatBytes(BeatBytes))::e_t e_t;

  localparam int unsigned BlockBytes   = 4;
  localparam int unsigned BufferBlocks = 2;
  localparam int unsigned BlockBits    = $clog2(BlockBytes);
  localparam int unsigned BankBits     = $clog2(Banks);
  localparam int unsigned Reads        = read_sources(BufferBlocks);
  localparam int unsigned Sources      = tracker_sources(BufferBlocks);
  localparam int unsigned IdBits       = $clog2(Sources);
  localparam bit          Queues       = Twin == 1;
  localparam int unsigned Ports        = Queues ? Trackers * Banks : Trackers;
  localparam int unsigned SourceShift  = DefaultSourceBits - $clog2(Ports);

  typedef logic [IdBits-1:0]   id_t;
  typedef logic [BankBits-1:0] bank_t;

  function automatic region_t [Banks-1:0] regions();
    region_t [Banks-1:0] all;
    for (int unsigned b = 0; b < Banks; b++) begin
      all[b] = '{base: 64'(b * BlockBytes), mask: 64'((Banks - 1) * BlockBytes)};
    end
    return all;
  endfunction

  // ---- trackers ------------------------------------------------------------------------------
  a_t [Trackers-1:0]               a;
  d_t [Trackers-1:0]               d;
  logic [Trackers-1:0]             a_valid, a_ready, d_valid, burst, busy, silent, same_bank;
  logic [Trackers-1:0][Sources-1:0] owed, is_block;
  logic [Trackers-1:0]             d_middle;
  id_t [Trackers-1:0]              d_middle_id;
  bank_t [Trackers-1:0]            bank;

  for (genvar t = 0; t < int'(Trackers); t++) begin : gen_tracker
    fy_copy_tracker_properties #(
      .BeatBytes   (BeatBytes),
      .BlockBytes  (BlockBytes),
      .BufferBlocks(BufferBlocks),
      .MaxBytes    (MaxBytes),
      .Step        (Step != 4 ? 9 : 10)
    ) i_tracker (
      .clk_i,
      .rst_ni,
      .request_i      (request_i[t]),
      .request_valid_i(request_valid_i[t]),
      .tl_a_o         (a[t]),
      .tl_a_valid_o   (a_valid[t]),
      .tl_a_ready_i   (a_ready[t]),
      .tl_a_passed_i  (1'b1),
      .put_first_i    (put_first_i),
      .tl_d_i         (d[t]),
      .tl_d_valid_i   (d_valid[t])
    );

    logic  stalled_q;
    bank_t bank_q;

    always_comb begin
      if (Shifted && request_valid_i[t]) begin
        assume (request_i[t].bytes == 13'(2 * BlockBytes));
        assume (request_i[t].source[BlockBits-1:0] == '0);
        assume (request_i[t].target[BlockBits-1:0] == '1);
      end
    end

    assign bank[t]        = bank_t'(a[t].address >> BlockBits);
    assign burst[t]       = i_tracker.a_beat_q != '0;
    assign busy[t]        = i_tracker.busy_o;
    assign silent[t]      = i_tracker.quiet_q != '0;
    assign owed[t]        = {i_tracker.write_owed_q, i_tracker.read_owed_q};
    assign is_block[t]    = Sources'(i_tracker.read_block_q);
    assign d_middle[t]    = i_tracker.d_beat_q != '0;
    assign d_middle_id[t] = id_t'(i_tracker.d_read_q);
    // A stalled message stays at its bank, and so does a burst.
    assign same_bank[t]   = !stalled_q || bank[t] == bank_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) stalled_q <= 1'b0;
      else stalled_q <= (a_valid[t] && !a_ready[t]) || (burst[t] && !(a_valid[t] && a_ready[t])) ||
                        (a_valid[t] && a_ready[t] && !i_tracker.a_last);
    end
    always_ff @(posedge clk_i) bank_q <= bank[t];
  end

  // ---- crossbar ------------------------------------------------------------------------------
  a_t [Ports-1:0]   port_a;
  d_t [Ports-1:0]   port_d;
  a_t [Banks-1:0]   bank_a;
  logic [Ports-1:0] port_a_valid, port_a_ready, port_d_valid, port_d_ready;
  logic [Banks-1:0] bank_a_valid, bank_d_ready;
  b_t [Ports-1:0]   port_b;
  c_t [Banks-1:0]   bank_c;
  e_t [Banks-1:0]   bank_e;
  logic [Ports-1:0] port_b_valid, port_c_ready, port_e_ready;
  logic [Banks-1:0] bank_b_ready, bank_c_valid, bank_e_valid;

  fy_tl_crossbar #(
    .BeatBytes    (BeatBytes),
    .Clients      (Ports),
    .Managers     (Banks),
    .Regions      (regions()),
    .ClientSources({Ports{16'(Sources)}})
  ) i_crossbar (
    .clk_i,
    .rst_ni,
    .client_a_i       (port_a),
    .client_a_valid_i (port_a_valid),
    .client_a_ready_o (port_a_ready),
    .client_b_o       (port_b),
    .client_b_valid_o (port_b_valid),
    .client_b_ready_i ('1),
    .client_c_i       ('0),
    .client_c_valid_i ('0),
    .client_c_ready_o (port_c_ready),
    .client_d_o       (port_d),
    .client_d_valid_o (port_d_valid),
    .client_d_ready_i (port_d_ready),
    .client_e_i       ('0),
    .client_e_valid_i ('0),
    .client_e_ready_o (port_e_ready),
    .manager_a_o      (bank_a),
    .manager_a_valid_o(bank_a_valid),
    .manager_a_ready_i(ready_i),
    .manager_b_i      ('0),
    .manager_b_valid_i('0),
    .manager_b_ready_o(bank_b_ready),
    .manager_c_o      (bank_c),
    .manager_c_valid_o(bank_c_valid),
    .manager_c_ready_i('1),
    .manager_d_i      (d_i),
    .manager_d_valid_i(d_valid_i),
    .manager_d_ready_o(bank_d_ready),
    .manager_e_o      (bank_e),
    .manager_e_valid_o(bank_e_valid),
    .manager_e_ready_i('1)
  );

  if (!Queues) begin : gen_direct
    assign port_a       = a;
    assign port_a_valid = a_valid;
    assign a_ready      = port_a_ready;
    assign d            = port_d;
    assign d_valid      = port_d_valid;
    assign port_d_ready = '1;
  end else begin : gen_queues
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

  // ---- what the claims speak of --------------------------------------------------------------
  logic [1:0]                     stuck_q;    // cycles with work, nothing owed, nothing moving
  logic                           stuck;
  logic [Trackers-1:0]            rule_kept;
  logic [Trackers-1:0][Reads-1:0] before_q;   // reads owed when the burst began
  logic [Trackers-1:0][3:0]       passed_q;   // messages that others ended at my bank meanwhile

  assign stuck = busy != '0 && bank_owes == '0 && a_taken == '0 && (a_valid & a_ready) == '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) stuck_q <= '0;
    else stuck_q <= !stuck ? '0 : (stuck_q == '1 ? stuck_q : stuck_q + 1'b1);
  end

  for (genvar t = 0; t < int'(Trackers); t++) begin : gen_rule
    wire [Reads-1:0] reads = owed[t][Reads-1:0];
    wire             wins  = a_valid[t] && a_ready[t];

    always_ff @(posedge clk_i) begin
      if (wins && !burst[t]) before_q[t] <= reads;
    end
    assign rule_kept[t] = !burst[t] || ((reads & ~before_q[t]) == '0 &&
                                        (a_valid[t] || reads != '0));

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) passed_q[t] <= '0;
      else if (!a_valid[t] || a_ready[t] || burst[t]) passed_q[t] <= '0;
      else if (ended[bank[t]]) passed_q[t] <= passed_q[t] + 1'b1;
    end
  end

  // ---- claims ----------------------------------------------------------------------------------
  if (Step != 4) begin : gen_claims
    logic [Banks-1:0][Trackers-1:0] locks, answers, turn_kept;
    logic [Banks-1:0]               bank_agrees;
    logic [Trackers-1:0]            tracker_agrees;
    logic [3:0]                     claims;

    for (genvar b = 0; b < int'(Banks); b++) begin : gen_bank
      logic [Trackers-1:0] mask, held, carried;
      logic                locked, mask_sane;
      logic [3:0]          first;     // whose turn is first

      for (genvar t = 0; t < int'(Trackers); t++) begin : gen_tracker
        assign locks[b][t]   = burst[t] && bank[t] == bank_t'(b);
        assign answers[b][t] = d_more_q[b] && 32'(d_source_q[b] >> SourceShift) == t;
        assign carried[t]    = a_valid[t] && a_ready[t] && bank[t] == bank_t'(b) &&
                               bank_a[b].address == a[t].address &&
                               bank_a[b].opcode == a[t].opcode && bank_a[b].size == a[t].size &&
                               32'(bank_a[b].source) == (t << SourceShift | 32'(a[t].source));
        wire [3:0] ahead = 4'(t) - first + (4'(t) < first ? 4'(Trackers) : '0);
        assign turn_kept[b][t] = !(a_valid[t] && !burst[t] && bank[t] == bank_t'(b)) ||
                                 5'(passed_q[t]) + 5'(ahead) < 5'(Trackers);
      end
      assign mask      = i_crossbar.gen_manager[b].i_a.gen_arbiter.i_round_robin.mask_q;
      assign locked    = i_crossbar.gen_manager[b].i_a.gen_arbiter.locked_q;
      assign held      = i_crossbar.gen_manager[b].i_a.gen_arbiter.held_q;
      assign mask_sane = (~mask & (~mask + 1'b1)) == '0;   // ones from some point on
      assign first     = mask == '0 ? '0 : 4'($countones(~mask));

      assign bank_agrees[b] =
          $onehot0(locks[b]) && a_more_q[b] == (locks[b] != '0) && locked == a_more_q[b] &&
          (!locked || (held == locks[b] && mask == ~(held - 1'b1))) && mask_sane &&
          (a_taken[b] ? $onehot(carried) : carried == '0) &&
          32'(i_crossbar.gen_manager[b].i_d_beats.left_q) == 32'(d_more_q[b]) &&
          (!d_more_q[b] || (answers[b] != '0 && id_t'(d_source_q[b]) < id_t'(Reads) &&
                            32'(d_source_q[b][SourceShift-1:0]) < Sources &&
                            owed_q[b][d_source_q[b] >> SourceShift][id_t'(d_source_q[b])] &&
                            block_q[b][d_source_q[b] >> SourceShift][id_t'(d_source_q[b])]));
    end

    for (genvar t = 0; t < int'(Trackers); t++) begin : gen_tracker
      logic [Banks-1:0] middle;     // banks in the middle of an answer to this tracker
      logic [Banks:0]   held;
      logic             locked;
      assign held   = i_crossbar.gen_client[t].i_d.gen_arbiter.held_q;
      assign locked = i_crossbar.gen_client[t].i_d.gen_arbiter.locked_q;
      for (genvar b = 0; b < int'(Banks); b++) begin : gen_bank
        assign middle[b] = answers[b][t];
      end
      always_comb begin
        tracker_agrees[t] = 32'(i_crossbar.gen_client[t].i_a_beats.left_q) == 32'(burst[t]) &&
                            $onehot0(middle) && d_middle[t] == (middle != '0) &&
                            locked == d_middle[t] && (!locked || held == {1'b0, middle}) &&
                            same_bank[t];
        for (int unsigned b = 0; b < Banks; b++) begin
          if (middle[b] && id_t'(d_source_q[b]) != d_middle_id[t]) tracker_agrees[t] = 1'b0;
        end
        for (int unsigned i = 0; i < Sources; i++) begin
          logic [Banks-1:0] here;
          for (int unsigned b = 0; b < Banks; b++) begin
            here[b] = owed_q[b][t][i];
            if (here[b] && block_q[b][t][i] != is_block[t][i]) tracker_agrees[t] = 1'b0;
          end
          if (!$onehot0(here) || (here != '0) != owed[t][i]) tracker_agrees[t] = 1'b0;
        end
      end
    end

    always_comb begin
      claims[0] = &bank_agrees && &tracker_agrees && !i_crossbar.i_error.busy_q &&
                  !i_crossbar.i_error_a.gen_arbiter.locked_q &&
                  i_crossbar.i_error.i_beats.left_q == '0;
      claims[1] = &rule_kept;
      claims[2] = &turn_kept;
      claims[3] = stuck_q <= 2'd1 && (stuck_q == '0 || silent != '0);
    end

    for (genvar i = 0; i < 4; i++) begin : gen_step
      always_ff @(posedge clk_i) begin
        if (rst_ni && i < Step) assume (claims[i]);
        if (rst_ni && i == Step) claim: assert (claims[i]);
      end
    end
  end else begin : gen_whole
    // From reset, with nothing taken as proved.
    always_ff @(posedge clk_i) begin
      if (rst_ni) progress: assert (stuck_q <= 2'd1);
    end
  end

  // ---- what makes the proof worth while ------------------------------------------------------
  if (Step == 5) begin : gen_reached
    logic [Trackers-1:0] crossed;
    logic                both_q, turn_q;

    for (genvar t = 0; t < int'(Trackers); t++) begin : gen_tracker
      // A Put that holds its bank, its data being owed by the bank that the next tracker's holds.
      localparam int unsigned Next = (t + 1) % Trackers;
      assign crossed[t] = burst[t] && !a_valid[t] && bank[t] != bank[Next] &&
                          owed_q[bank[Next]][t][Reads-1:0] != '0;
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        both_q <= 1'b0;
        turn_q <= 1'b0;
      end else begin
        both_q <= both_q || &crossed;
        turn_q <= turn_q || passed_q != '0;
      end
    end
    always_ff @(posedge clk_i) begin
      if (rst_ni) reached: assert (!(both_q && turn_q && busy == '0 && bank_owes == '0));
    end
  end
endmodule
