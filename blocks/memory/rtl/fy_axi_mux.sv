// SPDX-License-Identifier: Apache-2.0

/// Joins several AXI4 clients into one port.
///
/// Combinational both ways on all five channels: adds no cycle, a beat a cycle on each. AR and AW
/// are chosen fairly; W leaves in the order of the AWs, so a client that offered AW must offer its
/// W beats without waiting for another client. A client numbers its transactions from 0; the mux
/// writes its number into the upper bits of `id`, and takes them off B and R. Limits: 6 bits of id
/// less those of the client number; WriteBursts AWs ahead of their last W, then AW waits.
module fy_axi_mux import fy_axi_pkg::*; #(
  /// Bytes of a beat
  parameter int unsigned DataBytes   = 32,
  /// Clients, 1 to 8
  parameter int unsigned Clients     = 2,
  /// Bursts whose AW has passed and whose last W has not
  parameter int unsigned WriteBursts = 8
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  fy_axi#(DataBytes)::ax_t [Clients-1:0] client_aw_i,
  input  logic [Clients-1:0]                    client_aw_valid_i,
  output logic [Clients-1:0]                    client_aw_ready_o,
  input  fy_axi#(DataBytes)::w_t [Clients-1:0]  client_w_i,
  input  logic [Clients-1:0]                    client_w_valid_i,
  output logic [Clients-1:0]                    client_w_ready_o,
  output fy_axi#(DataBytes)::b_t [Clients-1:0]  client_b_o,
  output logic [Clients-1:0]                    client_b_valid_o,
  input  logic [Clients-1:0]                    client_b_ready_i,
  input  fy_axi#(DataBytes)::ax_t [Clients-1:0] client_ar_i,
  input  logic [Clients-1:0]                    client_ar_valid_i,
  output logic [Clients-1:0]                    client_ar_ready_o,
  output fy_axi#(DataBytes)::r_t [Clients-1:0]  client_r_o,
  output logic [Clients-1:0]                    client_r_valid_o,
  input  logic [Clients-1:0]                    client_r_ready_i,

  output fy_axi#(DataBytes)::ax_t axi_aw_o,
  output logic                    axi_aw_valid_o,
  input  logic                    axi_aw_ready_i,
  output fy_axi#(DataBytes)::w_t  axi_w_o,
  output logic                    axi_w_valid_o,
  input  logic                    axi_w_ready_i,
  input  fy_axi#(DataBytes)::b_t  axi_b_i,
  input  logic                    axi_b_valid_i,
  output logic                    axi_b_ready_o,
  output fy_axi#(DataBytes)::ax_t axi_ar_o,
  output logic                    axi_ar_valid_o,
  input  logic                    axi_ar_ready_i,
  input  fy_axi#(DataBytes)::r_t  axi_r_i,
  input  logic                    axi_r_valid_i,
  output logic                    axi_r_ready_o
);
  if (Clients == 1) begin : gen_wire
    assign axi_aw_o          = client_aw_i[0];
    assign axi_aw_valid_o    = client_aw_valid_i[0];
    assign client_aw_ready_o = axi_aw_ready_i;
    assign axi_w_o           = client_w_i[0];
    assign axi_w_valid_o     = client_w_valid_i[0];
    assign client_w_ready_o  = axi_w_ready_i;
    assign client_b_o[0]     = axi_b_i;
    assign client_b_valid_o  = axi_b_valid_i;
    assign axi_b_ready_o     = client_b_ready_i[0];
    assign axi_ar_o          = client_ar_i[0];
    assign axi_ar_valid_o    = client_ar_valid_i[0];
    assign client_ar_ready_o = axi_ar_ready_i;
    assign client_r_o[0]     = axi_r_i;
    assign client_r_valid_o  = axi_r_valid_i;
    assign axi_r_ready_o     = client_r_ready_i[0];

    logic unused;
    assign unused = ^{clk_i, rst_ni};
  end else begin : gen_mux
    localparam int unsigned IdBits     = DefaultIdBits;
    localparam int unsigned ClientBits = $clog2(Clients);
    localparam int unsigned Shift      = IdBits - ClientBits;
    localparam logic [IdBits-1:0] OwnMask = IdBits'((1 << Shift) - 1);

    typedef logic [ClientBits-1:0] client_t;

    logic [Clients-1:0] aw_grant, ar_grant;
    client_t            aw_client, ar_client, w_client, b_client, r_client;
    logic               aw_any, order_ready, order_valid, aw_fire, w_last_fire;

    // ---- AW and W -----------------------------------------------------------------------------

    fy_round_robin #(.Inputs(Clients)) i_aw (
      .clk_i, .rst_ni, .request_i(client_aw_valid_i), .advance_i(aw_fire),
      .grant_o(aw_grant), .index_o(aw_client), .any_o(aw_any)
    );
    assign axi_aw_valid_o    = aw_any && order_ready;
    assign aw_fire           = axi_aw_valid_o && axi_aw_ready_i;
    assign client_aw_ready_o = aw_fire ? aw_grant : '0;
    always_comb begin
      axi_aw_o    = client_aw_i[aw_client];
      axi_aw_o.id = (client_aw_i[aw_client].id & OwnMask) | (IdBits'(aw_client) << Shift);
    end

    fy_fifo #(.data_t(client_t), .Depth(WriteBursts), .FallThrough(1'b1)) i_order (
      .clk_i, .rst_ni,
      .data_i(aw_client), .valid_i(aw_fire), .ready_o(order_ready),
      .data_o(w_client), .valid_o(order_valid), .ready_i(w_last_fire)
    );
    assign axi_w_o       = client_w_i[w_client];
    assign axi_w_valid_o = order_valid && client_w_valid_i[w_client];
    assign w_last_fire   = axi_w_valid_o && axi_w_ready_i && axi_w_o.last;

    // ---- AR -----------------------------------------------------------------------------------

    fy_round_robin #(.Inputs(Clients)) i_ar (
      .clk_i, .rst_ni, .request_i(client_ar_valid_i), .advance_i(axi_ar_ready_i),
      .grant_o(ar_grant), .index_o(ar_client), .any_o(axi_ar_valid_o)
    );
    assign client_ar_ready_o = axi_ar_ready_i ? ar_grant : '0;
    always_comb begin
      axi_ar_o    = client_ar_i[ar_client];
      axi_ar_o.id = (client_ar_i[ar_client].id & OwnMask) | (IdBits'(ar_client) << Shift);
    end

    // ---- answers ------------------------------------------------------------------------------

    assign b_client      = axi_b_i.id[IdBits-1-:ClientBits];
    assign r_client      = axi_r_i.id[IdBits-1-:ClientBits];
    assign axi_b_ready_o = client_b_ready_i[b_client];
    assign axi_r_ready_o = client_r_ready_i[r_client];
    for (genvar c = 0; c < int'(Clients); c++) begin : gen_client
      assign client_w_ready_o[c] = order_valid && w_client == client_t'(c) && axi_w_ready_i;
      assign client_b_valid_o[c] = axi_b_valid_i && b_client == client_t'(c);
      assign client_r_valid_o[c] = axi_r_valid_i && r_client == client_t'(c);
      always_comb begin
        client_b_o[c]    = axi_b_i;
        client_b_o[c].id = axi_b_i.id & OwnMask;
        client_r_o[c]    = axi_r_i;
        client_r_o[c].id = axi_r_i.id & OwnMask;
      end
    end
  end

  if (Clients < 1 || Clients > 8) begin : gen_clients
    $error("fy_axi_mux: Clients is %0d; it must be 1 to 8", Clients);
  end
  if (WriteBursts < 1) begin : gen_write_bursts
    $error("fy_axi_mux: WriteBursts is %0d; it must be at least 1", WriteBursts);
  end
endmodule
