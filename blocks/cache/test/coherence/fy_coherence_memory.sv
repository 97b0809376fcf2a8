// SPDX-License-Identifier: Apache-2.0

/// Test memory: 4 KB behind the timing model, for lines that lie close together, and 4 KB for their
/// copies, at addresses with the bit `CopyBit`. A copy must be equal to its line when a bank says
/// that it is written, and is then forgotten, so that one that is never written is seen.
module fy_coherence_memory
  import fy_axi_pkg::*;
#(
  parameter int unsigned BeatBytes = 32,
  parameter int unsigned Banks     = 1,
  parameter int unsigned CopyBit   = 27
) (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic [9:0] latency_i,

  input  fy_axi#(BeatBytes)::forward_t  axi_i,
  output fy_axi_pkg::forward_ready_t    axi_ready_o,
  output fy_axi#(BeatBytes)::backward_t axi_o,
  input  fy_axi_pkg::backward_ready_t   axi_ready_i,

  /// A bank takes a line to write to this address; it is written
  input  logic [Banks-1:0]       copy_i,
  input  logic [Banks-1:0][39:0] copy_address_i,
  input  logic [Banks-1:0]       copied_i
);
  localparam int unsigned BeatLow   = $clog2(BeatBytes);
  localparam int unsigned IndexBits = 12 - BeatLow;
  localparam int unsigned LineBeats = 64 / BeatBytes;

  typedef logic [39:BeatLow] index_t;

  logic                      read, write;
  index_t                    read_index, write_index;
  logic [BeatBytes*8-1:0]    read_data, write_data;
  logic [BeatBytes-1:0]      strobe;
  logic [BeatBytes-1:0][7:0] contents [2 << IndexBits];
  logic [Banks-1:0][39:0]    address_q;   // of the copy under way

  function automatic logic [IndexBits:0] place(index_t index, logic copy);
    return {copy, index[BeatLow+:IndexBits]};
  endfunction

  fy_memory_fixed #(.DataBytes(BeatBytes)) i_memory (
    .clk_i, .rst_ni, .latency_i,
    .axi_i, .axi_ready_o, .axi_o, .axi_ready_i,
    .contents_read_o(read), .contents_read_index_o(read_index), .contents_read_data_i(read_data),
    .contents_write_o(write), .contents_write_index_o(write_index),
    .contents_write_data_o(write_data), .contents_write_strobe_o(strobe)
  );

  initial for (int unsigned i = 0; i < 2 << IndexBits; i++) contents[i] = '0;

  always_ff @(posedge clk_i) begin
    if (read) read_data <= contents[place(read_index, read_index[CopyBit])];
    if (write) begin
      for (int unsigned i = 0; i < BeatBytes; i++) begin
        if (strobe[i]) contents[place(write_index, write_index[CopyBit])][i] <= write_data[i*8+:8];
      end
    end
    for (int unsigned n = 0; n < Banks; n++) begin
      if (copy_i[n]) address_q[n] <= copy_address_i[n];
      for (int unsigned i = 0; i < LineBeats; i++) begin
        if (copied_i[n]) begin
          assert (contents[place(address_q[n][39:BeatLow] | index_t'(i), 1'b1)] ==
                  contents[place(address_q[n][39:BeatLow] | index_t'(i), 1'b0)]);
          contents[place(address_q[n][39:BeatLow] | index_t'(i), 1'b1)] <= '1;
        end
      end
    end
  end
endmodule
