// SPDX-License-Identifier: Apache-2.0

/// Rules of channels B, C and E and of the Grants on D, at the port of one client.
///
/// Passive, registered answers one cycle later. Pending Grants are kept by sink, Releases by
/// source, Probes in a short list; lines are compared only when a coherence message passes.
module fy_tl_monitor_coherence import fy_tl_pkg::*; import fy_tl_monitor_pkg::*; #(
  parameter int unsigned BeatBytes = 32,
  parameter int unsigned Sources   = 64
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  fy_tl#(.BeatBytes(BeatBytes))::a_t a_i,
  input  logic a_first_fire_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::b_t b_i,
  input  logic b_fire_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::c_t c_i,
  input  logic c_fire_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::d_t d_i,
  input  logic d_first_fire_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::e_t e_i,
  input  logic e_fire_i,

  /// One rule for each of A, B, C, D, E
  output rule_e [4:0] rule_o
);
  localparam int unsigned BeatLog   = $clog2(BeatBytes);
  localparam int unsigned Sinks     = 2 ** DefaultSinkBits;
  localparam int unsigned Probes    = 16;
  localparam int unsigned IndexBits = Sources > 1 ? $clog2(Sources) : 1;
  typedef logic [DefaultAddressBits-1:0] address_t;

  address_t             acquire_q [Sources];   // line asked for
  address_t             release_q [Sources];
  logic [SizeBits-1:0]  release_size_q [Sources];
  address_t             grant_q [Sinks];
  address_t             probe_q [Probes];
  logic [Sources-1:0]   releasing_q;
  logic [Sinks-1:0]     granted_q;
  logic [Probes-1:0]    probed_q;
  logic [15:0]          c_left_q;
  logic                 c_first;
  logic [IndexBits-1:0] c_index, d_index;
  logic [$clog2(Probes)-1:0] probe_free, probe_hit;
  logic                      probe_found;

  typedef struct packed {
    c_opcode_e                    opcode;
    logic [2:0]                   param;
    logic [SizeBits-1:0]          size;
    logic [DefaultSourceBits-1:0] source;
    address_t                     address;
  } c_header_t;
  c_header_t c_header, c_header_q;

  logic unused;
  assign unused   = ^{a_i, b_i, c_i, d_i};
  assign c_first  = c_left_q == '0;
  assign c_index  = IndexBits'(c_i.source);
  assign d_index  = IndexBits'(d_i.source);
  assign c_header = '{opcode: c_i.opcode, param: c_i.param, size: c_i.size, source: c_i.source,
                      address: c_i.address};

  function automatic logic is_granted(address_t line);
    if (granted_q != '0) begin
      for (int unsigned i = 0; i < Sinks; i++) if (granted_q[i] && grant_q[i] == line) return 1'b1;
    end
    return 1'b0;
  endfunction
  function automatic logic is_releasing(address_t line);
    if (releasing_q != '0) begin
      for (int unsigned i = 0; i < Sources; i++) begin
        if (releasing_q[i] && release_q[i] == line) return 1'b1;
      end
    end
    return 1'b0;
  endfunction
  function automatic logic is_misaligned(address_t address, logic [SizeBits-1:0] size);
    return (address & ((address_t'(1) << size) - 1'b1)) != '0;
  endfunction

  // The probe list: where the line of B or C stands, and a free place.
  always_comb begin
    probe_found = 1'b0;
    probe_hit   = '0;
    probe_free  = '0;
    if (b_fire_i || c_fire_i) begin
      for (int unsigned i = 0; i < Probes; i++) begin
        if (!probed_q[i]) probe_free = 4'(i);
        if (probed_q[i] && probe_q[i] == c_i.address) begin
          probe_found = 1'b1;
          probe_hit   = 4'(i);
        end
      end
    end
  end

  function automatic rule_e check_b();
    if (!(b_i.opcode inside {ProbeBlock, ProbePerm})) return RuleBOpcode;
    if (b_i.param > CapToN) return RuleBParam;
    if (is_misaligned(b_i.address, b_i.size)) return RuleBAlign;
    for (int unsigned i = 0; i < Probes; i++) begin
      if (probed_q[i] && probe_q[i] == b_i.address) return RuleBPending;
    end
    if (is_granted(b_i.address)) return RuleBGrant;
    return RuleNone;
  endfunction

  function automatic rule_e check_c();
    logic is_release = c_i.opcode inside {Release, ReleaseData};
    if (!c_first) return c_header == c_header_q ? RuleNone : RuleCBurst;
    if (!(is_release || c_i.opcode inside {ProbeAck, ProbeAckData})) return RuleCOpcode;
    if (c_i.param > ReportNtoN) return RuleCParam;
    if (c_has_data(c_i.opcode) && !(c_i.param inside {PruneTtoB, PruneTtoN, ReportTtoT}))
      return RuleCParam;
    if (is_misaligned(c_i.address, c_i.size)) return RuleCAlign;
    if (!is_release) return probe_found ? RuleNone : RuleCUnasked;
    if (releasing_q[c_index] || 32'(c_i.source) >= Sources) return RuleCSourceInFlight;
    if (is_granted(c_i.address)) return RuleCGrant;
    if (is_releasing(c_i.address)) return RuleCRelease;
    return RuleNone;
  endfunction

  function automatic rule_e check_d();
    if (d_i.opcode == ReleaseAck) begin
      if (32'(d_i.source) >= Sources || !releasing_q[d_index]) return RuleDUnasked;
      return d_i.size == release_size_q[d_index] ? RuleNone : RuleDSize;
    end
    if (d_i.opcode inside {Grant, GrantData} && granted_q[d_i.sink]) return RuleDSink;
    return RuleNone;
  endfunction

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      releasing_q <= '0;
      granted_q   <= '0;
      probed_q    <= '0;
      c_left_q    <= '0;
      rule_o      <= {5{RuleNone}};
    end else begin
      rule_o <= {5{RuleNone}};
      if (a_first_fire_i && a_i.opcode inside {AcquireBlock, AcquirePerm}
          && (is_granted(a_i.address) || is_releasing(a_i.address))) rule_o[0] <= RuleAPending;
      if (b_fire_i) begin
        rule_o[1]            <= check_b();
        probed_q[probe_free] <= 1'b1;
      end
      if (c_fire_i) begin
        rule_o[2] <= check_c();
        if (!c_first) c_left_q <= c_left_q - 1'b1;
        else begin
          c_left_q <= (!c_has_data(c_i.opcode) || c_i.size <= SizeBits'(BeatLog))
              ? 16'd0 : ((16'd1 << c_i.size) >> BeatLog) - 16'd1;
          if (c_i.opcode inside {Release, ReleaseData}) releasing_q[c_index] <= 1'b1;
          else if (probe_found) probed_q[probe_hit] <= 1'b0;
        end
      end
      if (e_fire_i) begin
        if (!granted_q[e_i.sink] && !(d_first_fire_i && d_i.sink == e_i.sink))
          rule_o[4] <= RuleEUnasked;
        granted_q[e_i.sink] <= 1'b0;
      end
      if (d_first_fire_i) begin
        rule_o[3] <= check_d();
        if (d_i.opcode == ReleaseAck) releasing_q[d_index] <= 1'b0;
        if (d_i.opcode inside {Grant, GrantData} && !(e_fire_i && e_i.sink == d_i.sink))
          granted_q[d_i.sink] <= 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (a_first_fire_i) acquire_q[IndexBits'(a_i.source)] <= a_i.address;
    if (b_fire_i) probe_q[probe_free] <= b_i.address;
    if (c_fire_i) c_header_q <= c_header;
    if (c_fire_i && c_first && c_i.opcode inside {Release, ReleaseData}) begin
      release_q[c_index]      <= c_i.address;
      release_size_q[c_index] <= c_i.size;
    end
    if (d_first_fire_i && d_i.opcode inside {Grant, GrantData})
      grant_q[d_i.sink] <= acquire_q[d_index];
  end
endmodule
