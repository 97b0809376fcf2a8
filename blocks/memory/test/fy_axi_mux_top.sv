// SPDX-License-Identifier: Apache-2.0

/// Test top: clients, the mux, and the fixed memory model with its contents; 1 MB from 0x8000_0000.
module fy_axi_mux_top
  import fy_axi_pkg::*;
#(
  parameter int unsigned Clients        = 4,
  parameter int unsigned MaxOutstanding = 4
) (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic [9:0] latency_i,

  input  fy_axi#(32)::ax_t [Clients-1:0] aw_i,
  input  logic [Clients-1:0]             aw_valid_i,
  output logic [Clients-1:0]             aw_ready_o,
  input  fy_axi#(32)::w_t [Clients-1:0]  w_i,
  input  logic [Clients-1:0]             w_valid_i,
  output logic [Clients-1:0]             w_ready_o,
  output fy_axi#(32)::b_t [Clients-1:0]  b_o,
  output logic [Clients-1:0]             b_valid_o,
  input  logic [Clients-1:0]             b_ready_i,
  input  fy_axi#(32)::ax_t [Clients-1:0] ar_i,
  input  logic [Clients-1:0]             ar_valid_i,
  output logic [Clients-1:0]             ar_ready_o,
  output fy_axi#(32)::r_t [Clients-1:0]  r_o,
  output logic [Clients-1:0]             r_valid_o,
  input  logic [Clients-1:0]             r_ready_i,

  /// What reaches the memory: aw, w, b, ar, r
  output logic [4:0] memory_valid_o,
  output logic [4:0] memory_ready_o
);
  fy_axi#(32)::ax_t aw, ar;
  fy_axi#(32)::w_t  w;
  fy_axi#(32)::b_t  b;
  fy_axi#(32)::r_t  r;
  logic [4:0]       valid, ready;
  logic             read, write;
  logic [34:0]      read_index, write_index;
  logic [255:0]     read_data, write_data;
  logic [31:0]      strobe;

  assign memory_valid_o = valid;
  assign memory_ready_o = ready;

  fy_axi_mux #(.Clients(Clients), .WriteBursts(2)) i_mux (
    .clk_i, .rst_ni,
    .client_aw_i(aw_i), .client_aw_valid_i(aw_valid_i), .client_aw_ready_o(aw_ready_o),
    .client_w_i(w_i), .client_w_valid_i(w_valid_i), .client_w_ready_o(w_ready_o),
    .client_b_o(b_o), .client_b_valid_o(b_valid_o), .client_b_ready_i(b_ready_i),
    .client_ar_i(ar_i), .client_ar_valid_i(ar_valid_i), .client_ar_ready_o(ar_ready_o),
    .client_r_o(r_o), .client_r_valid_o(r_valid_o), .client_r_ready_i(r_ready_i),
    .axi_aw_o(aw), .axi_aw_valid_o(valid[0]), .axi_aw_ready_i(ready[0]),
    .axi_w_o(w), .axi_w_valid_o(valid[1]), .axi_w_ready_i(ready[1]),
    .axi_b_i(b), .axi_b_valid_i(valid[2]), .axi_b_ready_o(ready[2]),
    .axi_ar_o(ar), .axi_ar_valid_o(valid[3]), .axi_ar_ready_i(ready[3]),
    .axi_r_i(r), .axi_r_valid_i(valid[4]), .axi_r_ready_o(ready[4])
  );

  fy_memory_fixed #(.Bytes(40'h10_0000), .MaxOutstanding(MaxOutstanding)) i_memory (
    .clk_i, .rst_ni, .latency_i,
    .axi_aw_i(aw), .axi_aw_valid_i(valid[0]), .axi_aw_ready_o(ready[0]),
    .axi_w_i(w), .axi_w_valid_i(valid[1]), .axi_w_ready_o(ready[1]),
    .axi_b_o(b), .axi_b_valid_o(valid[2]), .axi_b_ready_i(ready[2]),
    .axi_ar_i(ar), .axi_ar_valid_i(valid[3]), .axi_ar_ready_o(ready[3]),
    .axi_r_o(r), .axi_r_valid_o(valid[4]), .axi_r_ready_i(ready[4]),
    .contents_read_o(read), .contents_read_index_o(read_index), .contents_read_data_i(read_data),
    .contents_write_o(write), .contents_write_index_o(write_index),
    .contents_write_data_o(write_data), .contents_write_strobe_o(strobe)
  );

  fy_memory_contents i_contents (
    .clk_i,
    .read_i(read), .read_index_i(read_index), .read_data_o(read_data),
    .write_i(write), .write_index_i(write_index), .write_data_i(write_data),
    .write_strobe_i(strobe)
  );
endmodule
