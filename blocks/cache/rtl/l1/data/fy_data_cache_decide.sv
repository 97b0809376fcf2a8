// SPDX-License-Identifier: Apache-2.0

/// Decides one access of the data cache. Combinational; the composer drops it when killed.
///
/// Replay, and nothing else, is the answer whenever a resource or an order stands in the way:
/// - no free slot, no way, a full queue, or the line's Release is under way;
/// - a store to a line that was asked for shared, or over bytes that a queued load still reads;
/// - an LR or AMO until its line is held in Trunk and no slot has it, which it asks for;
/// - a load of bytes of which some are merged in an upgrade and the others only in the array.
module fy_data_cache_decide
  import fy_l1_pkg::*;
  import fy_data_port_pkg::*;
  import fy_core_pkg::*;
(
  input  data_access_t   request_i,
  input  circumstances_t now_i,
  output decision_t      decision_o
);
  logic [7:0] bytes;
  logic       store, atomic, conditional, can_allocate, all_stored, none_stored;

  assign bytes        = byte_mask(request_i.size, request_i.address[2:0]);
  assign store        = request_i.operation == DataStore;
  assign atomic       = is_atomic(request_i.operation);
  assign conditional  = request_i.operation == DataStoreConditional;
  assign all_stored   = (bytes & ~now_i.stored) == '0;
  assign none_stored  = (bytes & now_i.stored) == '0;
  assign can_allocate = now_i.match.free && !now_i.releasing &&
      (now_i.hit ? !now_i.way_reserved : !now_i.no_way) &&
      (store || atomic || now_i.queue_ready);

  always_comb begin
    decision_o        = '0;
    decision_o.status = DataReplay;
    decision_o.grow   = !store && !atomic ? fy_tl_pkg::GrowNtoB :
        now_i.hit ? fy_tl_pkg::GrowBtoT : fy_tl_pkg::GrowNtoT;
    if (request_i.kind != KindCacheable) begin
      decision_o.uncached = now_i.uncached_ready;
      if (now_i.uncached_ready) decision_o.status = store ? DataDone : DataPending;
    end else if (atomic) begin
      if (now_i.failed) begin
        decision_o.status = DataDone;
      end else if (conditional && !(now_i.reserved && now_i.hit && now_i.state.trunk)) begin
        decision_o.status = DataDone;
      end else if (now_i.match.hit) begin
        decision_o.secondary = 1'b1;
      end else if (now_i.hit && now_i.state.trunk) begin
        decision_o.push = request_i.operation != DataLoadReserved && now_i.buffer_ready;
        if (request_i.operation == DataLoadReserved || now_i.buffer_ready)
          decision_o.status = DataDone;
      end else begin
        decision_o.allocate = can_allocate;
      end
    end else if (now_i.match.hit) begin
      decision_o.secondary = 1'b1;
      if (store) begin
        decision_o.merge = now_i.match.wants_trunk && !now_i.load_conflict;
        if (decision_o.merge) decision_o.status = DataDone;
      end else if (now_i.hit && none_stored) begin
        decision_o.status = DataDone;
      end else if (!now_i.hit || all_stored) begin
        decision_o.enqueue = now_i.queue_ready;
        decision_o.present = all_stored || now_i.beat_received;
        if (now_i.queue_ready) decision_o.status = DataPending;
      end
    end else if (now_i.hit && !store) begin
      decision_o.status = DataDone;
    end else if (now_i.hit && now_i.state.trunk) begin
      decision_o.push = now_i.buffer_ready;
      if (now_i.buffer_ready) decision_o.status = DataDone;
    end else if (can_allocate) begin
      decision_o.allocate = 1'b1;
      decision_o.merge    = store;
      decision_o.enqueue  = !store;
      decision_o.status   = store ? DataDone : DataPending;
    end
  end
endmodule
