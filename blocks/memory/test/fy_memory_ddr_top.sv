// SPDX-License-Identifier: Apache-2.0

/// Test top: the memory models with their contents, 16 MB from 0x8000_0000; the DRAM's commands.
/// Written, not generated: it joins two modules; the flat top of it is generated.
module fy_memory_ddr_top
  import fy_axi_pkg::*;
  import fy_ddr_pkg::*;
#(
  parameter int unsigned Channels   = 1,
  parameter int unsigned Interleave = 64
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic [1:0]        model_i,
  input  logic [9:0]        latency_i,

  input  fy_axi#(32)::forward_t  client_i,
  output forward_ready_t         client_ready_o,
  output fy_axi#(32)::backward_t client_o,
  input  backward_ready_t        client_ready_i,

  output logic [2:0]        command_o,
  output logic [3:0]        bank_o,
  output logic [23:0]       row_o
);
  logic         read, write;
  logic [34:0]  read_index, write_index;
  logic [255:0] read_data, write_data;
  logic [31:0]  strobe;

  fy_memory_models #(
    .Bytes(40'h100_0000), .Channels(Channels), .Interleave(Interleave)
  ) i_memory (
    .clk_i, .rst_ni, .model_i, .latency_i,
    .axi_i(client_i), .axi_ready_o(client_ready_o), .axi_o(client_o),
    .axi_ready_i(client_ready_i),
    .contents_read_o(read), .contents_read_index_o(read_index), .contents_read_data_i(read_data),
    .contents_write_o(write), .contents_write_index_o(write_index),
    .contents_write_data_o(write_data), .contents_write_strobe_o(strobe)
  );

  assign command_o = i_memory.i_ddr.command;
  assign bank_o    = i_memory.i_ddr.i_scheduler.place.bank;
  assign row_o     = i_memory.i_ddr.i_scheduler.place.row;

  fy_memory_contents i_contents (
    .clk_i,
    .read_i(read), .read_index_i(read_index), .read_data_o(read_data),
    .write_i(write), .write_index_i(write_index), .write_data_i(write_data),
    .write_strobe_i(strobe)
  );
endmodule
