// SPDX-License-Identifier: Apache-2.0

/// Proof top of fy_walker behind fy_data_port_mux: no request is lost, each is answered once at its
/// own port, no port is overtaken more than once by each other, and a walk takes a bounded number
/// of cycles beside those in which the cache makes it wait.
///
/// And a fence, in a cycle that the solver chooses, leaves nothing in the walk cache: entries read
/// no later than the fence, or from a table with a mark, point to tables with a mark (the lowest
/// bit of the page number), and no walk that started after the fence reads such a table.
///
/// Requests, fences, the core and the cache are free: whatever they do, also what TLBs never do.
module fy_walker_properties
  import fy_core_pkg::*;
  import fy_mmu_pkg::*;
#(
  parameter int unsigned Ports = 3
) (
  input logic                      clk_i,
  input logic                      rst_ni,
  input walk_request_t [Ports-1:0] walk_i,
  input translation_fence_t        fence_i,
  input logic                      event_i,
  input data_request_t             core_i,
  input logic                      data_ready_i,
  input data_response_t            data_i
);
  // A level takes 3 cycles: the read, its decision, its check.
  localparam int unsigned WalkCycles = 9;

  walk_request_t [Ports-1:0]  walk;
  logic [Ports-1:0]           walk_valid, walk_ready, answered;
  walk_response_t [Ports-1:0] responses;
  walk_response_t             response;
  data_request_t              walker, data;
  data_response_t             marked, core_response, walker_response;
  logic [63:0]                table_address;
  attributes_t                attributes;
  logic                       walker_ready, core_ready;
  walker_events_t             events;

  fy_walker #(
    .Ports           (Ports),
    .WalkCacheEntries(2)
  ) i_walker (
    .clk_i,
    .rst_ni,
    .walk_i             (walk),
    .walk_ready_o       (walk_ready),
    .walk_o             (responses),
    .fence_i,
    .attribute_address_o(table_address),
    .attributes_i       (attributes),
    .data_o             (walker),
    .data_ready_i       (walker_ready),
    .data_i             (walker_response),
    .events_o           (events)
  );

  fy_address_attributes #(.Attributes(fy_bench_map_pkg::Attributes)) i_attributes (
    .address_i   (table_address),
    .attributes_o(attributes)
  );

  fy_data_port_mux i_mux (
    .clk_i,
    .rst_ni,
    .core_i,
    .core_ready_o  (core_ready),
    .core_o        (core_response),
    .walker_i      (walker),
    .walker_ready_o(walker_ready),
    .walker_o      (walker_response),
    .data_o        (data),
    .data_ready_i,
    .data_i        (marked)
  );

  // Roots have no mark.
  always_comb begin
    walk = walk_i;
    for (int i = 0; i < int'(Ports); i++) begin
      walk[i].root[0] = 1'b0;
      walk_valid[i]   = walk_i[i].valid;
      answered[i]   = responses[i].valid;
    end
    response = responses[0];   // the same at every port, but for `valid`
  end

  // ---- what is owed -------------------------------------------------------------------------
  logic [Ports-1:0]      taken, owed_q;
  logic [Ports-1:0][3:0] overtaken_q;   // by how many walks that started since it asks
  logic                  decide_q, core_decide_q, late_owed_q, replayed, waits;
  logic [4:0]            spent_q;       // cycles of the walk in which nothing made it wait
  vpn_t                  vpn_q;
  asid_t                 asid_q;

  assign taken    = walk_valid & walk_ready;
  assign replayed = decide_q && !(data_i.status inside {DataDone, DataPending});
  // The read before a replay was in vain too.
  assign waits    = (walker.valid && !walker_ready) || late_owed_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      owed_q        <= '0;
      overtaken_q   <= '0;
      decide_q      <= 1'b0;
      core_decide_q <= 1'b0;
      late_owed_q   <= 1'b0;
      spent_q       <= '0;
    end else begin
      owed_q        <= taken | (owed_q & ~answered);
      decide_q      <= walker.valid && walker_ready;
      core_decide_q <= core_i.valid && core_ready;
      late_owed_q   <= (decide_q && data_i.status == DataPending) ||
                       (late_owed_q && !walker_response.late_valid);
      if (taken != '0) spent_q <= '0;
      else if (replayed) spent_q <= spent_q - 5'd1;
      else if (owed_q != '0 && !waits) spent_q <= spent_q + 5'd1;
      for (int i = 0; i < int'(Ports); i++) begin
        if (taken[i] || !walk_valid[i]) overtaken_q[i] <= '0;
        else if (taken != '0) overtaken_q[i] <= overtaken_q[i] + 4'd1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    for (int i = 0; i < int'(Ports); i++) begin
      if (taken[i]) begin
        vpn_q  <= walk_i[i].vpn;
        asid_q <= walk_i[i].asid;
      end
    end
  end

  // ---- marks --------------------------------------------------------------------------------
  localparam int unsigned MarkBit = 10;   // of a table entry: the lowest of its page number

  logic past_q, old_q, new_walk_q;

  always_comb begin
    marked                    = data_i;
    marked.data[MarkBit]      = old_q;
    marked.late.data[MarkBit] = old_q;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      past_q     <= 1'b0;
      old_q      <= 1'b0;
      new_walk_q <= 1'b0;
    end else begin
      past_q <= past_q || (event_i && fence_i.valid && !fence_i.use_address);
      if (walker.valid && walker_ready) old_q <= !past_q || walker.access.address[PageBits];
      if (taken != '0) new_walk_q <= past_q;
    end
  end

  // ---- what was offered -----------------------------------------------------------------------
  data_request_t shown_q;
  logic          stalled_q, core_stalled_q, core_lost_q;

  logic [Ports-1:0] late_ports;
  for (genvar i = 0; i < int'(Ports); i++) begin : gen_fair
    assign late_ports[i] = overtaken_q[i] >= 4'(Ports);
  end

  // ---- claims -------------------------------------------------------------------------------
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stalled_q      <= 1'b0;
      core_lost_q    <= 1'b0;
      core_stalled_q <= 1'b0;
    end else begin
      stalled_q      <= walker.valid && !walker_ready;
      core_stalled_q <= data.valid && !data_ready_i && !data.access.id.walker;
      core_lost_q    <= core_i.valid && data_ready_i && !core_ready;
    end
  end

  always_ff @(posedge clk_i) begin
    shown_q <= walker;
    if (rst_ni) begin
      a_one     : assert ($countones(taken) <= 1 && $countones(owed_q) <= 1);
      a_ready   : assert ((walk_ready & ~walk_valid) == '0);
      a_once    : assert ((answered & ~owed_q) == '0);
      a_own     : assert (answered == '0 ||
                          (response.entry.vpn == vpn_q && response.entry.asid == asid_q));
      a_kept    : assert (events.busy == (owed_q != '0));
      a_idle    : assert (owed_q != '0 || walk_valid == '0 || taken != '0);
      a_bounded : assert (spent_q <= 5'(WalkCycles));
      a_fair    : assert (late_ports == '0);
      a_stable  : assert (!stalled_q || (walker.valid && walker == shown_q));
      a_hold    : assert (!core_stalled_q || !core_i.valid || !data.access.id.walker);
      a_silent  : assert (!(late_owed_q || decide_q) || !walker.valid);
      a_clean   : assert (!(new_walk_q && walker.valid && walker.access.address[PageBits]));
      a_kill    : assert (!data.kill || core_decide_q);
      a_core    : assert (!(core_lost_q && core_i.valid && data_ready_i && !core_ready));
      a_shown   : assert (!core_i.valid || data.valid);
      c_last    : cover (overtaken_q[2] == 4'(Ports - 1) && taken[2]);
      c_long    : cover (spent_q == 5'(WalkCycles - 1) && answered != '0);
      c_late    : cover (late_owed_q && walker_response.late_valid && data_i.late.error);
      c_replay  : cover (replayed);
      c_met     : cover (past_q && !new_walk_q && old_q && answered != '0);
      c_cached  : cover (new_walk_q && taken != '0 && events.cached);
      c_core    : cover (core_lost_q && core_ready);
    end
  end

  logic unused;
  assign unused = ^{core_response, walker_response, data, responses, data_i};

  // The run begins in reset.
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) begin
    first_q <= 1'b0;
    reset: assume (rst_ni == !first_q);
  end
endmodule
