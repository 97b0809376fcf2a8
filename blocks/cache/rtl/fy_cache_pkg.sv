// SPDX-License-Identifier: Apache-2.0

/// Counter events of the caches: one bit is one event a cycle.
package fy_cache_pkg;

  typedef struct packed {
    logic access;
    logic miss;            // a refill is requested
    logic refill;          // a refill completed
  } instruction_cache_events_t;

  typedef struct packed {
    logic load;            // load decided (not replayed)
    logic store;
    logic load_miss;       // primary miss: a slot is taken
    logic store_miss;
    logic secondary;       // access to a line whose miss is pending
    logic hit_under_miss;
    logic two_misses;      // level: at least two slots wait for a refill
    logic replay;
    logic writeback;       // ReleaseData sent
    logic probe;           // probe accepted
    logic probe_dirty;     // answered with data
    logic probe_pending;   // probe met a pending miss of the same line
    logic release_probe;   // probe met a line whose Release is not yet acknowledged
    logic refill_victim;   // refill and victim of one set in flight together
    logic uncached;
    logic atomic;          // LR, SC or AMO decided
    logic conditional_failed; // SC that stored nothing
    logic probe_held;      // level: a probe waits for an atomic
  } data_cache_events_t;

  typedef struct packed {
    logic load;            // load done, or its value comes late
    logic store;
    logic miss;            // a refill is requested
    logic refill;          // a refill completed
    logic writeback;       // a dirty line leaves, or is made clean
    logic through;         // a store goes on to memory
    logic replay;
    logic uncached;
  } simple_cache_events_t;

  typedef struct packed {
    logic       get;
    logic       put;
    logic       acquire;
    logic       hit;
    logic       miss;
    logic       refill;           // line read from memory
    logic       writeback;        // line evicted or flushed to memory
    logic       put_no_fetch;     // whole-line Put allocated without a refill
    logic       access_allocate;  // Get or Put of a counted client that missed and takes a way
    logic       get_passed;       // Get that missed and left nothing behind
    logic       put_passed;       // Put that missed and went to memory
    logic       probe;            // one probe sent to one client
    logic       probe_data;       // dirty data returned by a probe
    logic       release_clean;
    logic       release_dirty;
    logic       back_invalidate;       // victim held by a client
    logic       back_invalidate_dirty; // and dirty there
    logic       release_crossing;      // Release of a line whose probe is outstanding
    logic       refill_victim;         // refill of a request whose victim was written back
    logic       set_conflict;          // level: request waits for a transactor in its set
    logic       transactors_full;      // level: request waits for a free transactor
    logic [4:0] transactors_busy;      // level: number in use
  } l2_events_t;

  /// Sizes of a shared L2 (fy_l2): all banks together, and the inputs of the crossbar before them.
  typedef struct packed {
    int unsigned channels;          // AXI4 memory ports: 1, 2 or 4
    int unsigned banks_per_channel; // 1 or 2
    int unsigned interleave;        // bytes in one bank before the next one follows
    int unsigned sets;
    int unsigned ways;
    int unsigned transactors;       // of each bank
    int unsigned clients;
    int unsigned caching_clients;   // the first of them: one sharer bit each
    logic [63:0] counted_clients;   // those whose allocations `access_allocate` counts
  } l2_sizes_t;

  localparam l2_sizes_t DefaultL2Sizes = '{
    channels: 1, banks_per_channel: 1, interleave: 64, sets: 2048, ways: 8, transactors: 8,
    clients: 4, caching_clients: 1, counted_clients: '1
  };

  // 2**bits banks share the memory out in pieces of 2**low bytes. Each sees one dense range of
  // addresses, without the bits that choose the bank, and so uses all its sets.

  /// Address on the bus as its bank sees it
  function automatic logic [39:0] bank_address(logic [39:0] address, int unsigned low,
                                               int unsigned bits);
    return (address & ((40'd1 << low) - 40'd1)) | ((address >> (low + bits)) << low);
  endfunction

  /// Address in a bank as the bus sees it
  function automatic logic [39:0] bus_address(logic [39:0] address, int unsigned low,
                                              int unsigned bits, int unsigned bank);
    return (address & ((40'd1 << low) - 40'd1)) | ((address >> low) << (low + bits)) |
           (40'(bank) << low);
  endfunction

  /// The same events of several banks in one cycle.
  typedef struct packed {
    logic [3:0] get;
    logic [3:0] put;
    logic [3:0] acquire;
    logic [3:0] hit;
    logic [3:0] miss;
    logic [3:0] refill;
    logic [3:0] writeback;
    logic [3:0] put_no_fetch;
    logic [3:0] probe;
    logic [3:0] probe_data;
    logic [3:0] release_clean;
    logic [3:0] release_dirty;
    logic [3:0] back_invalidate;
    logic [3:0] back_invalidate_dirty;
    logic [3:0] release_crossing;
    logic [3:0] refill_victim;
    logic [3:0] set_conflict;
    logic [3:0] transactors_full;
    logic [7:0] transactors_busy;
    logic [3:0] access_allocate;
    logic [3:0] get_passed;
    logic [3:0] put_passed;
  } l2_totals_t;

  function automatic l2_totals_t add_events(l2_totals_t sum, l2_events_t bank);
    sum.get += 4'(bank.get);
    sum.put += 4'(bank.put);
    sum.acquire += 4'(bank.acquire);
    sum.hit += 4'(bank.hit);
    sum.miss += 4'(bank.miss);
    sum.refill += 4'(bank.refill);
    sum.writeback += 4'(bank.writeback);
    sum.put_no_fetch += 4'(bank.put_no_fetch);
    sum.probe += 4'(bank.probe);
    sum.probe_data += 4'(bank.probe_data);
    sum.release_clean += 4'(bank.release_clean);
    sum.release_dirty += 4'(bank.release_dirty);
    sum.back_invalidate += 4'(bank.back_invalidate);
    sum.back_invalidate_dirty += 4'(bank.back_invalidate_dirty);
    sum.release_crossing += 4'(bank.release_crossing);
    sum.refill_victim += 4'(bank.refill_victim);
    sum.set_conflict += 4'(bank.set_conflict);
    sum.transactors_full += 4'(bank.transactors_full);
    sum.transactors_busy += 8'(bank.transactors_busy);
    sum.access_allocate += 4'(bank.access_allocate);
    sum.get_passed += 4'(bank.get_passed);
    sum.put_passed += 4'(bank.put_passed);
    return sum;
  endfunction

endpackage
