// SPDX-License-Identifier: Apache-2.0

/// Serves a core that wants no replays from a cache that answers with them: keeps what was
/// replayed, and asks again until it is served.
///
/// A load that is kept is answered Pending, a store Done; in order, up to two (the second may come
/// while the first one is decided), and nothing is accepted meanwhile. A value comes late one cycle
/// after the cache gave it. Atomics have no late value: their Replay passes on.
/// Adds no cycle to what is served at once.
module fy_simple_retry import fy_core_pkg::*; import fy_data_port_pkg::*; (
  input  logic           clk_i,
  input  logic           rst_ni,

  input  data_request_t  core_i,
  output logic           core_ready_o,
  output data_response_t core_o,
  /// Nothing is kept
  output logic           empty_o,

  output data_request_t  cache_o,
  input  logic           cache_ready_i,
  input  data_response_t cache_i
);
  data_access_t [1:0] kept_q;
  data_access_t       decided_q;   // the access of the core that is decided in this cycle
  logic [1:0]         count_q;
  logic               live_q, asked_q, result_valid_q;
  logic               accept, keep, ask, served, is_load;
  data_late_t         result_q;

  assign empty_o      = count_q == '0 && !result_valid_q;
  assign core_ready_o = cache_ready_i && count_q == '0;
  assign accept       = core_i.valid && core_ready_o;
  // Behind one that is kept, the cache's decision does not count.
  assign keep         = live_q && !core_i.kill && !is_atomic(decided_q.operation) &&
      (count_q != '0 || cache_i.status == DataReplay);
  assign ask          = count_q != '0 && !asked_q && !live_q && !result_valid_q;
  assign served       = asked_q && cache_i.status != DataReplay;
  assign is_load      = kept_q[0].operation == DataLoad;

  assign cache_o = '{
      valid: ask || (core_i.valid && count_q == '0),
      kill: live_q && (core_i.kill || count_q != '0),
      access: count_q != '0 ? kept_q[0] : core_i.access};

  always_comb begin
    core_o            = cache_i;
    core_o.late_valid = cache_i.late_valid || result_valid_q;
    core_o.quiet      = cache_i.quiet && count_q == '0;
    if (!cache_i.late_valid) core_o.late = result_q;
    if (is_atomic(decided_q.operation)) begin
      if (count_q != '0) core_o.status = DataReplay;
    end else if (count_q != '0 || cache_i.status == DataReplay) begin
      core_o.status = decided_q.operation == DataLoad ? DataPending : DataDone;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q        <= '0;
      live_q         <= 1'b0;
      asked_q        <= 1'b0;
      result_valid_q <= 1'b0;
    end else begin
      live_q  <= accept;
      asked_q <= ask && cache_ready_i;
      count_q <= count_q + 2'(keep) - 2'(served);
      if (served && is_load && cache_i.status == DataDone) result_valid_q <= 1'b1;
      else if (!cache_i.late_valid) result_valid_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (accept) decided_q <= core_i.access;
    if (served) kept_q[0] <= kept_q[1];
    if (keep) kept_q[count_q[0]] <= decided_q;
    if (served) result_q <= '{id: kept_q[0].id, error: 1'b0, data: cache_i.data};
  end
endmodule
