// SPDX-License-Identifier: Apache-2.0

/// Write-backs of an L2 bank: AW, W and B, from slots of one line each; the slot is the AXI id.
///
/// A slot is taken when the data array is read for it (`evict_i`, the line comes a cycle later) and
/// freed by B, so `draining_o` covers every line on its way to memory. Lines leave in order of
/// coming, a beat a cycle; AW and W of a line do not wait for each other. What a Put passes through
/// (`forward_i` with `evict_i`) is written by byte strobes.
module fy_l2_writeback
  import fy_axi_pkg::*;
  import fy_l2_pkg::*;
#(
  parameter int unsigned BeatBytes = 32,
  parameter int unsigned LineBytes = 64,
  parameter int unsigned Slots     = 8,
  localparam int unsigned Beats = LineBytes / BeatBytes
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,

  /// A slot is free, and its number
  output logic                    slot_ready_o,
  output number_t                 slot_o,
  input  logic                    evict_i,
  input  logic [39:0]             evict_address_i,
  input  logic [LineBytes*8-1:0]  line_i,
  /// The line is not the array's but this one, and only these bytes
  input  logic                    forward_i,
  input  logic [LineBytes*8-1:0]  forward_line_i,
  input  logic [LineBytes-1:0]    forward_mask_i,

  output written_t                written_o,
  output logic [39:0]             written_address_o,
  output logic                    written_valid_o,

  /// Is this line on its way to memory?
  input  logic [39:0]             address_i,
  output logic                    draining_o,

  /// B is always taken
  output fy_axi#(BeatBytes)::write_request_t  axi_o,
  input  write_ready_t                        axi_ready_i,
  input  fy_axi#(BeatBytes)::write_response_t axi_i
);
  localparam int unsigned OffsetBits = $clog2(LineBytes);
  localparam int unsigned BeatBits   = Beats > 1 ? $clog2(Beats) : 1;
  localparam int unsigned SlotBits   = Slots > 1 ? $clog2(Slots) : 1;

  logic [Slots-1:0]                valid_q;
  logic [39:0]                     addresses_q [Slots];
  logic [Beats-1:0][BeatBytes*8-1:0] lines_q   [Slots];
  logic [Beats-1:0][BeatBytes-1:0] strobes_q   [Slots];
  logic [SlotBits-1:0]             slot, fill_q, sending, answered;
  logic                            filling_q, forward_q;
  logic                            send_valid, aw_sent_q, w_sent_q, aw_done, w_done, sent;
  logic                            w_valid, w_last;
  logic [BeatBits-1:0]             beat_q;

  always_comb begin
    slot = '0;
    for (int i = Slots - 1; i >= 0; i--) begin
      if (!valid_q[i]) slot = SlotBits'(i);
    end
  end

  assign slot_ready_o = !(&valid_q);
  assign slot_o       = number_t'(slot);

  always_comb begin
    draining_o = 1'b0;
    for (int unsigned i = 0; i < Slots; i++) begin
      if (valid_q[i] && addresses_q[i][39:OffsetBits] == address_i[39:OffsetBits]) begin
        draining_o = 1'b1;
      end
    end
  end

  // Order of leaving; the line is there a cycle after the slot is taken, as is the item here.
  logic order_ready;   // always: as deep as there are slots
  fy_fifo #(.data_t(logic [SlotBits-1:0]), .Depth(Slots)) i_order (
    .clk_i, .rst_ni,
    .data_i(fill_q), .valid_i(filling_q), .ready_o(order_ready),
    .data_o(sending), .valid_o(send_valid), .ready_i(sent)
  );

  assign w_valid = send_valid && !w_sent_q;
  assign w_last  = beat_q == BeatBits'(Beats - 1);
  assign aw_done = aw_sent_q || axi_ready_i.aw;
  assign w_done  = w_sent_q || (axi_ready_i.w && w_last);
  assign sent    = send_valid && aw_done && w_done;

  always_comb begin
    axi_o          = '0;
    axi_o.aw_valid = send_valid && !aw_sent_q;
    axi_o.w_valid  = w_valid;
    axi_o.aw.id    = 6'(sending);
    axi_o.aw.addr  = addresses_q[sending];
    axi_o.aw.len   = 8'(Beats - 1);
    axi_o.aw.size  = 3'($clog2(BeatBytes));
    axi_o.aw.burst = BurstIncr;
    axi_o.aw.cache = 4'b0011;
    axi_o.w.data   = lines_q[sending][beat_q];
    axi_o.w.strb   = strobes_q[sending][beat_q];
    axi_o.w.last   = w_last;
  end

  assign answered          = SlotBits'(axi_i.b.id);
  assign written_valid_o   = axi_i.b_valid;
  assign written_o         = '{slot: number_t'(answered), error: axi_i.b.resp != RespOkay};
  assign written_address_o = addresses_q[answered];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q   <= '0;
      filling_q <= 1'b0;
      aw_sent_q <= 1'b0;
      w_sent_q  <= 1'b0;
      beat_q    <= '0;
    end else begin
      filling_q <= evict_i;
      if (evict_i) valid_q[slot] <= 1'b1;
      if (axi_i.b_valid) valid_q[answered] <= 1'b0;

      aw_sent_q <= send_valid && aw_done && !sent;
      w_sent_q  <= send_valid && w_done && !sent;
      if (w_valid && axi_ready_i.w) beat_q <= w_last ? '0 : beat_q + 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (evict_i) begin
      fill_q            <= slot;
      forward_q         <= forward_i;
      addresses_q[slot] <= {evict_address_i[39:OffsetBits], OffsetBits'(0)};
    end
    if (filling_q) begin
      lines_q[fill_q]   <= forward_q ? forward_line_i : line_i;
      strobes_q[fill_q] <= forward_q ? forward_mask_i : '1;
    end
  end

  logic unused;
  assign unused = ^{order_ready, axi_i.b.id, address_i, evict_address_i};
endmodule
