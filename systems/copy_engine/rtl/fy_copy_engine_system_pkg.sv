// SPDX-License-Identifier: Apache-2.0

/// The configuration record of a system, its memory map, straps, and what it shows to a simulator.
package fy_copy_engine_system_pkg;
  import fy_tl_pkg::region_t;

  /// Sizes of a system. `configs/*.toml` names the same fields.
  typedef struct packed {
    int unsigned num_harts;         // 1 to 4
    int unsigned xlen;              // 32 or 64
    int unsigned instruction_sets;  // L1 instruction cache
    int unsigned instruction_ways;
    int unsigned data_sets;         // L1 data cache
    int unsigned data_ways;
    int unsigned miss_slots;
    int unsigned beat_bytes;        // of the whole interconnect and memory: 8, 16, 32 or 64
    int unsigned channels;          // AXI4 memory ports: 1, 2 or 4
    int unsigned banks_per_channel; // of the L2: 1 or 2
    int unsigned bank_interleave;   // bytes: 64 by line, 4096 by page
    int unsigned l2_sets;           // of all banks together
    int unsigned l2_ways;
    int unsigned transactors;       // of each bank
    int unsigned trackers;
    int unsigned buffer_blocks;     // of each tracker
    int unsigned memory_bytes;      // power of two
    int unsigned timer_divider;     // clock cycles a tick of mtime
  } config_t;

  localparam config_t DefaultConfig = '{
    num_harts: 1, xlen: 64, instruction_sets: 64, instruction_ways: 4, data_sets: 64,
    data_ways: 4, miss_slots: 2, beat_bytes: 32, channels: 1, banks_per_channel: 1,
    bank_interleave: 64, l2_sets: 2048, l2_ways: 8, transactors: 8, trackers: 1,
    buffer_blocks: 8, memory_bytes: 32'h1000_0000, timer_divider: 1
  };

  localparam int unsigned LineBytes  = 64;
  localparam int unsigned AxiIdBits  = 6;

  /// Run-time limits, at most as large as their parameter, sampled while idle.
  typedef struct packed {
    logic [4:0] transactor_limit; // of each bank
    logic [5:0] block_limit;      // of each tracker
    logic [2:0] tracker_limit;
    logic [4:0] throttle;         // requests of the engine outstanding at a bank; 0: no limit
  } straps_t;

  // ---- memory map ---------------------------------------------------------------------------

  localparam logic [63:0] MemoryBase  = 64'h8000_0000;
  localparam logic [63:0] TestBase    = 64'h0010_0000;
  localparam logic [63:0] TimerBase   = 64'h0200_0000;
  localparam logic [63:0] ConsoleBase = 64'h1000_0000;
  localparam logic [63:0] CounterBase = 64'h2000_0000;

  /// Managers of the crossbar: the banks of the L2, then everything below memory.
  function automatic int unsigned banks(config_t system);
    return system.channels * system.banks_per_channel;
  endfunction

  function automatic int unsigned managers(config_t system);
    return banks(system) + 1;
  endfunction

  /// Addresses of a manager.
  function automatic region_t manager_region(config_t system, int unsigned manager);
    logic [63:0] low = 64'(system.bank_interleave);
    if (manager == banks(system)) return '{base: 64'd0, mask: ~64'h7fff_ffff};
    return '{
      base: MemoryBase | 64'(manager) * low,
      mask: ~(64'(system.memory_bytes) - 64'd1) | (64'(banks(system)) - 64'd1) * low
    };
  endfunction

  localparam int unsigned Devices       = 4;
  localparam int unsigned DeviceTest    = 0;
  localparam int unsigned DeviceTimer   = 1;
  localparam int unsigned DeviceConsole = 2;
  localparam int unsigned DeviceCounter = 3;

  localparam region_t [Devices-1:0] DeviceRegions = '{
    DeviceTest:    '{base: TestBase,    mask: ~64'hfff},
    DeviceTimer:   '{base: TimerBase,   mask: ~64'hffff},
    DeviceConsole: '{base: ConsoleBase, mask: ~64'hff},
    DeviceCounter: '{base: CounterBase, mask: ~64'hffff}
  };

  /// The address attributes of the virt machine with this much memory.
  function automatic fy_core_pkg::attribute_table_t attributes(int unsigned memory_bytes);
    attributes = fy_core_pkg::VirtAttributes;
    attributes[0].bytes = 64'(memory_bytes);
  endfunction

  // ---- clients of the crossbar: data caches, instruction caches, trackers, host -------------

  localparam int unsigned DataCacheSources        = 16;
  localparam int unsigned InstructionCacheSources = 4;
  localparam int unsigned HostSources             = 16;

  function automatic int unsigned clients(int unsigned num_harts, int unsigned trackers);
    return 2 * num_harts + trackers + 1;
  endfunction

  function automatic int unsigned sources_of(int unsigned client, config_t system);
    if (client < system.num_harts) return DataCacheSources;
    if (client < 2 * system.num_harts) return InstructionCacheSources;
    if (client < 2 * system.num_harts + system.trackers) begin
      return fy_copy_engine_pkg::tracker_sources(system.buffer_blocks);
    end
    return HostSources;
  endfunction

  /// The clients that are trackers, a bit each.
  function automatic logic [63:0] tracker_clients(config_t system);
    return ((64'd1 << system.trackers) - 64'd1) << (2 * system.num_harts);
  endfunction

  /// Sizes of the L2.
  function automatic fy_cache_pkg::l2_sizes_t l2_sizes(config_t system);
    return '{
      channels: system.channels, banks_per_channel: system.banks_per_channel,
      interleave: system.bank_interleave, sets: system.l2_sets, ways: system.l2_ways,
      transactors: system.transactors, clients: clients(system.num_harts, system.trackers),
      caching_clients: system.num_harts, engine_clients: tracker_clients(system)
    };
  endfunction

  /// Trackers gain by slots (fy_copy_turns): a bank each, and a bank keeps up with its slots.
  function automatic logic slots(config_t system, straps_t straps);
    return banks(system) > 2 && system.transactors >= 4 &&
           (straps.transactor_limit == '0 || straps.transactor_limit >= 5'd4);
  endfunction

  // ---- what a system shows ------------------------------------------------------------------

  /// Counter events of hart 0, its caches and walker, the L2 and the copy engine.
  typedef struct packed {
    fy_core_pkg::core_events_t               core;
    fy_cache_pkg::instruction_cache_events_t instruction_cache;
    fy_cache_pkg::data_cache_events_t        data_cache;
    fy_mmu_pkg::walker_events_t              walker;
    fy_cache_pkg::l2_totals_t                l2;
    fy_copy_engine_pkg::copy_engine_events_t copy_engine;
  } events_t;

  /// End of a program by the test device.
  typedef struct packed {
    logic        valid;
    logic [31:0] code;
  } exit_t;

  /// For statistics of a simulator: Transfer or Resume accepted, walks, and what passes at the port
  /// of tracker 0.
  typedef struct packed {
    logic                                    transfer;
    logic                                    resume;
    logic                                    walk;    // level: hart 0's walker is busy
    fy_tl_pkg::a_opcode_e                    tracker_a_opcode;
    logic [fy_tl_pkg::SizeBits-1:0]          tracker_a_size;
    logic [fy_tl_pkg::DefaultSourceBits-1:0] tracker_a_source;
    fy_tl_pkg::d_opcode_e                    tracker_d_opcode;
    logic [fy_tl_pkg::DefaultSourceBits-1:0] tracker_d_source;
  } observation_t;

  /// Denied or corrupt refills and write-backs, one cycle each.
  typedef struct packed {
    logic        valid;
    logic [39:0] address;
  } bus_error_t;

  localparam int unsigned BusErrorSources     = 3;
  localparam int unsigned BusErrorInstruction = 0;
  localparam int unsigned BusErrorData        = 1;
  localparam int unsigned BusErrorL2          = 2;

endpackage
