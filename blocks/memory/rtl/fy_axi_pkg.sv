// SPDX-License-Identifier: Apache-2.0

/// AXI4 channel payloads. `valid` and `ready` are separate ports, as for TileLink.
package fy_axi_pkg;

  localparam logic [1:0] BurstIncr = 2'b01;
  localparam logic [1:0] RespOkay   = 2'b00;
  localparam logic [1:0] RespSlvErr = 2'b10;
  localparam logic [1:0] RespDecErr = 2'b11;

  localparam int unsigned DefaultIdBits = 6;

  virtual class fy_axi #(
    parameter int unsigned DataBytes   = 32,
    parameter int unsigned AddressBits = 40,
    parameter int unsigned IdBits      = DefaultIdBits
  );
    // ar_t and aw_t are the same.
    typedef struct packed {
      logic [IdBits-1:0]      id;
      logic [AddressBits-1:0] addr;
      logic [7:0]             len;
      logic [2:0]             size;
      logic [1:0]             burst;
      logic                   lock;
      logic [3:0]             cache;
      logic [2:0]             prot;
      logic [3:0]             qos;
    } ax_t;

    typedef struct packed {
      logic [DataBytes*8-1:0] data;
      logic [DataBytes-1:0]   strb;
      logic                   last;
    } w_t;

    typedef struct packed {
      logic [IdBits-1:0] id;
      logic [1:0]        resp;
    } b_t;

    typedef struct packed {
      logic [IdBits-1:0]      id;
      logic [DataBytes*8-1:0] data;
      logic [1:0]             resp;
      logic                   last;
    } r_t;
  endclass

endpackage
