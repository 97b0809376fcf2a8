// SPDX-License-Identifier: Apache-2.0

/// AXI4: channel payloads, and the ports of a link. `forward_t` is AW, W and AR, `backward_t` B and
/// R, payloads with their valids; the readies are records of their own, as for TileLink.
package fy_axi_pkg;

  localparam logic [1:0] BurstIncr = 2'b01;
  localparam logic [1:0] RespOkay   = 2'b00;
  localparam logic [1:0] RespSlvErr = 2'b10;
  localparam logic [1:0] RespDecErr = 2'b11;

  localparam int unsigned DefaultIdBits = 6;

  /// Readies of `forward_t`, driven by the manager.
  typedef struct packed {
    logic aw;
    logic w;
    logic ar;
  } forward_ready_t;

  /// Readies of `backward_t`, driven by the client.
  typedef struct packed {
    logic b;
    logic r;
  } backward_ready_t;

  /// Readies of `write_request_t`.
  typedef struct packed {
    logic aw;
    logic w;
  } write_ready_t;

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

    /// A link is four ports, as for TileLink: payloads and valids of one direction in one record.
    typedef struct packed {
      logic aw_valid;
      ax_t  aw;
      logic w_valid;
      w_t   w;
      logic ar_valid;
      ax_t  ar;
    } forward_t;

    typedef struct packed {
      logic b_valid;
      b_t   b;
      logic r_valid;
      r_t   r;
    } backward_t;

    /// Reads or writes alone, as a part of a block has them.
    typedef struct packed {
      logic ar_valid;
      ax_t  ar;
    } read_request_t;

    typedef struct packed {
      logic r_valid;
      r_t   r;
    } read_response_t;

    typedef struct packed {
      logic aw_valid;
      ax_t  aw;
      logic w_valid;
      w_t   w;
    } write_request_t;

    typedef struct packed {
      logic b_valid;
      b_t   b;
    } write_response_t;
  endclass

endpackage
