// SPDX-License-Identifier: Apache-2.0

/// Notices of an L2 bank: what was looked up, which line came, which will leave. Passive.
///
/// They come in the cycle after the tags answered a transactor, or the array took a new line. At
/// most one lookup and one fill a cycle. A line leaves by a lookup that takes its way or flushes
/// it; before that notice nothing of it is overwritten. Lookups of channel C give none: a client
/// changes only a line that an Acquire, which gave a notice, let it write.
module fy_l2_notices
  import fy_tl_pkg::*;
  import fy_l2_pkg::*;
  import fy_l2_hook_pkg::*;
#(
  parameter int unsigned LineBytes   = 64,
  parameter int unsigned Sets        = 2048,
  parameter int unsigned Transactors = 8
) (
  input  logic           clk_i,
  input  logic           rst_ni,

  input  transactor_t    transactors_i [Transactors],
  /// With the answer of the tags: the way of the answer holds a line
  input  logic           occupied_i,
  /// The array takes the line of this transactor
  input  logic           store_i,
  input  number_t        store_number_i,

  output lookup_notice_t lookup_o,
  output line_notice_t   fill_o,
  output line_notice_t   leave_o
);
  localparam int unsigned OffsetBits = $clog2(LineBytes);
  localparam int unsigned SetBits    = $clog2(Sets);
  localparam int unsigned NumberBits = Transactors > 1 ? $clog2(Transactors) : 1;

  logic        looks, looked_q, occupied_q, stored_q, flush;
  number_t     number, number_q, store_number_q;
  transactor_t looked, stored;

  // One lookup a cycle, so one transactor is in StateLookup.
  always_comb begin
    looks  = 1'b0;
    number = '0;
    for (int unsigned i = 0; i < Transactors; i++) begin
      if (transactors_i[i].state == StateLookup) begin
        looks  = 1'b1;
        number = number_t'(i);
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      looked_q <= 1'b0;
      stored_q <= 1'b0;
    end else begin
      looked_q <= looks;
      stored_q <= store_i;
    end
  end
  always_ff @(posedge clk_i) begin
    number_q       <= number;
    occupied_q     <= occupied_i;
    store_number_q <= store_number_i;
  end

  // A transactor keeps what it found until its next request, a cycle later at the earliest.
  assign looked = transactors_i[NumberBits'(number_q)];
  assign stored = transactors_i[NumberBits'(store_number_q)];
  assign flush  = looked.request.opcode == Intent;

  logic [39:OffsetBits] left, filled;

  assign left   = (40 - OffsetBits)'(probed(looked) >> OffsetBits);
  assign filled = stored.request.address[39:OffsetBits];

  always_comb begin
    lookup_o.valid   = looked_q && looked.state != StateRetry;
    lookup_o.number  = number_q;
    lookup_o.request = looked.request;
    lookup_o.hit     = looked.hit;
    lookup_o.works   = looked.owns;
    lookup_o.set     = 32'(looked.request.address[OffsetBits+:SetBits]);
    lookup_o.way     = looked.way;
  end

  always_comb begin
    leave_o.valid   = lookup_o.valid && looked.owns && occupied_q && (!looked.hit || flush);
    leave_o.number  = number_q;
    leave_o.address = {left, OffsetBits'(0)};
    leave_o.set     = lookup_o.set;   // a line leaves the set that was looked up
    leave_o.way     = looked.way;
  end

  always_comb begin
    fill_o.valid   = stored_q && !stored.hit && !stored.passes;
    fill_o.number  = store_number_q;
    fill_o.address = {filled, OffsetBits'(0)};
    fill_o.set     = 32'(filled[OffsetBits+:SetBits]);
    fill_o.way     = stored.way;
  end

  logic unused;
  assign unused = ^{looked, stored, number_q, store_number_q};
endmodule
