// SPDX-License-Identifier: Apache-2.0

/// Checks every TileLink rule that matters at the port of one client, in simulation.
///
/// Passive. One cycle after a broken rule `violation_o` is high and `rule_o` names it; with Fatal
/// the simulation ends with the name of the port and the rule. Ports without B, C, E tie their
/// `valid` low. See fy_tl_monitor_pkg for the rules.
module fy_tl_monitor import fy_tl_pkg::*; import fy_tl_monitor_pkg::*; #(
  parameter int unsigned BeatBytes = 32,
  parameter kind_e       Kind      = Heavyweight,
  /// Sources 0 to Sources-1 may be used
  parameter int unsigned Sources   = 64,
  /// Name printed in messages
  parameter string       Name      = "port",
  /// End the simulation at the first violation
  parameter bit          Fatal     = 1'b1
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  fy_tl#(.BeatBytes(BeatBytes))::a_t tl_a_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::b_t tl_b_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::c_t tl_c_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::d_t tl_d_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::e_t tl_e_i,
  /// Valid and ready of channels A to E, A in bit 0
  input  logic [4:0] valid_i,
  input  logic [4:0] ready_i,

  output logic  violation_o,
  output rule_e rule_o
);
  typedef fy_tl#(.BeatBytes(BeatBytes))::a_t a_t;
  typedef fy_tl#(.BeatBytes(BeatBytes))::b_t b_t;
  typedef fy_tl#(.BeatBytes(BeatBytes))::c_t c_t;
  typedef fy_tl#(.BeatBytes(BeatBytes))::d_t d_t;
  typedef fy_tl#(.BeatBytes(BeatBytes))::e_t e_t;

  logic [4:0]  fire, stall;
  rule_e       a_rule, d_rule;
  rule_e [4:0] coherence_rule;
  logic        a_first, d_first;

  assign fire = valid_i & ready_i;

  fy_tl_monitor_access #(.BeatBytes(BeatBytes), .Kind(Kind), .Sources(Sources)) i_access (
    .clk_i, .rst_ni, .a_i(tl_a_i), .a_fire_i(fire[0]), .d_i(tl_d_i), .d_fire_i(fire[3]),
    .a_rule_o(a_rule), .d_rule_o(d_rule), .a_first_o(a_first), .d_first_o(d_first)
  );

  fy_tl_monitor_stall #(.data_t(a_t)) i_a (
    .clk_i, .rst_ni, .data_i(tl_a_i), .valid_i(valid_i[0]), .ready_i(ready_i[0]),
    .violation_o(stall[0])
  );
  fy_tl_monitor_stall #(.data_t(d_t)) i_d (
    .clk_i, .rst_ni, .data_i(tl_d_i), .valid_i(valid_i[3]), .ready_i(ready_i[3]),
    .violation_o(stall[3])
  );

  if (Kind == Cached) begin : gen_cached
    fy_tl_monitor_coherence #(.BeatBytes(BeatBytes), .Sources(Sources)) i_coherence (
      .clk_i, .rst_ni, .a_i(tl_a_i), .a_first_fire_i(fire[0] && a_first),
      .b_i(tl_b_i), .b_fire_i(fire[1]), .c_i(tl_c_i), .c_fire_i(fire[2]),
      .d_i(tl_d_i), .d_first_fire_i(fire[3] && d_first), .e_i(tl_e_i), .e_fire_i(fire[4]),
      .rule_o(coherence_rule)
    );
    fy_tl_monitor_stall #(.data_t(b_t)) i_b (
      .clk_i, .rst_ni, .data_i(tl_b_i), .valid_i(valid_i[1]), .ready_i(ready_i[1]),
      .violation_o(stall[1])
    );
    fy_tl_monitor_stall #(.data_t(c_t)) i_c (
      .clk_i, .rst_ni, .data_i(tl_c_i), .valid_i(valid_i[2]), .ready_i(ready_i[2]),
      .violation_o(stall[2])
    );
    fy_tl_monitor_stall #(.data_t(e_t)) i_e (
      .clk_i, .rst_ni, .data_i(tl_e_i), .valid_i(valid_i[4]), .ready_i(ready_i[4]),
      .violation_o(stall[4])
    );
  end else begin : gen_uncached
    logic unused;
    assign unused   = ^{tl_b_i, tl_c_i, tl_e_i, fire, a_first, d_first};
    assign stall[1] = 1'b0;
    assign stall[2] = 1'b0;
    assign stall[4] = 1'b0;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) coherence_rule <= {5{RuleNone}};
      else begin
        coherence_rule <= {5{RuleNone}};
        if (valid_i[1] || valid_i[2] || valid_i[4]) coherence_rule[1] <= RuleCoherence;
        if (fire[3] && tl_d_i.opcode == ReleaseAck) coherence_rule[3] <= RuleDUnasked;
      end
    end
  end

  always_comb begin
    rule_o = RuleNone;
    if (stall[4]) rule_o = RuleEStall;
    if (stall[3]) rule_o = RuleDStall;
    if (stall[2]) rule_o = RuleCStall;
    if (stall[1]) rule_o = RuleBStall;
    if (stall[0]) rule_o = RuleAStall;
    for (int unsigned i = 0; i < 5; i++) begin
      if (coherence_rule[4-i] != RuleNone) rule_o = coherence_rule[4-i];
    end
    if (d_rule != RuleNone) rule_o = d_rule;
    if (a_rule != RuleNone) rule_o = a_rule;
  end
  assign violation_o = rule_o != RuleNone;

  always_ff @(posedge clk_i) begin
    if (violation_o && Fatal) $error("%m (%s): %s", Name, text(rule_o));
  end
endmodule
