// SPDX-License-Identifier: Apache-2.0

/// Functs, registers and status codes of the copy engine (copy-engine.md 4, 4.1), the request a
/// frontend hands to a tracker, and the counter events.
package fy_copy_engine_pkg;

  localparam logic [6:0] FunctTransfer      = 7'd0;
  localparam logic [6:0] FunctResume        = 7'd1;
  localparam logic [6:0] FunctReadRegister  = 7'd4;
  localparam logic [6:0] FunctWriteRegister = 7'd5;
  localparam logic [6:0] FunctSetBits       = 7'd6;
  localparam logic [6:0] FunctClearBits     = 7'd7;

  localparam logic [63:0] RegisterSourceStride = 64'd0;
  localparam logic [63:0] RegisterTargetStride = 64'd1;
  localparam logic [63:0] RegisterSegmentSize  = 64'd2;
  localparam logic [63:0] RegisterSegments     = 64'd3;
  localparam logic [63:0] RegisterControl      = 64'd4;
  localparam logic [63:0] RegisterStatus       = 64'd5;
  localparam logic [63:0] RegisterPage         = 64'd6;
  localparam logic [63:0] RegisterErrorAddress = 64'd11;

  localparam int unsigned ControlSourceAllocate = 0;
  localparam int unsigned ControlTargetAllocate = 1;
  localparam int unsigned ControlPause          = 2;

  typedef enum logic [2:0] {
    StatusDone         = 3'd0,
    StatusSourcePage   = 3'd1,
    StatusTargetPage   = 3'd2,
    StatusSourceAccess = 3'd3,
    StatusTargetAccess = 3'd4,
    StatusPaused       = 3'd5
  } status_e;

  localparam int unsigned PageBytes = 4096;

  /// A physically contiguous piece, at most a page, never crossing a page at either end.
  typedef struct packed {
    logic [39:0] source;
    logic [39:0] target;
    logic [12:0] bytes;            // 1 to 4096
    logic        source_allocate;
    logic        target_allocate;
  } tracker_request_t;

  typedef struct packed {
    logic transfer;
    logic request;        // frontend to tracker
    logic get;
    logic get_block;
    logic put;
    logic put_block;
    logic reordered;      // a response overtook an older one
    logic buffer_full;    // level: the reader waits for buffer space
    logic busy;           // level
    logic error;
  } copy_engine_events_t;

endpackage
