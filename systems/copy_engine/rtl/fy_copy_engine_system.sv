// SPDX-License-Identifier: Apache-2.0

/// A whole system up to the chip edge: harts with their caches, copy engine, crossbar, L2,
/// devices.
///
/// The edge is an AXI4 port a memory channel, the console as two byte streams, and a TL-UH client
/// port for a host agent that reads and writes coherently. Every link between two blocks, and every
/// port of the memory, passes a link stage: gen_client_link (data caches, instruction caches,
/// trackers, host), gen_manager_link (banks of the L2, devices), gen_memory_link. Straps are
/// sampled by the blocks while they are idle. The copy engine belongs to hart 0, and the counters
/// of each hart are its own.
module fy_copy_engine_system import fy_copy_engine_config_pkg::*;
    import fy_copy_engine_counters_pkg::*; import fy_peripherals_pkg::*;
    import fy_copy_engine_system_pkg::*; import fy_tl_pkg::*;
    import fy_core_pkg::*; import fy_axi_pkg::*; #(
  /// Sizes of the system
  parameter config_t Config = DefaultConfig,
  localparam int unsigned BeatBytes = Config.beat_bytes,
  localparam int unsigned Managers = managers(Config),
  localparam int unsigned Channels = Config.channels
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  straps_t straps_i,

  input  fy_tl#(.BeatBytes(BeatBytes))::request_t  host_i,
  output logic                                     host_ready_o,
  output fy_tl#(.BeatBytes(BeatBytes))::response_t host_o,
  input  logic                                     host_ready_i,

  output fy_axi#(.DataBytes(BeatBytes))::forward_t [Channels-1:0]  axi_o,
  input  fy_axi_pkg::forward_ready_t [Channels-1:0]                axi_ready_i,
  input  fy_axi#(.DataBytes(BeatBytes))::backward_t [Channels-1:0] axi_i,
  output fy_axi_pkg::backward_ready_t [Channels-1:0]               axi_ready_o,

  output logic [7:0] console_o,
  output logic       console_valid_o,
  input  logic       console_ready_i,
  input  logic [7:0] console_i,
  input  logic       console_valid_i,
  output logic       console_ready_o,

  output exit_t exit_o
);
  typedef fy_tl#(.BeatBytes(BeatBytes))::forward_t  forward_t;
  typedef fy_tl#(.BeatBytes(BeatBytes))::backward_t backward_t;
  typedef fy_tl#(.BeatBytes(BeatBytes))::b_channel_t b_channel_t;
  typedef fy_tl#(.BeatBytes(BeatBytes))::c_channel_t c_channel_t;
  typedef fy_tl#(.BeatBytes(BeatBytes))::e_channel_t e_channel_t;

  localparam int unsigned Harts    = Config.num_harts;
  localparam int unsigned Trackers = Config.trackers;
  localparam int unsigned Clients  = clients(Config);
  localparam int unsigned Uncached = Clients - Harts;
  localparam int unsigned Banks    = banks(Config);

  function automatic logic [Clients-1:0][15:0] client_sources();
    for (int unsigned c = 0; c < Clients; c++) begin
      client_sources[c] = 16'(sources_of(c, Config));
    end
  endfunction

  function automatic region_t [Managers-1:0] regions();
    for (int unsigned m = 0; m < Managers; m++) regions[m] = manager_region(Config, m);
  endfunction

  // Both sides of the links of the crossbar: clients (client), the crossbar towards them (inner)
  // and towards the managers (outer), managers (manager).
  forward_t  [Clients-1:0]  client, inner;
  backward_t [Clients-1:0]  client_answer, inner_answer;
  fy_tl_pkg::forward_ready_t  [Clients-1:0]  client_ready, inner_ready;
  fy_tl_pkg::backward_ready_t [Clients-1:0]  client_answer_ready, inner_answer_ready;
  forward_t  [Managers-1:0] outer, manager;
  backward_t [Managers-1:0] outer_answer, manager_answer;
  fy_tl_pkg::forward_ready_t  [Managers-1:0] outer_ready, manager_ready;
  fy_tl_pkg::backward_ready_t [Managers-1:0] outer_answer_ready, manager_answer_ready;
  // Clients without a coherent cache: instruction caches, trackers, host.
  fy_tl#(.BeatBytes(BeatBytes))::request_t  [Uncached-1:0] request;
  fy_tl#(.BeatBytes(BeatBytes))::response_t [Uncached-1:0] response;
  logic                                     [Uncached-1:0] request_ready, response_ready;
  fy_axi#(.DataBytes(BeatBytes))::forward_t  [Channels-1:0] memory;
  fy_axi#(.DataBytes(BeatBytes))::backward_t [Channels-1:0] memory_answer;
  fy_axi_pkg::forward_ready_t  [Channels-1:0] memory_ready;
  fy_axi_pkg::backward_ready_t [Channels-1:0] memory_answer_ready;

  logic [63:0]                            timer;
  interrupts_t [Harts-1:0]                interrupts;
  hart_events_t [Harts-1:0]               hart_events;
  system_events_t                         system_events;
  bus_error_t [Harts-1:0]                 instruction_error, data_error;
  bus_error_t                             l2_error;
  bus_error_t [BusErrorSources-1:0]       bus_errors;
  core_events_t [Harts-1:0]               core_events;
  fy_cache_pkg::instruction_cache_events_t [Harts-1:0] instruction_events;
  fy_cache_pkg::data_cache_events_t [Harts-1:0]        data_events;
  fy_cache_pkg::l2_totals_t               l2_events;
  fy_copy_engine_pkg::copy_engine_events_t engine_events;
  fy_mmu_pkg::walker_events_t [Harts-1:0]     walker_events;
  fy_mmu_pkg::walk_request_t [Harts-1:0]      walk;
  fy_mmu_pkg::walk_response_t [Harts-1:0]     walk_response;
  fy_mmu_pkg::translation_fence_t [Harts-1:0] translation_fence;
  logic [Harts-1:0]                       walk_ready, translation_fence_done;
  coprocessor_request_t [Harts-1:0]       coprocessor;
  coprocessor_response_t [Harts-1:0]      coprocessor_response;
  logic [Harts-1:0]                       coprocessor_ready;

  // ---- harts ----------------------------------------------------------------------------------

  for (genvar h = 0; h < int'(Harts); h++) begin : gen_hart
    fy_copy_engine_tile #(.Config(Config)) i_tile (
      .clk_i, .rst_ni, .hart_id_i(64'(h)), .time_i(timer), .interrupts_i(interrupts[h]),
      .data_o(client[h]), .data_ready_i(client_ready[h]),
      .data_i(client_answer[h]), .data_ready_o(client_answer_ready[h]),
      .fetch_o(request[h]), .fetch_ready_i(request_ready[h]),
      .fetch_i(response[h]), .fetch_ready_o(response_ready[h]),
      .coprocessor_o(coprocessor[h]), .coprocessor_ready_i(coprocessor_ready[h]),
      .coprocessor_i(coprocessor_response[h]),
      .walk_i(walk[h]), .walk_ready_o(walk_ready[h]), .walk_o(walk_response[h]),
      .translation_fence_o(translation_fence[h]),
      .translation_fence_done_i(translation_fence_done[h]),
      .walker_events_o(walker_events[h]), .core_events_o(core_events[h]),
      .instruction_events_o(instruction_events[h]), .data_events_o(data_events[h]),
      .instruction_error_o(instruction_error[h]), .data_error_o(data_error[h])
    );
    if (h != 0) begin : gen_no_engine
      assign coprocessor_ready[h]      = 1'b1;
      assign coprocessor_response[h]   = '{busy: 1'b0, illegal: 1'b1, result: '0};
      assign walk[h]                   = '0;
      assign translation_fence_done[h] = 1'b1;
    end
  end

  fy_copy_engine #(
    .BeatBytes(BeatBytes), .BlockBytes(Config.line_bytes), .BufferBlocks(Config.buffer_blocks),
    .Trackers(Trackers), .Banks(Banks), .BankInterleave(Config.bank_interleave)
  ) i_copy_engine (
    .clk_i, .rst_ni, .block_limit_i(straps_i.buffer_blocks),
    .tracker_limit_i(straps_i.trackers), .throttle_i(straps_i.throttle),
    .slots_i(slots(Config, straps_i)),
    .coprocessor_i(coprocessor[0]), .coprocessor_ready_o(coprocessor_ready[0]),
    .coprocessor_o(coprocessor_response[0]), .time_i(timer[31:0]),
    .translation_fence_i(translation_fence[0]),
    .translation_fence_done_o(translation_fence_done[0]),
    .walk_o(walk[0]), .walk_ready_i(walk_ready[0]), .walk_i(walk_response[0]),
    .tl_o(request[Harts+:Trackers]), .tl_ready_i(request_ready[Harts+:Trackers]),
    .tl_i(response[Harts+:Trackers]), .tl_ready_o(response_ready[Harts+:Trackers]),
    .events_o(engine_events)
  );

  assign request[Uncached-1]        = host_i;
  assign host_ready_o               = request_ready[Uncached-1];
  assign host_o                     = response[Uncached-1];
  assign response_ready[Uncached-1] = host_ready_i;

  // Only data caches use B, C and E.
  for (genvar u = 0; u < int'(Uncached); u++) begin : gen_uncached
    b_channel_t unused_b;
    logic [1:0] unused_ready;
    assign client[Harts+u] = {request[u], c_channel_t'('0), e_channel_t'('0)};
    assign {request_ready[u], unused_ready} = client_ready[Harts+u];
    assign {unused_b, response[u]}          = client_answer[Harts+u];
    assign client_answer_ready[Harts+u]     = {1'b1, response_ready[u]};
  end

  // ---- interconnect ---------------------------------------------------------------------------

  for (genvar c = 0; c < int'(Clients); c++) begin : gen_client_link
    fy_tl_link #(
      .BeatBytes(BeatBytes), .Coherent(c < int'(Harts)), .Sources(sources_of(c, Config))
    ) i_link (
      .clk_i, .rst_ni,
      .client_i(client[c]), .client_ready_o(client_ready[c]),
      .client_o(client_answer[c]), .client_ready_i(client_answer_ready[c]),
      .manager_o(inner[c]), .manager_ready_i(inner_ready[c]),
      .manager_i(inner_answer[c]), .manager_ready_o(inner_answer_ready[c])
    );
  end

  fy_tl_crossbar #(
    .BeatBytes(BeatBytes), .Clients(Clients), .Managers(Managers),
    .Regions(regions()), .ClientSources(client_sources()),
    .QueuedClients(Banks > 1 && Trackers > 1 ? Clients'(tracker_clients(Config)) : '0)
  ) i_crossbar (
    .clk_i, .rst_ni,
    .client_i(inner), .client_ready_o(inner_ready),
    .client_o(inner_answer), .client_ready_i(inner_answer_ready),
    .manager_o(outer), .manager_ready_i(outer_ready),
    .manager_i(outer_answer), .manager_ready_o(outer_answer_ready)
  );

  for (genvar m = 0; m < int'(Managers); m++) begin : gen_manager_link
    fy_tl_link #(
      .BeatBytes(BeatBytes), .Watched(1'b0)
    ) i_link (
      .clk_i, .rst_ni,
      .client_i(outer[m]), .client_ready_o(outer_ready[m]),
      .client_o(outer_answer[m]), .client_ready_i(outer_answer_ready[m]),
      .manager_o(manager[m]), .manager_ready_i(manager_ready[m]),
      .manager_i(manager_answer[m]), .manager_ready_o(manager_answer_ready[m])
    );
  end

  // ---- managers -------------------------------------------------------------------------------

  fy_l2_hook_pkg::notice_t [Banks-1:0] unused_notices;
  logic [Banks-1:0]                    unused_materialise_ready;

  fy_l2 #(
    .BeatBytes(BeatBytes), .LineBytes(Config.line_bytes), .Sizes(l2_sizes(Config))
  ) i_l2 (
    .clk_i, .rst_ni, .transactor_limit_i(straps_i.transactors),
    .tl_i(manager[Banks-1:0]), .tl_ready_o(manager_ready[Banks-1:0]),
    .tl_o(manager_answer[Banks-1:0]), .tl_ready_i(manager_answer_ready[Banks-1:0]),
    .axi_o(memory), .axi_ready_i(memory_ready),
    .axi_i(memory_answer), .axi_ready_o(memory_answer_ready),
    .hook_i('0), .notice_o(unused_notices), .materialise_ready_o(unused_materialise_ready),
    .bus_error_o(l2_error.valid), .bus_error_address_o(l2_error.address),
    .events_o(l2_events)
  );

  for (genvar c = 0; c < int'(Channels); c++) begin : gen_memory_link
    fy_axi_link #(.DataBytes(BeatBytes)) i_link (
      .clk_i, .rst_ni,
      .client_i(memory[c]), .client_ready_o(memory_ready[c]),
      .client_o(memory_answer[c]), .client_ready_i(memory_answer_ready[c]),
      .manager_o(axi_o[c]), .manager_ready_i(axi_ready_i[c]),
      .manager_i(axi_i[c]), .manager_ready_o(axi_ready_o[c])
    );
  end

  fy_tl#(.BeatBytes(BeatBytes))::response_t wide_response;
  fy_tl#(.BeatBytes(8))::request_t          device;
  fy_tl#(.BeatBytes(8))::response_t         device_response;
  logic wide_ready, device_ready, device_response_ready, unused_devices;

  fy_tl_width_adapter #(.WideBytes(BeatBytes), .NarrowBytes(8)) i_adapter (
    .clk_i, .rst_ni,
    .client_i('{a_valid: manager[Banks].a_valid, a: manager[Banks].a}),
    .client_ready_o(wide_ready),
    .client_o(wide_response), .client_ready_i(manager_answer_ready[Banks].d),
    .manager_o(device), .manager_ready_i(device_ready),
    .manager_i(device_response), .manager_ready_o(device_response_ready)
  );
  assign manager_ready[Banks]  = '{a: wide_ready, c: 1'b1, e: 1'b1};
  assign manager_answer[Banks] = {b_channel_t'('0), wide_response};
  assign unused_devices        = ^{manager[Banks], manager_answer_ready[Banks]};

  fy_devices #(.Config(Config)) i_devices (
    .clk_i, .rst_ni,
    .tl_i(device), .tl_ready_o(device_ready),
    .tl_o(device_response), .tl_ready_i(device_response_ready),
    .console_o, .console_valid_o, .console_ready_i,
    .console_i, .console_valid_i, .console_ready_o,
    .hart_events_i(hart_events), .system_events_i(system_events), .bus_errors_i(bus_errors),
    .exit_o, .time_o(timer),
    .interrupts_o(interrupts)
  );

  // ---- counters -------------------------------------------------------------------------------

  // Errors of several harts in one cycle: the lowest hart's address is kept.
  function automatic bus_error_t lowest(bus_error_t [Harts-1:0] errors);
    lowest = '0;
    for (int h = int'(Harts) - 1; h >= 0; h--) if (errors[h].valid) lowest = errors[h];
  endfunction
  assign bus_errors = '{BusErrorInstruction: lowest(instruction_error),
                        BusErrorData: lowest(data_error), BusErrorL2: l2_error};

  for (genvar h = 0; h < int'(Harts); h++) begin : gen_events
    assign hart_events[h] = '{core: core_events[h], instruction_cache: instruction_events[h],
                              data_cache: data_events[h], walker: walker_events[h]};
  end
  assign system_events = '{l2: l2_events, copy_engine: engine_events};

  fy_copy_engine_config_check #(.Config(Config)) i_check ();
endmodule
