// SPDX-License-Identifier: Apache-2.0

/// Types inside an L2 bank. Widths are those of the largest bank; unused bits are constant.
package fy_l2_pkg;
  import fy_tl_pkg::*;

  localparam int unsigned MaxCachingClients = 16;
  localparam int unsigned MaxTransactors    = 16;

  typedef logic [MaxCachingClients-1:0] clients_t;
  typedef logic [3:0]                   way_t;
  typedef logic [3:0]                   number_t;   // of a transactor, or of a write-back slot

  /// What the bank keeps of a channel A message.
  typedef struct packed {
    a_opcode_e                     opcode;
    logic [2:0]                    param;
    logic [SizeBits-1:0]           size;
    logic [DefaultSourceBits-1:0]  source;
    logic [DefaultAddressBits-1:0] address;
    logic                          allocate;   // a Get or Put that misses leaves its line here
  } request_t;

  /// Which Release is to be acknowledged on channel D.
  typedef struct packed {
    logic [SizeBits-1:0]           size;
    logic [DefaultSourceBits-1:0]  source;
  } acknowledge_t;

  /// Directory of one line. `trunk`: the one sharer may write it.
  typedef struct packed {
    logic     dirty;
    logic     trunk;
    clients_t sharers;
  } directory_t;

  /// Answer of the tags, one cycle after the lookup. Without a hit, way and directory are the
  /// victim's.
  typedef struct packed {
    logic                          hit;
    logic                          room;   // hit, or a way that no transactor uses
    way_t                          way;
    directory_t                    directory;
    logic [DefaultAddressBits-1:0] victim;
  } result_t;

  typedef enum logic [3:0] {
    StateIdle     = 4'd0,
    StateLookup   = 4'd1,   // the tags answer in this cycle
    StateRetry    = 4'd2,   // every way of the set is in use: look up again
    StateProbe    = 4'd3,   // probes to send or answers to come, of the line or of the victim
    StateEvict    = 4'd4,   // the line goes from the data array to a write-back slot
    StateDrain    = 4'd5,   // Flush: memory must acknowledge
    StateFetch    = 4'd6,   // AR
    StateRefill   = 4'd7,   // R beats
    StateRead     = 4'd8,   // waits for the data array
    StateReadWait = 4'd9,   // the data array answers in this cycle
    StateFinish   = 4'd10   // store, respond, record, GrantAck: what is pending, in any order
  } state_e;

  /// Registers of a transactor, as the arbiters see them.
  typedef struct packed {
    state_e                        state;
    request_t                      request;
    logic                          hit;
    logic                          owns;         // works on `way`; its directory counts
    logic                          settled;      // the RAM agrees: other lines of the set may pass
    logic                          passes;       // missed, not to allocate: no way, no directory
    way_t                          way;
    directory_t                    directory;
    logic [DefaultAddressBits-1:0] victim;
    clients_t                      to_probe;
    clients_t                      awaiting;
    logic                          shares;       // probe toB, not toN
    logic                          complete;     // the last A beat came
    logic                          failed;       // answer denied, keep nothing new
    logic                          exclusive;    // Grant toT
    logic                          with_data;    // the answer to an Acquire carries data
    logic                          store;        // pending in StateFinish:
    logic                          respond;
    logic                          record;
    logic                          keep;         // with record: the entry is valid
    logic                          acknowledge;
  } transactor_t;

  /// What a transactor is given in a cycle.
  typedef struct packed {
    logic    start;
    logic    beat;            // an A beat, also with start
    logic    last_beat;
    logic    corrupt_beat;
    logic    lookup;          // Retry looks up
    logic    probe;           // the lowest client of to_probe was probed
    logic    array;
    number_t slot;            // with array in StateEvict: the write-back slot
    logic    fetch;
    logic    refilled;        // last R beat
    logic    refill_error;    // with any R beat
    logic    response;        // last D beat
    logic    record;
    logic    grant_ack;
  } grant_t;

  /// What a ProbeAck or Release reports to the transactor that works on the line.
  typedef struct packed {
    logic     acknowledges;   // ProbeAck, otherwise Release
    clients_t client;         // one bit
    logic     keeps;          // a branch stays at the client
    logic     trunk;          // and may still write
    logic     data;           // the data array was written
  } report_t;

  /// A write-back that memory acknowledged.
  typedef struct packed {
    number_t slot;
    logic    error;
  } written_t;

  function automatic logic is_put(a_opcode_e opcode);
    return opcode == PutFullData || opcode == PutPartialData;
  endfunction

  function automatic logic is_acquire(a_opcode_e opcode);
    return opcode == AcquireBlock || opcode == AcquirePerm;
  endfunction

  /// Address of the line that a transactor probes.
  function automatic logic [DefaultAddressBits-1:0] probed(transactor_t transactor);
    return transactor.hit ? transactor.request.address : transactor.victim;
  endfunction

  /// The transition table; everything else is impossible.
  function automatic logic may_follow(state_e from, state_e to);
    unique case (from)
      StateIdle:     return to inside {StateIdle, StateLookup};
      StateLookup:   return to inside {StateRetry, StateProbe, StateEvict, StateFetch, StateRead,
                                       StateFinish};
      StateRetry:    return to inside {StateRetry, StateLookup};
      StateProbe:    return to inside {StateProbe, StateEvict, StateFetch, StateRead, StateFinish};
      StateEvict:    return to inside {StateEvict, StateDrain, StateFetch, StateFinish};
      StateDrain:    return to inside {StateDrain, StateFinish};
      StateFetch:    return to inside {StateFetch, StateRefill, StateFinish};
      StateRefill:   return to inside {StateRefill, StateFinish};
      StateRead:     return to inside {StateRead, StateReadWait};
      StateReadWait: return to == StateFinish;
      StateFinish:   return to inside {StateFinish, StateIdle};
      default:       return 1'b0;
    endcase
  endfunction
endpackage
