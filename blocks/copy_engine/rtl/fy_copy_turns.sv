// SPDX-License-Identifier: Apache-2.0

/// Orders the messages of several trackers at the banks: turns at a bank, slots in time.
///
/// Trackers walk the banks in the same order. Turns: a bank sees one tracker at a time, the lowest
/// that may start first, so the lowest is hardly stopped, the next settles one bank behind it, and
/// so on. Slots: the time is cut into slots as long as the Get and the Put of one block; a Get
/// starts in the first cycle of a slot only, a Put in the second. So reads never stand in the way
/// of writes, each settle by themselves, and with a bank for each tracker none waits.
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
  input  logic                                                   clk_i,
  input  logic                                                   rst_ni,

  /// Slots pay: there is a bank for each tracker, and a bank takes two blocks' messages at a time
  input  logic                                                   slots_i,
  /// Blocks of a tracker's buffer
  input  logic [5:0]                                             block_limit_i,
  /// Trackers with work
  input  logic [Trackers-1:0]                                    busy_i,
  /// A tracker offers a Put before a Get
  output logic                                                   put_first_o,

  /// What trackers offer, what of it goes on to the bus, and whose beat is taken in this cycle
  input  fy_tl#(.BeatBytes(BeatBytes))::request_t [Trackers-1:0] offer_i,
  output logic [Trackers-1:0]                                    passed_o,
  input  logic [Trackers-1:0]                                    taken_i
);
  localparam int unsigned BankBits  = Banks > 1 ? $clog2(Banks) : 1;
  localparam int unsigned Phases    = 1 + BlockBytes / BeatBytes;
  localparam int unsigned PhaseBits = $clog2(Phases);

  typedef logic [BankBits-1:0]  bank_t;
  typedef logic [PhaseBits-1:0] phase_t;

  if (Trackers == 1) begin : gen_alone
    assign put_first_o = 1'b0;
    assign passed_o    = 1'b1;

    logic unused;
    assign unused = ^{clk_i, rst_ni, slots_i, block_limit_i, busy_i, offer_i, taken_i};
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

      logic last;

      assign bank[t]   = Banks > 1 ? bank_t'(offer_i[t].a.address >> $clog2(BankInterleave)) : '0;
      assign timely[t] = !slots || phase_q == (offer_i[t].a.opcode == Get ? '0 : phase_t'(1));

      always_comb begin
        first[t] = 1'b1;
        for (int unsigned o = 0; o < Trackers; o++) begin
          if (o != 32'(t) && bank[o] == bank[t] &&
              (offered_q[o] || (Lower[o] && offer_i[o].a_valid && timely[o]))) begin
            first[t] = 1'b0;
          end
        end
      end

      fy_tl_beats #(.BeatBytes(BeatBytes)) i_beats (
        .clk_i, .rst_ni, .size_i(offer_i[t].a.size), .has_data_i(offer_i[t].a.opcode != Get),
        .fire_i(taken_i[t]), .last_o(last)
      );

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) offered_q[t] <= 1'b0;
        else begin
          offered_q[t] <= (offered_q[t] || (offer_i[t].a_valid && passed_o[t])) &&
                          !(taken_i[t] && last);
        end
      end
    end

    assign passed_o = offered_q | (first & timely);
  end
endmodule
