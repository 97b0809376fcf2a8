// SPDX-License-Identifier: Apache-2.0

/// Policies of fy_cache_simple, and the records between its parts.
package fy_simple_cache_pkg;
  import fy_l1_pkg::address_t;
  import fy_l1_pkg::way_t;

  typedef struct packed {
    logic write_back;     // a store stays until its line leaves; else it goes on at once
    logic write_allocate; // a store that misses fetches its line; else it goes to memory alone
    logic replay;         // what cannot be served is answered Replay; else the cache keeps it
  } policy_t;

  localparam policy_t DefaultPolicy = '{write_back: 1'b1, write_allocate: 1'b1, replay: 1'b0};

  // TileLink sources; stores that go on take those from SourceWrites on.
  localparam int unsigned SourceRefill   = 0;
  localparam int unsigned SourceEvict    = 1;
  localparam int unsigned SourceUncached = 2;
  localparam int unsigned SourceWrites   = 3;

  // A line to write back, to fetch, or both.
  typedef struct packed {
    logic     refill;
    address_t address;  // of the line to fetch
    logic     evict;
    address_t victim;   // of the line to write back
    way_t     way;      // of both
  } job_t;

  // One row of one way for the line that moves.
  typedef struct packed {
    logic     read;
    logic     write;
    address_t address;
    way_t     way;
  } row_access_t;

  // What the decision looks at.
  typedef struct packed {
    logic hit;
    logic line_idle;      // no line moves
    logic can_refill;     // and one may be fetched now
    logic array_free;     // no row is written in this cycle
    logic writes_ready;   // the store can go on to memory
    logic uncached_ready;
    logic failed;         // the line was just fetched, in vain
    logic reserved;       // for this SC
  } facts_t;

  // What is done with an access.
  typedef struct packed {
    fy_core_pkg::data_status_e status;
    logic store;      // into the array
    logic through;    // into the buffer of stores that go on
    logic refill;
    logic uncached;
    logic late_error; // Pending, and the late result is an error
  } verdict_t;
endpackage
