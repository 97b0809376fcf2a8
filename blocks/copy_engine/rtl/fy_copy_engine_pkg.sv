// SPDX-License-Identifier: Apache-2.0

/// Functs and status codes of the copy engine (Mao 2017, tables 1 and 2), commands, the
/// requests that a frontend hands to trackers, the cursor, and the counter events.
package fy_copy_engine_pkg;
  import fy_copy_engine_registers_pkg::*;

  localparam logic [6:0] FunctTransfer      = 7'd0;
  localparam logic [6:0] FunctResume        = 7'd1;
  localparam logic [6:0] FunctReadRegister  = 7'd4;
  localparam logic [6:0] FunctWriteRegister = 7'd5;
  localparam logic [6:0] FunctSetBits       = 7'd6;
  localparam logic [6:0] FunctClearBits     = 7'd7;

  typedef enum logic [2:0] {
    StatusDone         = CopyStatusCodeDone,
    StatusSourcePage   = CopyStatusCodeSourcePageFault,
    StatusTargetPage   = CopyStatusCodeTargetPageFault,
    StatusSourceAccess = CopyStatusCodeSourceAccessFault,
    StatusTargetAccess = CopyStatusCodeTargetAccessFault,
    StatusPaused       = CopyStatusCodePaused
  } status_e;

  /// What an instruction asks for: at most one of these; none is illegal.
  typedef struct packed {
    logic transfer;
    logic resume;
    logic read;                    // of the register that rs1 holds
    logic change;                  // Write, Set or Clear
  } operation_t;

  function automatic operation_t decode(fy_core_pkg::coprocessor_request_t request);
    logic [2:0] uses;
    uses            = {request.xd, request.xs1, request.xs2};
    decode.transfer = request.funct == FunctTransfer && uses == 3'b011;
    decode.resume   = request.funct == FunctResume && uses == 3'b000;
    decode.read     = request.funct == FunctReadRegister && uses == 3'b110;
    decode.change   = uses == 3'b011 &&
                      request.funct inside {FunctWriteRegister, FunctSetBits, FunctClearBits};
  endfunction

  /// A register after Write, Set or Clear.
  function automatic logic [63:0] changed(logic [6:0] funct, logic [63:0] old,
                                          logic [63:0] operand);
    case (funct)
      FunctSetBits:   return old | operand;
      FunctClearBits: return old & ~operand;
      default:        return operand;
    endcase
  endfunction

  localparam int unsigned PageBytes    = 4096;
  localparam int unsigned WriteSources = 8;
  localparam int unsigned MaxTrackers  = 4;
  localparam int unsigned QueueDepth   = 2;
  localparam int unsigned HistoryDepth = 8;

  localparam int unsigned PositionBits = 24;

  /// Byte number within a transfer, modulo: orders the errors of pieces under way.
  typedef logic [PositionBits-1:0] position_t;

  /// `a` comes before `b`; positions are modular: half the range away is behind.
  function automatic logic precedes(position_t a, position_t b);
    position_t difference;
    difference = a - b;
    return difference[PositionBits-1];
  endfunction

  /// What a transfer does: the control registers as they were at Transfer.
  typedef struct packed {
    logic [63:0] source_stride;    // gap after a segment, two's complement
    logic [63:0] target_stride;
    logic [63:0] segment_bytes;
    logic [63:0] segments;
    logic        overlap;          // may begin before what was queued earlier has drained
    logic        source_allocate;
    logic        target_allocate;
  } shape_t;

  /// A Transfer as it was accepted.
  typedef struct packed {
    logic [63:0]          source;
    logic [63:0]          target;
    shape_t               shape;
    fy_mmu_pkg::context_t caller;     // its rights and address space
  } command_t;

  /// Where a transfer stands: what is left begins here.
  typedef struct packed {
    logic [63:0] segments;         // left, this one included; 0: nothing is left
    logic [63:0] bytes;            // left in this segment
    logic [63:0] target;
    logic [63:0] source;
  } cursor_t;

  /// What holds a transfer up.
  typedef struct packed {
    logic pause;                   // level: stop before the next piece, with a report
    logic withdraw;                // level: take back the piece offered, drain, stop without one
    logic forget;                  // while idle, with a write of the whole cursor: drop the report
  } stop_t;

  /// Which transfers may start.
  typedef struct packed {
    logic idle;                    // any: nothing is under way
    logic open;                    // one that overlaps those under way
  } readiness_t;

  /// A plain transfer whose pieces are all accepted: where its last byte went.
  typedef struct packed {
    logic [63:0] source_end;
    logic [63:0] target_end;
    position_t   position_end;
  } passed_t;

  /// Sets fields of the cursor.
  typedef struct packed {
    logic [3:0]  fields;           // in the order of the register numbers
    logic [63:0] value;
  } cursor_write_t;

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
    logic        source_goes_on;   // the segment reaches into the next page of this end
    logic        target_goes_on;
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

  /// Trackers that do something in a cycle.
  typedef logic [$clog2(MaxTrackers+1)-1:0] amount_t;

  typedef struct packed {
    logic    transfer;
    logic    request;        // frontend to tracker
    amount_t get;
    amount_t get_block;
    amount_t put;
    amount_t put_block;
    amount_t reordered;      // a response overtook an older one
    amount_t buffer_full;    // level: the reader waits for buffer space
    logic    busy;           // level
    amount_t error;
    logic    resume;         // Resume continued a transfer
    logic    pause;          // a transfer stopped for the pause bit
    logic    page_fault;     // a transfer stopped at a page
    logic    tlb_miss;       // a lookup found nothing it may use
    logic    walk;           // the walker took a request
    logic    queued;         // a Transfer was accepted behind another
    amount_t trackers_busy;  // level
    amount_t throttled;      // level: a message waits for its bank's share
    logic    overlapped;     // a command began before those ahead of it had drained
    logic    fence_met;      // SFENCE.VMA began while a transfer ran
  } copy_engine_events_t;

  /// The share of the frontend in the events above.
  typedef struct packed {
    logic resume;
    logic pause;
    logic page_fault;
    logic overlapped;
  } frontend_events_t;

  /// The share of the translation.
  typedef struct packed {
    logic tlb_miss;
    logic walk;
  } translate_events_t;

endpackage
