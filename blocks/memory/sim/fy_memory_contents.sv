// SPDX-License-Identifier: Apache-2.0

/// Contents of the simulated memory, simulation only: words of a beat kept in C++
/// (sim/endpoints/memory_contents.cpp).
///
/// Read data appears one cycle after `read_i` and holds. C++ is called on accesses alone. The word
/// index is the byte address divided by DataBytes, so every instance shows the same memory; all
/// instances of a build have words of one size.
module fy_memory_contents #(
  /// Bytes of a word: 8, 16, 32 or 64
  parameter int unsigned DataBytes = 32,
  localparam int unsigned IndexBits = 40 - $clog2(DataBytes)
) (
  input  logic                   clk_i,

  input  logic                   read_i,
  input  logic [IndexBits-1:0]   read_index_i,
  output logic [DataBytes*8-1:0] read_data_o,

  input  logic                   write_i,
  input  logic [IndexBits-1:0]   write_index_i,
  input  logic [DataBytes*8-1:0] write_data_i,
  input  logic [DataBytes-1:0]   write_strobe_i
);
  import "DPI-C" function void fy_memory_read(input longint unsigned index,
                                              input int unsigned bytes,
                                              output bit [DataBytes*8-1:0] data);
  import "DPI-C" function void fy_memory_write(input longint unsigned index,
                                               input int unsigned bytes,
                                               input bit [DataBytes*8-1:0] data,
                                               input longint unsigned strobe);

  bit [DataBytes*8-1:0] word;

  // The read stands first: a word read and written in one cycle gives the old value.
  always_ff @(posedge clk_i) begin
    if (read_i) begin
      fy_memory_read(64'(read_index_i), DataBytes, word);
      read_data_o <= word;
    end
    if (write_i) begin
      fy_memory_write(64'(write_index_i), DataBytes, write_data_i, 64'(write_strobe_i));
    end
  end

  if (!(DataBytes inside {8, 16, 32, 64})) begin : gen_data_bytes
    $error("fy_memory_contents: DataBytes is %0d; it must be 8, 16, 32 or 64", DataBytes);
  end
endmodule
