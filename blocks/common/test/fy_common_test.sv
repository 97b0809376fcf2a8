// SPDX-License-Identifier: Apache-2.0

/// The parts of `common` without a stream of their own, side by side, for one shared build.
module fy_common_test (
  input  logic        clk_i,
  input  logic        rst_ni,

  // fy_round_robin with three and with one requester
  input  logic [2:0]  request_i,
  input  logic        advance_i,
  output logic [2:0]  grant_o,
  output logic [1:0]  index_o,
  output logic        any_o,
  output logic        single_grant_o,

  // the RAMs, 8 words of 4 bytes
  input  logic        read_i,
  input  logic [2:0]  read_index_i,
  input  logic        write_i,
  input  logic [2:0]  write_index_i,
  input  logic [3:0]  mask_i,
  input  logic [31:0] data_i,
  output logic [31:0] dual_o,
  output logic [31:0] single_o,
  output logic [31:0] both_read_o,
  output logic [31:0] both_o,

  // fy_stream_checker
  input  logic [7:0]  checked_data_i,
  input  logic        checked_valid_i,
  input  logic        checked_ready_i,
  output logic        violation_o,

  // fy_stream_link, which the checked stream passes
  output logic [7:0]  link_data_o,
  output logic        link_valid_o,
  output logic        link_ready_o
);
  fy_round_robin #(
    .Inputs(3)
  ) i_three (
    .clk_i,
    .rst_ni,
    .request_i,
    .advance_i,
    .grant_o,
    .index_o,
    .any_o
  );

  fy_round_robin #(
    .Inputs(1)
  ) i_one (
    .clk_i,
    .rst_ni,
    .request_i(request_i[0]),
    .advance_i,
    .grant_o  (single_grant_o),
    .index_o  (),
    .any_o    ()
  );

  fy_ram_1r1w #(
    .Words(8),
    .Width(32)
  ) i_dual (
    .clk_i,
    .read_i,
    .read_index_i,
    .read_data_o  (dual_o),
    .write_i,
    .write_index_i,
    .write_mask_i (mask_i),
    .write_data_i (data_i)
  );

  fy_ram_1rw #(
    .Words(8),
    .Width(32)
  ) i_single (
    .clk_i,
    .enable_i(read_i || write_i),
    .write_i,
    .index_i (write_i ? write_index_i : read_index_i),
    .mask_i,
    .data_i,
    .data_o  (single_o)
  );

  fy_ram_1r1rw #(
    .Words(8),
    .Width(32)
  ) i_both (
    .clk_i,
    .read_i,
    .read_index_i,
    .read_data_o(both_read_o),
    .enable_i   (read_i || write_i),
    .write_i,
    .index_i    (write_i ? write_index_i : read_index_i),
    .mask_i,
    .data_i,
    .data_o     (both_o)
  );

  fy_stream_checker #(
    .Fatal(1'b0)
  ) i_checker (
    .clk_i,
    .rst_ni,
    .data_i (checked_data_i),
    .valid_i(checked_valid_i),
    .ready_i(checked_ready_i),
    .violation_o
  );

  fy_stream_link i_link (
    .clk_i,
    .rst_ni,
    .data_i (checked_data_i),
    .valid_i(checked_valid_i),
    .ready_o(link_ready_o),
    .data_o (link_data_o),
    .valid_o(link_valid_o),
    .ready_i(checked_ready_i)
  );
endmodule
