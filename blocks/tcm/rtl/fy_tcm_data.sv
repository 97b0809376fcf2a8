// SPDX-License-Identifier: Apache-2.0

/// Data port of a tightly coupled memory, and the turns of core and host on the RAM's second port.
///
/// A load or AMO reads the RAM in the cycle in which it is accepted; a store writes in the next
/// one, when it can no longer be killed. If another access reads then, the write waits in
/// `pending`, which is laid over what is read. A store never finds it full, because nothing was
/// read in the cycle in which the store was accepted. An AMO may find it full: then the port is
/// closed for a cycle. A beat of the host waits for a turn, a cycle in which the data port is
/// closed, and for the writes under way. Turns follow one another at the distance of two cycles or
/// more.
module fy_tcm_data
  import fy_core_pkg::*;
  import fy_data_port_pkg::*;
  import fy_tcm_pkg::*;
#(
  parameter logic [63:0] Base  = 64'h8000_0000,
  parameter int unsigned Bytes = 65536
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  input  data_request_t         data_i,
  output logic                  data_ready_o,
  output data_response_t        data_o,

  /// The access that is decided; it lies outside, and there it is done (if ready) or refused
  output data_access_t          outside_o,
  output logic                  outside_valid_o,
  input  logic                  outside_ready_i,
  output logic                  refused_o,
  /// The value of a load outside
  input  data_late_t            late_i,
  input  logic                  late_valid_i,

  /// A beat of the host, held until it is done; a word that is read stands a cycle later
  input  word_access_t          host_i,
  input  logic                  host_valid_i,
  output logic                  host_ready_o,

  /// The RAM; a word that is read stands a cycle later
  output word_access_t          access_o,
  output logic                  access_valid_o,
  input  logic [63:0]           word_i,

  /// Without those of fetch
  output tcm_events_t           events_o
);
  localparam int unsigned IndexBits = $clog2(Bytes / 8);

  data_access_t s1_q;
  word_access_t store, pending_q;
  logic         accept, reads, s1_valid_q, pending_valid_q, turn_q;
  logic         go, own, amo, conditional, reserved_q, succeeds, stores, drain, waits;
  logic [IndexBits-1:0] index, reserved_index_q;
  logic [63:0]  word, old, operand;

  // ---- first cycle: the RAM is read ---------------------------------------------------------
  assign data_ready_o = !turn_q && !(s1_valid_q && amo && pending_valid_q);
  assign accept       = data_i.valid && data_ready_o;
  assign reads        = accept &&
                        !(data_i.access.operation inside {DataStore, DataStoreConditional});

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) s1_valid_q <= 1'b0;
    else s1_valid_q <= accept;
  end
  always_ff @(posedge clk_i) begin
    if (accept) s1_q <= data_i.access;
  end

  // ---- second cycle: decision ---------------------------------------------------------------
  assign go          = s1_valid_q && !data_i.kill;
  assign index       = s1_q.address[3+:IndexBits];
  assign own         = (s1_q.address & ~(64'(Bytes) - 64'd1)) == Base;
  assign conditional = s1_q.operation == DataStoreConditional;
  assign amo         = is_atomic(s1_q.operation) && !conditional &&
                       s1_q.operation != DataLoadReserved;
  assign succeeds    = own && reserved_q && reserved_index_q == index;
  assign stores      = go && own && (s1_q.operation == DataStore || amo ||
                                     (conditional && succeeds));

  assign outside_o       = s1_q;
  assign outside_valid_o = go && !own && !is_atomic(s1_q.operation);
  assign refused_o       = go && !own && is_atomic(s1_q.operation);

  assign waits = pending_valid_q && pending_q.address[3+:IndexBits] == index;
  assign word  = overlay(word_i, pending_q.data, waits ? pending_q.mask : '0);
  assign old   = extend(word, s1_q.address[2:0], s1_q.size, s1_q.is_unsigned);

  fy_atomic_unit i_atomic (
    .operation_i(s1_q.operation), .size_i(s1_q.size), .old_i(old), .operand_i(s1_q.data),
    .store_o(operand)
  );

  assign store = '{write: 1'b1, address: s1_q.address[39:0],
                   mask: byte_mask(s1_q.size, s1_q.address[2:0]),
                   data: place(operand, s1_q.address[2:0])};

  // The reservation ends with every other atomic, and with every write of the host.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) reserved_q <= 1'b0;
    else if (go && is_atomic(s1_q.operation)) begin
      reserved_q <= own && s1_q.operation == DataLoadReserved;
    end else if (host_ready_o && host_i.write) reserved_q <= 1'b0;
  end
  always_ff @(posedge clk_i) begin
    if (go && s1_q.operation == DataLoadReserved) reserved_index_q <= index;
  end

  // ---- the port of the RAM ------------------------------------------------------------------
  assign drain        = pending_valid_q && !reads;
  assign host_ready_o = turn_q && host_valid_i && !pending_valid_q &&
                     !(s1_valid_q && s1_q.operation != DataLoad);

  always_comb begin
    access_o       = store;
    access_valid_o = stores;
    if (reads) begin
      access_o.write   = 1'b0;
      access_o.address = data_i.access.address[39:0];
      access_valid_o   = 1'b1;
    end else if (drain) begin
      access_o       = pending_q;
      access_valid_o = 1'b1;
    end else if (host_ready_o) begin
      access_o       = host_i;
      access_valid_o = 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pending_valid_q <= 1'b0;
      turn_q          <= 1'b0;
    end else begin
      if (stores && (reads || pending_valid_q)) pending_valid_q <= 1'b1;
      else if (drain) pending_valid_q <= 1'b0;
      turn_q <= turn_q ? !host_ready_o : host_valid_i;
    end
  end
  always_ff @(posedge clk_i) begin
    if (stores) pending_q <= store;
  end

  // ---- answers ------------------------------------------------------------------------------
  always_comb begin
    data_o = '{
        status: DataDone, data: conditional ? 64'(!succeeds) : own ? old : '0,
        late_valid: late_valid_i, late: late_i,
        quiet: !(s1_valid_q && s1_q.operation != DataLoad) && !pending_valid_q && outside_ready_i};
    if (!own && !is_atomic(s1_q.operation)) begin
      if (!outside_ready_i) data_o.status = DataReplay;
      else if (s1_q.operation == DataLoad) data_o.status = DataPending;
    end
  end

  assign events_o = '{
    fetch: 1'b0,
    load: go && own && s1_q.operation == DataLoad,
    store: go && own && s1_q.operation == DataStore,
    atomic: go && is_atomic(s1_q.operation),
    conditional_failed: go && conditional && !succeeds,
    uncached: outside_valid_o && outside_ready_i,
    replay: outside_valid_o && !outside_ready_i,
    host: host_ready_o,
    closed: turn_q};
endmodule
