// SPDX-License-Identifier: Apache-2.0

/// The smallest system: a hart, its tightly coupled memory, timer, console, counters, test device.
///
/// The memory serves fetch and data in a cycle; what lies elsewhere goes through the crossbar to
/// the devices. The host enters by the crossbar too, to the memory's host port and the devices.
/// There is no coprocessor: its instructions are illegal. Translation is whole: the walker shares
/// the data port. Links of the crossbar, in order: gen_client_link data and host, gen_manager_link
/// memory and devices.
module fy_minimal_system
  import fy_minimal_config_pkg::*;
  import fy_minimal_counters_pkg::*;
  import fy_minimal_map_pkg::*;
  import fy_core_pkg::*;
  import fy_tl_pkg::*;
#(
  /// Sizes of the system
  parameter config_t Config = DefaultConfig
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  fy_tl#(.BeatBytes(8))::request_t  host_i,
  output logic                             host_ready_o,
  output fy_tl#(.BeatBytes(8))::response_t host_o,
  input  logic                             host_ready_i,

  output logic [7:0] console_o,
  output logic       console_valid_o,
  input  logic       console_ready_i,
  input  logic [7:0] console_i,
  input  logic       console_valid_i,
  output logic       console_ready_o,

  output fy_peripherals_pkg::exit_t exit_o
);
  typedef fy_tl#(.BeatBytes(8))::request_t  request_t;
  typedef fy_tl#(.BeatBytes(8))::response_t response_t;
  typedef fy_tl#(.BeatBytes(8))::forward_t  forward_t;
  typedef fy_tl#(.BeatBytes(8))::backward_t backward_t;
  typedef fy_tl#(.BeatBytes(8))::b_channel_t b_channel_t;
  typedef fy_tl#(.BeatBytes(8))::c_channel_t c_channel_t;
  typedef fy_tl#(.BeatBytes(8))::e_channel_t e_channel_t;

  // The memory, and everything below it.
  localparam region_t [1:0] Regions = {
    region_t'{base: 64'd0, mask: ~(MemoryBase - 64'd1)},
    region_t'{base: MemoryBase, mask: ~(64'(Config.memory_bytes) - 64'd1)}
  };
  localparam int unsigned Clients = 2;  // of the crossbar: data port, host

  logic [63:0] timer;
  interrupts_t interrupts;

  // ---- hart -----------------------------------------------------------------------------------

  fetch_request_t        fetch;
  fetch_response_t       fetch_response;
  data_request_t         core, walker, data;
  data_response_t        core_response, walker_response, data_response;
  coprocessor_request_t  unused_coprocessor;
  fy_mmu_pkg::walk_request_t [1:0]  walk;
  fy_mmu_pkg::walk_response_t [1:0] walk_response;
  fy_mmu_pkg::translation_fence_t   translation_fence;
  fy_mmu_pkg::walker_events_t       walker_events;
  core_events_t          core_events;
  logic                  fetch_ready, core_ready, walker_ready, data_ready;
  logic [1:0]            walk_ready;

  // Translated addresses, and what lies there: of fetch, data, and the walker.
  logic [2:0][63:0]  address;
  attributes_t [2:0] attribute;

  fy_hart #(.Xlen(Config.xlen), .ResetVector(ResetVector)) i_hart (
    .clk_i, .rst_ni, .hart_id_i('0), .time_i(timer), .interrupts_i(interrupts),
    .fetch_o(fetch), .fetch_ready_i(fetch_ready), .fetch_i(fetch_response),
    .data_o(core), .data_ready_i(core_ready), .data_i(core_response),
    .coprocessor_o(unused_coprocessor), .coprocessor_ready_i(1'b1),
    .coprocessor_i('{busy: 1'b0, illegal: 1'b1, result: '0}),
    .walk_o(walk), .walk_ready_i(walk_ready), .walk_i(walk_response),
    .attribute_address_o(address[1:0]), .attributes_i(attribute[1:0]),
    .translation_fence_o(translation_fence), .translation_fence_done_i(1'b1),
    .debug_request_i(1'b0), .events_o(core_events)
  );

  fy_walker #(.Ports(2)) i_walker (
    .clk_i, .rst_ni,
    .walk_i(walk), .walk_ready_o(walk_ready), .walk_o(walk_response), .fence_i(translation_fence),
    .attribute_address_o(address[2]), .attributes_i(attribute[2]),
    .data_o(walker), .data_ready_i(walker_ready), .data_i(walker_response),
    .events_o(walker_events)
  );

  for (genvar i = 0; i < 3; i++) begin : gen_attributes
    fy_address_attributes #(.Attributes(attributes(Config))) i_attributes (
      .address_i(address[i]), .attributes_o(attribute[i])
    );
  end

  fy_data_port_mux i_port (
    .clk_i, .rst_ni,
    .core_i(core), .core_ready_o(core_ready), .core_o(core_response),
    .walker_i(walker), .walker_ready_o(walker_ready), .walker_o(walker_response),
    .data_o(data), .data_ready_i(data_ready), .data_i(data_response)
  );

  // ---- memory ---------------------------------------------------------------------------------

  // Both sides of the crossbar: data port and host; memory and devices.
  request_t  [Clients-1:0] client_request;
  response_t [Clients-1:0] client_response;
  logic      [Clients-1:0] client_request_ready, client_response_ready;
  request_t  [1:0]         manager_request;
  response_t [1:0]         manager_response;
  logic      [1:0]         manager_request_ready, manager_response_ready;
  fy_peripherals_pkg::bus_error_t bus_error;
  fy_tcm_pkg::tcm_events_t        tcm_events;

  fy_tcm #(.Base(MemoryBase), .Bytes(Config.memory_bytes)) i_tcm (
    .clk_i, .rst_ni,
    .fetch_i(fetch), .fetch_ready_o(fetch_ready), .fetch_o(fetch_response),
    .data_i(data), .data_ready_o(data_ready), .data_o(data_response),
    .device_o(client_request[0]), .device_ready_i(client_request_ready[0]),
    .device_i(client_response[0]), .device_ready_o(client_response_ready[0]),
    .host_i(manager_request[0]), .host_ready_o(manager_request_ready[0]),
    .host_o(manager_response[0]), .host_ready_i(manager_response_ready[0]),
    .bus_error_o(bus_error.valid), .bus_error_address_o(bus_error.address),
    .events_o(tcm_events)
  );

  assign client_request[1]        = host_i;
  assign host_ready_o             = client_request_ready[1];
  assign host_o                   = client_response[1];
  assign client_response_ready[1] = host_ready_i;

  // ---- crossbar; no cache is here, so B, C and E stay idle --------------------------------------

  forward_t  [Clients-1:0]       inner;
  backward_t [Clients-1:0]       inner_answer;
  forward_ready_t [Clients-1:0]  inner_ready;
  backward_ready_t [Clients-1:0] inner_answer_ready;
  forward_t  [1:0]               outer;
  backward_t [1:0]               outer_answer;
  forward_ready_t [1:0]          outer_ready;
  backward_ready_t [1:0]         outer_answer_ready;

  for (genvar c = 0; c < Clients; c++) begin : gen_client_link
    b_channel_t unused_b;
    logic [1:0] unused_ready;
    fy_tl_link #(.BeatBytes(8), .Sources(HostSources)) i_link (
      .clk_i, .rst_ni,
      .client_i({client_request[c], c_channel_t'('0), e_channel_t'('0)}),
      .client_ready_o({client_request_ready[c], unused_ready}),
      .client_o({unused_b, client_response[c]}),
      .client_ready_i({1'b1, client_response_ready[c]}),
      .manager_o(inner[c]), .manager_ready_i(inner_ready[c]),
      .manager_i(inner_answer[c]), .manager_ready_o(inner_answer_ready[c])
    );
  end

  fy_tl_crossbar #(
    .BeatBytes(8), .Clients(Clients), .Managers(2), .ClientSources({Clients{16'(HostSources)}}),
    .Regions(Regions)
  ) i_crossbar (
    .clk_i, .rst_ni,
    .client_i(inner), .client_ready_o(inner_ready),
    .client_o(inner_answer), .client_ready_i(inner_answer_ready),
    .manager_o(outer), .manager_ready_i(outer_ready),
    .manager_i(outer_answer), .manager_ready_o(outer_answer_ready)
  );

  for (genvar m = 0; m < 2; m++) begin : gen_manager_link
    c_channel_t unused_c;
    e_channel_t unused_e;
    logic       unused_ready;
    fy_tl_link #(.BeatBytes(8), .Watched(1'b0)) i_link (
      .clk_i, .rst_ni,
      .client_i(outer[m]), .client_ready_o(outer_ready[m]),
      .client_o(outer_answer[m]), .client_ready_i(outer_answer_ready[m]),
      .manager_o({manager_request[m], unused_c, unused_e}),
      .manager_ready_i({manager_request_ready[m], 2'b11}),
      .manager_i({b_channel_t'('0), manager_response[m]}),
      .manager_ready_o({unused_ready, manager_response_ready[m]})
    );
  end

  // ---- devices --------------------------------------------------------------------------------

  device_request_t [Devices-1:0] request;
  logic [Devices-1:0]            request_valid, error;
  logic [Devices-1:0][63:0]      read_data;
  amounts_t                      amounts;

  fy_tl_devices #(.Devices(Devices), .Regions(DeviceRegions)) i_devices (
    .clk_i, .rst_ni,
    .tl_i(manager_request[1]), .tl_ready_o(manager_request_ready[1]),
    .tl_o(manager_response[1]), .tl_ready_i(manager_response_ready[1]),
    .request_o(request), .request_valid_o(request_valid), .read_data_i(read_data), .error_i(error)
  );

  fy_test_device i_test (
    .clk_i, .rst_ni,
    .request_i(request[DeviceTest]), .request_valid_i(request_valid[DeviceTest]),
    .read_data_o(read_data[DeviceTest]), .error_o(error[DeviceTest]), .exit_o
  );

  fy_timer #(.Divider(Config.timer_divider)) i_timer (
    .clk_i, .rst_ni,
    .request_i(request[DeviceTimer]), .request_valid_i(request_valid[DeviceTimer]),
    .read_data_o(read_data[DeviceTimer]), .error_o(error[DeviceTimer]),
    .time_o(timer), .timer_interrupt_o(interrupts.timer),
    .software_interrupt_o(interrupts.software)
  );

  // No interrupt controller: the console is the external interrupt.
  fy_console i_console (
    .clk_i, .rst_ni,
    .request_i(request[DeviceConsole]), .request_valid_i(request_valid[DeviceConsole]),
    .read_data_o(read_data[DeviceConsole]), .error_o(error[DeviceConsole]),
    .console_o, .console_valid_o, .console_ready_i, .console_i, .console_valid_i,
    .console_ready_o, .interrupt_o(interrupts.external)
  );

  assign amounts = amounts_of('{core: core_events, tcm: tcm_events, walker: walker_events});

  fy_counter_unit #(.Counters(Counters), .PerHart(PerHart), .ErrorSources(1)) i_counters (
    .clk_i, .rst_ni,
    .request_i(request[DeviceCounter]), .request_valid_i(request_valid[DeviceCounter]),
    .read_data_o(read_data[DeviceCounter]), .error_o(error[DeviceCounter]),
    .amounts_i(amounts), .bus_errors_i(bus_error), .bus_error_o(interrupts.bus_error)
  );

  fy_minimal_config_check #(.Config(Config)) i_check ();

  logic unused;
  assign unused = ^unused_coprocessor;
endmodule
