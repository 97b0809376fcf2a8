// SPDX-License-Identifier: Apache-2.0

/// Instruction cache, read-only and not coherent: FENCE.I (`flush`) empties it.
///
/// A fetch accepted in cycle t is answered in t+1 on a hit, one a cycle. On a miss the Get is
/// offered in t+2 and the fetch is answered in the cycle after its beat came; the rest of the line
/// is used from the refill buffer. A denied or corrupt refill answers with `error` and is not kept.
/// A flush lets a refill end, keeps nothing of it, and is done in the cycle of
/// `flush_done`; no fetch is accepted meanwhile.
/// Limits: one refill at a time; four bytes at an address within one 8-byte word.
module fy_instruction_cache
  import fy_core_pkg::*;
  import fy_l1_pkg::*;
  import fy_tl_pkg::*;
#(
  parameter int unsigned BeatBytes = 32,
  parameter int unsigned LineBytes = 64,
  parameter int unsigned Sets      = 64,
  parameter int unsigned Ways      = 4
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,

  input  fetch_request_t                            fetch_i,
  output logic                                      fetch_ready_o,
  output fetch_response_t                           fetch_o,

  output fy_tl#(.BeatBytes(BeatBytes))::request_t   tl_o,
  input  logic                                      tl_ready_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::response_t  tl_i,
  output logic                                      tl_ready_o,

  output logic                                      bus_error_o,
  output logic [39:0]                               bus_error_address_o,
  output fy_cache_pkg::instruction_cache_events_t   events_o
);
  localparam int unsigned Offset  = $clog2(LineBytes);
  localparam int unsigned SetBits = $clog2(Sets);
  localparam int unsigned TagBits = AddressBits - SetBits - Offset;
  localparam int unsigned BeatLow = $clog2(BeatBytes);
  localparam int unsigned Words   = LineBytes / WordBytes;

  logic                         accept, owed_q, missed_q, hit, array_hit, in_buffer, answer;
  address_t                     address, owed_address_q;
  logic                         start, install, get, busy, done, complete, failed;
  logic [Ways-1:0][TagBits-1:0] tags;
  line_state_t [Ways-1:0]       states, buffer_states;
  logic [Ways-1:0]              hit_ways, occupied;
  logic [Ways-1:0][63:0]        words;
  logic [Words-1:0][63:0]       line;
  logic [7:0]                   present;
  logic [63:0]                  word;
  address_t                     buffer_address;
  way_t                         hit_way, new_way;
  logic                         unused_none, unused_ready;
  logic [LineBytes*8-1:0]       unused_line;
  word_write_t                  no_write;

  // ---- first cycle: arrays are read -----------------------------------------------------------
  assign address       = fetch_i.address[AddressBits-1:0];
  assign fetch_ready_o = (!owed_q || answer) && !fetch_i.flush;
  assign accept        = fetch_i.valid && fetch_ready_o;
  assign no_write      = '0;

  fy_l1_tags #(
    .Sets(Sets), .Ways(Ways), .LineBytes(LineBytes)
  ) i_tags (
    .clk_i,
    .rst_ni,
    .clear_i       (fetch_i.flush),
    .read_i        (accept),
    .read_address_i(address),
    .tags_o        (tags),
    .core_address_i(owed_address_q),
    .core_states_o (states),
    .dirty_i       ('0),
    .line_address_i(buffer_address),
    .line_states_o (buffer_states),
    .update_i      (install),
    .update_way_i  (new_way),
    .update_state_i('{valid: 1'b1, trunk: 1'b0, dirty: 1'b0}),
    .write_tag_i   (1'b1)
  );

  fy_l1_data #(
    .Sets(Sets), .Ways(Ways), .LineBytes(LineBytes)
  ) i_data (
    .clk_i,
    .read_i        (accept),
    .read_address_i(address),
    .words_o       (words),
    .write_i       (no_write),
    .write_valid_i (1'b0),
    .write_ready_o (unused_ready),
    .line_read_i   (1'b0),
    .line_write_i  (install),
    .line_address_i(buffer_address),
    .line_way_i    (new_way),
    .line_mask_i   ('1),
    .line_data_i   (line),
    .line_data_o   (unused_line)
  );

  // ---- second cycle: answer, or start a refill ------------------------------------------------
  always_comb begin
    hit_way = '0;
    word    = line[owed_address_q[Offset-1:3]];
    for (int unsigned way = 0; way < Ways; way++) begin
      occupied[way] = buffer_states[way].valid;
      hit_ways[way] = states[way].valid && tags[way] == owed_address_q[AddressBits-1-:TagBits];
      if (hit_ways[way]) hit_way = way_t'(way);
      if (hit_ways[way] && !in_buffer) word = words[way];
    end
  end

  assign in_buffer = buffer_address[AddressBits-1:Offset] == owed_address_q[AddressBits-1:Offset] &&
      present[3'(owed_address_q[Offset-1:0] >> BeatLow)];
  // The tags were read when the fetch was accepted; only a fetch that has not missed may use them.
  assign array_hit = |hit_ways && !missed_q;
  assign hit       = array_hit || in_buffer;
  assign answer    = owed_q && (hit || (missed_q && done && failed));
  assign start     = owed_q && !hit && !missed_q && !busy;
  assign install   = start && complete && !fetch_i.flush;

  // A fetch that is owed when a flush comes is still answered; its line is not kept.
  always_comb begin
    fetch_o = '{
        valid: answer, flush_done: !busy && !owed_q, error: !hit, side: '0,
        instruction: 32'(word >> {owed_address_q[2:1], 4'd0})};
  end

  fy_l1_refill #(
    .LineBytes(LineBytes), .BeatBytes(BeatBytes)
  ) i_refill (
    .clk_i,
    .rst_ni,
    .start_i        (start),
    .start_address_i(owed_address_q),
    .drop_i         (fetch_i.flush && !owed_q),
    .get_o          (get),
    .sent_i         (tl_ready_i),
    .tl_i,
    .busy_o         (busy),
    .done_o         (done),
    .address_o      (buffer_address),
    .present_o      (present),
    .complete_o     (complete),
    .failed_o       (failed),
    .line_o         (line)
  );

  assign tl_ready_o = 1'b1;
  always_comb begin
    tl_o            = '0;
    tl_o.a_valid    = get;
    tl_o.a.opcode   = Get;
    tl_o.a.size     = SizeBits'(Offset);
    tl_o.a.address  = {buffer_address[AddressBits-1:Offset], Offset'(0)};
    tl_o.a.allocate = 1'b1;
    tl_o.a.mask     = '1;
  end

  // The refilled line enters the arrays when the next miss needs the buffer.
  fy_l1_replacement #(
    .Sets(Sets), .Ways(Ways)
  ) i_replacement (
    .clk_i,
    .rst_ni,
    .set_i      (buffer_address[Offset+:SetBits]),
    .occupied_i (occupied),
    .reserved_i ('0),
    .way_o      (new_way),
    .none_o     (unused_none),
    .touch_i    (install || (owed_q && array_hit)),
    .touch_set_i(install ? buffer_address[Offset+:SetBits] : owed_address_q[Offset+:SetBits]),
    .touch_way_i(install ? new_way : hit_way)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      owed_q   <= 1'b0;
      missed_q <= 1'b0;
    end else begin
      if (accept) owed_q <= 1'b1;
      else if (answer) owed_q <= 1'b0;
      if (answer) missed_q <= 1'b0;
      else if (start) missed_q <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (accept) owed_address_q <= address;
  end

  assign bus_error_o         = done && failed;
  assign bus_error_address_o = buffer_address;
  assign events_o            = '{access: accept, miss: start, refill: done};
endmodule
