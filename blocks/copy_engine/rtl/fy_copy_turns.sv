// SPDX-License-Identifier: Apache-2.0

/// Orders the messages of several trackers at the banks: turns at a bank, slots in time.
///
/// Trackers walk the banks in the same order. Turns: a bank sees one tracker at a time, the lowest
/// that may start first, so the lowest is hardly stopped, the next settles one bank behind it, and
/// so on. Slots: the time is cut into slots as long as the Get and the Put of one block; a Get
/// starts in the first cycle of a slot only, a Put in the second. So reads never stand in the way
/// of writes, each settle by themselves, and with a bank for each tracker nobody waits.
///
/// Slots are off while fewer than three trackers have work (two pass each other without), and with
/// a buffer of two blocks: it keeps a tracker below the rate of the slots, and to wait for them
/// would cost more. A message passed stays until its last beat is taken; one held back may be
/// exchanged for another. Combinational: adds no cycle besides these waits. A higher tracker may
/// wait until the lower ones have no more requests for that bank; it holds nothing meanwhile that
/// they need, and requests are finite.
module fy_copy_turns
  import fy_tl_pkg::*;
  import fy_copy_engine_pkg::*;
#(
  /// Bytes of a TileLink beat
  parameter int unsigned BeatBytes      = 32,
  /// Bytes of a cache block
  parameter int unsigned BlockBytes     = 64,
  /// Trackers
  parameter int unsigned Trackers       = 1,
  /// Banks of the memory behind, a power of two
  parameter int unsigned Banks          = 1,
  /// Bytes in one bank before the next follows, a power of two
  parameter int unsigned BankInterleave = 64
) (
  input  logic                                              clk_i,
  input  logic                                              rst_ni,

  /// Slots pay: there is a bank for each tracker, and a bank takes two blocks' messages at a time
  input  logic                                              slots_i,
  /// Blocks of a tracker's buffer
  input  logic [5:0]                                        block_limit_i,
  /// Trackers with work
  input  logic [Trackers-1:0]                               busy_i,
  /// A tracker offers a Put before a Get
  output logic                                              put_first_o,

  /// What trackers offer; the payload passes beside this module
  input  fy_tl#(.BeatBytes(BeatBytes))::a_t [Trackers-1:0]  a_i,
  input  logic [Trackers-1:0]                               a_valid_i,
  output logic [Trackers-1:0]                               a_ready_o,
  output logic [Trackers-1:0]                               a_valid_o,
  input  logic [Trackers-1:0]                               a_ready_i,
  /// What the tracker offers goes on to the bus in this cycle
  output logic [Trackers-1:0]                               a_passed_o
);
  localparam int unsigned BankBits  = Banks > 1 ? $clog2(Banks) : 1;
  localparam int unsigned Phases    = 1 + BlockBytes / BeatBytes;
  localparam int unsigned PhaseBits = $clog2(Phases);

  typedef logic [BankBits-1:0]  bank_t;
  typedef logic [PhaseBits-1:0] phase_t;

  if (Trackers == 1) begin : gen_alone
    assign put_first_o = 1'b0;
    assign a_passed_o  = 1'b1;

    logic unused;
    assign unused = ^{clk_i, rst_ni, slots_i, block_limit_i, busy_i, a_i};
  end else begin : gen_several
    phase_t               phase_q;
    logic                 slots;
    logic [Trackers-1:0]  offered_q;  // the bus has seen the message, its last beat is not taken
    logic [Trackers-1:0]  timely;     // the message may start in this cycle
    logic [Trackers-1:0]  first;      // its turn has come
    bank_t [Trackers-1:0] bank;

    assign slots       = slots_i && $countones(busy_i) > 2 && block_limit_i > 6'd2;
    assign put_first_o = slots && phase_q != '0;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) phase_q <= '0;
      else phase_q <= phase_q == phase_t'(Phases - 1) ? '0 : phase_q + 1'b1;
    end

    for (genvar t = 0; t < Trackers; t++) begin : gen_tracker
      localparam logic [Trackers-1:0] Lower = Trackers'((1 << t) - 1);

      logic last, fire;

      assign bank[t]   = Banks > 1 ? bank_t'(a_i[t].address >> $clog2(BankInterleave)) : '0;
      assign fire      = a_valid_o[t] && a_ready_i[t];
      assign timely[t] = !slots || phase_q == (a_i[t].opcode == Get ? '0 : phase_t'(1));

      always_comb begin
        first[t] = 1'b1;
        for (int unsigned o = 0; o < Trackers; o++) begin
          if (o != 32'(t) && bank[o] == bank[t] &&
              (offered_q[o] || (Lower[o] && a_valid_i[o] && timely[o]))) begin
            first[t] = 1'b0;
          end
        end
      end

      fy_tl_beats #(.BeatBytes(BeatBytes)) i_beats (
        .clk_i, .rst_ni, .size_i(a_i[t].size), .has_data_i(a_i[t].opcode != Get),
        .fire_i(fire), .last_o(last)
      );

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) offered_q[t] <= 1'b0;
        else offered_q[t] <= (offered_q[t] || a_valid_o[t]) && !(fire && last);
      end
    end

    assign a_passed_o = offered_q | (first & timely);
  end

  assign a_valid_o = a_valid_i & a_passed_o;
  assign a_ready_o = a_ready_i & a_passed_o;
endmodule
