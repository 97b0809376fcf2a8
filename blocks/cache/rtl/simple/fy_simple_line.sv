// SPDX-License-Identifier: Apache-2.0

/// Moves one line at a time: writes a dirty one back, fetches another into its place.
///
/// A job given in t offers its first beat of A in t+1 (a refill alone) or t+2 (a line to write
/// back, then a beat a cycle, and the Get behind it). A beat of the refill is written in the cycle
/// after it came, the tag with the last one; the line hits from the next cycle on, if no beat was
/// denied or corrupt. Channel D is always taken. `hold_o`: the array or the tags are in use.
module fy_simple_line
  import fy_l1_pkg::*;
  import fy_simple_cache_pkg::*;
  import fy_tl_pkg::*;
#(
  parameter int unsigned BeatBytes = 32,
  parameter int unsigned LineBytes = 16,
  parameter int unsigned RowBytes  = 16
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  job_t job_i,
  input  logic job_valid_i,
  output logic busy_o,
  output logic hold_o,

  output row_access_t           row_access_o,
  input  logic [RowBytes*8-1:0] row_i,
  output logic [RowBytes*8-1:0] row_o,
  /// With the last row of a refill; not valid when it failed
  output update_t               update_o,

  output fy_tl#(.BeatBytes(BeatBytes))::request_t tl_o,
  output logic                                    tl_last_o,
  input  logic                                    tl_ready_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::d_t       tl_d_i,
  /// This beat of D belongs to the refill; to the write-back
  input  logic                              refill_i,
  input  logic                              evicted_i,

  output address_t victim_o
);
  localparam int unsigned Rows    = LineBytes / RowBytes;
  localparam int unsigned CntBits = Rows > 1 ? $clog2(Rows) : 1;
  localparam int unsigned RowLog  = $clog2(RowBytes);
  localparam int unsigned Lanes   = BeatBytes / RowBytes;
  localparam int unsigned LaneLog = Lanes > 1 ? $clog2(Lanes) : 1;
  localparam int unsigned Offset  = $clog2(LineBytes);

  typedef enum logic [2:0] {Idle, Read, Send, Fetch, Fill, Drain} state_e;
  typedef logic [CntBits-1:0] row_t;

  state_e state_q;
  job_t   job_q;
  row_t   row_q, row, filled_q;
  logic   waits_q, offered, fire, last_row, beat_q, failed_q, bad, refilled;
  logic [RowBytes*8-1:0] beat_data_q;

  logic [Lanes-1:0][RowBytes*8-1:0] lanes;
  logic [Lanes-1:0][RowBytes-1:0]   mask;
  logic [LaneLog-1:0]               lane;
  address_t                         address;

  assign busy_o   = state_q != Idle;
  assign offered  = state_q inside {Send, Fetch};
  assign fire     = offered && tl_ready_i;
  assign last_row = row_q == row_t'(Rows - 1);

  // ---- rows out and in ------------------------------------------------------------------------
  assign row           = state_q == Send ? row_q + 1'b1 : row_t'(0);
  assign row_access_o  = '{
      read: state_q == Read || (state_q == Send && fire && !last_row), write: beat_q,
      address: beat_q
          ? {job_q.address[AddressBits-1:Offset], Offset'(32'(filled_q) << RowLog)}
          : {job_q.victim[AddressBits-1:Offset], Offset'(32'(row) << RowLog)},
      way: job_q.way};
  assign row_o         = beat_data_q;
  assign refilled      = beat_q && filled_q == row_t'(Rows - 1);
  assign victim_o      = job_q.victim;
  assign hold_o        = state_q inside {Read, Send} || refilled;
  assign update_o      = '{
      valid: refilled, write_tag: 1'b1, address: job_q.address, way: job_q.way,
      state: '{valid: !failed_q, trunk: 1'b0, dirty: 1'b0}};

  // ---- channel A ------------------------------------------------------------------------------
  assign address   = state_q == Send ? job_q.victim : job_q.address;
  assign lane      = Lanes > 1 ? address[RowLog+:LaneLog] : '0;
  assign lanes     = tl_d_i.data;
  assign bad       = tl_d_i.denied || tl_d_i.corrupt;
  assign tl_last_o = state_q == Fetch || last_row;

  always_comb begin
    mask       = '0;
    mask[lane] = '1;
  end

  always_comb begin
    tl_o            = '0;
    tl_o.a_valid    = offered;
    tl_o.a.opcode   = state_q == Send ? PutFullData : Get;
    tl_o.a.size     = SizeBits'(Offset);
    tl_o.a.source   = DefaultSourceBits'(state_q == Send ? SourceEvict : SourceRefill);
    tl_o.a.address  = {address[AddressBits-1:Offset], Offset'(0)};
    tl_o.a.allocate = 1'b1;
    tl_o.a.mask     = mask;
    if (state_q == Send) tl_o.a.data = {Lanes{row_i}};
  end

  // ---- steps ----------------------------------------------------------------------------------
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q  <= Idle;
      waits_q  <= 1'b0;
      beat_q   <= 1'b0;
      failed_q <= 1'b0;
      row_q    <= '0;
      filled_q <= '0;
    end else begin
      unique case (state_q)
        Idle:    if (job_valid_i) state_q <= job_i.evict ? Read : Fetch;
        Read:    state_q <= Send;
        Send:    if (fire && last_row) state_q <= job_q.refill ? Fetch : Drain;
        Fetch:   if (fire) state_q <= Fill;
        Fill:    if (refilled) state_q <= waits_q && !evicted_i ? Drain : Idle;
        default: if (!waits_q || evicted_i) state_q <= Idle;
      endcase
      if (state_q == Read) waits_q <= 1'b1;
      else if (evicted_i) waits_q <= 1'b0;
      if (state_q == Send && fire) row_q <= last_row ? '0 : row_q + 1'b1;
      beat_q <= refill_i;
      if (beat_q) filled_q <= refilled ? '0 : filled_q + 1'b1;
      if (state_q == Idle) failed_q <= 1'b0;
      else if (refill_i && bad) failed_q <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (state_q == Idle) job_q <= job_i;
    if (refill_i) beat_data_q <= lanes[lane];
  end

  assert property (@(posedge clk_i) disable iff (!rst_ni)
      !job_valid_i || (state_q == Idle && (job_i.evict || job_i.refill)));
  assert property (@(posedge clk_i) disable iff (!rst_ni)
      !refill_i || state_q inside {Fetch, Fill});
endmodule
