// SPDX-License-Identifier: Apache-2.0

/// Lets one tracker at a time offer messages to a bank, the lowest first.
///
/// Trackers walk the banks in the same order. Served in turn they stop each other at every bank,
/// each waiting where the one before has just written and is about to read. With an order among
/// them the lowest is never stopped, the next settles one bank behind it, and so on: then nobody
/// waits. A message offered stays offered until its last beat is taken. Combinational: adds no
/// cycle. A higher tracker may wait until the lower ones have no more requests for that bank; it
/// holds nothing meanwhile that they need, and requests are finite.
module fy_copy_turns
  import fy_tl_pkg::*;
  import fy_copy_engine_pkg::*;
#(
  /// Bytes of a TileLink beat
  parameter int unsigned BeatBytes      = 32,
  /// Trackers
  parameter int unsigned Trackers       = 1,
  /// Banks of the memory behind, a power of two
  parameter int unsigned Banks          = 1,
  /// Bytes in one bank before the next follows, a power of two
  parameter int unsigned BankInterleave = 64
) (
  input  logic                                              clk_i,
  input  logic                                              rst_ni,

  /// What trackers offer; the payload passes beside this module
  input  fy_tl#(.BeatBytes(BeatBytes))::a_t [Trackers-1:0]  a_i,
  input  logic [Trackers-1:0]                               a_valid_i,
  output logic [Trackers-1:0]                               a_ready_o,
  output logic [Trackers-1:0]                               a_valid_o,
  input  logic [Trackers-1:0]                               a_ready_i
);
  localparam int unsigned BankBits = Banks > 1 ? $clog2(Banks) : 1;

  typedef logic [BankBits-1:0] bank_t;

  logic [Trackers-1:0]  offered_q, first;   // a message is under way; its turn has come
  bank_t [Trackers-1:0] bank;

  for (genvar t = 0; t < Trackers; t++) begin : gen_tracker
    localparam logic [Trackers-1:0] Lower = Trackers'((1 << t) - 1);

    logic last, fire;

    assign bank[t] = Banks > 1 ? bank_t'(a_i[t].address >> $clog2(BankInterleave)) : '0;
    assign fire    = a_valid_o[t] && a_ready_i[t];

    always_comb begin
      first[t] = 1'b1;
      for (int unsigned o = 0; o < Trackers; o++) begin
        if (o != 32'(t) && bank[o] == bank[t] && (offered_q[o] || (Lower[o] && a_valid_i[o]))) begin
          first[t] = 1'b0;
        end
      end
    end

    if (Trackers == 1) begin : gen_alone
      assign last         = 1'b1;
      assign offered_q[t] = 1'b1;

      logic unused;
      assign unused = ^{clk_i, rst_ni, last, fire};
    end else begin : gen_several
      fy_tl_beats #(.BeatBytes(BeatBytes)) i_beats (
        .clk_i, .rst_ni, .size_i(a_i[t].size), .has_data_i(a_i[t].opcode != Get),
        .fire_i(fire), .last_o(last)
      );

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) offered_q[t] <= 1'b0;
        else offered_q[t] <= (offered_q[t] || a_valid_o[t]) && !(fire && last);
      end
    end
  end

  assign a_valid_o = a_valid_i & (offered_q | first);
  assign a_ready_o = a_ready_i & (offered_q | first);
endmodule
