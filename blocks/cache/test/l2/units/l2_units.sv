// SPDX-License-Identifier: Apache-2.0

/// Test top: the parts of the L2 bank side by side, so that one build serves all their tests. A
/// test drives one part, named by `part_i`: only that one sees the bits of `go_i`. Payloads are
/// shared by all of them.
module l2_units
  import fy_axi_pkg::*;
  import fy_cache_pkg::*;
  import fy_l2_pkg::*;
  import fy_tl_pkg::*;
#(
  parameter int unsigned Transactors = 4,
  parameter int unsigned Sets        = 4,
  parameter int unsigned Ways        = 4
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,

  // Shared by all parts
  input  logic [3:0]                    part_i,
  input  logic [7:0]                    go_i,
  input  logic [39:0]                   a_i,
  input  logic [39:0]                   b_i,
  input  number_t                       number_i,
  input  number_t                       number_b_i,
  input  number_t                       number_c_i,
  input  number_t                       number_d_i,
  input  logic [3:0]                    beats_i,     // beat numbers of A, R and D
  input  logic [4:0]                    limit_i,
  input  logic [3:0]                    index_i,
  input  logic [Ways-1:0]               used_i,
  input  way_t                          way_i,
  input  directory_t                    directory_i,
  input  transactor_t [Transactors-1:0] transactors_i,
  input  result_t                       result_i,
  input  request_t                      request_i,
  input  clients_t                      requester_i,
  input  grant_t                        grant_i,
  input  report_t                       report_i,
  input  logic [Transactors-1:0]        report_for_i,
  input  written_t                      written_i,
  input  logic [511:0]                  line_i,
  input  logic [255:0]                  beat_i,
  input  logic [255:0]                  beat_b_i,
  input  logic [31:0]                   mask_i,
  input  fy_tl#(.BeatBytes(32))::c_t    tl_c_i,
  input  acknowledge_t                  acknowledge_i,
  input  fy_axi#(.DataBytes(32))::r_t   axi_r_i,
  input  fy_axi#(.DataBytes(32))::b_t   axi_b_i,

  // fy_l2_accept
  output logic [4:0]                    accept_o,    // ready, start, last, conflict, full
  output number_t                       accept_number_o,
  output logic                          accept_index_o,

  // fy_l2_data
  output logic [511:0]                  line_o,
  output logic [511:0]                  forward_o,
  output logic [63:0]                   forward_mask_o,
  output logic [255:0]                  beat_o,

  // fy_l2_events
  output l2_events_t                    events_o,

  // fy_l2_refill
  output logic [Transactors-1:0]        fetch_o,
  output fy_axi#(.DataBytes(32))::ax_t  axi_ar_o,
  output logic [4:0]                    refill_o,    // AR, refill, index, last, error
  output number_t                       refill_number_o,

  // fy_l2_release
  output logic [6:0]                    release_o,   // ready busy lookup commit store record ack
  output logic [39:0]                   release_address_o,
  output way_t                          release_way_o,
  output logic [511:0]                  release_line_o,
  output directory_t                    release_directory_o,
  output report_t                       report_o,
  output logic [Transactors-1:0]        report_for_o,
  output acknowledge_t                  acknowledge_o,

  // fy_l2_response
  output logic [Transactors-1:0]        done_o,
  output number_t                       response_number_o,
  output logic [2:0]                    response_o,  // valid, index, acknowledge ready
  output fy_tl#(.BeatBytes(32))::d_t    tl_d_o,

  // fy_l2_tags
  output logic                          tags_ready_o,
  output result_t                       result_o,
  output logic                          occupied_o,

  // fy_l2_transactor
  output transactor_t                   state_o,

  // fy_l2_writeback
  output logic [4:0]                    writeback_o, // slot ready, written, draining, AW, W
  output number_t                       slot_o,
  output written_t                      written_o,
  output logic [39:0]                   written_address_o,
  output fy_axi#(.DataBytes(32))::ax_t  axi_aw_o,
  output fy_axi#(.DataBytes(32))::w_t   axi_w_o
);
  localparam int unsigned Parts = 9;

  logic [Parts-1:0][7:0] go;
  transactor_t           transactors [Transactors];
  grant_t                grant;

  always_comb begin
    for (int unsigned i = 0; i < Parts; i++) go[i] = part_i == 4'(i) ? go_i : '0;
    for (int unsigned i = 0; i < Transactors; i++) transactors[i] = transactors_i[i];
    grant = part_i == 4'd7 ? grant_i : '0;
  end

  fy_l2_accept #(.Sets(Sets), .Transactors(Transactors)) i_accept (
    .clk_i, .rst_ni, .limit_i, .request_i, .valid_i(go[0][0]), .ready_o(accept_o[4]),
    .transactors_i(transactors), .lookup_ready_i(go[0][1]), .draining_i(go[0][2]),
    .record_i(go[0][3]), .record_address_i(a_i), .release_valid_i(go[0][4]),
    .release_address_i(b_i), .start_o(accept_o[3]), .last_o(accept_o[2]),
    .number_o(accept_number_o), .index_o(accept_index_o), .conflict_o(accept_o[1]),
    .full_o(accept_o[0]));

  fy_l2_data #(.Lines(Sets * Ways), .Transactors(Transactors)) i_data (
    .clk_i, .rst_ni, .a_write_i(go[1][0]), .a_start_i(go[1][1]), .a_number_i(number_i),
    .a_index_i(beats_i[0]), .a_data_i(beat_i), .a_mask_i(mask_i), .r_write_i(go[1][2]),
    .r_number_i(number_b_i), .r_index_i(beats_i[1]), .r_data_i(beat_b_i), .array_i(go[1][3]),
    .array_write_i(go[1][4]), .array_release_i(go[1][5]), .array_partial_i(go[1][6]),
    .array_evict_i(go[1][7]), .array_number_i(number_c_i), .array_index_i(index_i),
    .release_data_i(line_i), .line_o, .forward_i(go[1][6] && !go[1][3]), .forward_o,
    .forward_mask_o, .d_number_i(number_d_i), .d_index_i(beats_i[2]), .d_data_o(beat_o));

  fy_l2_events #(.Transactors(Transactors), .CountedClients(64'd10)) i_events (
    .clk_i, .rst_ni, .transactors_i(transactors), .result_i, .start_i(go[2][0]),
    .opcode_i(request_i.opcode), .conflict_i(go[2][1]), .full_i(go[2][2]), .probe_i(go[2][3]),
    .report_i, .report_for_i, .release_i(go[2][4]), .refilled_i(go[2][5]),
    .refill_number_i(number_i), .evict_i(go[2][6]), .evict_number_i(number_b_i), .events_o);

  fy_l2_refill #(.Transactors(Transactors)) i_refill (
    .clk_i, .rst_ni, .transactors_i(transactors), .grant_o(fetch_o),
    .axi_o({refill_o[4], axi_ar_o}), .axi_ready_i(go[3][0]), .axi_i({go[3][1], axi_r_i}),
    .refill_o(refill_o[3]), .number_o(refill_number_o),
    .index_o(refill_o[2]), .last_o(refill_o[1]), .error_o(refill_o[0]));

  fy_l2_release #(.Sets(Sets), .Clients(4), .Transactors(Transactors)) i_release (
    .clk_i, .rst_ni, .tl_i({go[4][0], tl_c_i}), .tl_ready_o(release_o[6]),
    .transactors_i(transactors), .result_i, .recorded_i(go[4][1]), .recorded_address_i(a_i),
    .busy_o(release_o[5]), .lookup_o(release_o[4]), .commit_o(release_o[3]),
    .address_o(release_address_o), .store_o(release_o[2]), .record_o(release_o[1]),
    .way_o(release_way_o), .data_o(release_line_o), .directory_o(release_directory_o), .report_o,
    .report_for_o, .acknowledge_o, .acknowledge_valid_o(release_o[0]),
    .acknowledge_ready_i(go[4][2]));

  fy_l2_response #(.Transactors(Transactors)) i_response (
    .clk_i, .rst_ni, .transactors_i(transactors), .done_o, .number_o(response_number_o),
    .index_o(response_o[1]), .data_i(beat_i), .acknowledge_i,
    .acknowledge_valid_i(go[5][0]), .acknowledge_ready_o(response_o[0]),
    .tl_o({response_o[2], tl_d_o}), .tl_ready_i(go[5][1]));

  fy_l2_tags #(.Sets(Sets), .Ways(Ways), .CachingClients(3)) i_tags (
    .clk_i, .rst_ni, .ready_o(tags_ready_o), .lookup_i(go[6][0]), .lookup_touch_i(go[6][1]),
    .lookup_allocate_i(go[6][4]), .lookup_address_i(a_i), .used_i, .result_o, .occupied_o,
    .write_i(go[6][2]), .write_address_i(b_i), .write_way_i(way_i), .write_valid_i(go[6][3]),
    .write_directory_i(directory_i));

  fy_l2_transactor i_transactor (
    .clk_i, .rst_ni, .request_i, .requester_i, .grant_i(grant), .result_i, .report_i,
    .report_valid_i(go[7][0]), .written_i, .written_valid_i(go[7][1]), .state_o);

  fy_l2_writeback #(.Slots(Transactors)) i_writeback (
    .clk_i, .rst_ni, .slot_ready_o(writeback_o[4]), .slot_o, .evict_i(go[8][0]),
    .evict_address_i(a_i), .line_i, .forward_i(go[8][4]), .forward_line_i({beat_b_i, beat_i}),
    .forward_mask_i({~mask_i, mask_i}), .written_o, .written_address_o,
    .written_valid_o(writeback_o[3]), .address_i(b_i), .draining_o(writeback_o[2]),
    .axi_o({writeback_o[1], axi_aw_o, writeback_o[0], axi_w_o}),
    .axi_ready_i({go[8][1], go[8][2]}), .axi_i({go[8][3], axi_b_i}));
endmodule
