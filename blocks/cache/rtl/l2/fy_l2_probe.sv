// SPDX-License-Identifier: Apache-2.0

/// Channel B of an L2 bank: the probes of all transactors, fair, the lowest sharer first.
///
/// One probe a cycle; a stalled one stays. Combinational from the transactors.
module fy_l2_probe
  import fy_tl_pkg::*;
  import fy_l2_pkg::*;
#(
  parameter int unsigned BeatBytes      = 32,
  parameter int unsigned LineBytes      = 64,
  parameter int unsigned Clients        = 4,
  parameter int unsigned CachingClients = 1,
  parameter int unsigned Transactors    = 8
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,

  input  transactor_t                    transactors_i [Transactors],
  /// The probe of this transactor goes
  output logic [Transactors-1:0]         grant_o,

  output fy_tl#(BeatBytes)::b_channel_t  tl_o,
  input  logic                           tl_ready_i
);
  localparam int unsigned OffsetBits = $clog2(LineBytes);
  localparam int unsigned ClientBits = $clog2(Clients);
  localparam int unsigned NumberBits = Transactors > 1 ? $clog2(Transactors) : 1;

  logic [Transactors-1:0] wants, turn;
  logic [NumberBits-1:0]  index;
  logic                   any;
  transactor_t            prober;
  clients_t               lowest;

  always_comb begin
    for (int unsigned i = 0; i < Transactors; i++) begin
      wants[i] = transactors_i[i].state == StateProbe && transactors_i[i].to_probe != '0;
    end
  end

  fy_round_robin #(.Inputs(Transactors)) i_turn (
    .clk_i, .rst_ni, .request_i(wants), .advance_i(tl_ready_i),
    .grant_o(turn), .index_o(index), .any_o(any)
  );

  assign grant_o = tl_ready_i ? turn : '0;
  assign prober  = transactors_i[index];
  assign lowest  = prober.to_probe & (~prober.to_probe + 1'b1);

  always_comb begin
    logic [39:0]           address;
    logic [ClientBits-1:0] client;
    address = probed(prober);
    client  = '0;
    for (int unsigned i = 0; i < CachingClients; i++) begin
      if (lowest[i]) client |= ClientBits'(i);
    end
    tl_o.b_valid   = any;
    tl_o.b.opcode  = ProbeBlock;
    tl_o.b.param   = prober.shares ? CapToB : CapToN;
    tl_o.b.size    = SizeBits'(OffsetBits);
    tl_o.b.source  = DefaultSourceBits'(client) << (DefaultSourceBits - ClientBits);
    tl_o.b.address = {address[39:OffsetBits], OffsetBits'(0)};
  end
endmodule
