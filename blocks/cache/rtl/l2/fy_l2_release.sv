// SPDX-License-Identifier: Apache-2.0

/// Channel C of an L2 bank: ProbeAck and Release, one at a time, with a line buffer and no
/// transactor.
///
/// A ProbeAck goes to the transactor that waits for it. A Release looks up the way of its line; if
/// a transactor works there, it gets the report, else the directory is written. It starts anew when
/// a transactor changed the directory of the set meanwhile. Waits only for a transactor's store of
/// the same line and for channel D. Latency from the last beat: ProbeAck 1 cycle, ReleaseAck 4.
module fy_l2_release
  import fy_tl_pkg::*;
  import fy_l2_pkg::*;
#(
  parameter int unsigned BeatBytes   = 32,
  parameter int unsigned LineBytes   = 64,
  parameter int unsigned Sets        = 2048,
  parameter int unsigned Clients     = 4,
  parameter int unsigned Transactors = 8
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,

  input  fy_tl#(BeatBytes)::c_channel_t tl_i,
  output logic                       tl_ready_o,

  input  transactor_t                transactors_i [Transactors],
  input  result_t                    result_i,
  /// A transactor changes the directory in the set of this address
  input  logic                       recorded_i,
  input  logic [39:0]                recorded_address_i,

  /// A Release looks up, or did and has not committed: no other lookup in its set
  output logic                       busy_o,
  output logic                       lookup_o,
  /// No transactor may change the directory in this cycle
  output logic                       commit_o,
  output logic [39:0]                address_o,

  /// In this cycle `way_o` of the array takes `data_o` (with store), the transactors of
  /// `report_for_o` take the report, and the tags take the directory (with record)
  output logic                       store_o,
  output logic                       record_o,
  output way_t                       way_o,
  output logic [LineBytes*8-1:0]     data_o,
  output directory_t                 directory_o,
  output report_t                    report_o,
  output logic [Transactors-1:0]     report_for_o,

  output acknowledge_t               acknowledge_o,
  output logic                       acknowledge_valid_o,
  input  logic                       acknowledge_ready_i
);
  localparam int unsigned OffsetBits = $clog2(LineBytes);
  localparam int unsigned SetBits    = $clog2(Sets);
  localparam int unsigned Beats      = LineBytes / BeatBytes;
  localparam int unsigned BeatBits   = Beats > 1 ? $clog2(Beats) : 1;
  localparam int unsigned ClientBits = $clog2(Clients);

  typedef enum logic [2:0] {
    Collect,      // beats of a message
    Answer,       // ProbeAck: to the transactor
    Lookup,
    Compare,
    Commit,
    Acknowledge   // ReleaseAck
  } step_e;

  step_e                           step_q, step_d;
  c_opcode_e                       opcode_q;
  logic [2:0]                      param_q;
  logic [SizeBits-1:0]             size_q;
  logic [DefaultSourceBits-1:0]    source_q;
  logic [39:0]                     address_q;
  logic [Beats-1:0][BeatBytes*8-1:0] data_q;
  logic [BeatBits-1:0]             beat_q;
  way_t                            way_q, probe_way;
  directory_t                      directory_q;
  logic                            found_q, take, last, disturbed, store_ahead;
  logic [Transactors-1:0]          works, waits;

  assign take = tl_i.c_valid && tl_ready_o;
  assign last = !c_has_data(tl_i.c.opcode) || beat_q == BeatBits'(Beats - 1);
  assign tl_ready_o = step_q == Collect;

  // ---- transactors of the line --------------------------------------------------------------
  function automatic logic same_set(logic [39:0] a, logic [39:0] b);
    return a[OffsetBits+:SetBits] == b[OffsetBits+:SetBits];
  endfunction

  always_comb begin
    works       = '0;
    waits       = '0;
    probe_way   = '0;
    store_ahead = 1'b0;
    if (step_q == Answer) begin
      for (int unsigned i = 0; i < Transactors; i++) begin
        waits[i] = transactors_i[i].state == StateProbe &&
                   (probed(transactors_i[i]) ^ address_q) >> OffsetBits == '0;
        if (waits[i]) probe_way = transactors_i[i].way;
      end
    end
    if (step_q == Commit) begin
      for (int unsigned i = 0; i < Transactors; i++) begin
        works[i] = transactors_i[i].state != StateIdle && transactors_i[i].owns &&
                   transactors_i[i].way == way_q &&
                   same_set(transactors_i[i].request.address, address_q);
        // Its data is older than that of the Release, so it must be stored first.
        if (works[i] && transactors_i[i].state == StateFinish && transactors_i[i].store) begin
          store_ahead = 1'b1;
        end
      end
    end
  end

  assign disturbed = recorded_i && same_set(recorded_address_i, address_q);

  always_comb begin
    step_d = step_q;
    unique case (step_q)
      Collect:     if (take && last) step_d = tl_i.c.opcode inside {ProbeAck, ProbeAckData} ?
                                              Answer : Lookup;
      Answer:      step_d = Collect;
      Lookup:      if (!disturbed) step_d = Compare;
      Compare:     step_d = disturbed ? Lookup : Commit;
      Commit:      step_d = store_ahead ? Commit : Acknowledge;
      Acknowledge: if (acknowledge_ready_i) step_d = Collect;
      default:     step_d = Collect;
    endcase
  end

  assign busy_o    = step_q inside {Lookup, Compare, Commit};
  assign lookup_o  = step_q == Lookup;
  assign commit_o  = step_q == Commit;
  assign address_o = address_q;

  // ---- what changes ---------------------------------------------------------------------------
  logic keeps, commit;

  assign keeps  = param_q inside {PruneTtoB, ReportTtoT, ReportBtoB};
  assign commit = step_q == Commit && !store_ahead && found_q;

  always_comb begin
    report_o              = '0;
    report_o.acknowledges = step_q == Answer;
    report_o.client       = clients_t'(1) << source_q[DefaultSourceBits-1-:ClientBits];
    report_o.keeps        = keeps;
    report_o.trunk        = param_q == ReportTtoT;
    report_o.data         = c_has_data(opcode_q);
  end

  always_comb begin
    directory_o = directory_q;
    if (report_o.data) directory_o.dirty = 1'b1;
    if (!report_o.trunk && |(directory_q.sharers & report_o.client)) directory_o.trunk = 1'b0;
    if (!keeps) directory_o.sharers = directory_q.sharers & ~report_o.client;
  end

  assign report_for_o = step_q == Answer ? waits : commit ? works : '0;
  assign store_o      = report_o.data && (commit || (step_q == Answer && waits != '0));
  assign record_o     = commit && works == '0;
  assign way_o        = step_q == Answer ? probe_way : way_q;
  assign data_o       = data_q;

  assign acknowledge_valid_o = step_q == Acknowledge;
  assign acknowledge_o       = '{size: size_q, source: source_q};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      step_q <= Collect;
      beat_q <= '0;
    end else begin
      step_q <= step_d;
      if (take) beat_q <= last ? '0 : beat_q + 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (take) begin
      opcode_q       <= tl_i.c.opcode;
      param_q        <= tl_i.c.param;
      size_q         <= tl_i.c.size;
      source_q       <= tl_i.c.source;
      address_q      <= tl_i.c.address;
      data_q[beat_q] <= tl_i.c.data;
    end
    if (step_q == Compare) begin
      way_q       <= result_i.way;
      directory_q <= result_i.directory;
      found_q     <= result_i.hit;
    end
  end

  // ---- checks: a Release finds its line here, a ProbeAck the transactor that probed --------
  assert property (@(posedge clk_i) disable iff (!rst_ni) step_q != Commit || found_q);
  assert property (@(posedge clk_i) disable iff (!rst_ni) step_q != Answer || $onehot(waits));
  assert property (@(posedge clk_i) disable iff (!rst_ni) $onehot0(works));

  logic unused;
  assign unused = ^{tl_i.c.corrupt, result_i.room, result_i.victim, recorded_address_i};
endmodule
