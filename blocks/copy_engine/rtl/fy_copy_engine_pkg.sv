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

  localparam int unsigned PageBytes    = 4096;
  localparam int unsigned WriteSources = 8;

  /// Byte number within a transfer, modulo: orders the errors of pieces under way.
  typedef logic [15:0] position_t;

  /// What a transfer does: the control registers as they were at Transfer.
  typedef struct packed {
    logic [63:0] source_stride;    // gap after a segment, two's complement
    logic [63:0] target_stride;
    logic [63:0] segment_bytes;
    logic [63:0] segments;
    logic        source_allocate;
    logic        target_allocate;
  } shape_t;

  /// Outcome of the latest transfer.
  typedef struct packed {
    status_e     status;
    logic [63:0] address;          // first failing byte of the latest error
  } report_t;

  /// A piece before translation: at most a page, never crossing a page at either end.
  typedef struct packed {
    logic [63:0] source;
    logic [63:0] target;
    logic [12:0] bytes;            // 1 to 4096
    position_t   position;
    logic        source_allocate;
    logic        target_allocate;
  } piece_t;

  /// The same after translation: what a tracker moves.
  typedef struct packed {
    logic [39:0] source;
    logic [39:0] target;
    logic [12:0] bytes;            // 1 to 4096
    position_t   position;
    logic        source_allocate;
    logic        target_allocate;
  } tracker_request_t;

  /// A denied or corrupt response.
  typedef struct packed {
    logic        is_target;
    position_t   position;
    logic [39:0] address;          // first byte of the transfer in the failing message or beat
  } access_error_t;

  /// Read transactions a tracker may have under way; a power of two.
  function automatic int unsigned read_sources(int unsigned buffer_blocks);
    return buffer_blocks < 4 ? 32'd8 : 2 * buffer_blocks;
  endfunction

  /// Source ids of a tracker: reads from 0, writes above them.
  function automatic int unsigned tracker_sources(int unsigned buffer_blocks);
    return read_sources(buffer_blocks) + WriteSources;
  endfunction

  /// Types inside a tracker. The buffer is a ring of entries; an entry holds one beat of the
  /// target, so that a source beat, rotated, ends in one entry and begins the next.
  virtual class fy_copy #(
    parameter int unsigned BeatBytes    = 32,
    parameter int unsigned BlockBytes   = 64,
    parameter int unsigned BufferBlocks = 8
  );
    typedef logic [$clog2(BeatBytes)-1:0] lane_t;
    typedef logic [$clog2(BufferBlocks*BlockBytes/BeatBytes)-1:0] entry_t;
    // Entries since reset, modulo four times the ring: differences are exact.
    typedef logic [$clog2(BufferBlocks*BlockBytes/BeatBytes)+1:0] count_t;

    typedef struct packed {
      count_t entry;
      lane_t  lane;
    } pointer_t;

    typedef struct packed {
      logic [39:0] target;
      logic [12:0] bytes;
      position_t   position;
      logic        allocate;
      lane_t       shift;          // target lane minus source lane
    } write_request_t;

    /// One beat of read data. Lanes `first` to `last` of the source beat count.
    typedef struct packed {
      entry_t                 entry;  // of source lanes that do not wrap
      lane_t                  shift;
      lane_t                  first;
      lane_t                  last;
      logic                   bad;    // denied or corrupt
      logic [BeatBytes*8-1:0] data;
    } fill_t;

    /// What a read transaction must remember until its data comes.
    typedef struct packed {
      entry_t      entry;
      lane_t       shift;
      lane_t       first;
      lane_t       last;
      position_t   position;
      logic [39:0] address;
    } read_t;

    /// The oldest entry, as the writer sees it.
    typedef struct packed {
      logic                   low;   // lanes below the shift have arrived
      logic                   high;  // the others have
      logic                   low_bad;
      logic                   high_bad;
      logic [BeatBytes*8-1:0] data;
    } drain_t;
  endclass

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
