// SPDX-License-Identifier: Apache-2.0

/// Non-blocking write-back data cache, coherent by TileLink-C probes. No guard: see
/// fy_guarded_data_cache.
///
/// An access accepted in cycle t is decided in t+1: done, pending (the value comes late), or
/// replay; `kill` in t+1 undoes it. Hits are done one a cycle, loads and stores mixed. A
/// miss offers its Acquire in t+2; its loads are delivered from the cycle after their beat, one a
/// cycle.
/// `data_ready_o` is low for one cycle an install or an urgent eviction, two a probe.
/// LR, SC and AMO are decided like loads, replayed until their line is held in Trunk, never late.
/// Limits: addresses of 40 bits; whatever is not cacheable is done as on a device, without atomics;
/// one Release at a time.
module fy_data_cache
  import fy_core_pkg::*;
  import fy_tl_pkg::*;
#(
  parameter int unsigned BeatBytes = 32,
  parameter int unsigned LineBytes = 64,
  parameter int unsigned Sets      = 64,
  parameter int unsigned Ways      = 4,
  parameter int unsigned MissSlots = 2,
  parameter int unsigned LoadQueue = 8
) (
  input  logic                                         clk_i,
  input  logic                                         rst_ni,

  input  data_request_t                                data_i,
  output logic                                         data_ready_o,
  output data_response_t                               data_o,

  output fy_tl#(.BeatBytes(BeatBytes))::forward_t tl_o,
  input  fy_tl_pkg::forward_ready_t tl_ready_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::backward_t tl_i,
  output fy_tl_pkg::backward_ready_t tl_ready_o,

  output logic                                         bus_error_o,
  output logic [39:0]                                  bus_error_address_o,
  output fy_cache_pkg::data_cache_events_t             events_o
);
  fy_guard_pkg::guard_query_t unused_query;
  logic                       unused_go;

  fy_guarded_data_cache #(
    .BeatBytes(BeatBytes), .LineBytes(LineBytes), .Sets(Sets), .Ways(Ways), .MissSlots(MissSlots),
    .LoadQueue(LoadQueue)
  ) i_cache (
    .clk_i, .rst_ni,
    .data_i, .data_ready_o, .data_o,
    .tl_o, .tl_ready_i, .tl_i, .tl_ready_o,
    .guard_o(unused_query), .guard_go_o(unused_go), .guard_i('0),
    .bus_error_o, .bus_error_address_o, .events_o
  );
endmodule
