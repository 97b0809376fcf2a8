// SPDX-License-Identifier: Apache-2.0

/// Full crossbar of all five TileLink channels.
///
/// Combinational forward and back: adds no cycle, nor do the queues that answers of chosen clients
/// wait in; each output passes a beat each cycle. Outputs choose fairly between messages and keep a
/// message together. A and C go to the manager whose region holds the address, E to the manager
/// named in the upper bits of `sink`, B and D to the client named in the upper bits of `source`;
/// the crossbar writes and removes those bits. An address in no region is answered denied. Clients
/// without B, C, E tie them off: valid low, ready of B high. A queue is for clients that always
/// take their answers and have no channel B: what waits in it may pass, or be passed by, a Probe.
module fy_tl_crossbar import fy_tl_pkg::*; #(
  /// Bytes of a beat
  parameter int unsigned BeatBytes = 32,
  /// Clients; the caching ones first
  parameter int unsigned Clients = 2,
  /// Managers
  parameter int unsigned Managers = 1,
  /// Addresses of each manager; they must not overlap
  parameter fy_tl_pkg::region_t [Managers-1:0] Regions = '0,
  /// Source numbers each client uses, counted from 0
  parameter logic [Clients-1:0][15:0] ClientSources = {Clients{16'd1}},
  /// Clients whose answers wait in a queue of four beats for each manager, so that a manager goes
  /// on to another client's answer while this one takes that of another manager
  parameter logic [Clients-1:0] QueuedClients = '0
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  fy_tl#(.BeatBytes(BeatBytes))::forward_t [Clients-1:0] client_i,
  output fy_tl_pkg::forward_ready_t [Clients-1:0] client_ready_o,
  output fy_tl#(.BeatBytes(BeatBytes))::backward_t [Clients-1:0] client_o,
  input  fy_tl_pkg::backward_ready_t [Clients-1:0] client_ready_i,

  output fy_tl#(.BeatBytes(BeatBytes))::forward_t [Managers-1:0] manager_o,
  input  fy_tl_pkg::forward_ready_t [Managers-1:0] manager_ready_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::backward_t [Managers-1:0] manager_i,
  output fy_tl_pkg::backward_ready_t [Managers-1:0] manager_ready_o
);
  typedef fy_tl#(.BeatBytes(BeatBytes))::a_t a_t;
  typedef fy_tl#(.BeatBytes(BeatBytes))::b_t b_t;
  typedef fy_tl#(.BeatBytes(BeatBytes))::c_t c_t;
  typedef fy_tl#(.BeatBytes(BeatBytes))::d_t d_t;
  typedef fy_tl#(.BeatBytes(BeatBytes))::e_t e_t;

  // The responder for unmapped addresses is one more manager, behind the real ones.
  localparam int unsigned Targets     = Managers + 1;
  localparam int unsigned QueueDepth  = 4;   // beats
  localparam int unsigned ClientBits  = $clog2(Clients);
  localparam int unsigned SourceShift = DefaultSourceBits - ClientBits;
  localparam int unsigned SinkShift   = DefaultSinkBits - $clog2(Targets);

  typedef struct packed {
    logic last;
    d_t   beat;
  } answer_t;

  typedef struct packed {
    logic    last;
    header_t header;
  } error_beat_t;

  typedef logic [DefaultSourceBits-1:0] source_t;
  typedef logic [DefaultSinkBits-1:0]   sink_t;

  function automatic logic [Targets-1:0] target_of(logic [DefaultAddressBits-1:0] address);
    logic [Targets-1:0] hit;
    for (int unsigned m = 0; m < Managers; m++) begin
      hit[m] = (64'(address) & Regions[m].mask) == Regions[m].base;
    end
    hit[Managers] = hit[Managers-1:0] == '0;
    return hit;
  endfunction

  // Requests by [target][client], answers by [client][target].
  a_t [Clients-1:0]              a_tagged;
  c_t [Clients-1:0]              c_tagged;
  d_t [Targets-1:0]              d_tagged;
  b_t [Managers-1:0]             b_tagged;
  e_t [Clients-1:0]              e_untagged;
  error_beat_t                   error_a, error_c;
  logic [Targets-1:0]            d_valid, d_last, a_ready, c_ready;
  logic [Clients-1:0]            a_last, c_last;
  logic [Targets-1:0][Clients-1:0] a_request, a_grant, c_request, c_grant, e_request, e_grant;
  logic [Clients-1:0][Targets-1:0] d_request, d_grant;
  logic [Clients-1:0][Managers-1:0] b_request, b_grant;
  logic                          error_a_valid, error_c_valid;

  // ---- clients to targets -----------------------------------------------------------------

  for (genvar c = 0; c < int'(Clients); c++) begin : gen_client
    logic [Targets-1:0] a_target, c_target, e_target, a_got, c_got, e_got, d_take, d_end;
    d_t [Targets-1:0]   d_head;

    always_comb begin
      a_tagged[c]        = client_i[c].a;
      a_tagged[c].source = client_i[c].a.source | source_t'(c << SourceShift);
      c_tagged[c]        = client_i[c].c;
      c_tagged[c].source = client_i[c].c.source | source_t'(c << SourceShift);
    end
    assign e_untagged[c] = client_i[c].e;
    assign a_target = target_of(client_i[c].a.address);
    assign c_target = target_of(client_i[c].c.address);

    for (genvar t = 0; t < int'(Targets); t++) begin : gen_target
      assign e_target[t]      = 32'(client_i[c].e.sink) >> SinkShift == t;
      assign a_request[t][c]  = client_i[c].a_valid && a_target[t];
      assign c_request[t][c]  = client_i[c].c_valid && c_target[t];
      assign e_request[t][c]  = client_i[c].e_valid && e_target[t];
      assign a_got[t]         = a_grant[t][c];
      assign c_got[t]         = c_grant[t][c];
      assign e_got[t]         = e_grant[t][c];

      logic d_mine;
      assign d_mine = d_valid[t] && 32'(d_tagged[t].source) >> SourceShift == c;
      if (QueuedClients[c] && t < int'(Managers)) begin : gen_queue
        answer_t head;
        fy_fifo #(.data_t(answer_t), .Depth(QueueDepth), .FallThrough(1'b1)) i_answers (
          .clk_i, .rst_ni, .data_i({d_last[t], d_tagged[t]}), .valid_i(d_mine),
          .ready_o(d_grant[c][t]), .data_o(head), .valid_o(d_request[c][t]), .ready_i(d_take[t])
        );
        assign {d_end[t], d_head[t]} = head;
      end else begin : gen_direct
        assign d_request[c][t] = d_mine;
        assign d_grant[c][t]   = d_take[t];
        assign {d_end[t], d_head[t]} = {d_last[t], d_tagged[t]};
      end
    end
    assign client_ready_o[c] = '{a: |a_got, c: |c_got, e: |e_got};

    fy_tl_beats #(.BeatBytes(BeatBytes)) i_a_beats (
      .clk_i, .rst_ni, .size_i(client_i[c].a.size), .has_data_i(a_has_data(client_i[c].a.opcode)),
      .fire_i(client_i[c].a_valid && |a_got), .last_o(a_last[c])
    );
    fy_tl_beats #(.BeatBytes(BeatBytes)) i_c_beats (
      .clk_i, .rst_ni, .size_i(client_i[c].c.size), .has_data_i(c_has_data(client_i[c].c.opcode)),
      .fire_i(client_i[c].c_valid && |c_got), .last_o(c_last[c])
    );

    d_t   d_chosen;
    b_t   b_chosen;
    logic d_chosen_valid, b_chosen_valid;
    fy_tl_arbiter #(.data_t(d_t), .Inputs(Targets)) i_d (
      .clk_i, .rst_ni, .data_i(d_head), .valid_i(d_request[c]), .ready_o(d_take),
      .last_i(d_end), .data_o(d_chosen), .valid_o(d_chosen_valid),
      .ready_i(client_ready_i[c].d)
    );
    fy_tl_arbiter #(.data_t(b_t), .Inputs(Managers)) i_b (
      .clk_i, .rst_ni, .data_i(b_tagged), .valid_i(b_request[c]), .ready_o(b_grant[c]),
      .last_i('1), .data_o(b_chosen), .valid_o(b_chosen_valid),
      .ready_i(client_ready_i[c].b)
    );
    always_comb begin
      client_o[c] = '{d_valid: d_chosen_valid, d: d_chosen, b_valid: b_chosen_valid, b: b_chosen};
      client_o[c].d.source = d_chosen.source & source_t'((1 << SourceShift) - 1);
      client_o[c].b.source = b_chosen.source & source_t'((1 << SourceShift) - 1);
    end

    if (32'(ClientSources[c]) > 2 ** SourceShift) begin : gen_sources
      $error("fy_tl_crossbar: client %0d declares %0d sources; %0d bits less %0d %s leave %0d",
             c, ClientSources[c], DefaultSourceBits, ClientBits, "for the clients",
             2 ** SourceShift);
    end
  end

  // ---- managers ---------------------------------------------------------------------------

  for (genvar m = 0; m < int'(Managers); m++) begin : gen_manager
    logic [Clients-1:0] d_got, b_got;
    a_t                 a_chosen;
    c_t                 c_chosen;
    e_t                 e_chosen;
    logic               a_chosen_valid, c_chosen_valid, e_chosen_valid;

    fy_tl_arbiter #(.data_t(a_t), .Inputs(Clients)) i_a (
      .clk_i, .rst_ni, .data_i(a_tagged), .valid_i(a_request[m]), .ready_o(a_grant[m]),
      .last_i(a_last), .data_o(a_chosen), .valid_o(a_chosen_valid),
      .ready_i(a_ready[m])
    );
    fy_tl_arbiter #(.data_t(c_t), .Inputs(Clients)) i_c (
      .clk_i, .rst_ni, .data_i(c_tagged), .valid_i(c_request[m]), .ready_o(c_grant[m]),
      .last_i(c_last), .data_o(c_chosen), .valid_o(c_chosen_valid),
      .ready_i(c_ready[m])
    );
    fy_tl_arbiter #(.data_t(e_t), .Inputs(Clients)) i_e (
      .clk_i, .rst_ni, .data_i(e_untagged), .valid_i(e_request[m]), .ready_o(e_grant[m]),
      .last_i('1), .data_o(e_chosen), .valid_o(e_chosen_valid),
      .ready_i(manager_ready_i[m].e)
    );
    always_comb begin
      manager_o[m] = '{a_valid: a_chosen_valid, a: a_chosen, c_valid: c_chosen_valid, c: c_chosen,
                       e_valid: e_chosen_valid, e: e_chosen};
      manager_o[m].e.sink = e_chosen.sink & sink_t'((1 << SinkShift) - 1);
    end
    assign a_ready[m] = manager_ready_i[m].a;
    assign c_ready[m] = manager_ready_i[m].c;

    always_comb begin
      d_tagged[m]      = manager_i[m].d;
      d_tagged[m].sink = manager_i[m].d.sink | sink_t'(m << SinkShift);
    end
    assign b_tagged[m] = manager_i[m].b;
    assign d_valid[m]  = manager_i[m].d_valid;
    for (genvar c = 0; c < int'(Clients); c++) begin : gen_answer
      assign b_request[c][m] = manager_i[m].b_valid
                               && 32'(manager_i[m].b.source) >> SourceShift == c;
      assign d_got[c]        = d_grant[c][m] && 32'(manager_i[m].d.source) >> SourceShift == c;
      assign b_got[c]        = b_grant[c][m];
    end
    assign manager_ready_o[m] = '{b: |b_got, d: |d_got};

    fy_tl_beats #(.BeatBytes(BeatBytes)) i_d_beats (
      .clk_i, .rst_ni, .size_i(manager_i[m].d.size),
      .has_data_i(d_has_data(manager_i[m].d.opcode)),
      .fire_i(manager_i[m].d_valid && |d_got), .last_o(d_last[m])
    );
  end

  // ---- unmapped addresses -------------------------------------------------------------------

  logic [Clients-1:0]        error_d_got;
  logic                      unused_error;
  error_beat_t [Clients-1:0] error_a_beats, error_c_beats;

  for (genvar c = 0; c < int'(Clients); c++) begin : gen_error
    assign error_a_beats[c] = '{last: a_last[c], header: '{
        opcode: a_tagged[c].opcode, size: a_tagged[c].size, source: a_tagged[c].source}};
    assign error_c_beats[c] = '{last: c_last[c], header: '{
        opcode: c_tagged[c].opcode, size: c_tagged[c].size, source: c_tagged[c].source}};
    assign error_d_got[c]   = d_grant[c][Managers];
  end

  fy_tl_arbiter #(.data_t(error_beat_t), .Inputs(Clients)) i_error_a (
    .clk_i, .rst_ni, .data_i(error_a_beats), .valid_i(a_request[Managers]),
    .ready_o(a_grant[Managers]), .last_i(a_last), .data_o(error_a),
    .valid_o(error_a_valid), .ready_i(a_ready[Managers])
  );
  fy_tl_arbiter #(.data_t(error_beat_t), .Inputs(Clients)) i_error_c (
    .clk_i, .rst_ni, .data_i(error_c_beats), .valid_i(c_request[Managers]),
    .ready_o(c_grant[Managers]), .last_i(c_last), .data_o(error_c),
    .valid_o(error_c_valid), .ready_i(c_ready[Managers])
  );
  assign e_grant[Managers] = e_request[Managers];

  fy_tl#(.BeatBytes(BeatBytes))::forward_t  error;
  fy_tl#(.BeatBytes(BeatBytes))::backward_t error_answer;
  forward_ready_t                           error_ready;

  always_comb begin
    error          = '0;
    error.a_valid  = error_a_valid;
    error.a.opcode = a_opcode_e'(error_a.header.opcode);
    error.a.size   = error_a.header.size;
    error.a.source = error_a.header.source;
    error.c_valid  = error_c_valid;
    error.c.opcode = c_opcode_e'(error_c.header.opcode);
    error.c.size   = error_c.header.size;
    error.c.source = error_c.header.source;
  end

  fy_tl_error #(.BeatBytes(BeatBytes)) i_error (
    .clk_i, .rst_ni,
    .tl_i(error), .tl_ready_o(error_ready), .a_last_i(error_a.last), .c_last_i(error_c.last),
    .tl_o(error_answer), .tl_ready_i('{b: 1'b1, d: |error_d_got}), .d_last_o(d_last[Managers])
  );
  assign a_ready[Managers] = error_ready.a;
  assign c_ready[Managers] = error_ready.c;
  assign d_valid[Managers] = error_answer.d_valid;
  assign unused_error      = ^{error_answer, error_ready};
  always_comb begin
    d_tagged[Managers]      = error_answer.d;
    d_tagged[Managers].sink = sink_t'(Managers << SinkShift);
  end
endmodule
