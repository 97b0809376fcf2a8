// SPDX-License-Identifier: Apache-2.0

/// Test top: a data cache with a toy guard, behind the ports of the data cache alone.
///
/// The guard takes over loads and stores of one line, `Window`, which it keeps in registers and
/// answers three cycles later; of all else it replays some and at times holds, at random.
module fy_guarded_cache
  import fy_core_pkg::*;
  import fy_data_port_pkg::*;
  import fy_guard_pkg::*;
  import fy_tl_pkg::*;
#(
  parameter int unsigned BeatBytes = 32,
  parameter logic [39:0] Window    = 40'h00_8800_0000
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  data_request_t  data_i,
  output logic           data_ready_o,
  output data_response_t data_o,

  output fy_tl#(.BeatBytes(BeatBytes))::forward_t  tl_o,
  input  fy_tl_pkg::forward_ready_t                tl_ready_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::backward_t tl_i,
  output fy_tl_pkg::backward_ready_t               tl_ready_o,

  output logic                             bus_error_o,
  output logic [39:0]                      bus_error_address_o,
  output fy_cache_pkg::data_cache_events_t events_o
);
  guard_query_t   query;
  guard_answer_t  answer;
  data_response_t response;
  data_late_t     late;
  logic           go, late_ready, window, plain, busy;

  logic [7:0][63:0] words_q;
  logic [1:0]       wait_q;
  logic             has_q;
  data_access_t     access_q;
  logic [15:0]      random_q;
  logic [63:0]      placed;
  logic [7:0]       mask;
  logic [2:0]       word;

  fy_data_cache #(.BeatBytes(BeatBytes), .Guarded(1'b1)) i_cache (
    .clk_i, .rst_ni,
    .data_i, .data_ready_o, .data_o(response),
    .tl_o, .tl_ready_i, .tl_i, .tl_ready_o,
    .guard_o(query), .guard_go_o(go), .guard_i(answer),
    .bus_error_o, .bus_error_address_o, .events_o
  );

  fy_guard_late i_late (
    .cache_i(response), .late_i(late), .late_valid_i(has_q && wait_q == '0),
    .late_ready_o(late_ready), .quiet_i(!has_q), .core_o(data_o)
  );

  assign window = query.access.kind == KindCacheable &&
      query.access.address[39:6] == Window[39:6];
  assign plain  = query.access.operation inside {DataLoad, DataStore};
  assign busy   = has_q;

  always_comb begin
    answer.redirect = query.valid && window && plain && !busy;
    answer.replay   = query.valid && (window ? busy : random_q[2:0] == '0);
    answer.hold     = random_q[15:12] == '0;
  end

  assign word   = query.access.address[5:3];
  assign mask   = byte_mask(query.access.size, query.access.address[2:0]);
  assign placed = place(query.access.data, query.access.address[2:0]);
  assign late   = '{
      id: access_q.id, error: 1'b0,
      data: extend(words_q[access_q.address[5:3]], access_q.address[2:0], access_q.size,
                   access_q.is_unsigned)};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      words_q  <= '0;
      has_q    <= 1'b0;
      wait_q   <= '0;
      random_q <= 16'h1d0b;
    end else begin
      random_q <= {random_q[14:0], random_q[15] ^ random_q[13] ^ random_q[12] ^ random_q[10]};
      if (wait_q != '0) wait_q <= wait_q - 1'b1;
      if (go && answer.redirect) begin
        if (query.access.operation == DataStore) begin
          words_q[word] <= overlay(words_q[word], placed, mask);
        end else begin
          has_q  <= 1'b1;
          wait_q <= 2'd2;
        end
      end else if (has_q && wait_q == '0 && late_ready) has_q <= 1'b0;
    end
  end
  always_ff @(posedge clk_i) begin
    if (go && answer.redirect) access_q <= query.access;
  end

  // What the guard has taken never reaches the cache's own paths.
  assert property (@(posedge clk_i) disable iff (!rst_ni)
      !(go && window && plain) || !query.hit);
endmodule
