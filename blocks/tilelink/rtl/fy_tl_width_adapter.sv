// SPDX-License-Identifier: Apache-2.0

/// Joins a TileLink link to devices of at most its width: one narrow beat an access.
///
/// Combinational both ways, no cycle added. Accesses of at most NarrowBytes pass; larger ones and
/// messages that devices do not know (all but Get and Puts) are answered denied. Answers carry
/// the narrow data on every lane, so nothing has to be remembered.
module fy_tl_width_adapter import fy_tl_pkg::*; #(
  /// Bytes of a beat on the client side
  parameter int unsigned WideBytes   = 32,
  /// Bytes of a beat on the device side
  parameter int unsigned NarrowBytes = 8
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  fy_tl#(.BeatBytes(WideBytes))::a_t client_a_i,
  input  logic client_a_valid_i,
  output logic client_a_ready_o,
  output fy_tl#(.BeatBytes(WideBytes))::d_t client_d_o,
  output logic client_d_valid_o,
  input  logic client_d_ready_i,

  output fy_tl#(.BeatBytes(NarrowBytes))::a_t manager_a_o,
  output logic manager_a_valid_o,
  input  logic manager_a_ready_i,
  input  fy_tl#(.BeatBytes(NarrowBytes))::d_t manager_d_i,
  input  logic manager_d_valid_i,
  output logic manager_d_ready_o
);
  typedef fy_tl#(.BeatBytes(WideBytes))::d_t wide_d_t;
  localparam int unsigned NarrowLog = $clog2(NarrowBytes);
  localparam int unsigned Lanes     = WideBytes / NarrowBytes;
  localparam int unsigned LaneBits  = Lanes > 1 ? $clog2(Lanes) : 1;

  logic [LaneBits-1:0]                 lane;
  logic [Lanes-1:0][NarrowBytes*8-1:0] wide_data;
  logic [Lanes-1:0][NarrowBytes-1:0]   wide_mask;
  logic                                fits, a_last, error_ready, error_last, error_valid;
  wide_d_t                             passed, error;
  logic [1:0]                          d_ready;

  assign fits      = client_a_i.size <= SizeBits'(NarrowLog)
                     && client_a_i.opcode inside {Get, PutFullData, PutPartialData};
  assign lane      = Lanes > 1 ? client_a_i.address[NarrowLog+:LaneBits] : '0;
  assign wide_data = client_a_i.data;
  assign wide_mask = client_a_i.mask;

  always_comb begin
    manager_a_o          = '0;
    manager_a_o.opcode   = client_a_i.opcode;
    manager_a_o.param    = client_a_i.param;
    manager_a_o.size     = client_a_i.size;
    manager_a_o.source   = client_a_i.source;
    manager_a_o.address  = client_a_i.address;
    manager_a_o.allocate = client_a_i.allocate;
    manager_a_o.mask     = wide_mask[lane];
    manager_a_o.corrupt  = client_a_i.corrupt;
    manager_a_o.data     = wide_data[lane];
  end
  assign manager_a_valid_o = client_a_valid_i && fits;
  assign client_a_ready_o  = fits ? manager_a_ready_i : error_ready;

  always_comb begin
    passed         = '0;
    passed.opcode  = manager_d_i.opcode;
    passed.param   = manager_d_i.param;
    passed.size    = manager_d_i.size;
    passed.source  = manager_d_i.source;
    passed.sink    = manager_d_i.sink;
    passed.denied  = manager_d_i.denied;
    passed.corrupt = manager_d_i.corrupt;
    passed.data    = {Lanes{manager_d_i.data}};
  end

  fy_tl_beats #(.BeatBytes(WideBytes)) i_beats (
    .clk_i, .rst_ni, .size_i(client_a_i.size), .has_data_i(a_has_data(client_a_i.opcode)),
    .fire_i(client_a_valid_i && client_a_ready_o), .last_o(a_last)
  );

  logic unused_ready;
  fy_tl_error #(.BeatBytes(WideBytes)) i_error (
    .clk_i, .rst_ni,
    .a_i('{opcode: client_a_i.opcode, size: client_a_i.size, source: client_a_i.source}),
    .a_last_i(a_last), .a_valid_i(client_a_valid_i && !fits), .a_ready_o(error_ready),
    .c_i('0), .c_last_i(1'b0), .c_valid_i(1'b0), .c_ready_o(unused_ready),
    .d_o(error), .d_last_o(error_last), .d_valid_o(error_valid), .d_ready_i(d_ready[1])
  );

  fy_tl_arbiter #(.data_t(wide_d_t), .Inputs(2)) i_answers (
    .clk_i, .rst_ni, .data_i({error, passed}), .valid_i({error_valid, manager_d_valid_i}),
    .ready_o(d_ready), .last_i({error_last, 1'b1}), .data_o(client_d_o),
    .valid_o(client_d_valid_o), .ready_i(client_d_ready_i)
  );
  assign manager_d_ready_o = d_ready[0];

  if (WideBytes < NarrowBytes) begin : gen_widths
    $error("fy_tl_width_adapter: WideBytes %0d is smaller than NarrowBytes %0d",
           WideBytes, NarrowBytes);
  end
endmodule
