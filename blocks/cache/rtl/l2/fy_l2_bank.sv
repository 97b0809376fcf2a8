// SPDX-License-Identifier: Apache-2.0

/// Bank of the shared L2: inclusive, write-back, directory of the caching clients, TL-C to AXI4.
///
/// At most Transactors requests are in work, each from its first A beat to its last D beat (an
/// Acquire to its GrantAck); Release and ProbeAck need none. The array takes one whole line a
/// cycle. Idle bank, A handshake to first D beat: Get or Acquire hit 4 cycles, one-beat Put hit 2.
/// Held: Get hit 6 cycles, whole-line Put hit 3. One beat a cycle on every channel. Reset: a_ready
/// is low for Sets cycles. A Get or Put without `allocate` that misses passes through: nothing is
/// evicted, nothing kept, the Put goes to a write-back slot by byte strobes; same latencies.
/// Hooks (`Hooked`): fy_l2_hook_pkg; a transactor may be held from its lookup's notice on. Without
/// it their ports are idle and synthesise to nothing.
/// Limits: messages up to a line, no atomics (denied).
module fy_l2_bank
  import fy_axi_pkg::*;
  import fy_cache_pkg::*;
  import fy_tl_pkg::*;
  import fy_l2_pkg::*;
  import fy_l2_hook_pkg::*;
#(
  /// Bytes of a beat, both sides
  parameter int unsigned BeatBytes      = 32,
  /// Bytes of a line
  parameter int unsigned LineBytes      = 64,
  parameter int unsigned Sets           = 2048,
  parameter int unsigned Ways           = 8,
  /// Requests in work at a time
  parameter int unsigned Transactors    = 8,
  /// Inputs of the crossbar before the bank
  parameter int unsigned Clients        = 4,
  /// The first of them that cache: one sharer bit each
  parameter int unsigned CachingClients = 1,
  /// Those whose allocations `access_allocate` counts
  parameter logic [63:0] CountedClients = '1,
  /// A client of the hooks is connected
  parameter bit          Hooked         = 1'b0
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  /// Strap: transactors in use; 0 means all
  input  logic [4:0]                    transactor_limit_i,

  input  fy_tl#(BeatBytes)::forward_t   tl_i,
  output fy_tl_pkg::forward_ready_t     tl_ready_o,
  output fy_tl#(BeatBytes)::backward_t  tl_o,
  input  fy_tl_pkg::backward_ready_t    tl_ready_i,

  output fy_axi#(BeatBytes)::forward_t  axi_o,
  input  fy_axi_pkg::forward_ready_t    axi_ready_i,
  input  fy_axi#(BeatBytes)::backward_t axi_i,
  output fy_axi_pkg::backward_ready_t   axi_ready_o,

  input  hook_t                         hook_i,
  output notice_t                       notice_o,
  /// Does not depend on `hook_i`
  output logic                          materialise_ready_o,

  /// A write-back failed, and where
  output logic                          bus_error_o,
  output logic [39:0]                   bus_error_address_o,
  output l2_events_t                    events_o
);
  localparam int unsigned OffsetBits = $clog2(LineBytes);
  localparam int unsigned SetBits    = $clog2(Sets);
  localparam int unsigned WayBits    = $clog2(Ways);
  localparam int unsigned BeatBits   = LineBytes > BeatBytes ? $clog2(LineBytes / BeatBytes) : 1;
  localparam int unsigned LineWidth  = LineBytes * 8;
  localparam int unsigned ClientBits = $clog2(Clients);
  localparam int unsigned NumberBits = Transactors > 1 ? $clog2(Transactors) : 1;

  typedef logic [Transactors-1:0] transactors_t;
  typedef logic [NumberBits-1:0]  index_t;

  transactor_t transactors [Transactors];
  transactor_t movers      [Transactors];   // for the arbiters: a held one shows idle

  function automatic logic [SetBits-1:0] set_of(logic [39:0] address);
    return address[OffsetBits+:SetBits];
  endfunction

  // ---- channel A --------------------------------------------------------------------------
  logic                a_ready, a_start, a_beat, a_last, a_conflict, a_full, a_lookup_ready;
  number_t             a_number;
  logic [BeatBits-1:0] a_index;
  request_t            a_request;
  clients_t            a_requester;
  logic [ClientBits-1:0] a_client;

  // ---- channel C ----------------------------------------------------------------------------
  logic                release_busy, release_lookup, release_commit, release_store, release_record;
  logic [39:0]         release_address;
  way_t                release_way;
  logic [LineWidth-1:0] release_data;
  directory_t          release_directory;
  report_t             report;
  transactors_t        report_for;
  acknowledge_t        acknowledge;
  logic                acknowledge_valid, acknowledge_ready, c_ready;

  // ---- shared things ----------------------------------------------------------------------
  logic         tags_ready, lookup, occupied;
  logic [39:0]  lookup_address, looked_q;
  result_t      result;
  transactors_t retries, retry_grant;
  transactors_t array_wants, array_turn, array_grant;
  transactors_t record_wants, record_grant;
  transactors_t probe_grant;
  transactors_t fetch_grant, response_done, grant_ack;
  index_t       retry_index, array_index, record_index;
  logic         array_any, record_any;
  logic         slot_ready, draining;
  number_t      slot;
  written_t     written;
  logic         written_valid;
  logic         refill, refill_last, refill_error;
  number_t      refill_number, d_number;
  logic [BeatBits-1:0] refill_index, d_index;
  logic [BeatBytes*8-1:0] d_data;
  logic [LineWidth-1:0] line, forward_line;
  logic [LineBytes-1:0] forward_mask;

  assign a_beat   = tl_i.a_valid && a_ready;
  assign a_client = tl_i.a.source[DefaultSourceBits-1-:ClientBits];

  // The hint belongs to Get and Put: the line of an Acquire must be here.
  assign a_request = '{
      opcode: tl_i.a.opcode, param: tl_i.a.param, size: tl_i.a.size, source: tl_i.a.source,
      address: tl_i.a.address,
      allocate: tl_i.a.allocate || !(tl_i.a.opcode == Get || is_put(tl_i.a.opcode))};
  assign a_requester = 32'(a_client) < CachingClients ? clients_t'(1) << a_client : '0;

  fy_l2_accept #(
    .BeatBytes(BeatBytes), .LineBytes(LineBytes), .Sets(Sets), .Transactors(Transactors)
  ) i_accept (
    .clk_i, .rst_ni,
    .limit_i(transactor_limit_i),
    .request_i(a_request), .valid_i(tl_i.a_valid), .ready_o(a_ready),
    .transactors_i    (transactors),
    .lookup_ready_i   (a_lookup_ready),
    .draining_i       (draining),
    .record_i         (record_any),
    .record_address_i (transactors[record_index].request.address),
    .release_valid_i  (release_busy),
    .release_address_i(release_address),
    .start_o(a_start), .last_o(a_last), .number_o(a_number), .index_o(a_index),
    .conflict_o(a_conflict), .full_o(a_full)
  );

  fy_l2_release #(
    .BeatBytes(BeatBytes), .LineBytes(LineBytes), .Sets(Sets), .Clients(Clients),
    .Transactors(Transactors)
  ) i_release (
    .clk_i, .rst_ni,
    .tl_i('{c_valid: tl_i.c_valid, c: tl_i.c}), .tl_ready_o(c_ready),
    .transactors_i(transactors),
    .result_i     (result),
    .recorded_i   (|record_grant),
    .recorded_address_i(transactors[record_index].request.address),
    .busy_o   (release_busy),
    .lookup_o (release_lookup),
    .commit_o (release_commit),
    .address_o(release_address),
    .store_o  (release_store), .record_o(release_record), .way_o(release_way),
    .data_o   (release_data),
    .directory_o(release_directory), .report_o(report), .report_for_o(report_for),
    .acknowledge_o(acknowledge), .acknowledge_valid_o(acknowledge_valid),
    .acknowledge_ready_i(acknowledge_ready)
  );

  // ---- transactors --------------------------------------------------------------------------
  for (genvar i = 0; i < Transactors; i++) begin : gen_transactor
    grant_t grant;

    always_comb begin
      grant.start        = a_start && a_number == number_t'(i);
      grant.beat         = a_beat && a_number == number_t'(i);
      grant.last_beat    = a_last;
      grant.corrupt_beat = tl_i.a.corrupt && is_put(tl_i.a.opcode);
      grant.lookup       = retry_grant[i];
      grant.probe        = probe_grant[i];
      grant.array        = array_grant[i];
      grant.slot         = slot;
      grant.fetch        = fetch_grant[i];
      grant.refilled     = refill && refill_last && refill_number == number_t'(i);
      grant.refill_error = refill && refill_error && refill_number == number_t'(i);
      grant.response     = response_done[i];
      grant.record       = record_grant[i];
      grant.grant_ack    = grant_ack[i];
    end

    fy_l2_transactor #(.LineBytes(LineBytes)) i_transactor (
      .clk_i, .rst_ni,
      .request_i(a_request), .requester_i(a_requester), .grant_i(grant), .result_i(result),
      .report_i(report), .report_valid_i(report_for[i]),
      .written_i(written), .written_valid_i(written_valid),
      .state_o(transactors[i])
    );

    assign retries[i]      = transactors[i].state == StateRetry &&
                             !(release_busy && set_of(release_address) ==
                                               set_of(transactors[i].request.address)) &&
                             !(record_any && set_of(transactors[record_index].request.address) ==
                                             set_of(transactors[i].request.address));
    assign array_wants[i]  = movers[i].state == StateRead ||
                             (movers[i].state == StateEvict && slot_ready) ||
                             (movers[i].state == StateFinish && movers[i].store &&
                              movers[i].complete && (!movers[i].passes || slot_ready));
    assign record_wants[i] = movers[i].state == StateFinish && movers[i].record &&
                             movers[i].complete && !release_commit;
    assign grant_ack[i]    = tl_i.e_valid && tl_i.e.sink == DefaultSinkBits'(i);
  end

  assign tl_ready_o = '{a: a_ready, c: c_ready, e: 1'b1};

  // ---- tags: Release, then Retry, then channel A ----------------------------------------------
  logic         retry_any;
  transactors_t retry_turn;

  fy_round_robin #(.Inputs(Transactors)) i_retry (
    .clk_i, .rst_ni, .request_i(retries), .advance_i(!release_lookup),
    .grant_o(retry_turn), .index_o(retry_index), .any_o(retry_any)
  );

  assign retry_grant    = release_lookup ? '0 : retry_turn;
  assign a_lookup_ready = tags_ready && !release_lookup && !retry_any;
  assign lookup         = release_lookup || retry_any || a_start;
  assign lookup_address = release_lookup ? release_address :
                          retry_any ? transactors[retry_index].request.address : tl_i.a.address;

  logic [Ways-1:0] used;
  always_comb begin
    used = '0;
    for (int unsigned i = 0; i < Transactors; i++) begin
      if (transactors[i].state != StateIdle && transactors[i].owns &&
          set_of(transactors[i].request.address) == set_of(looked_q)) begin
        used[transactors[i].way[WayBits-1:0]] = 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i) if (lookup) looked_q <= lookup_address;

  fy_l2_tags #(
    .LineBytes(LineBytes), .Sets(Sets), .Ways(Ways), .CachingClients(CachingClients)
  ) i_tags (
    .clk_i, .rst_ni,
    .ready_o(tags_ready),
    .lookup_i(lookup), .lookup_touch_i(!release_lookup),
    .lookup_allocate_i(retry_any || a_request.allocate), .lookup_address_i(lookup_address),
    .used_i(used), .result_o(result), .occupied_o(occupied),
    .write_i          (release_record || record_any),
    .write_address_i  (release_record ? release_address :
                                        transactors[record_index].request.address),
    .write_way_i      (release_record ? release_way : transactors[record_index].way),
    .write_valid_i    (release_record || transactors[record_index].keep),
    .write_directory_i(release_record ? release_directory : transactors[record_index].directory)
  );

  fy_round_robin #(.Inputs(Transactors)) i_record (
    .clk_i, .rst_ni, .request_i(record_wants), .advance_i(1'b1),
    .grant_o(record_grant), .index_o(record_index), .any_o(record_any)
  );

  // ---- data: channel C first -----------------------------------------------------------------
  transactor_t user;
  logic        evict, forward, store, copy, array_taken;

  fy_round_robin #(.Inputs(Transactors)) i_array (
    .clk_i, .rst_ni, .request_i(array_wants), .advance_i(!array_taken),
    .grant_o(array_turn), .index_o(array_index), .any_o(array_any)
  );

  assign array_taken = release_store || copy;
  assign array_grant = array_taken ? '0 : array_turn;
  assign user        = transactors[array_index];
  assign evict       = array_any && !array_taken && user.state == StateEvict;
  assign store       = array_any && !array_taken && user.state == StateFinish;
  assign forward     = store && user.passes;

  fy_l2_data #(
    .BeatBytes(BeatBytes), .LineBytes(LineBytes), .Lines(Sets * Ways), .Transactors(Transactors)
  ) i_data (
    .clk_i, .rst_ni,
    .a_write_i(a_beat && is_put(tl_i.a.opcode)), .a_start_i(a_start), .a_number_i(a_number),
    .a_index_i(a_index), .a_data_i(tl_i.a.data), .a_mask_i(tl_i.a.mask),
    .r_write_i(refill), .r_number_i(refill_number), .r_index_i(refill_index),
    .r_data_i(axi_i.r.data),
    .array_i(array_taken || (array_any && !forward)),
    .array_write_i(release_store || (!copy && user.state == StateFinish)),
    .array_release_i(release_store),
    .array_partial_i(!release_store && user.hit && is_put(user.request.opcode)),
    .array_evict_i(evict || copy),
    .array_number_i(number_t'(array_index)),
    .array_index_i(release_store ? {release_way[WayBits-1:0], set_of(release_address)} :
                    copy ? {hook_i.materialise.way[WayBits-1:0],
                            hook_i.materialise.set[SetBits-1:0]} :
                                   {user.way[WayBits-1:0], set_of(user.request.address)}),
    .release_data_i(release_data), .line_o(line),
    .forward_i(forward), .forward_o(forward_line), .forward_mask_o(forward_mask),
    .d_number_i(d_number), .d_index_i(d_index), .d_data_o(d_data)
  );

  // ---- memory ---------------------------------------------------------------------------------
  fy_axi#(BeatBytes)::read_request_t  read;
  fy_axi#(BeatBytes)::write_request_t write;

  fy_l2_refill #(
    .BeatBytes(BeatBytes), .LineBytes(LineBytes), .Transactors(Transactors)
  ) i_refill (
    .clk_i, .rst_ni,
    .transactors_i(movers), .grant_o(fetch_grant),
    .axi_o(read), .axi_ready_i(axi_ready_i.ar),
    .axi_i('{r_valid: axi_i.r_valid, r: axi_i.r}),
    .refill_o(refill), .number_o(refill_number), .index_o(refill_index), .last_o(refill_last),
    .error_o(refill_error)
  );

  fy_l2_writeback #(
    .BeatBytes(BeatBytes), .LineBytes(LineBytes), .Slots(Transactors)
  ) i_writeback (
    .clk_i, .rst_ni,
    .slot_ready_o(slot_ready), .slot_o(slot), .evict_i(evict || forward || copy),
    .evict_address_i(copy ? hook_i.materialise.address :
                     forward ? user.request.address : probed(user)), .line_i(line),
    .forward_i(forward), .forward_line_i(forward_line), .forward_mask_i(forward_mask),
    .written_o(written), .written_address_o(bus_error_address_o),
    .written_valid_o(written_valid),
    .address_i(tl_i.a.address), .draining_o(draining),
    .axi_o(write), .axi_ready_i('{aw: axi_ready_i.aw, w: axi_ready_i.w}),
    .axi_i('{b_valid: axi_i.b_valid, b: axi_i.b})
  );

  assign axi_ready_o = '1;
  assign axi_o = '{aw_valid: write.aw_valid, aw: write.aw, w_valid: write.w_valid, w: write.w,
                   ar_valid: read.ar_valid, ar: read.ar};

  assign bus_error_o = written_valid && written.error;

  // ---- channel B ------------------------------------------------------------------------------
  fy_tl#(BeatBytes)::b_channel_t probe;
  fy_tl#(BeatBytes)::response_t  response;

  fy_l2_probe #(
    .BeatBytes(BeatBytes), .LineBytes(LineBytes), .Clients(Clients),
    .CachingClients(CachingClients), .Transactors(Transactors)
  ) i_probe (
    .clk_i, .rst_ni,
    .transactors_i(movers), .grant_o(probe_grant),
    .tl_o(probe), .tl_ready_i(tl_ready_i.b)
  );

  // ---- channel D --------------------------------------------------------------------------------
  fy_l2_response #(
    .BeatBytes(BeatBytes), .LineBytes(LineBytes), .Transactors(Transactors)
  ) i_response (
    .clk_i, .rst_ni,
    .transactors_i(movers), .done_o(response_done), .number_o(d_number), .index_o(d_index),
    .data_i(d_data),
    .acknowledge_i(acknowledge), .acknowledge_valid_i(acknowledge_valid),
    .acknowledge_ready_o(acknowledge_ready),
    .tl_o(response), .tl_ready_i(tl_ready_i.d)
  );

  assign tl_o = '{b_valid: probe.b_valid, b: probe.b, d_valid: response.d_valid, d: response.d};

  // ---- hooks ----------------------------------------------------------------------------
  fy_l2_hooks #(
    .LineBytes(LineBytes), .Sets(Sets), .Transactors(Transactors), .Hooked(Hooked)
  ) i_hooks (
    .clk_i, .rst_ni,
    .transactors_i(transactors), .movers_o(movers),
    .occupied_i(occupied), .store_i(store), .store_number_i(number_t'(array_index)),
    .copy_o(copy), .array_busy_i(release_store), .slot_ready_i(slot_ready), .slot_i(slot),
    .written_i(written), .written_valid_i(written_valid),
    .hook_i, .notice_o, .materialise_ready_o
  );

  // ---- events ---------------------------------------------------------------------------
  fy_l2_events #(
    .LineBytes(LineBytes), .Transactors(Transactors), .Clients(Clients),
    .CountedClients(CountedClients)
  ) i_events (
    .clk_i, .rst_ni,
    .transactors_i(transactors), .start_i(a_start), .opcode_i(tl_i.a.opcode),
    .conflict_i(a_conflict), .full_i(a_full), .result_i(result),
    .probe_i(probe.b_valid && tl_ready_i.b), .report_i(report), .report_for_i(report_for),
    .release_i(acknowledge_valid && acknowledge_ready),
    .refilled_i(refill && refill_last && !refill_error), .refill_number_i(refill_number),
    .evict_i(evict), .evict_number_i(number_t'(array_index)),
    .events_o
  );

  if (BeatBytes < 8 || LineBytes % BeatBytes != 0) begin : gen_beats
    $error("fy_l2_bank: BeatBytes is %0d; it must divide LineBytes %0d and be at least 8",
           BeatBytes, LineBytes);
  end
  if (LineBytes < 16 || LineBytes > 64 || 2 ** OffsetBits != LineBytes) begin : gen_line
    $error("fy_l2_bank: LineBytes is %0d; it must be 16, 32 or 64", LineBytes);
  end
endmodule
