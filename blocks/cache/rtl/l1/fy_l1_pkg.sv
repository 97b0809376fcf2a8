// SPDX-License-Identifier: Apache-2.0

/// Records that the parts of the first-level caches exchange, and how a word of memory is aligned.
///
/// Line addresses are full byte addresses whose offset bits are not used: the parts can be composed
/// with any line size and any number of sets. Words are 8 bytes.
package fy_l1_pkg;
  import fy_core_pkg::data_id_t;

  localparam int unsigned AddressBits = fy_tl_pkg::DefaultAddressBits;
  localparam int unsigned WordBytes   = 8;
  localparam int unsigned WayBits     = 3;  // up to 8 ways
  localparam int unsigned SlotBits    = 3;  // up to 8 miss slots

  typedef logic [AddressBits-1:0] address_t;
  typedef logic [WayBits-1:0]     way_t;
  typedef logic [SlotBits-1:0]    slot_t;

  // Permission and data of a line held: none, Branch (shared), Trunk (exclusive), Trunk and dirty.
  typedef struct packed {
    logic valid;
    logic trunk;
    logic dirty;
  } line_state_t;

  // New state, and with `write_tag` new tag, of one way.
  typedef struct packed {
    logic        valid;
    logic        write_tag;
    address_t    address;
    way_t        way;
    line_state_t state;
  } update_t;

  // Bytes to write into one word; data and mask stand at their place in the word.
  typedef struct packed {
    address_t    address;
    way_t        way;
    logic [7:0]  mask;
    logic [63:0] data;
  } word_write_t;

  // Work on a whole line; at most one a cycle.
  typedef enum logic [2:0] {
    OpNone    = 3'd0,
    OpInstall = 3'd1,  // refilled line into the arrays
    OpEvict   = 3'd2,  // victim out of the arrays
    OpLookup  = 3'd3,  // tags for a probe
    OpProbe   = 3'd4   // the probe itself, directly behind its lookup
  } line_op_e;

  // A miss that takes a slot.
  typedef struct packed {
    address_t   address;
    way_t       way;
    logic [2:0] grow;     // fy_tl_pkg::Grow*
    logic       evict;    // the way holds a line that has to leave
    address_t   victim;   // its address
  } miss_t;

  // An Acquire to send.
  typedef struct packed {
    slot_t index;
    miss_t miss;
  } acquire_t;

  // The line operation of this cycle and what it writes into the tags.
  typedef struct packed {
    line_op_e    op;
    way_t        way;
    logic        update;
    line_state_t state;
    logic        read;    // the line is read out of the data array
  } line_step_t;

  // The Release that is not acknowledged.
  typedef struct packed {
    logic     pending;
    address_t address;
  } release_t;

  // State of a slot, for the other parts.
  typedef struct packed {
    logic  busy;
    logic  pending;   // not in the arrays yet
    logic  acquire;   // the Acquire has not left
    logic  granted;   // the first beat came
    logic  complete;  // the last beat came and the GrantAck left
    logic  arrived;   // the last beat came
    logic  evict;
    logic  whole;     // the Grant carried data
    logic  trunk;     // the Grant gave Trunk
    logic  error;
    logic [7:0] received; // beats that came
    miss_t miss;
  } slot_status_t;

  // Answer of the slots to the access being decided.
  typedef struct packed {
    logic  hit;        // a slot waits for this line
    slot_t index;
    logic  wants_trunk;
    logic [7:0] received;
    logic  error;      // a beat of its refill failed
    logic  free;       // a slot can be taken
    slot_t free_index;
    logic [(1<<WayBits)-1:0] reserved; // ways of the set that slots will fill
  } slot_match_t;

  // One beat of a Grant for a slot.
  typedef struct packed {
    slot_t      index;
    logic [2:0] beat;
    logic       has_data;
    logic       last;
    logic       trunk;
    logic       error;
  } grant_beat_t;

  // A line operation that a slot requests.
  typedef struct packed {
    logic     valid;
    logic     urgent;   // worth taking a cycle from the core
    slot_t    index;
    address_t address;
    way_t     way;
    logic     whole;
    logic     trunk;
  } slot_operation_t;

  // Sum of all slots, for events and the quiet output.
  typedef struct packed {
    logic     any;       // a slot waits for its refill
    logic     two;       // at least two do
    logic     stores;    // stored bytes are not in the arrays yet
    logic     error;     // a refill ended in an error
    address_t error_address;
  } slot_summary_t;

  // A load waiting for its bytes.
  typedef struct packed {
    data_id_t   id;
    address_t   address;
    logic [1:0] size;
    logic       is_unsigned;
    logic       error;        // its bytes came with an error
    slot_t      slot;
  } queued_load_t;

  // Message to send on channel C.
  typedef struct packed {
    logic [2:0] opcode;   // fy_tl_pkg::c_opcode_e
    logic [2:0] param;
    logic       is_release;
    logic [fy_tl_pkg::DefaultSourceBits-1:0] source;
    address_t   address;
  } return_command_t;

  // What the arrays say of an access.
  typedef struct packed {
    logic        hit;
    line_state_t state;
    way_t        way;     // that it hits, or that it would take
    logic        none;    // no way can be taken
    logic        evict;   // the way to take holds a line
    address_t    victim;  // this one
  } lookup_t;

  // What is done with an access of the data cache; `status` is its answer.
  typedef struct packed {
    fy_core_pkg::data_status_e status;
    logic push;        // store that hits: into the store buffer
    logic merge;       // store into a miss slot, an old or the new one
    logic allocate;    // take a miss slot
    logic enqueue;     // load waits for a slot's bytes
    logic present;     // and they are there
    logic uncached;
    logic secondary;   // met a pending miss of its line
    logic [2:0] grow;
  } decision_t;

  // What the decision looks at.
  typedef struct packed {
    logic        hit;           // line in the arrays
    line_state_t state;         // and its state
    logic        way_reserved;  // its way is promised to a miss
    logic        no_way;        // all ways of the set are
    slot_match_t match;
    logic [7:0]  stored;        // bytes of the word in the matching slot
    logic        beat_received; // the word's beat came to the matching slot
    logic        releasing;     // the line's Release is not acknowledged
    logic        load_conflict; // a queued load reads the word
    logic        queue_ready;
    logic        buffer_ready;
    logic        uncached_ready;
    logic        reserved;      // LR holds the line
    logic        failed;        // the refill for this atomic failed
  } circumstances_t;

  /// The bytes that a store writes.
  function automatic word_write_t store_bytes(address_t address, logic [1:0] size,
                                              logic [63:0] data, way_t way);
    word_write_t result;
    result.address = address;
    result.way     = way;
    result.mask    = fy_data_port_pkg::byte_mask(size, address[2:0]);
    result.data    = fy_data_port_pkg::place(data, address[2:0]);
    return result;
  endfunction
endpackage
