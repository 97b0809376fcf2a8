// SPDX-License-Identifier: Apache-2.0

/// Counter events of the data cache, from the access being decided and the line operations.
///
/// Combinational but for one register: a probe counts in the cycle after it was accepted.
module fy_data_cache_events
  import fy_core_pkg::*;
  import fy_l1_pkg::*;
  import fy_data_port_pkg::*;
#(
  parameter int unsigned Sets      = 64,
  parameter int unsigned LineBytes = 64
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,

  /// The access being decided, not killed
  input  logic                             go_i,
  input  data_access_t                     request_i,
  input  circumstances_t                   now_i,
  input  decision_t                        decision_i,
  input  line_step_t                       step_i,
  input  slot_summary_t                    summary_i,

  input  logic                             probe_accepted_i,
  input  address_t                         probe_address_i,
  input  logic                             probe_pending_i,
  input  logic                             probe_held_i,
  input  release_t                         release_i,
  input  slot_operation_t                  install_i,

  output fy_cache_pkg::data_cache_events_t events_o
);
  localparam int unsigned Offset  = $clog2(LineBytes);
  localparam int unsigned SetBits = $clog2(Sets);

  logic probe_first_q, decided, store, atomic, conditional, release_probe, refill_victim;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) probe_first_q <= 1'b0;
    else probe_first_q <= probe_accepted_i;
  end

  assign decided       = go_i && decision_i.status != DataReplay &&
                         request_i.kind == KindCacheable;
  assign store         = request_i.operation == DataStore;
  assign atomic        = is_atomic(request_i.operation);
  assign conditional   = request_i.operation == DataStoreConditional;
  assign release_probe = release_i.pending &&
      release_i.address[AddressBits-1:Offset] == probe_address_i[AddressBits-1:Offset];
  assign refill_victim = release_i.pending && install_i.valid &&
      release_i.address[Offset+:SetBits] == install_i.address[Offset+:SetBits];

  assign events_o = '{
      load: decided && request_i.operation == DataLoad,
      store: decided && store,
      load_miss: go_i && decision_i.allocate && request_i.operation == DataLoad,
      store_miss: go_i && decision_i.allocate && request_i.operation != DataLoad,
      secondary: decided && decision_i.secondary,
      hit_under_miss: decided && now_i.hit && !decision_i.secondary && !decision_i.allocate &&
          summary_i.any,
      two_misses: summary_i.two,
      replay: go_i && decision_i.status == DataReplay,
      writeback: step_i.op == OpEvict && step_i.read,
      probe: probe_first_q,
      probe_dirty: step_i.op == OpProbe && step_i.read,
      probe_pending: probe_first_q && probe_pending_i,
      release_probe: probe_first_q && release_probe,
      refill_victim: refill_victim,
      uncached: go_i && decision_i.uncached,
      atomic: decided && atomic,
      conditional_failed: decided && conditional && !decision_i.push,
      probe_held: probe_held_i};

  logic unused_fields;
  assign unused_fields = ^{request_i, now_i, decision_i, step_i, summary_i, release_i, install_i,
                           probe_address_i};
endmodule
