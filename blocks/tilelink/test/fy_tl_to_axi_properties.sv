// SPDX-License-Identifier: Apache-2.0

/// Bounded proof of fy_tl_to_axi: every message that is taken gets its whole answer once, and when
/// AXI owes nothing, something waits on D or the next message can come.
///
/// The client keeps its bursts together and uses no source that is in flight; AXI answers what it
/// was asked, in any order, when it likes, with or without errors. The solver chooses one source to
/// follow. `Broken` lets AXI answer B before the last W beat, so that a Put is answered twice: the
/// twin that must fail.
module fy_tl_to_axi_properties
  import fy_tl_pkg::*;
  import fy_axi_pkg::fy_axi;
#(
  parameter int unsigned BeatBytes   = 2,
  parameter int unsigned LineBytes   = 4,
  parameter int unsigned Outstanding = 2,
  parameter bit          Broken      = 1'b0
) (
  input logic                                      clk_i,
  input logic                                      rst_ni,
  input fy_tl#(.BeatBytes(BeatBytes))::request_t   tl_i,
  input logic                                      tl_ready_i,
  input fy_axi_pkg::forward_ready_t                axi_ready_i,
  input fy_axi#(BeatBytes)::backward_t             axi_i
);
  localparam int unsigned Count = 3;

  fy_tl#(.BeatBytes(BeatBytes))::response_t tl_o;
  fy_axi#(BeatBytes)::forward_t             axi_o;
  fy_axi_pkg::backward_ready_t              axi_ready_o;
  logic                                     tl_ready_o;

  fy_tl_to_axi #(
    .BeatBytes(BeatBytes), .LineBytes(LineBytes), .Outstanding(Outstanding)
  ) i_bridge (
    .clk_i, .rst_ni, .tl_i, .tl_ready_o, .tl_o, .tl_ready_i, .axi_o, .axi_ready_i, .axi_i,
    .axi_ready_o
  );

  logic                         a_fire, d_fire, a_last, d_last, is_marked, d_marked;
  logic [DefaultSourceBits-1:0] marked_q;   // chosen by the solver
  always_ff @(posedge clk_i) marked_q <= marked_q;
  assign a_fire    = tl_i.a_valid && tl_ready_o;
  assign d_fire    = tl_o.d_valid && tl_ready_i;
  assign is_marked = tl_i.a.source == marked_q;
  assign d_marked  = tl_o.d.source == marked_q;

  fy_tl_beats #(.BeatBytes(BeatBytes)) i_a_beats (
    .clk_i, .rst_ni, .size_i(tl_i.a.size), .has_data_i(a_has_data(tl_i.a.opcode)),
    .fire_i(a_fire), .last_o(a_last)
  );
  fy_tl_beats #(.BeatBytes(BeatBytes)) i_d_beats (
    .clk_i, .rst_ni, .size_i(tl_o.d.size), .has_data_i(d_has_data(tl_o.d.opcode)),
    .fire_i(d_fire), .last_o(d_last)
  );

  // ---- the client -----------------------------------------------------------------------------
  // A burst keeps its head; the marked source is not used again before its answer has ended.
  logic                         later_q, waits_q, sent_q, d_later_q;
  header_t                      head_q, head;
  logic [DefaultSourceBits-1:0] d_source_q;

  assign head = '{opcode: tl_i.a.opcode, size: tl_i.a.size, source: tl_i.a.source};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      later_q   <= 1'b0;
      waits_q   <= 1'b0;
      sent_q    <= 1'b0;
      d_later_q <= 1'b0;
    end else begin
      if (a_fire) later_q <= !a_last;
      if (d_fire) d_later_q <= !d_last;
      if (a_fire && is_marked && !later_q) waits_q <= 1'b1;
      else if (d_fire && d_marked && d_last) waits_q <= 1'b0;
      if (a_fire && is_marked) sent_q <= a_last;
    end
  end
  always_ff @(posedge clk_i) begin
    if (a_fire) head_q <= head;
    if (d_fire) d_source_q <= tl_o.d.source;
  end

  logic    first_q = 1'b1;
  header_t wanted_q;
  always_ff @(posedge clk_i) begin
    first_q <= 1'b0;
    if (a_fire && is_marked && !later_q) wanted_q <= head;
  end

  // ---- AXI: what each id is owed --------------------------------------------------------------
  logic [Outstanding-1:0]            reads_q, writes_q;
  logic [Outstanding-1:0][Count-1:0] left_q;   // R beats
  logic                              owed, r_ok, b_ok;
  logic [$clog2(Outstanding)-1:0]    ar_id, aw_id, r_id, b_id;

  assign ar_id = $bits(ar_id)'(axi_o.ar.id);
  assign aw_id = $bits(aw_id)'(axi_o.aw.id);
  assign r_id  = $bits(r_id)'(axi_i.r.id);
  assign b_id  = $bits(b_id)'(axi_i.b.id);
  assign owed  = |reads_q || |writes_q;

  logic ar_fire, aw_fire, w_last_fire;
  assign ar_fire     = axi_o.ar_valid && axi_ready_i.ar;
  assign aw_fire     = axi_o.aw_valid && axi_ready_i.aw;
  assign w_last_fire = axi_o.w_valid && axi_ready_i.w && axi_o.w.last;

  // Writes in the order of their AWs; the n-th last W ends the n-th.
  logic [Outstanding-1:0] ended_q;
  assign r_ok = axi_i.r.id < 6'(Outstanding) && reads_q[r_id];
  assign b_ok = axi_i.b.id < 6'(Outstanding) && writes_q[b_id] && (Broken || ended_q[b_id]);

  // Ids whose AW came and whose last W did not, first one in place 0.
  logic [Outstanding-1:0][$clog2(Outstanding)-1:0] queue_q, queue;
  // Ids that wait for a last W, last Ws that wait for an id.
  logic [1:0] fill_q, fill, spare_q, spare;
  logic [Outstanding-1:0] ended, ended_next;

  always_comb begin
    queue      = queue_q;
    fill       = fill_q;
    spare      = spare_q;
    ended      = '0;
    if (aw_fire) begin
      queue[$clog2(Outstanding)'(fill)] = aw_id;
      fill = fill + 1'b1;
    end
    if (w_last_fire) spare = spare + 1'b1;
    if (fill != '0 && spare != '0) begin
      ended[queue[0]] = 1'b1;
      queue = queue >> $clog2(Outstanding);
      fill  = fill - 1'b1;
      spare = spare - 1'b1;
    end
    ended_next = ended_q | ended;
    if (axi_i.b_valid) ended_next[b_id] = 1'b0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      reads_q  <= '0;
      writes_q <= '0;
      ended_q  <= '0;
      fill_q   <= '0;
      spare_q  <= '0;
    end else begin
      fill_q  <= fill;
      spare_q <= spare;
      ended_q <= ended_next;
      if (axi_i.r_valid && left_q[r_id] == '0) reads_q[r_id] <= 1'b0;
      if (axi_i.b_valid) writes_q[b_id] <= 1'b0;
      if (ar_fire) reads_q[ar_id] <= 1'b1;
      if (aw_fire) writes_q[aw_id] <= 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    queue_q <= queue;
    if (axi_i.r_valid) left_q[r_id] <= left_q[r_id] - 1'b1;
    if (ar_fire) left_q[ar_id] <= Count'(axi_o.ar.len);
  end

  // ---- assumptions and claims -----------------------------------------------------------------
  always_ff @(posedge clk_i) begin
    reset: assume (rst_ni == !first_q);
    if (rst_ni) begin
      burst_has_one_head: assume (!tl_i.a_valid || !later_q || head == head_q);
      source_is_free:     assume (!tl_i.a_valid || later_q || !is_marked || !waits_q);
      read_is_owed:       assume (!axi_i.r_valid || r_ok);
      write_is_owed:      assume (!axi_i.b_valid || b_ok);
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni && !first_q) begin
      // An answer has its request, whole, and its form; beats of two messages do not mix.
      assert (!(tl_o.d_valid && d_marked) || (waits_q && sent_q));
      assert (!(tl_o.d_valid && d_marked) || (tl_o.d.size == wanted_q.size &&
              tl_o.d.opcode == answer_opcode(a_opcode_e'(wanted_q.opcode))));
      assert (!(tl_o.d_valid && d_later_q) || tl_o.d.source == d_source_q);
      // An id is used by one burst at a time.
      assert (!ar_fire || !(reads_q[ar_id] || writes_q[ar_id]));
      assert (!aw_fire || !(reads_q[aw_id] || writes_q[aw_id]));
      // Nothing is lost: a whole message whose answer has not ended is on its way to AXI, owed by
      // AXI, or on D.
      assert (!(waits_q && sent_q) || owed || tl_o.d_valid || axi_o.ar_valid || axi_o.aw_valid ||
              axi_o.w_valid);
      // Nothing locks: with AXI quiet and nothing on D, a message is taken.
      assert (owed || tl_o.d_valid || axi_o.ar_valid || axi_o.aw_valid || axi_o.w_valid ||
              tl_ready_o);
      cover (waits_q && d_fire && d_marked && d_last && tl_o.d.size == SizeBits'(2) && d_later_q);
      cover (!tl_ready_o && tl_i.a_valid && tl_o.d_valid && tl_o.d.opcode == AccessAck);
      cover (&(reads_q | writes_q));
    end
  end
endmodule
