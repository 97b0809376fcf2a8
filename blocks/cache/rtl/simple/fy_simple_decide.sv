// SPDX-License-Identifier: Apache-2.0

/// Decides one access of fy_cache_simple. Combinational; the composer drops it when killed.
///
/// Replay whenever the line is not there, or a buffer or the array is in use. An atomic fetches its
/// line whatever the policy. A failed refill ends its access once: a load gets a late error, a
/// store is done and dropped, an atomic is done with the value 0.
module fy_simple_decide
  import fy_core_pkg::*;
  import fy_data_port_pkg::*;
  import fy_simple_cache_pkg::*;
#(
  parameter policy_t Policy = DefaultPolicy
) (
  input  data_access_t access_i,
  input  facts_t       facts_i,
  output verdict_t     verdict_o
);
  logic store, atomic, conditional, writes, can_write;

  assign store       = access_i.operation == DataStore;
  assign atomic      = is_atomic(access_i.operation);
  assign conditional = access_i.operation == DataStoreConditional;
  assign writes      = store || (atomic && access_i.operation != DataLoadReserved);
  assign can_write   = facts_i.array_free && (Policy.write_back || facts_i.writes_ready);

  always_comb begin
    verdict_o        = '0;
    verdict_o.status = DataReplay;
    if (access_i.kind != KindCacheable) begin
      verdict_o.uncached = facts_i.uncached_ready;
      if (facts_i.uncached_ready) verdict_o.status = store ? DataDone : DataPending;
    end else if (conditional && !(facts_i.reserved && facts_i.hit)) begin
      verdict_o.status = DataDone;
    end else if (facts_i.failed) begin
      verdict_o.late_error = !writes && !atomic;
      verdict_o.status     = verdict_o.late_error ? DataPending : DataDone;
    end else if (facts_i.hit) begin
      verdict_o.store   = writes && can_write;
      verdict_o.through = verdict_o.store && !Policy.write_back;
      if (!writes || can_write) verdict_o.status = DataDone;
    end else if (store && !Policy.write_allocate) begin
      verdict_o.through = facts_i.writes_ready && facts_i.line_idle;
      if (verdict_o.through) verdict_o.status = DataDone;
    end else begin
      verdict_o.refill = facts_i.can_refill;
    end
  end
endmodule
