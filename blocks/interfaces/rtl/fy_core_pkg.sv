// SPDX-License-Identifier: Apache-2.0

/// Ports of a core: instruction, data, coprocessor, interrupts, address attributes; its retirement
/// records and counter events.
///
/// A port is a request record, a response record, each with its valids, and one ready for the
/// request.
/// All values are 64 bits wide; a 32-bit core uses the lower half and drives the rest with zero.
package fy_core_pkg;

  typedef enum logic [1:0] {
    PrivilegeUser       = 2'd0,
    PrivilegeSupervisor = 2'd1,
    PrivilegeMachine    = 2'd3
  } privilege_e;

  // ---- instruction port -------------------------------------------------------------------
  // A request accepted in cycle t is answered in t+1 on a hit, later on a miss; answers come in
  // order, and the core always takes them. While an answer is owed and has not come, ready is low.
  // `flush` (FENCE.I) is held until `flush_done`; meanwhile nothing is accepted.

  typedef struct packed {
    logic        valid;
    logic        flush;
    logic [63:0] address;      // 2-byte aligned
  } fetch_request_t;

  /// Bits beside an instruction word, for memories of 36 bits. A memory without them drives zero,
  /// a core without a use for them ignores them.
  localparam int unsigned SideBits = 4;

  typedef struct packed {
    logic                valid;
    logic                flush_done;  // counts during `flush` and does not depend on it
    logic                error;       // denied or corrupt refill: access fault of this fetch
    logic [SideBits-1:0] side;
    logic [31:0]         instruction;
  } fetch_response_t;

  // ---- data port --------------------------------------------------------------------------

  typedef enum logic [3:0] {
    DataLoad       = 4'd0,
    DataStore      = 4'd1,
    DataLoadReserved    = 4'd2,
    DataStoreConditional = 4'd3,
    DataSwap       = 4'd4,
    DataAdd        = 4'd5,
    DataXor        = 4'd6,
    DataAnd        = 4'd7,
    DataOr         = 4'd8,
    DataMin        = 4'd9,
    DataMax        = 4'd10,
    DataMinUnsigned = 4'd11,
    DataMaxUnsigned = 4'd12
  } data_operation_e;

  typedef struct packed {
    logic       walker;        // a page-table walker asks, with whatever hart and thread
    logic [4:0] hart;
    logic [3:0] thread;
    logic [4:0] tag;           // echoed; fy_hart sends the destination register
  } data_id_t;

  /// What lies at an address and how it is reached.
  typedef enum logic [1:0] {
    KindCacheable = 2'd0,      // by the data cache
    KindDevice    = 2'd1,      // uncached, in order, without speculation
    KindLocal     = 2'd2,      // memory of this tile, beside the data cache
    KindRemote    = 2'd3       // memory of another tile, over a network
  } memory_kind_e;

  typedef struct packed {
    data_id_t        id;
    data_operation_e operation;
    logic [1:0]      size;        // log2 bytes; the address is aligned to it
    logic            is_unsigned; // zero-extend a load
    memory_kind_e    kind;
    logic [63:0]     address;
    logic [63:0]     data;        // right-justified
  } data_access_t;

  /// An access accepted in cycle t is decided in t+1, when the core may kill it.
  typedef struct packed {
    logic         valid;
    logic         kill;        // of the access of the cycle before
    data_access_t access;
  } data_request_t;

  typedef enum logic [1:0] {
    DataDone    = 2'd0,  // load: `data` is the register value; store: accepted
    DataPending = 2'd1,  // load: the value comes later on the late channel
    DataReplay  = 2'd2   // nothing happened; present the request again
  } data_status_e;

  // A late load result; the core always takes it. Any order.
  typedef struct packed {
    data_id_t    id;
    logic        error;      // denied or corrupt refill: `data` means nothing
    logic [63:0] data;
  } data_late_t;

  /// No field depends on the request of the same cycle.
  typedef struct packed {
    data_status_e status;      // decision on the access of the cycle before
    logic [63:0]  data;        // extended to 64 bits
    logic         late_valid;
    data_late_t   late;
    logic         quiet;       // no store, and nothing uncached, is under way
  } data_response_t;

  // ---- coprocessor port -------------------------------------------------------------------
  // The request is offered from the execute stage, older instructions can no longer trap, and it
  // is held until ready. The answer stands in the handshake cycle.
  // Of an instruction of the R4 format (three operands) `funct` is {rs3's number, funct2}, and
  // `rs3` its value; a core without a third read port drives zero.

  typedef struct packed {
    logic        valid;
    logic [6:0]  funct;
    logic        xd;
    logic        xs1;
    logic        xs2;
    logic [4:0]  rd;
    logic [63:0] rs1;
    logic [63:0] rs2;
    logic [63:0] rs3;
    privilege_e  privilege;
    logic        sum;
    logic        mxr;
    logic        mprv;
    privilege_e  mpp;
    logic [63:0] satp;
    logic        stores_visible; // every older store is globally visible; may rise while waiting
  } coprocessor_request_t;

  typedef struct packed {
    logic        busy;      // rises in the handshake cycle
    logic        illegal;   // trap as an illegal instruction; nothing happened
    logic [63:0] result;    // written to rd when xd
  } coprocessor_response_t;

  // ---- interrupts -------------------------------------------------------------------------

  typedef struct packed {
    logic bus_error;   // mip bit 16
    logic external;    // mip bit 11
    logic timer;       // mip bit 7
    logic software;    // mip bit 3
  } interrupts_t;

  // ---- retirement trace -------------------------------------------------------------------

  typedef struct packed {
    logic        valid;        // an instruction retires, or a trap is entered (trap set)
    logic [3:0]  thread;
    logic        trap;
    logic        is_interrupt; // with trap
    logic [5:0]  cause;        // with trap
    logic [63:0] tval;         // with trap
    privilege_e  privilege;    // in which the instruction ran
    logic [63:0] pc;
    logic [31:0] instruction;
    logic        rd_write;
    logic        rd_late;      // the value follows as a late record
    logic [4:0]  rd;
    logic [63:0] rd_data;
    logic        store;        // also an SC that succeeded and every AMO
    logic [1:0]  store_size;
    logic [63:0] store_address; // physical
    logic [63:0] store_data;   // of an AMO: its operand rs2
    logic        late_valid;   // a late load result is written, independent of `valid`
    logic [3:0]  late_thread;
    logic [4:0]  late_rd;
    logic [63:0] late_data;
  } retirement_t;

  // ---- counter events: amount a cycle ------------------------------------------------------

  typedef struct packed {
    logic retired;
    logic load_use_stall;      // execute waits for a load result
    logic fetch_stall;         // decode has no instruction
    logic fence_stall;
    logic mispredict;
    logic trap;
    logic interrupt_taken;
    logic coprocessor_accept;
    logic fetch_tlb_miss;      // a walk is asked for
    logic data_tlb_miss;
    logic page_fault;          // trap taken with cause 12, 13 or 15
    logic translation_fence;   // SFENCE.VMA done
    logic atomic;              // LR, SC or AMO done
  } core_events_t;

  // ---- sizes ------------------------------------------------------------------------------

  /// Entries of the TLBs of a hart.
  typedef struct packed {
    int unsigned fetch;
    int unsigned data;
  } tlb_sizes_t;

  localparam tlb_sizes_t DefaultTlbSizes = '{fetch: 8, data: 16};

  // ---- address attributes -----------------------------------------------------------------
  // A core looks a physical address up at a port and is answered in the same cycle.

  typedef struct packed {
    memory_kind_e kind;
    logic         read;
    logic         write;
    logic         execute;
  } attributes_t;

  // The table of fy_address_attributes. The first matching region counts; no match is an access
  // fault.
  typedef struct packed {
    logic [63:0] base;
    logic [63:0] bytes;
    attributes_t attributes;
  } attribute_region_t;

  localparam int unsigned AttributeRegions = 16;
  typedef attribute_region_t [AttributeRegions-1:0] attribute_table_t;

endpackage
