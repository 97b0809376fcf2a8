// SPDX-License-Identifier: Apache-2.0

/// Decides what an L2 bank takes from channel A: a first beat only with a free transactor for it,
/// and nothing queues.
///
/// A request waits while a transactor works on its line, while one refills its set or has no
/// answer of the tags there yet, while channel C looks up its set, in the cycle in which the
/// directory of its set is written, and while its line is on the way to memory. Later beats of a
/// burst are always taken. Combinational.
module fy_l2_accept
  import fy_tl_pkg::*;
  import fy_l2_pkg::*;
#(
  parameter int unsigned BeatBytes    = 32,
  parameter int unsigned LineBytes    = 64,
  parameter int unsigned Sets         = 2048,
  parameter int unsigned Transactors  = 8,
  localparam int unsigned Beats    = LineBytes / BeatBytes,
  localparam int unsigned BeatBits = Beats > 1 ? $clog2(Beats) : 1
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  /// Transactors in use, 0 means all
  input  logic [4:0]                  limit_i,

  /// A beat of channel A is offered, and is taken
  input  request_t                    request_i,
  input  logic                        valid_i,
  output logic                        ready_o,

  input  transactor_t                 transactors_i [Transactors],
  /// The tags can look up for channel A
  input  logic                        lookup_ready_i,
  /// The line is on the way to memory
  input  logic                        draining_i,
  /// The directory of this line's set is written: a lookup would see the old entry
  input  logic                        record_i,
  input  logic [39:0]                 record_address_i,
  /// Channel C works on this line's set
  input  logic                        release_valid_i,
  input  logic [39:0]                 release_address_i,

  /// First beat taken: the tags look up in this cycle
  output logic                        start_o,
  output logic                        last_o,
  output number_t                     number_o,
  output logic [BeatBits-1:0]         index_o,
  output logic                        conflict_o,
  output logic                        full_o
);
  localparam int unsigned OffsetBits = $clog2(LineBytes);
  localparam int unsigned SetBits    = $clog2(Sets);
  localparam int unsigned CountBits  = 12;

  logic                 first, blocked, free, beat;
  number_t              free_number, number_q;
  logic [CountBits-1:0] left_q, beats;
  logic [BeatBits-1:0]  index_q, first_index;

  function automatic logic same_set(logic [39:0] a, logic [39:0] b);
    return a[OffsetBits+:SetBits] == b[OffsetBits+:SetBits];
  endfunction

  assign first = left_q == '0;

  always_comb begin
    blocked = 1'b0;
    if (valid_i && first) begin
      blocked = draining_i || (release_valid_i && same_set(release_address_i, request_i.address)) ||
                (record_i && same_set(record_address_i, request_i.address));
      for (int unsigned i = 0; i < Transactors; i++) begin
        if (transactors_i[i].state != StateIdle &&
            same_set(transactors_i[i].request.address, request_i.address) &&
            (!transactors_i[i].settled || transactors_i[i].request.address[39:OffsetBits] ==
                                          request_i.address[39:OffsetBits])) blocked = 1'b1;
      end
    end
  end

  always_comb begin
    free        = 1'b0;
    free_number = '0;
    for (int i = Transactors - 1; i >= 0; i--) begin
      if (transactors_i[i].state == StateIdle && (limit_i == '0 || 5'(i) < limit_i)) begin
        free        = 1'b1;
        free_number = number_t'(i);
      end
    end
  end

  assign conflict_o = valid_i && first && blocked;
  assign full_o     = valid_i && first && !blocked && !free;
  assign start_o    = valid_i && first && !blocked && free && lookup_ready_i;
  assign ready_o    = first ? !blocked && free && lookup_ready_i : 1'b1;
  assign beat       = valid_i && ready_o;

  assign beats       = a_has_data(request_i.opcode) ?
                       CountBits'(last_beat(request_i.size, BeatBytes)) : '0;
  assign last_o      = first ? beats == '0 : left_q == CountBits'(1);
  assign number_o    = first ? free_number : number_q;
  assign first_index = BeatBits'(request_i.address[OffsetBits-1:0] >> $clog2(BeatBytes));
  assign index_o     = first ? first_index : index_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) left_q <= '0;
    else if (beat) left_q <= first ? beats : left_q - 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (beat) begin
      number_q <= number_o;
      index_q  <= Beats > 1 ? index_o + 1'b1 : '0;
    end
  end

  logic unused;
  assign unused = ^{request_i, release_address_i, record_address_i};
endmodule
