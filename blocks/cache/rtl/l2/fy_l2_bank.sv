// SPDX-License-Identifier: Apache-2.0

/// Bank of the shared L2: inclusive, write-back, directory of the caching clients, TL-C to AXI4. No
/// hooks: see fy_l2_hooked_bank.
///
/// Idle bank, A handshake to first D beat: Get or Acquire hit 4 cycles, one-beat Put hit 2. Held:
/// Get hit 6 cycles, whole-line Put hit 3. One beat a cycle on every channel. Reset: a_ready is low
/// for Sets cycles. A Get or Put without `allocate` that misses passes through.
/// Limits: messages up to a line, no atomics (denied).
module fy_l2_bank
  import fy_axi_pkg::*;
  import fy_cache_pkg::*;
  import fy_tl_pkg::*;
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
  /// Those whose allocations `engine_allocate` counts
  parameter logic [63:0] EngineClients  = '1
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

  /// A write-back failed, and where
  output logic                          bus_error_o,
  output logic [39:0]                   bus_error_address_o,
  output l2_events_t                    events_o
);
  fy_l2_hook_pkg::notice_t unused_notice;
  logic                    unused_ready;

  fy_l2_hooked_bank #(
    .BeatBytes(BeatBytes), .LineBytes(LineBytes), .Sets(Sets), .Ways(Ways),
    .Transactors(Transactors), .Clients(Clients), .CachingClients(CachingClients),
    .EngineClients(EngineClients)
  ) i_bank (
    .clk_i, .rst_ni, .transactor_limit_i,
    .tl_i, .tl_ready_o, .tl_o, .tl_ready_i,
    .axi_o, .axi_ready_i, .axi_i, .axi_ready_o,
    .hook_i('0), .notice_o(unused_notice), .materialise_ready_o(unused_ready),
    .bus_error_o, .bus_error_address_o, .events_o
  );
endmodule
