// SPDX-License-Identifier: Apache-2.0

/// Read-only form of fy_cache_simple for the fetch port of a core: four bytes at a time.
///
/// A fetch accepted in cycle t is answered in t+1 on a hit, one a cycle; on a miss the Get is
/// offered in t+2, and the answer comes 5 cycles after the last beat at most. A denied or corrupt
/// refill answers with `error`. A flush empties the cache once nothing is owed.
/// Limits: addresses are multiples of 4.
module fy_instruction_cache_simple
  import fy_core_pkg::*;
  import fy_simple_cache_pkg::*;
  import fy_tl_pkg::*;
#(
  parameter int unsigned BeatBytes = 32,
  parameter int unsigned LineBytes = 16,
  parameter int unsigned Sets      = 64,
  parameter int unsigned Ways      = 1
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  fetch_request_t  fetch_i,
  output logic            fetch_ready_o,
  output fetch_response_t fetch_o,

  output fy_tl#(.BeatBytes(BeatBytes))::request_t  tl_o,
  input  logic                                     tl_ready_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::response_t tl_i,
  output logic                                     tl_ready_o,

  output logic                               bus_error_o,
  output logic [39:0]                        bus_error_address_o,
  output fy_cache_pkg::simple_cache_events_t events_o
);
  data_request_t  request;
  data_response_t response;
  logic           ready, accept, decided_q, waits_q, done, free, flush_done;

  // Nothing is owed but what is answered in this cycle.
  assign free          = !fetch_i.flush && !waits_q && !(decided_q && !done);
  assign fetch_ready_o = ready && free;
  assign accept        = fetch_i.valid && fetch_ready_o;
  assign done          = decided_q && response.status == DataDone;

  always_comb begin
    request                    = '0;
    request.valid              = fetch_i.valid && free;
    request.access.operation   = DataLoad;
    request.access.size        = 2'd2;
    request.access.is_unsigned = 1'b1;
    request.access.kind        = KindCacheable;
    request.access.address     = fetch_i.address;
  end

  always_comb begin
    fetch_o             = '0;
    fetch_o.valid       = done || response.late_valid;
    fetch_o.error       = response.late_valid && response.late.error;
    fetch_o.instruction = done ? response.data[31:0] : response.late.data[31:0];
    fetch_o.flush_done  = flush_done;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      decided_q <= 1'b0;
      waits_q   <= 1'b0;
    end else begin
      decided_q <= accept;
      if (decided_q && !done) waits_q <= 1'b1;
      else if (response.late_valid) waits_q <= 1'b0;
    end
  end

  fy_cache_simple #(
    .BeatBytes(BeatBytes), .LineBytes(LineBytes), .Sets(Sets), .Ways(Ways), .Writes(1),
    .Policy('{write_back: 1'b0, write_allocate: 1'b0, replay: 1'b0})
  ) i_cache (
    .clk_i, .rst_ni,
    .data_i      (request),
    .data_ready_o(ready),
    .data_o      (response),
    .flush_i     (fetch_i.flush),
    .flush_keep_i(1'b0),
    .flush_done_o(flush_done),
    .tl_o, .tl_ready_i, .tl_i, .tl_ready_o,
    .bus_error_o, .bus_error_address_o, .events_o
  );
endmodule
