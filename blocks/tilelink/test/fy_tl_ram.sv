// SPDX-License-Identifier: Apache-2.0

/// RAM behind a TL-UH manager port, for tests.
///
/// Get, PutFullData and PutPartialData of any size; Intent is acknowledged; atomics are denied.
/// Latency cycles from a request beat to its answer beat (a Put answers after its last beat), a
/// beat a cycle each way, answers in order. Addresses wrap at the size of the RAM.
module fy_tl_ram import fy_tl_pkg::*; #(
  /// Bytes of a beat
  parameter int unsigned BeatBytes = 32,
  /// Beats stored, a power of two
  parameter int unsigned Words     = 1024,
  /// Cycles from request to answer, at least 1
  parameter int unsigned Latency   = 1
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  fy_tl#(.BeatBytes(BeatBytes))::request_t tl_i,
  output logic tl_ready_o,
  output fy_tl#(.BeatBytes(BeatBytes))::response_t tl_o,
  input  logic tl_ready_i
);
  localparam int unsigned BeatLog   = $clog2(BeatBytes);
  localparam int unsigned IndexBits = $clog2(Words);

  logic                          access, write;
  logic [DefaultAddressBits-1:0] address;
  logic [BeatBytes-1:0]          mask;
  logic [BeatBytes*8-1:0]        write_data, read_data;
  logic [Latency-1:0][BeatBytes*8-1:0] late;
  logic                          unused;

  fy_tl_ram_port #(
    .BeatBytes(BeatBytes),
    .Latency  (Latency)
  ) i_port (
    .clk_i, .rst_ni, .tl_i, .tl_ready_o, .tl_o, .tl_ready_i,
    .access_valid_o  (access),
    .access_ready_i  (1'b1),
    .access_write_o  (write),
    .access_address_o(address),
    .access_mask_o   (mask),
    .access_data_o   (write_data),
    .read_data_i     (late[Latency-1])
  );

  fy_ram_1rw #(
    .Words(Words),
    .Width(BeatBytes * 8)
  ) i_ram (
    .clk_i,
    .enable_i(access),
    .write_i (write),
    .index_i (address[BeatLog+:IndexBits]),
    .mask_i  (mask),
    .data_i  (write_data),
    .data_o  (read_data)
  );

  // What was read, as late as its answer.
  assign late[0] = read_data;
  for (genvar i = 1; i < int'(Latency); i++) begin : gen_late
    always_ff @(posedge clk_i) late[i] <= late[i-1];
  end

  assign unused = ^address;

  if (2 ** IndexBits != Words || Words < 2) begin : gen_words
    $error("fy_tl_ram: Words is %0d; it must be a power of two, at least 2", Words);
  end
endmodule
