// SPDX-License-Identifier: Apache-2.0

/// Contents of the simulated memory, simulation only: 32-byte words kept in C++
/// (sim/memory_contents.cpp).
///
/// Read data appears one cycle after `read_i` and holds. C++ is called on accesses alone. The word
/// index is the byte address divided by 32, so every instance shows the same memory.
module fy_memory_contents (
  input  logic         clk_i,

  input  logic         read_i,
  input  logic [34:0]  read_index_i,
  output logic [255:0] read_data_o,

  input  logic         write_i,
  input  logic [34:0]  write_index_i,
  input  logic [255:0] write_data_i,
  input  logic [31:0]  write_strobe_i
);
  import "DPI-C" function void fy_memory_read(input longint unsigned index,
                                              output bit [255:0] data);
  import "DPI-C" function void fy_memory_write(input longint unsigned index,
                                               input bit [255:0] data,
                                               input int unsigned strobe);

  bit [255:0] word;

  // The read stands first: a word read and written in one cycle gives the old value.
  always_ff @(posedge clk_i) begin
    if (read_i) begin
      fy_memory_read(64'(read_index_i), word);
      read_data_o <= word;
    end
    if (write_i) fy_memory_write(64'(write_index_i), write_data_i, write_strobe_i);
  end
endmodule
