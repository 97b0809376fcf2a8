// SPDX-License-Identifier: Apache-2.0

/// Holds one probe and works out its answer.
///
/// `wait_i`: its line has a Grant that is not installed, or a Release that is not acknowledged; the
/// probe is answered afterwards. `states_i` and `tags_i` belong to its set in the OpProbe cycle.
module fy_l1_probe
  import fy_l1_pkg::*;
  import fy_tl_pkg::*;
#(
  parameter  int unsigned Sets      = 64,
  parameter  int unsigned Ways      = 4,
  parameter  int unsigned LineBytes = 64,
  parameter  int unsigned BeatBytes = 32,
  localparam int unsigned TagBits   = AddressBits - $clog2(Sets) - $clog2(LineBytes)
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,

  input  fy_tl#(.BeatBytes(BeatBytes))::b_channel_t tl_i,
  output logic                                      tl_ready_o,

  output address_t                                  address_o,
  input  logic                                      wait_i,
  output logic                                      valid_o,
  input  line_op_e                                  op_i,

  input  logic [Ways-1:0][TagBits-1:0]              tags_i,
  input  line_state_t [Ways-1:0]                    states_i,
  output way_t                                      way_o,
  output line_state_t                               state_o,
  output logic                                      update_o,
  output return_command_t                           answer_o
);
  typedef fy_tl#(.BeatBytes(BeatBytes))::b_t b_t;

  b_t          probe_q;
  logic        valid_q, dirty;
  line_state_t state;

  assign tl_ready_o = !valid_q;
  assign address_o  = probe_q.address;
  assign valid_o    = valid_q && !wait_i;

  always_comb begin
    way_o = '0;
    state = '0;
    for (int unsigned way = 0; way < Ways; way++) begin
      if (states_i[way].valid && tags_i[way] == probe_q.address[AddressBits-1-:TagBits]) begin
        way_o = way_t'(way);
        state = states_i[way];
      end
    end
  end

  assign dirty = state.dirty && probe_q.opcode == ProbeBlock;

  always_comb begin
    update_o = state.valid;
    state_o  = state;
    answer_o = '0;
    answer_o.opcode  = dirty ? ProbeAckData : ProbeAck;
    answer_o.source  = probe_q.source;
    answer_o.address = probe_q.address;
    unique case (probe_q.param)
      CapToN:  state_o = '0;
      CapToB:  state_o = '{valid: state.valid, trunk: 1'b0, dirty: 1'b0};
      default: state_o = '{valid: state.valid, trunk: state.trunk, dirty: state.dirty && !dirty};
    endcase
    if (!state.valid) answer_o.param = ReportNtoN;
    else if (!state.trunk) answer_o.param = probe_q.param == CapToN ? PruneBtoN : ReportBtoB;
    else if (probe_q.param == CapToN) answer_o.param = PruneTtoN;
    else answer_o.param = probe_q.param == CapToB ? PruneTtoB : ReportTtoT;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
    end else begin
      if (tl_i.b_valid && tl_ready_o) valid_q <= 1'b1;
      else if (op_i == OpProbe) valid_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (tl_i.b_valid && tl_ready_o) probe_q <= tl_i.b;
  end
endmodule
