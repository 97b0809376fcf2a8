// SPDX-License-Identifier: Apache-2.0

/// The memory models behind one AXI4 port, of which a strap chooses one.
///
/// Wires: the cycles are those of the chosen model. `model_i` is 0 for fy_memory_fixed with
/// `latency_i`, 1 and 2 for fy_memory_ddr with the parts 0 and 1 of fy_ddr_pkg. Both straps change
/// only while no access is under way.
module fy_memory_models
  import fy_axi_pkg::*;
#(
  /// First byte address served
  parameter logic [39:0] Base       = 40'h00_8000_0000,
  /// Bytes served
  parameter logic [39:0] Bytes      = 40'h00_1000_0000,
  /// Bytes of a beat
  parameter int unsigned DataBytes  = 32,
  /// Channels among which addresses are shared out
  parameter int unsigned Channels   = 1,
  /// Bytes in one channel before the next one follows
  parameter int unsigned Interleave = 64,
  localparam int unsigned IndexBits = 40 - $clog2(DataBytes)
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  logic [1:0]               model_i,
  input  logic [9:0]               latency_i,

  input  fy_axi#(DataBytes)::forward_t axi_i,
  output fy_axi_pkg::forward_ready_t axi_ready_o,
  output fy_axi#(DataBytes)::backward_t axi_o,
  input  fy_axi_pkg::backward_ready_t axi_ready_i,

  output logic                     contents_read_o,
  output logic [IndexBits-1:0]     contents_read_index_o,
  input  logic [DataBytes*8-1:0]   contents_read_data_i,

  output logic                     contents_write_o,
  output logic [IndexBits-1:0]     contents_write_index_o,
  output logic [DataBytes*8-1:0]   contents_write_data_o,
  output logic [DataBytes-1:0]     contents_write_strobe_o
);
  fy_axi#(DataBytes)::forward_t  [1:0] sent;
  fy_axi#(DataBytes)::backward_t [1:0] answer;
  fy_axi_pkg::forward_ready_t    [1:0] sent_ready;
  logic                          select;
  logic [1:0]                    read, write;
  logic [1:0][IndexBits-1:0]     read_index, write_index;
  logic [1:0][DataBytes*8-1:0]   write_data;
  logic [1:0][DataBytes-1:0]     write_strobe;

  assign select = model_i != 2'd0;
  for (genvar i = 0; i < 2; i++) begin : gen_chosen
    always_comb begin
      sent[i] = axi_i;
      if (select != i[0]) begin
        sent[i].aw_valid = 1'b0;
        sent[i].w_valid  = 1'b0;
        sent[i].ar_valid = 1'b0;
      end
    end
  end

  fy_memory_fixed #(
    .Base(Base), .Bytes(Bytes), .DataBytes(DataBytes)
  ) i_fixed (
    .clk_i, .rst_ni, .latency_i,
    .axi_i(sent[0]), .axi_ready_o(sent_ready[0]), .axi_o(answer[0]), .axi_ready_i,
    .contents_read_o(read[0]), .contents_read_index_o(read_index[0]), .contents_read_data_i,
    .contents_write_o(write[0]), .contents_write_index_o(write_index[0]),
    .contents_write_data_o(write_data[0]), .contents_write_strobe_o(write_strobe[0])
  );

  fy_memory_ddr #(
    .Base(Base), .Bytes(Bytes), .DataBytes(DataBytes), .Channels(Channels),
    .Interleave(Interleave)
  ) i_ddr (
    .clk_i, .rst_ni, .part_i(model_i[1]),
    .axi_i(sent[1]), .axi_ready_o(sent_ready[1]), .axi_o(answer[1]), .axi_ready_i,
    .contents_read_o(read[1]), .contents_read_index_o(read_index[1]), .contents_read_data_i,
    .contents_write_o(write[1]), .contents_write_index_o(write_index[1]),
    .contents_write_data_o(write_data[1]), .contents_write_strobe_o(write_strobe[1])
  );

  assign axi_ready_o             = sent_ready[select];
  assign axi_o                   = answer[select];
  assign contents_read_o         = read[select];
  assign contents_read_index_o   = read_index[select];
  assign contents_write_o        = write[select];
  assign contents_write_index_o  = write_index[select];
  assign contents_write_data_o   = write_data[select];
  assign contents_write_strobe_o = write_strobe[select];
endmodule
