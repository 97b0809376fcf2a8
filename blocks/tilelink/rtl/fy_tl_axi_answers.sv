// SPDX-License-Identifier: Apache-2.0

/// Answers of fy_tl_to_axi: R and B into the slots of their messages, and channel D out of them.
///
/// A slot is taken by `open_i` and free again after the last beat of its answer. A beat that comes
/// can leave in the next cycle; a message on D is ended before another one begins, round robin.
module fy_tl_axi_answers import fy_tl_pkg::*; import fy_axi_pkg::fy_axi; #(
  parameter int unsigned BeatBytes   = 32,
  parameter int unsigned LineBytes   = 64,
  parameter int unsigned Outstanding = 4,
  localparam int unsigned SlotBits = Outstanding > 1 ? $clog2(Outstanding) : 1
) (
  input  logic clk_i,
  input  logic rst_ni,

  output logic                free_o,
  output logic [SlotBits-1:0] free_slot_o,

  /// What the message in `slot_i` asks for; AXI does not answer a refused one
  input  logic                open_i,
  input  logic [SlotBits-1:0] slot_i,
  input  header_t             answer_i,
  input  logic                refused_i,
  input  logic                spoiled_i,
  /// The refused message in `slot_i` has come whole
  input  logic                ended_i,

  input  fy_axi#(BeatBytes)::backward_t axi_i,

  output fy_tl#(.BeatBytes(BeatBytes))::response_t tl_o,
  input  logic                                     tl_ready_i
);
  localparam int unsigned Beats     = LineBytes / BeatBytes;
  localparam int unsigned CountBits = $clog2(Beats + 1);

  typedef struct packed {
    logic                   corrupt;
    logic [BeatBytes*8-1:0] data;
  } beat_t;

  header_t [Outstanding-1:0]                answers_q;
  logic    [Outstanding-1:0]                busy_q, ended_q, denied_q, available, grant;
  logic    [Outstanding-1:0][CountBits-1:0] received_q;
  beat_t                                    beats_q [Outstanding * Beats];

  // ---- slots that are free --------------------------------------------------------------------
  always_comb begin
    free_slot_o = '0;
    for (int unsigned i = 0; i < Outstanding; i++) begin
      if (!busy_q[Outstanding-1-i]) free_slot_o = SlotBits'(Outstanding - 1 - i);
    end
  end
  assign free_o = !(&busy_q);

  // ---- R and B --------------------------------------------------------------------------------
  logic [SlotBits-1:0] r_slot, b_slot;
  logic                r_failed, b_failed;

  assign r_slot   = SlotBits'(axi_i.r.id);
  assign b_slot   = SlotBits'(axi_i.b.id);
  assign r_failed = axi_i.r.resp != fy_axi_pkg::RespOkay;
  assign b_failed = axi_i.b.resp != fy_axi_pkg::RespOkay;

  function automatic int unsigned place(logic [SlotBits-1:0] of, logic [CountBits-1:0] index);
    return 32'(of) * Beats + 32'(index) % Beats;
  endfunction

  // ---- channel D: the message that has begun, else one that can -------------------------------
  logic [CountBits-1:0] sent_q;
  logic                 begun_q, last, fire, valid, denied, has_data;
  logic [SlotBits-1:0]  slot, begun_slot_q;
  beat_t                beat;

  always_comb begin
    for (int unsigned i = 0; i < Outstanding; i++) begin
      available[i] = busy_q[i] && (ended_q[i] || received_q[i] > sent_q) &&
          (!begun_q || begun_slot_q == SlotBits'(i));
    end
  end

  fy_round_robin #(.Inputs(Outstanding)) i_turn (
    .clk_i, .rst_ni,
    .request_i(available),
    .advance_i(tl_ready_i),
    .grant_o  (grant),
    .index_o  (slot),
    .any_o    (valid)
  );

  assign denied   = denied_q[slot];
  assign has_data = d_has_data(d_opcode_e'(answers_q[slot].opcode));
  assign beat     = beats_q[place(slot, sent_q)];
  assign fire     = valid && tl_ready_i;

  always_comb begin
    tl_o           = '0;
    tl_o.d_valid   = valid;
    tl_o.d.opcode  = d_opcode_e'(answers_q[slot].opcode);
    tl_o.d.size    = answers_q[slot].size;
    tl_o.d.source  = answers_q[slot].source;
    tl_o.d.denied  = denied;
    tl_o.d.corrupt = has_data && (denied || beat.corrupt);
    if (has_data && !denied) tl_o.d.data = beat.data;
  end

  fy_tl_beats #(.BeatBytes(BeatBytes)) i_beats (
    .clk_i, .rst_ni,
    .size_i    (answers_q[slot].size),
    .has_data_i(has_data),
    .fire_i    (fire),
    .last_o    (last)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q  <= '0;
      begun_q <= 1'b0;
      sent_q  <= '0;
    end else begin
      if (fire) begin
        begun_q <= !last;
        sent_q  <= last ? '0 : sent_q + 1'b1;
      end
      for (int unsigned i = 0; i < Outstanding; i++) begin
        if (open_i && slot_i == SlotBits'(i)) busy_q[i] <= 1'b1;
        else if (fire && last && grant[i]) busy_q[i] <= 1'b0;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (fire) begun_slot_q <= slot;
    if (open_i) begin
      answers_q[slot_i]  <= answer_i;
      ended_q[slot_i]    <= 1'b0;
      received_q[slot_i] <= '0;
      denied_q[slot_i]   <= refused_i && answer_i.opcode != HintAck;
    end
    if (ended_i) ended_q[slot_i] <= 1'b1;
    if (spoiled_i) denied_q[slot_i] <= 1'b1;
    if (axi_i.r_valid) begin
      received_q[r_slot]                           <= received_q[r_slot] + 1'b1;
      beats_q[place(r_slot, received_q[r_slot])] <= '{corrupt: r_failed, data: axi_i.r.data};
      if (received_q[r_slot] == '0) denied_q[r_slot] <= r_failed;
    end
    if (axi_i.b_valid) begin
      received_q[b_slot] <= CountBits'(1);
      if (b_failed) denied_q[b_slot] <= 1'b1;
    end
  end

  // AXI answers what was asked, and a message of the largest size is not answered twice.
  assert property (@(posedge clk_i) disable iff (!rst_ni) !axi_i.r_valid ||
      (busy_q[r_slot] && received_q[r_slot] < CountBits'(Beats)));
  assert property (@(posedge clk_i) disable iff (!rst_ni) !axi_i.b_valid ||
      (busy_q[b_slot] && received_q[b_slot] == '0));
endmodule
