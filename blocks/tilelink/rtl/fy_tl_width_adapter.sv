// SPDX-License-Identifier: Apache-2.0

/// Joins a TileLink link to devices of at most its width: one narrow beat an access.
///
/// Combinational both ways, no cycle added. Accesses of at most NarrowBytes pass; larger ones and
/// messages that devices do not take (all but Get and Puts) are answered denied. Answers carry
/// the narrow data on every lane, so nothing has to be remembered.
module fy_tl_width_adapter import fy_tl_pkg::*; #(
  /// Bytes of a beat on the client side
  parameter int unsigned WideBytes   = 32,
  /// Bytes of a beat on the device side
  parameter int unsigned NarrowBytes = 8
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  fy_tl#(.BeatBytes(WideBytes))::request_t client_i,
  output logic client_ready_o,
  output fy_tl#(.BeatBytes(WideBytes))::response_t client_o,
  input  logic client_ready_i,

  output fy_tl#(.BeatBytes(NarrowBytes))::request_t manager_o,
  input  logic manager_ready_i,
  input  fy_tl#(.BeatBytes(NarrowBytes))::response_t manager_i,
  output logic manager_ready_o
);
  typedef fy_tl#(.BeatBytes(WideBytes))::d_t wide_d_t;
  localparam int unsigned NarrowLog = $clog2(NarrowBytes);
  localparam int unsigned Lanes     = WideBytes / NarrowBytes;
  localparam int unsigned LaneBits  = Lanes > 1 ? $clog2(Lanes) : 1;

  logic [LaneBits-1:0]                 lane;
  logic [Lanes-1:0][NarrowBytes*8-1:0] wide_data;
  logic [Lanes-1:0][NarrowBytes-1:0]   wide_mask;
  logic                                fits, a_last, error_last;
  wide_d_t                             passed;
  logic [1:0]                          d_ready;
  fy_tl#(.BeatBytes(WideBytes))::forward_t  refused;
  fy_tl#(.BeatBytes(WideBytes))::backward_t error;
  forward_ready_t                           error_ready;
  logic                                     unused;

  assign fits      = client_i.a.size <= SizeBits'(NarrowLog)
                     && client_i.a.opcode inside {Get, PutFullData, PutPartialData};
  assign lane      = Lanes > 1 ? client_i.a.address[NarrowLog+:LaneBits] : '0;
  assign wide_data = client_i.a.data;
  assign wide_mask = client_i.a.mask;

  always_comb begin
    manager_o            = '0;
    manager_o.a_valid    = client_i.a_valid && fits;
    manager_o.a.opcode   = client_i.a.opcode;
    manager_o.a.param    = client_i.a.param;
    manager_o.a.size     = client_i.a.size;
    manager_o.a.source   = client_i.a.source;
    manager_o.a.address  = client_i.a.address;
    manager_o.a.allocate = client_i.a.allocate;
    manager_o.a.mask     = wide_mask[lane];
    manager_o.a.corrupt  = client_i.a.corrupt;
    manager_o.a.data     = wide_data[lane];
  end
  assign client_ready_o = fits ? manager_ready_i : error_ready.a;

  always_comb begin
    passed         = '0;
    passed.opcode  = manager_i.d.opcode;
    passed.param   = manager_i.d.param;
    passed.size    = manager_i.d.size;
    passed.source  = manager_i.d.source;
    passed.sink    = manager_i.d.sink;
    passed.denied  = manager_i.d.denied;
    passed.corrupt = manager_i.d.corrupt;
    passed.data    = {Lanes{manager_i.d.data}};
  end

  fy_tl_beats #(.BeatBytes(WideBytes)) i_beats (
    .clk_i, .rst_ni, .size_i(client_i.a.size), .has_data_i(a_has_data(client_i.a.opcode)),
    .fire_i(client_i.a_valid && client_ready_o), .last_o(a_last)
  );

  assign unused  = ^{error, error_ready};
  assign refused = '{a_valid: client_i.a_valid && !fits, a: client_i.a, c_valid: 1'b0, c: '0,
                     e_valid: 1'b0, e: '0};
  fy_tl_error #(.BeatBytes(WideBytes)) i_error (
    .clk_i, .rst_ni,
    .tl_i(refused), .tl_ready_o(error_ready), .a_last_i(a_last), .c_last_i(1'b0),
    .tl_o(error), .tl_ready_i('{b: 1'b1, d: d_ready[1]}), .d_last_o(error_last)
  );

  fy_tl_arbiter #(.data_t(wide_d_t), .Inputs(2)) i_answers (
    .clk_i, .rst_ni, .data_i({error.d, passed}), .valid_i({error.d_valid, manager_i.d_valid}),
    .ready_o(d_ready), .last_i({error_last, 1'b1}), .data_o(client_o.d),
    .valid_o(client_o.d_valid), .ready_i(client_ready_i)
  );
  assign manager_ready_o = d_ready[0];

  if (WideBytes < NarrowBytes) begin : gen_widths
    $error("fy_tl_width_adapter: WideBytes %0d is smaller than NarrowBytes %0d",
           WideBytes, NarrowBytes);
  end
endmodule
