// SPDX-License-Identifier: Apache-2.0

/// Loads that wait for bytes of a miss slot; delivers the oldest one whose bytes are there.
///
/// A load can be delivered from the cycle after its beat, one a cycle. `conflict_o`: a queued load
/// reads the word about to be stored to, so the store has to come again.
module fy_l1_load_queue
  import fy_l1_pkg::*;
#(
  parameter int unsigned Entries   = 8,
  parameter int unsigned Slots     = 2,
  parameter int unsigned LineBytes = 64,
  parameter int unsigned BeatBytes = 32
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  queued_load_t     push_i,
  input  logic             push_valid_i,
  output logic             push_ready_o,
  /// All bytes of the pushed load are in the slot already
  input  logic             push_present_i,

  input  grant_beat_t      beat_i,
  input  logic             beat_valid_i,

  output queued_load_t     load_o,
  output logic             load_valid_o,
  input  logic             load_ready_i,

  input  address_t         conflict_address_i,
  input  slot_t            conflict_slot_i,
  output logic             conflict_o,
  output logic [Slots-1:0] queued_o
);
  localparam int unsigned Offset    = $clog2(LineBytes);
  localparam int unsigned IndexBits = $clog2(Entries);
  localparam int unsigned BeatLow   = $clog2(BeatBytes);

  queued_load_t [Entries-1:0] loads_q;
  logic [Entries-1:0]         valid_q, ready_q, older, pool;
  logic [IndexBits-1:0]       head_q, tail_q, pick;
  logic                       pop, push;

  function automatic logic covers(grant_beat_t beat, queued_load_t load);
    // An error ends the refill: its loads get the bytes that are there.
    return beat.index == load.slot && (beat.error && beat.last ||
        (beat.has_data && beat.beat == 3'(load.address[Offset-1:0] >> BeatLow)));
  endfunction

  assign push_ready_o = !valid_q[tail_q];
  assign push         = push_valid_i && push_ready_o;
  assign pop          = load_valid_o && load_ready_i;

  // Oldest first: from the head upwards, then from index 0.
  assign older        = (valid_q & ready_q) & ~((Entries'(1) << head_q) - 1'b1);
  assign pool         = |older ? older : valid_q & ready_q;
  assign load_valid_o = |(valid_q & ready_q);
  assign load_o       = loads_q[pick];

  always_comb begin
    pick = '0;
    for (int unsigned i = Entries; i > 0; i--) if (pool[i-1]) pick = IndexBits'(i - 1);
  end

  always_comb begin
    queued_o   = '0;
    conflict_o = 1'b0;
    for (int unsigned i = 0; i < Entries; i++) begin
      if (valid_q[i]) begin
        for (int unsigned slot = 0; slot < Slots; slot++) begin
          if (loads_q[i].slot == slot_t'(slot)) queued_o[slot] = 1'b1;
        end
        if (loads_q[i].slot == conflict_slot_i &&
            loads_q[i].address[Offset-1:3] == conflict_address_i[Offset-1:3]) conflict_o = 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= '0;
      ready_q <= '0;
      head_q  <= '0;
      tail_q  <= '0;
    end else begin
      if (beat_valid_i) begin
        for (int unsigned i = 0; i < Entries; i++) begin
          if (covers(beat_i, loads_q[i])) ready_q[i] <= 1'b1;
        end
      end
      if (pop) valid_q[pick] <= 1'b0;
      // At the tail too while others wait: the queue was full, and the next push is the newest.
      if (!valid_q[head_q] && (head_q != tail_q || |valid_q)) head_q <= head_q + 1'b1;
      if (push) begin
        valid_q[tail_q] <= 1'b1;
        ready_q[tail_q] <= push_present_i || (beat_valid_i && covers(beat_i, push_i));
        tail_q          <= tail_q + 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (beat_valid_i && beat_i.error) begin
      for (int unsigned i = 0; i < Entries; i++) begin
        if (covers(beat_i, loads_q[i]) && !ready_q[i]) loads_q[i].error <= 1'b1;
      end
    end
    if (push) begin
      loads_q[tail_q]       <= push_i;
      loads_q[tail_q].error <= push_i.error ||
                               (beat_valid_i && beat_i.error && covers(beat_i, push_i));
    end
  end

  if (Entries < 2 || (Entries & (Entries - 1)) != 0) begin : gen_entries
    $error("fy_l1_load_queue: Entries is %0d; it must be a power of two, at least 2", Entries);
  end
endmodule
