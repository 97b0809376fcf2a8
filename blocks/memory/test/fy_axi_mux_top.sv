// SPDX-License-Identifier: Apache-2.0

/// Test top: clients, the mux, and the fixed memory model with its contents; 1 MB from 0x8000_0000.
/// Written, not generated: it joins four modules and shows what passes between them.
module fy_axi_mux_top
  import fy_axi_pkg::*;
#(
  parameter int unsigned Clients        = 4,
  parameter int unsigned MaxOutstanding = 4,
  /// Below MaxOutstanding the mux holds AW, above it the memory
  parameter int unsigned WriteBursts    = 2
) (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic [9:0] latency_i,

  input  fy_axi#(32)::forward_t [Clients-1:0]  client_i,
  output forward_ready_t [Clients-1:0]         client_ready_o,
  output fy_axi#(32)::backward_t [Clients-1:0] client_o,
  input  backward_ready_t [Clients-1:0]        client_ready_i,

  /// What reaches the memory: aw, w, b, ar, r
  output logic [4:0] memory_valid_o,
  output logic [4:0] memory_ready_o
);
  // Of the mux, and of the memory behind the link.
  fy_axi#(32)::forward_t  axi, memory;
  fy_axi#(32)::backward_t answer, memory_answer;
  forward_ready_t         axi_ready, memory_ready;
  backward_ready_t        answer_ready, memory_answer_ready;
  logic             read, write;
  logic [34:0]      read_index, write_index;
  logic [255:0]     read_data, write_data;
  logic [31:0]      strobe;

  assign memory_valid_o = {i_link.r_valid, i_link.ar_valid, i_link.b_valid, i_link.w_valid,
                           i_link.aw_valid};
  assign memory_ready_o = {i_link.r_ready, i_link.ar_ready, i_link.b_ready, i_link.w_ready,
                           i_link.aw_ready};

  fy_axi_mux #(.Clients(Clients), .WriteBursts(WriteBursts)) i_mux (
    .clk_i, .rst_ni,
    .client_i, .client_ready_o, .client_o, .client_ready_i,
    .axi_o(axi), .axi_ready_i(axi_ready), .axi_i(answer), .axi_ready_o(answer_ready)
  );

  fy_axi_link i_link (
    .clk_i, .rst_ni,
    .client_i(axi), .client_ready_o(axi_ready), .client_o(answer), .client_ready_i(answer_ready),
    .manager_o(memory), .manager_ready_i(memory_ready),
    .manager_i(memory_answer), .manager_ready_o(memory_answer_ready)
  );

  fy_memory_fixed #(.Bytes(40'h10_0000), .MaxOutstanding(MaxOutstanding)) i_memory (
    .clk_i, .rst_ni, .latency_i,
    .axi_i(memory), .axi_ready_o(memory_ready),
    .axi_o(memory_answer), .axi_ready_i(memory_answer_ready),
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
