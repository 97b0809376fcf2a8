// SPDX-License-Identifier: Apache-2.0

/// Joins several AXI4 clients into one port.
///
/// Combinational both ways on all five channels: adds no cycle, a beat a cycle on each. AR and AW
/// are chosen fairly; W leaves in the order of the AWs, so a client that offered AW must offer its
/// W beats without waiting for another client. W never waits for the port's `aw` ready, so that a
/// memory may take W by the AW beside it. A client numbers its transactions from 0; the mux
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

  input  fy_axi#(DataBytes)::forward_t [Clients-1:0] client_i,
  output fy_axi_pkg::forward_ready_t [Clients-1:0] client_ready_o,
  output fy_axi#(DataBytes)::backward_t [Clients-1:0] client_o,
  input  fy_axi_pkg::backward_ready_t [Clients-1:0] client_ready_i,

  output fy_axi#(DataBytes)::forward_t axi_o,
  input  fy_axi_pkg::forward_ready_t axi_ready_i,
  input  fy_axi#(DataBytes)::backward_t axi_i,
  output fy_axi_pkg::backward_ready_t axi_ready_o
);
  if (Clients == 1) begin : gen_wire
    assign axi_o          = client_i[0];
    assign client_ready_o = axi_ready_i;
    assign client_o       = axi_i;
    assign axi_ready_o    = client_ready_i[0];

    logic unused;
    assign unused = ^{clk_i, rst_ni};
  end else begin : gen_mux
    localparam int unsigned IdBits     = DefaultIdBits;
    localparam int unsigned ClientBits = $clog2(Clients);
    localparam int unsigned Shift      = IdBits - ClientBits;
    localparam logic [IdBits-1:0] OwnMask = IdBits'((1 << Shift) - 1);

    typedef logic [ClientBits-1:0] client_t;

    logic [Clients-1:0] aw_request, ar_request, aw_grant, ar_grant;
    client_t            aw_client, ar_client, w_client, b_client, r_client;
    logic               aw_any, ar_any, order_ready, order_valid, aw_valid, w_valid;
    logic               aw_fire, w_last_fire, chosen_q;

    // ---- AW and W -----------------------------------------------------------------------------

    fy_round_robin #(.Inputs(Clients)) i_aw (
      .clk_i, .rst_ni, .request_i(aw_request), .advance_i(aw_fire),
      .grant_o(aw_grant), .index_o(aw_client), .any_o(aw_any)
    );
    assign aw_valid = aw_any && (order_ready || chosen_q);
    assign aw_fire  = aw_valid && axi_ready_i.aw;

    // A choice is kept until it is taken; the order has it from the cycle of the offer on.
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) chosen_q <= 1'b0;
      else chosen_q <= aw_valid && !axi_ready_i.aw;
    end

    fy_fifo #(.data_t(client_t), .Depth(WriteBursts), .FallThrough(1'b1)) i_order (
      .clk_i, .rst_ni,
      .data_i(aw_client), .valid_i(aw_any && !chosen_q), .ready_o(order_ready),
      .data_o(w_client), .valid_o(order_valid), .ready_i(w_last_fire)
    );
    assign w_valid     = order_valid && client_i[w_client].w_valid;
    assign w_last_fire = w_valid && axi_ready_i.w && client_i[w_client].w.last;

    // ---- AR -----------------------------------------------------------------------------------

    fy_round_robin #(.Inputs(Clients)) i_ar (
      .clk_i, .rst_ni, .request_i(ar_request), .advance_i(axi_ready_i.ar),
      .grant_o(ar_grant), .index_o(ar_client), .any_o(ar_any)
    );

    always_comb begin
      axi_o = '{aw_valid: aw_valid, aw: client_i[aw_client].aw,
                w_valid:  w_valid,  w:  client_i[w_client].w,
                ar_valid: ar_any,   ar: client_i[ar_client].ar};
      axi_o.aw.id = (client_i[aw_client].aw.id & OwnMask) | (IdBits'(aw_client) << Shift);
      axi_o.ar.id = (client_i[ar_client].ar.id & OwnMask) | (IdBits'(ar_client) << Shift);
    end

    // ---- answers ------------------------------------------------------------------------------

    assign b_client      = axi_i.b.id[IdBits-1-:ClientBits];
    assign r_client      = axi_i.r.id[IdBits-1-:ClientBits];
    assign axi_ready_o   = '{b: client_ready_i[b_client].b, r: client_ready_i[r_client].r};
    for (genvar c = 0; c < int'(Clients); c++) begin : gen_client
      assign aw_request[c]     = client_i[c].aw_valid;
      assign ar_request[c]     = client_i[c].ar_valid;
      assign client_ready_o[c] = '{
        aw: aw_fire && aw_grant[c],
        w:  order_valid && w_client == client_t'(c) && axi_ready_i.w,
        ar: axi_ready_i.ar && ar_grant[c]
      };
      always_comb begin
        client_o[c]         = axi_i;
        client_o[c].b_valid = axi_i.b_valid && b_client == client_t'(c);
        client_o[c].b.id    = axi_i.b.id & OwnMask;
        client_o[c].r_valid = axi_i.r_valid && r_client == client_t'(c);
        client_o[c].r.id    = axi_i.r.id & OwnMask;
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
