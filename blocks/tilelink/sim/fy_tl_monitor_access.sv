// SPDX-License-Identifier: Apache-2.0

/// Rules of channels A and D: form of each message, bursts, and that each answer has its request.
///
/// Passive, registered answer one cycle later. State is one small record a source.
module fy_tl_monitor_access import fy_tl_pkg::*; import fy_tl_monitor_pkg::*; #(
  parameter int unsigned BeatBytes = 32,
  parameter kind_e       Kind      = Heavyweight,
  /// Sources 0 to Sources-1 may be used
  parameter int unsigned Sources   = 64
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  fy_tl#(.BeatBytes(BeatBytes))::a_t a_i,
  input  logic a_fire_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::d_t d_i,
  input  logic d_fire_i,

  output rule_e a_rule_o,
  output rule_e d_rule_o,
  /// The beat of A or D is the first of its message
  output logic  a_first_o,
  output logic  d_first_o
);
  localparam int unsigned BeatLog = $clog2(BeatBytes);
  typedef logic [DefaultAddressBits-1:0] address_t;

  typedef struct packed {
    a_opcode_e           opcode;
    logic [2:0]          param;
    logic [SizeBits-1:0] size;
  } request_t;

  // Headers of the bursts under way.
  typedef struct packed {
    logic [5:0]                    opcode_param;
    logic [SizeBits-1:0]           size;
    logic [DefaultSourceBits-1:0]  source;
    logic [DefaultAddressBits-1:0] rest;
  } burst_t;

  request_t           requests_q [Sources];
  logic [Sources-1:0] busy_q;
  burst_t             a_burst_q, a_burst, d_burst_q, d_burst;
  logic [15:0]        a_left_q, d_left_q;

  assign a_first_o = a_left_q == '0;
  assign d_first_o = d_left_q == '0;
  assign a_burst   = '{opcode_param: {a_i.opcode, a_i.param}, size: a_i.size, source: a_i.source,
                       rest: a_i.address};
  assign d_burst   = '{opcode_param: {d_i.opcode, d_i.param}, size: d_i.size, source: d_i.source,
                       rest: address_t'({d_i.sink, d_i.denied})};

  function automatic logic [15:0] beats_after(logic has_data, logic [SizeBits-1:0] size);
    return (!has_data || size <= SizeBits'(BeatLog)) ? 16'd0
                                                    : ((16'd1 << size) >> BeatLog) - 16'd1;
  endfunction

  function automatic rule_e check_a();
    address_t             low = (address_t'(1) << a_i.size) - 1'b1;
    logic [BeatBytes-1:0] lanes;
    lanes = a_i.size >= SizeBits'(BeatLog)
        ? '1 : ((BeatBytes'(1) << (1 << a_i.size)) - 1'b1) << a_i.address[BeatLog-1:0];
    if (Kind == Lightweight && !(a_i.opcode inside {Get, PutFullData, PutPartialData})
        || Kind != Cached && a_i.opcode inside {AcquireBlock, AcquirePerm}) return RuleAOpcode;
    if (Kind == Lightweight && a_i.size > SizeBits'(BeatLog)) return RuleAOpcode;
    case (a_i.opcode)
      Get, PutFullData, PutPartialData: if (a_i.param != '0) return RuleAParam;
      ArithmeticData:                   if (a_i.param > 3'd4) return RuleAParam;
      LogicalData:                      if (a_i.param > 3'd3) return RuleAParam;
      default:                          if (a_i.param > 3'd2) return RuleAParam;
    endcase
    if ((a_i.address & low) != '0) return RuleAAlign;
    if (a_i.opcode == PutPartialData ? (a_i.mask & ~lanes) != '0 : a_i.mask != lanes)
      return RuleAMask;
    if (32'(a_i.source) >= Sources) return RuleASourceRange;
    return RuleNone;
  endfunction

  function automatic rule_e check_d(request_t request, logic live);
    logic legal;
    if (!live) return RuleDUnasked;
    case (request.opcode)
      Get, ArithmeticData, LogicalData: legal = d_i.opcode == AccessAckData;
      PutFullData, PutPartialData:      legal = d_i.opcode == AccessAck;
      Intent:                           legal = d_i.opcode == HintAck;
      default:                          legal = d_i.opcode inside {Grant, GrantData};
    endcase
    if (!legal) return RuleDOpcode;
    if (d_i.size != request.size) return RuleDSize;
    if (d_i.denied && !d_i.corrupt && d_has_data(d_i.opcode)) return RuleDDenied;
    if (d_i.opcode inside {Grant, GrantData} && !d_i.denied
        && !(d_i.param == CapToT || d_i.param == CapToB && request.param == GrowNtoB))
      return RuleDPermission;
    return RuleNone;
  endfunction

  localparam int unsigned IndexBits = Sources > 1 ? $clog2(Sources) : 1;
  logic [IndexBits-1:0] a_index, d_index;
  request_t             request_now;
  logic                 same;
  assign a_index     = IndexBits'(a_i.source);
  assign d_index     = IndexBits'(d_i.source);
  assign request_now = '{opcode: a_i.opcode, param: a_i.param, size: a_i.size};
  logic unused;
  assign unused      = ^{a_i, d_i};
  // The request of this very cycle may be answered at once.
  assign same        = a_fire_i && a_first_o && a_i.source == d_i.source;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q   <= '0;
      a_left_q <= '0;
      d_left_q <= '0;
      a_rule_o <= RuleNone;
      d_rule_o <= RuleNone;
    end else begin
      a_rule_o <= RuleNone;
      d_rule_o <= RuleNone;
      if (a_fire_i) begin
        if (a_first_o) begin
          a_rule_o        <= busy_q[a_index] ? RuleASourceInFlight : check_a();
          a_left_q        <= beats_after(a_has_data(a_i.opcode), a_i.size);
          busy_q[a_index] <= 1'b1;
        end else begin
          a_rule_o <= a_burst != a_burst_q ? RuleABurst : check_a();
          a_left_q <= a_left_q - 1'b1;
        end
      end
      if (d_fire_i) begin
        if (d_first_o) d_left_q <= beats_after(d_has_data(d_i.opcode), d_i.size);
        else d_left_q <= d_left_q - 1'b1;
        if (!d_first_o && d_burst != d_burst_q) d_rule_o <= RuleDBurst;
        else if (d_i.opcode != ReleaseAck) begin
          d_rule_o <= 32'(d_i.source) >= Sources ? RuleDUnasked
              : check_d(same ? request_now : requests_q[d_index], same || busy_q[d_index]);
          if (d_first_o ? beats_after(d_has_data(d_i.opcode), d_i.size) == '0 : d_left_q == 16'd1)
            busy_q[d_index] <= 1'b0;
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (a_fire_i && a_first_o) requests_q[a_index] <= request_now;
    if (a_fire_i) a_burst_q <= a_burst;
    if (d_fire_i) d_burst_q <= d_burst;
  end
endmodule
