// SPDX-License-Identifier: Apache-2.0

/// Numbers of the clients and managers of the crossbar, and of the sources of bus errors.
package fy_copy_engine_system_pkg;
  import fy_tl_pkg::region_t;
  import fy_copy_engine_config_pkg::*;
  import fy_copy_engine_map_pkg::MemoryBase;

  // ---- managers of the crossbar: the banks of the L2, then everything below memory -----------

  function automatic int unsigned managers(config_t system);
    return banks(system) + 1;
  endfunction

  /// Addresses of a manager.
  function automatic region_t manager_region(config_t system, int unsigned manager);
    logic [63:0] low = 64'(system.bank_interleave);
    if (manager == banks(system)) return '{base: 64'd0, mask: ~(MemoryBase - 64'd1)};
    return '{
      base: MemoryBase | 64'(manager) * low,
      mask: ~(64'(system.memory_bytes) - 64'd1) | (64'(banks(system)) - 64'd1) * low
    };
  endfunction

  // ---- clients of the crossbar: data caches, instruction caches, trackers, host -------------

  localparam int unsigned DataCacheSources        = 16;
  localparam int unsigned InstructionCacheSources = 4;

  function automatic int unsigned sources_of(int unsigned client, config_t system);
    if (client < system.num_harts) return DataCacheSources;
    if (client < first_tracker(system)) return InstructionCacheSources;
    if (client < host_client(system)) begin
      return fy_copy_engine_pkg::tracker_sources(system.buffer_blocks);
    end
    return fy_tl_pkg::HostSources;
  endfunction

  /// The clients that are trackers, a bit each.
  function automatic logic [63:0] tracker_clients(config_t system);
    return ((64'd1 << system.trackers) - 64'd1) << first_tracker(system);
  endfunction

  /// Sizes of the L2.
  function automatic fy_cache_pkg::l2_sizes_t l2_sizes(config_t system);
    return '{
      channels: system.channels, banks_per_channel: system.banks_per_channel,
      interleave: system.bank_interleave, sets: system.l2_sets, ways: system.l2_ways,
      transactors: system.transactors, clients: clients(system),
      caching_clients: system.num_harts, counted_clients: tracker_clients(system)
    };
  endfunction

  /// Trackers gain by slots (fy_copy_turns): a bank each, and a bank keeps up with its slots.
  function automatic logic slots(config_t system, straps_t straps);
    return banks(system) > 2 && system.transactors >= 4 &&
           (straps.transactors == '0 || straps.transactors >= 5'd4);
  endfunction

  // ---- sources of bus errors, as the counter unit numbers them ------------------------------

  localparam int unsigned BusErrorSources     = 3;
  localparam int unsigned BusErrorInstruction = 0;
  localparam int unsigned BusErrorData        = 1;
  localparam int unsigned BusErrorL2          = 2;

endpackage
