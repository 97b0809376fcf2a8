// SPDX-License-Identifier: Apache-2.0

/// Test top: sixteen sizes and policies of fy_cache_simple, of which `select_i` is connected
/// (change it in reset), and the TileLink monitor at its port.
///
/// Bits of `select_i`: line of 4, 16, 32, 64 bytes; write back; write allocate. Ways and replay
/// are spread over them so that each value of one meets each value of the others.
/// Written, not generated: sixteen sizes in one build, of which one is connected.
module fy_cache_simple_top
  import fy_core_pkg::*;
  import fy_simple_cache_pkg::*;
  import fy_tl_pkg::*;
#(
  parameter int unsigned BeatBytes = 16,
  /// Which of the caches exist: few are built sooner
  parameter logic [15:0] Built     = '1
) (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic [3:0] select_i,
  output logic [6:0] line_bytes_o,
  output logic [3:0] ways_o,
  output policy_t    policy_o,

  input  data_request_t data_i,
  output logic          data_ready_o,
  output data_status_e  data_status_o,
  output logic [63:0]   data_data_o,
  output logic          data_late_valid_o,
  output data_late_t    data_late_o,
  output logic          data_quiet_o,

  input  logic          flush_i,
  input  logic          flush_keep_i,
  output logic          flush_done_o,

  output fy_tl#(.BeatBytes(BeatBytes))::request_t  tl_o,
  input  logic                                     tl_ready_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::response_t tl_i,
  output logic                                     tl_ready_o,

  output logic                               bus_error_o,
  output logic [39:0]                        bus_error_address_o,
  output fy_cache_pkg::simple_cache_events_t events_o
);
  localparam int unsigned Configs = 16;
  localparam int unsigned Sets    = 4;

  logic           [Configs-1:0] ready, tl_ready, flush_done, bus_error;
  data_response_t [Configs-1:0] response;
  logic     [Configs-1:0][39:0] bus_error_address;
  logic     [Configs-1:0][6:0]  line_bytes;
  logic     [Configs-1:0][3:0]  ways;
  policy_t  [Configs-1:0]       policy;

  fy_tl#(.BeatBytes(BeatBytes))::request_t  [Configs-1:0] tl;
  fy_cache_pkg::simple_cache_events_t       [Configs-1:0] events;

  for (genvar i = 0; i < int'(Configs); i++) begin : gen_cache
    localparam int unsigned Line   = i % 4 == 0 ? 4 : 8 << (i % 4);
    localparam bit          Back   = i[2];
    localparam bit          Fetch  = i[3];
    localparam int unsigned Spread = (i % 4 + 2 * (i / 4 % 2) + i / 8) % 3;
    localparam policy_t     Policy = '{
        write_back: Back, write_allocate: Fetch, replay: i[0] ^ i[1] ^ i[2] ^ i[3]};

    data_request_t                            request;
    fy_tl#(.BeatBytes(BeatBytes))::response_t answer;
    logic                                     here;

    assign here = select_i == 4'(i);
    always_comb begin
      request       = data_i;
      request.valid = data_i.valid && here;
      answer         = tl_i;
      answer.d_valid = tl_i.d_valid && here;
    end
    assign line_bytes[i] = 7'(Line);
    assign ways[i]       = 4'(1 << Spread);
    assign policy[i]     = Policy;

    if (Built[i]) begin : gen_built
      fy_cache_simple #(
        .BeatBytes(BeatBytes), .LineBytes(Line), .Sets(Sets), .Ways(1 << Spread), .Policy(Policy)
      ) i_cache (
        .clk_i, .rst_ni,
        .data_i             (request),
        .data_ready_o       (ready[i]),
        .data_o             (response[i]),
        .flush_i            (flush_i && here),
        .flush_keep_i,
        .flush_done_o       (flush_done[i]),
        .tl_o               (tl[i]),
        .tl_ready_i,
        .tl_i               (answer),
        .tl_ready_o         (tl_ready[i]),
        .bus_error_o        (bus_error[i]),
        .bus_error_address_o(bus_error_address[i]),
        .events_o           (events[i])
      );
    end else begin : gen_absent
      assign {ready[i], response[i], flush_done[i], tl[i], tl_ready[i]} = '0;
      assign {bus_error[i], bus_error_address[i], events[i]} = '0;
    end
  end

  assign line_bytes_o        = line_bytes[select_i];
  assign ways_o              = ways[select_i];
  assign policy_o            = policy[select_i];
  assign data_ready_o        = ready[select_i];
  assign data_status_o       = response[select_i].status;
  assign data_data_o         = response[select_i].data;
  assign data_late_valid_o   = response[select_i].late_valid;
  assign data_late_o         = response[select_i].late;
  assign data_quiet_o        = response[select_i].quiet;
  assign flush_done_o        = flush_done[select_i];
  assign tl_o                = tl[select_i];
  assign tl_ready_o          = tl_ready[select_i];
  assign bus_error_o         = bus_error[select_i];
  assign bus_error_address_o = bus_error_address[select_i];
  assign events_o            = events[select_i];

  logic                         unused_violation;
  fy_tl_monitor_pkg::rule_e     unused_rule;
  fy_tl_monitor #(.BeatBytes(BeatBytes), .Sources(16), .Name("cache_simple")) i_monitor (
    .clk_i, .rst_ni,
    .tl_a_i(tl_o.a), .tl_b_i('0), .tl_c_i('0), .tl_d_i(tl_i.d), .tl_e_i('0),
    .valid_i({1'b0, tl_i.d_valid, 2'b00, tl_o.a_valid}),
    .ready_i({1'b1, tl_ready_o, 2'b11, tl_ready_i}),
    .violation_o(unused_violation), .rule_o(unused_rule)
  );
endmodule
