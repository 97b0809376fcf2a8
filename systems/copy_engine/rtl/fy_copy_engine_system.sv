// SPDX-License-Identifier: Apache-2.0

/// A whole system up to the chip edge: harts with their caches, copy engine, crossbar, L2,
/// devices.
///
/// The edge is an AXI4 port a memory channel, the console as two byte streams, and a TL-UH client
/// port for a host agent that reads and writes coherently. Every internal link passes a tap, whose
/// valid/ready pairs come out for a watchdog, and which `hold_i` can stop in tests: five bits a
/// link (A to E), links in the order data caches, instruction caches, trackers, host, banks of
/// the L2, devices. Straps are sampled by the blocks while they are idle. The copy engine belongs
/// to hart 0, and the observation shows hart 0.
module fy_copy_engine_system import fy_copy_engine_config_pkg::*; import fy_copy_engine_counters_pkg::*;
    import fy_peripherals_pkg::*;
    import fy_copy_engine_system_pkg::*; import fy_tl_pkg::*;
    import fy_core_pkg::*; import fy_axi_pkg::*; #(
  /// Sizes of the system
  parameter config_t Config = DefaultConfig,
  localparam int unsigned BeatBytes = Config.beat_bytes,
  localparam int unsigned Managers = managers(Config),
  localparam int unsigned Channels = Config.channels,
  localparam int unsigned TapBits = 5 * (clients(Config) + Managers)
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  straps_t straps_i,

  input  fy_tl#(.BeatBytes(BeatBytes))::a_t host_a_i,
  input  logic host_a_valid_i,
  output logic host_a_ready_o,
  output fy_tl#(.BeatBytes(BeatBytes))::d_t host_d_o,
  output logic host_d_valid_o,
  input  logic host_d_ready_i,

  output fy_axi#(.DataBytes(BeatBytes))::ax_t [Channels-1:0] axi_aw_o,
  output logic [Channels-1:0] axi_aw_valid_o,
  input  logic [Channels-1:0] axi_aw_ready_i,
  output fy_axi#(.DataBytes(BeatBytes))::w_t [Channels-1:0] axi_w_o,
  output logic [Channels-1:0] axi_w_valid_o,
  input  logic [Channels-1:0] axi_w_ready_i,
  input  fy_axi#(.DataBytes(BeatBytes))::b_t [Channels-1:0] axi_b_i,
  input  logic [Channels-1:0] axi_b_valid_i,
  output logic [Channels-1:0] axi_b_ready_o,
  output fy_axi#(.DataBytes(BeatBytes))::ax_t [Channels-1:0] axi_ar_o,
  output logic [Channels-1:0] axi_ar_valid_o,
  input  logic [Channels-1:0] axi_ar_ready_i,
  input  fy_axi#(.DataBytes(BeatBytes))::r_t [Channels-1:0] axi_r_i,
  input  logic [Channels-1:0] axi_r_valid_i,
  output logic [Channels-1:0] axi_r_ready_o,

  output logic [7:0] console_o,
  output logic       console_valid_o,
  input  logic       console_ready_i,
  input  logic [7:0] console_i,
  input  logic       console_valid_i,
  output logic       console_ready_o,

  output exit_t       exit_o,
  output retirement_t [Config.num_harts-1:0] retirement_o,
  output observation_t observation_o,

  input  logic [TapBits-1:0] hold_i,
  output logic [TapBits-1:0] channel_valid_o,
  output logic [TapBits-1:0] channel_ready_o
);
  typedef fy_tl#(.BeatBytes(BeatBytes))::a_t a_t;
  typedef fy_tl#(.BeatBytes(BeatBytes))::b_t b_t;
  typedef fy_tl#(.BeatBytes(BeatBytes))::c_t c_t;
  typedef fy_tl#(.BeatBytes(BeatBytes))::d_t d_t;
  typedef fy_tl#(.BeatBytes(BeatBytes))::e_t e_t;

  localparam int unsigned Harts    = Config.num_harts;
  localparam int unsigned Trackers = Config.trackers;
  localparam int unsigned Clients  = clients(Config);
  localparam int unsigned FirstTracker = 2 * Harts;
  localparam int unsigned Host     = Clients - 1;
  localparam int unsigned Banks    = banks(Config);
  localparam int unsigned DeviceManager = Banks;

  function automatic logic [Clients-1:0][15:0] client_sources();
    for (int unsigned c = 0; c < Clients; c++) begin
      client_sources[c] = 16'(sources_of(c, Config));
    end
  endfunction

  function automatic region_t [Managers-1:0] regions();
    for (int unsigned m = 0; m < Managers; m++) regions[m] = manager_region(Config, m);
  endfunction

  // Links between clients and their taps (client_), taps and crossbar (inner_), crossbar and
  // the managers' taps (outer_), those and the managers (manager_).
  a_t [Clients-1:0]  client_a, inner_a;
  b_t [Clients-1:0]  client_b, inner_b;
  c_t [Clients-1:0]  client_c, inner_c;
  d_t [Clients-1:0]  client_d, inner_d;
  e_t [Clients-1:0]  client_e, inner_e;
  logic [Clients-1:0] client_a_valid, client_a_ready, inner_a_valid, inner_a_ready;
  logic [Clients-1:0] client_b_valid, client_b_ready, inner_b_valid, inner_b_ready;
  logic [Clients-1:0] client_c_valid, client_c_ready, inner_c_valid, inner_c_ready;
  logic [Clients-1:0] client_d_valid, client_d_ready, inner_d_valid, inner_d_ready;
  logic [Clients-1:0] client_e_valid, client_e_ready, inner_e_valid, inner_e_ready;
  a_t [Managers-1:0] outer_a, manager_a;
  b_t [Managers-1:0] outer_b, manager_b;
  c_t [Managers-1:0] outer_c, manager_c;
  d_t [Managers-1:0] outer_d, manager_d;
  e_t [Managers-1:0] outer_e, manager_e;
  logic [Managers-1:0] outer_a_valid, outer_a_ready, manager_a_valid, manager_a_ready;
  logic [Managers-1:0] outer_b_valid, outer_b_ready, manager_b_valid, manager_b_ready;
  logic [Managers-1:0] outer_c_valid, outer_c_ready, manager_c_valid, manager_c_ready;
  logic [Managers-1:0] outer_d_valid, outer_d_ready, manager_d_valid, manager_d_ready;
  logic [Managers-1:0] outer_e_valid, outer_e_ready, manager_e_valid, manager_e_ready;

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
  logic [Harts-1:0]                       walk_valid, walk_ready, walk_response_valid;
  logic [Harts-1:0]                       translation_fence_valid, translation_fence_done;
  coprocessor_request_t [Harts-1:0]       coprocessor;
  coprocessor_response_t [Harts-1:0]      coprocessor_response;
  logic [Harts-1:0]                       coprocessor_valid, coprocessor_ready;
  logic [Harts-1:0]                       coprocessor_busy;
  logic                                   accept;

  // ---- harts ----------------------------------------------------------------------------------

  for (genvar h = 0; h < int'(Harts); h++) begin : gen_hart
    fy_copy_engine_tile #(.Config(Config)) i_tile (
      .clk_i, .rst_ni, .hart_id_i(64'(h)), .time_i(timer), .interrupts_i(interrupts[h]),
      .data_a_o(client_a[h]), .data_a_valid_o(client_a_valid[h]),
      .data_a_ready_i(client_a_ready[h]),
      .data_b_i(client_b[h]), .data_b_valid_i(client_b_valid[h]),
      .data_b_ready_o(client_b_ready[h]),
      .data_c_o(client_c[h]), .data_c_valid_o(client_c_valid[h]),
      .data_c_ready_i(client_c_ready[h]),
      .data_d_i(client_d[h]), .data_d_valid_i(client_d_valid[h]),
      .data_d_ready_o(client_d_ready[h]),
      .data_e_o(client_e[h]), .data_e_valid_o(client_e_valid[h]),
      .data_e_ready_i(client_e_ready[h]),
      .fetch_a_o(client_a[Harts+h]), .fetch_a_valid_o(client_a_valid[Harts+h]),
      .fetch_a_ready_i(client_a_ready[Harts+h]),
      .fetch_d_i(client_d[Harts+h]), .fetch_d_valid_i(client_d_valid[Harts+h]),
      .fetch_d_ready_o(client_d_ready[Harts+h]),
      .coprocessor_o(coprocessor[h]), .coprocessor_valid_o(coprocessor_valid[h]),
      .coprocessor_ready_i(coprocessor_ready[h]),
      .coprocessor_response_i(coprocessor_response[h]),
      .coprocessor_busy_i(coprocessor_busy[h]),
      .engine_walk_i(walk[h]), .engine_walk_valid_i(walk_valid[h]),
      .engine_walk_ready_o(walk_ready[h]), .engine_walk_response_o(walk_response[h]),
      .engine_walk_response_valid_o(walk_response_valid[h]),
      .translation_fence_o(translation_fence[h]),
      .translation_fence_valid_o(translation_fence_valid[h]),
      .translation_fence_done_i(translation_fence_done[h]),
      .walker_events_o(walker_events[h]),
      .retirement_o(retirement_o[h]), .core_events_o(core_events[h]),
      .instruction_events_o(instruction_events[h]), .data_events_o(data_events[h]),
      .instruction_error_o(instruction_error[h]), .data_error_o(data_error[h])
    );
    if (h != 0) begin : gen_no_engine
      assign coprocessor_ready[h]    = 1'b1;
      assign coprocessor_response[h] = '{illegal: 1'b1, result: '0};
      assign coprocessor_busy[h]     = 1'b0;
      assign walk[h]                   = '0;
      assign walk_valid[h]             = 1'b0;
      assign translation_fence_done[h] = 1'b1;
    end
  end

  fy_copy_engine #(
    .BeatBytes(BeatBytes), .BlockBytes(LineBytes), .BufferBlocks(Config.buffer_blocks),
    .Trackers(Trackers), .Banks(Banks), .BankInterleave(Config.bank_interleave)
  ) i_copy_engine (
    .clk_i, .rst_ni, .block_limit_i(straps_i.buffer_blocks),
    .tracker_limit_i(straps_i.trackers), .throttle_i(straps_i.throttle),
    .slots_i(slots(Config, straps_i)),
    .coprocessor_i(coprocessor[0]), .coprocessor_valid_i(coprocessor_valid[0]),
    .coprocessor_ready_o(coprocessor_ready[0]),
    .coprocessor_response_o(coprocessor_response[0]), .coprocessor_busy_o(coprocessor_busy[0]),
    .translation_fence_i(translation_fence[0]),
    .translation_fence_valid_i(translation_fence_valid[0]),
    .translation_fence_done_o(translation_fence_done[0]),
    .walk_o(walk[0]), .walk_valid_o(walk_valid[0]), .walk_ready_i(walk_ready[0]),
    .walk_response_i(walk_response[0]), .walk_response_valid_i(walk_response_valid[0]),
    .tl_a_o(client_a[FirstTracker+:Trackers]),
    .tl_a_valid_o(client_a_valid[FirstTracker+:Trackers]),
    .tl_a_ready_i(client_a_ready[FirstTracker+:Trackers]),
    .tl_d_i(client_d[FirstTracker+:Trackers]),
    .tl_d_valid_i(client_d_valid[FirstTracker+:Trackers]),
    .tl_d_ready_o(client_d_ready[FirstTracker+:Trackers]),
    .events_o(engine_events)
  );

  assign client_a[Host]       = host_a_i;
  assign client_a_valid[Host] = host_a_valid_i;
  assign host_a_ready_o       = client_a_ready[Host];
  assign host_d_o             = client_d[Host];
  assign host_d_valid_o       = client_d_valid[Host];
  assign client_d_ready[Host] = host_d_ready_i;

  // Everybody but the data caches is without B, C and E.
  for (genvar c = int'(Harts); c < int'(Clients); c++) begin : gen_uncached
    logic unused;
    assign client_b_ready[c] = 1'b1;
    assign client_c[c]       = '0;
    assign client_c_valid[c] = 1'b0;
    assign client_e[c]       = '0;
    assign client_e_valid[c] = 1'b0;
    assign unused = ^{client_b[c], client_b_valid[c], client_c_ready[c], client_e_ready[c]};
  end

  // ---- interconnect ---------------------------------------------------------------------------

  for (genvar c = 0; c < int'(Clients); c++) begin : gen_client_tap
    fy_tl_tap #(
      .BeatBytes(BeatBytes), .Coherent(c < int'(Harts)), .Sources(sources_of(c, Config))
    ) i_tap (
      .clk_i, .rst_ni,
      .client_a_i(client_a[c]), .client_a_valid_i(client_a_valid[c]),
      .client_a_ready_o(client_a_ready[c]),
      .client_b_o(client_b[c]), .client_b_valid_o(client_b_valid[c]),
      .client_b_ready_i(client_b_ready[c]),
      .client_c_i(client_c[c]), .client_c_valid_i(client_c_valid[c]),
      .client_c_ready_o(client_c_ready[c]),
      .client_d_o(client_d[c]), .client_d_valid_o(client_d_valid[c]),
      .client_d_ready_i(client_d_ready[c]),
      .client_e_i(client_e[c]), .client_e_valid_i(client_e_valid[c]),
      .client_e_ready_o(client_e_ready[c]),
      .manager_a_o(inner_a[c]), .manager_a_valid_o(inner_a_valid[c]),
      .manager_a_ready_i(inner_a_ready[c]),
      .manager_b_i(inner_b[c]), .manager_b_valid_i(inner_b_valid[c]),
      .manager_b_ready_o(inner_b_ready[c]),
      .manager_c_o(inner_c[c]), .manager_c_valid_o(inner_c_valid[c]),
      .manager_c_ready_i(inner_c_ready[c]),
      .manager_d_i(inner_d[c]), .manager_d_valid_i(inner_d_valid[c]),
      .manager_d_ready_o(inner_d_ready[c]),
      .manager_e_o(inner_e[c]), .manager_e_valid_o(inner_e_valid[c]),
      .manager_e_ready_i(inner_e_ready[c]),
      .hold_i(hold_i[5*c+:5]), .valid_o(channel_valid_o[5*c+:5]),
      .ready_o(channel_ready_o[5*c+:5])
    );
  end

  fy_tl_crossbar #(
    .BeatBytes(BeatBytes), .Clients(Clients), .Managers(Managers),
    .Regions(regions()), .ClientSources(client_sources()),
    .QueuedClients(Banks > 1 && Trackers > 1 ? Clients'(tracker_clients(Config)) : '0)
  ) i_crossbar (
    .clk_i, .rst_ni,
    .client_a_i(inner_a), .client_a_valid_i(inner_a_valid), .client_a_ready_o(inner_a_ready),
    .client_b_o(inner_b), .client_b_valid_o(inner_b_valid), .client_b_ready_i(inner_b_ready),
    .client_c_i(inner_c), .client_c_valid_i(inner_c_valid), .client_c_ready_o(inner_c_ready),
    .client_d_o(inner_d), .client_d_valid_o(inner_d_valid), .client_d_ready_i(inner_d_ready),
    .client_e_i(inner_e), .client_e_valid_i(inner_e_valid), .client_e_ready_o(inner_e_ready),
    .manager_a_o(outer_a), .manager_a_valid_o(outer_a_valid), .manager_a_ready_i(outer_a_ready),
    .manager_b_i(outer_b), .manager_b_valid_i(outer_b_valid), .manager_b_ready_o(outer_b_ready),
    .manager_c_o(outer_c), .manager_c_valid_o(outer_c_valid), .manager_c_ready_i(outer_c_ready),
    .manager_d_i(outer_d), .manager_d_valid_i(outer_d_valid), .manager_d_ready_o(outer_d_ready),
    .manager_e_o(outer_e), .manager_e_valid_o(outer_e_valid), .manager_e_ready_i(outer_e_ready)
  );

  for (genvar m = 0; m < int'(Managers); m++) begin : gen_manager_tap
    localparam int unsigned Tap = Clients + m;
    fy_tl_tap #(
      .BeatBytes(BeatBytes), .Watched(1'b0)
    ) i_tap (
      .clk_i, .rst_ni,
      .client_a_i(outer_a[m]), .client_a_valid_i(outer_a_valid[m]),
      .client_a_ready_o(outer_a_ready[m]),
      .client_b_o(outer_b[m]), .client_b_valid_o(outer_b_valid[m]),
      .client_b_ready_i(outer_b_ready[m]),
      .client_c_i(outer_c[m]), .client_c_valid_i(outer_c_valid[m]),
      .client_c_ready_o(outer_c_ready[m]),
      .client_d_o(outer_d[m]), .client_d_valid_o(outer_d_valid[m]),
      .client_d_ready_i(outer_d_ready[m]),
      .client_e_i(outer_e[m]), .client_e_valid_i(outer_e_valid[m]),
      .client_e_ready_o(outer_e_ready[m]),
      .manager_a_o(manager_a[m]), .manager_a_valid_o(manager_a_valid[m]),
      .manager_a_ready_i(manager_a_ready[m]),
      .manager_b_i(manager_b[m]), .manager_b_valid_i(manager_b_valid[m]),
      .manager_b_ready_o(manager_b_ready[m]),
      .manager_c_o(manager_c[m]), .manager_c_valid_o(manager_c_valid[m]),
      .manager_c_ready_i(manager_c_ready[m]),
      .manager_d_i(manager_d[m]), .manager_d_valid_i(manager_d_valid[m]),
      .manager_d_ready_o(manager_d_ready[m]),
      .manager_e_o(manager_e[m]), .manager_e_valid_o(manager_e_valid[m]),
      .manager_e_ready_i(manager_e_ready[m]),
      .hold_i(hold_i[5*Tap+:5]), .valid_o(channel_valid_o[5*Tap+:5]),
      .ready_o(channel_ready_o[5*Tap+:5])
    );
  end

  // ---- managers -------------------------------------------------------------------------------

  fy_l2 #(
    .BeatBytes(BeatBytes), .LineBytes(LineBytes), .Sizes(l2_sizes(Config))
  ) i_l2 (
    .clk_i, .rst_ni, .transactor_limit_i(straps_i.transactors),
    .tl_a_i(manager_a[Banks-1:0]), .tl_a_valid_i(manager_a_valid[Banks-1:0]),
    .tl_a_ready_o(manager_a_ready[Banks-1:0]),
    .tl_b_o(manager_b[Banks-1:0]), .tl_b_valid_o(manager_b_valid[Banks-1:0]),
    .tl_b_ready_i(manager_b_ready[Banks-1:0]),
    .tl_c_i(manager_c[Banks-1:0]), .tl_c_valid_i(manager_c_valid[Banks-1:0]),
    .tl_c_ready_o(manager_c_ready[Banks-1:0]),
    .tl_d_o(manager_d[Banks-1:0]), .tl_d_valid_o(manager_d_valid[Banks-1:0]),
    .tl_d_ready_i(manager_d_ready[Banks-1:0]),
    .tl_e_i(manager_e[Banks-1:0]), .tl_e_valid_i(manager_e_valid[Banks-1:0]),
    .tl_e_ready_o(manager_e_ready[Banks-1:0]),
    .axi_aw_o, .axi_aw_valid_o, .axi_aw_ready_i, .axi_w_o, .axi_w_valid_o, .axi_w_ready_i,
    .axi_b_i, .axi_b_valid_i, .axi_b_ready_o, .axi_ar_o, .axi_ar_valid_o, .axi_ar_ready_i,
    .axi_r_i, .axi_r_valid_i, .axi_r_ready_o,
    .bus_error_o(l2_error.valid), .bus_error_address_o(l2_error.address),
    .events_o(l2_events)
  );

  fy_tl#(.BeatBytes(8))::a_t device_a;
  fy_tl#(.BeatBytes(8))::d_t device_d;
  logic device_a_valid, device_a_ready, device_d_valid, device_d_ready, unused_devices;

  fy_tl_width_adapter #(.WideBytes(BeatBytes), .NarrowBytes(8)) i_adapter (
    .clk_i, .rst_ni,
    .client_a_i(manager_a[DeviceManager]), .client_a_valid_i(manager_a_valid[DeviceManager]),
    .client_a_ready_o(manager_a_ready[DeviceManager]),
    .client_d_o(manager_d[DeviceManager]), .client_d_valid_o(manager_d_valid[DeviceManager]),
    .client_d_ready_i(manager_d_ready[DeviceManager]),
    .manager_a_o(device_a), .manager_a_valid_o(device_a_valid),
    .manager_a_ready_i(device_a_ready), .manager_d_i(device_d),
    .manager_d_valid_i(device_d_valid), .manager_d_ready_o(device_d_ready)
  );
  assign manager_b[DeviceManager]       = '0;
  assign manager_b_valid[DeviceManager] = 1'b0;
  assign manager_c_ready[DeviceManager] = 1'b1;
  assign manager_e_ready[DeviceManager] = 1'b1;
  assign unused_devices = ^{manager_b_ready[DeviceManager], manager_c[DeviceManager],
                            manager_c_valid[DeviceManager], manager_e[DeviceManager],
                            manager_e_valid[DeviceManager]};

  fy_devices #(.Config(Config)) i_devices (
    .clk_i, .rst_ni,
    .tl_a_i(device_a), .tl_a_valid_i(device_a_valid), .tl_a_ready_o(device_a_ready),
    .tl_d_o(device_d), .tl_d_valid_o(device_d_valid), .tl_d_ready_i(device_d_ready),
    .console_o, .console_valid_o, .console_ready_i,
    .console_i, .console_valid_i, .console_ready_o,
    .hart_events_i(hart_events), .system_events_i(system_events), .bus_errors_i(bus_errors), .exit_o, .time_o(timer),
    .interrupts_o(interrupts)
  );

  // ---- what the system shows ------------------------------------------------------------------

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
  assign accept   = coprocessor_valid[0] && coprocessor_ready[0] &&
                    !coprocessor_response[0].illegal;
  assign observation_o = '{
    transfer: accept && coprocessor[0].funct == fy_copy_engine_pkg::FunctTransfer,
    resume: accept && coprocessor[0].funct == fy_copy_engine_pkg::FunctResume,
    walk: walker_events[0].busy,
    tracker_a_opcode: client_a[FirstTracker].opcode,
    tracker_a_size: client_a[FirstTracker].size,
    tracker_a_source: client_a[FirstTracker].source,
    tracker_d_opcode: client_d[FirstTracker].opcode,
    tracker_d_source: client_d[FirstTracker].source
  };

  fy_copy_engine_config_check #(.Config(Config)) i_check ();
endmodule
