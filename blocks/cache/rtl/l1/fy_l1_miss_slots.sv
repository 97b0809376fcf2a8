// SPDX-License-Identifier: Apache-2.0

/// The miss slots of a data cache: the line of each, and the operation that it requests next.
///
/// One slot is taken a cycle at most; slots are found by line address, combinationally. Acquires
/// leave in round robin and do not change while stalled.
module fy_l1_miss_slots
  import fy_l1_pkg::*;
#(
  parameter int unsigned Slots     = 2,
  parameter int unsigned Sets      = 64,
  parameter int unsigned LineBytes = 64,
  localparam int unsigned IndexBits = Slots > 1 ? $clog2(Slots) : 1
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  /// The access being decided
  input  address_t         match_address_i,
  output slot_match_t      match_o,
  /// Take slot `match_o.free_index`
  input  logic             allocate_i,
  input  miss_t            miss_i,

  output acquire_t         acquire_o,
  output logic             acquire_valid_o,
  input  logic             acquire_ready_i,

  input  grant_beat_t      beat_i,
  input  logic             beat_valid_i,
  /// The GrantAck of this slot was taken
  input  slot_t            acknowledged_i,
  input  logic             acknowledged_valid_i,

  output slot_operation_t  evict_o,
  input  logic             evicted_i,
  output slot_operation_t  install_o,
  input  logic             installed_i,
  /// Slots whose bytes a queued load still reads
  input  logic [Slots-1:0] queued_i,

  /// A probe of this line meets a miss that has no Grant yet (pending), or one that has (blocked)
  input  address_t         probe_address_i,
  output logic             probe_pending_o,
  output logic             probe_blocked_o,

  output slot_summary_t    summary_o
);
  localparam int unsigned Offset  = $clog2(LineBytes);
  localparam int unsigned SetBits = $clog2(Sets);

  slot_status_t [Slots-1:0] slots;
  logic [Slots-1:0]         acquire, acquire_grant, waits;
  logic [IndexBits-1:0]     acquire_index;

  function automatic logic same_line(address_t a, address_t b);
    return a[AddressBits-1:Offset] == b[AddressBits-1:Offset];
  endfunction

  for (genvar slot = 0; slot < int'(Slots); slot++) begin : gen_slot
    fy_l1_miss_slot i_slot (
      .clk_i,
      .rst_ni,
      .allocate_i  (allocate_i && match_o.free_index == slot_t'(slot)),
      .miss_i,
      .acquired_i  (acquire_grant[slot] && acquire_ready_i),
      .beat_valid_i(beat_valid_i && beat_i.index == slot_t'(slot)),
      .beat_i,
      .acknowledged_i(acknowledged_valid_i && acknowledged_i == slot_t'(slot)),
      .evicted_i   (evicted_i && evict_o.index == slot_t'(slot)),
      .installed_i (installed_i && install_o.index == slot_t'(slot)),
      .queued_i    (queued_i[slot]),
      .status_o    (slots[slot])
    );
    assign acquire[slot] = slots[slot].acquire;
    assign waits[slot]   = slots[slot].pending && !slots[slot].arrived;
  end

  always_comb begin
    match_o = '0;
    for (int unsigned i = 0; i < Slots; i++) begin
      if (slots[i].pending) begin
        if (same_line(slots[i].miss.address, match_address_i)) begin
          match_o.hit         = 1'b1;
          match_o.index       = slot_t'(i);
          match_o.wants_trunk = slots[i].miss.grow != fy_tl_pkg::GrowNtoB;
          match_o.received    = slots[i].received;
          match_o.error       = slots[i].error;
        end
        if (slots[i].miss.address[Offset+:SetBits] == match_address_i[Offset+:SetBits]) begin
          match_o.reserved[slots[i].miss.way] = 1'b1;
        end
      end
      if (!slots[i].busy) begin
        match_o.free       = 1'b1;
        match_o.free_index = slot_t'(i);
      end
    end
  end

  fy_round_robin #(
    .Inputs(Slots)
  ) i_acquire (
    .clk_i,
    .rst_ni,
    .request_i(acquire),
    .advance_i(acquire_ready_i),
    .grant_o  (acquire_grant),
    .index_o  (acquire_index),
    .any_o    (acquire_valid_o)
  );

  assign acquire_o = '{index: slot_t'(acquire_index), miss: slots[acquire_index].miss};

  always_comb begin
    evict_o   = '0;
    install_o = '0;
    for (int unsigned i = 0; i < Slots; i++) begin
      if (slots[i].pending && slots[i].evict && !slots[i].error &&
          (!evict_o.valid || (slots[i].complete && !evict_o.urgent))) begin
        evict_o = '{valid: 1'b1, urgent: slots[i].complete, index: slot_t'(i),
                    address: slots[i].miss.victim, way: slots[i].miss.way,
                    whole: 1'b0, trunk: 1'b0};
      end
      if (slots[i].pending && slots[i].complete && !slots[i].evict && !slots[i].error) begin
        install_o = '{valid: 1'b1, urgent: 1'b1, index: slot_t'(i),
                      address: slots[i].miss.address, way: slots[i].miss.way,
                      whole: slots[i].whole, trunk: slots[i].trunk};
      end
    end
  end

  always_comb begin
    probe_pending_o = 1'b0;
    probe_blocked_o = 1'b0;
    for (int unsigned i = 0; i < Slots; i++) begin
      if (slots[i].pending && same_line(slots[i].miss.address, probe_address_i)) begin
        probe_pending_o = !slots[i].granted;
        probe_blocked_o = slots[i].granted;
      end
    end
  end

  always_comb begin
    summary_o     = '0;
    summary_o.any = |waits;
    summary_o.two = |(waits & (waits - 1'b1));
    for (int unsigned i = 0; i < Slots; i++) begin
      if (slots[i].pending && slots[i].miss.grow != fy_tl_pkg::GrowNtoB) summary_o.stores = 1'b1;
      if (slots[i].pending && slots[i].complete && slots[i].error) begin
        summary_o.error         = 1'b1;
        summary_o.error_address = slots[i].miss.address;
      end
    end
  end

  if (Slots < 1 || Slots > 8) begin : gen_slots
    $error("fy_l1_miss_slots: Slots is %0d; it must be 1 to 8", Slots);
  end
endmodule
