// SPDX-License-Identifier: Apache-2.0

/// Stores that hit and wait for a free cycle of their bank, in order.
///
/// A pushed store is seen by `forward_*` from the next cycle until it is written: a load directly
/// behind it needs no wait. Two entries never fill up in the data cache: a store in its first
/// cycle leaves all banks free for the oldest entry.
module fy_l1_store_buffer
  import fy_l1_pkg::*;
  import fy_data_port_pkg::*;
#(
  parameter  int unsigned Entries   = 2,
  parameter  int unsigned Sets      = 64,
  parameter  int unsigned LineBytes = 64,
  localparam int unsigned SetBits   = $clog2(Sets),
  localparam int unsigned Offset    = $clog2(LineBytes)
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  word_write_t push_i,
  input  logic        push_valid_i,
  output logic        push_ready_o,

  output word_write_t drain_o,
  output logic        drain_valid_o,
  input  logic        drain_ready_i,

  /// Bytes of the word of `forward_address_i` that wait here
  input  address_t    forward_address_i,
  output logic [7:0]  forward_mask_o,
  output logic [63:0] forward_data_o,

  /// A store into the set of this address waits here
  input  address_t    set_address_i,
  output logic        set_busy_o
);
  word_write_t [Entries-1:0] entries_q;  // 0 is the oldest
  logic [Entries-1:0]        valid_q, after_drain;
  logic                      drain, push;

  assign push_ready_o  = !valid_q[Entries-1];
  assign drain_o       = entries_q[0];
  assign drain_valid_o = valid_q[0];
  assign drain         = drain_valid_o && drain_ready_i;

  always_comb begin
    forward_mask_o = '0;
    forward_data_o = '0;
    set_busy_o     = 1'b0;
    for (int unsigned i = 0; i < Entries; i++) begin
      if (valid_q[i]) begin
        if (entries_q[i].address[AddressBits-1:3] == forward_address_i[AddressBits-1:3]) begin
          forward_mask_o |= entries_q[i].mask;
          forward_data_o = overlay(forward_data_o, entries_q[i].data, entries_q[i].mask);
        end
        if (entries_q[i].address[Offset+:SetBits] == set_address_i[Offset+:SetBits]) begin
          set_busy_o = 1'b1;
        end
      end
    end
  end

  // Where the pushed entry goes once the oldest has left.
  assign after_drain = drain ? valid_q >> 1 : valid_q;
  assign push        = push_valid_i && push_ready_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= '0;
    else valid_q <= push ? (after_drain << 1) | Entries'(1) : after_drain;
  end

  always_ff @(posedge clk_i) begin
    if (drain) begin
      for (int unsigned i = 0; i + 1 < Entries; i++) entries_q[i] <= entries_q[i+1];
    end
    for (int unsigned i = 0; i < Entries; i++) begin
      if (push && !after_drain[i] && (i == 0 || after_drain[i-1])) entries_q[i] <= push_i;
    end
  end
endmodule
