// SPDX-License-Identifier: Apache-2.0

/// Copies 1,000 bytes from an odd address to another, compares the whole memory and ends the run.
module my_test (
  input logic clk_i,
  input logic rst_ni
);
  localparam int unsigned Bytes = 65536, Length = 1000, Source = 'h1003, Target = 'h8005;

  fy_copy_engine_pkg::status_e status;
  logic                        done;
  logic [7:0]                  wanted [Bytes];
  int unsigned                 cycle_q, wrong;

  my_top i_top (
    .clk_i, .rst_ni,
    .start_i (cycle_q == 0),
    .source_i(64'(Source)),
    .target_i(64'(Target)),
    .bytes_i (64'(Length)),
    .done_o  (done),
    .status_o(status)
  );

  initial begin
    for (int i = 0; i < Bytes; i++) begin
      wanted[i] = 8'($urandom());
      i_top.i_memory.words_q[i/8][8*(i%8)+:8] = wanted[i];
    end
    for (int i = 0; i < Length; i++) wanted[Target+i] = wanted[Source+i];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) cycle_q <= 0;
    else cycle_q <= cycle_q + 1;
  end

  always @(posedge clk_i) begin
    if (rst_ni && done) begin
      wrong = 0;
      for (int i = 0; i < Bytes; i++) begin
        if (i_top.i_memory.words_q[i/8][8*(i%8)+:8] != wanted[i]) wrong++;
      end
      $display("%0d bytes in %0d cycles, status %0d, %0d wrong", Length, cycle_q, status, wrong);
      if (wrong != 0) $fatal(1, "bytes differ");
      $finish;
    end
    if (cycle_q > 100_000) $fatal(1, "the copy does not end");
  end
endmodule
