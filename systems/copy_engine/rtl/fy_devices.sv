// SPDX-License-Identifier: Apache-2.0

/// Devices of a system behind one port of 8-byte beats: test device, timer, console, counters.
///
/// Addresses are those of QEMU's virt machine (DeviceRegions); an address of no device is denied.
/// Answer one cycle after the request.
module fy_devices
  import fy_tl_pkg::*;
  import fy_copy_engine_config_pkg::*;
  import fy_copy_engine_counters_pkg::*;
  import fy_peripherals_pkg::*;
  import fy_copy_engine_system_pkg::*;
  import fy_copy_engine_map_pkg::*;
#(
  /// Sizes of the system
  parameter config_t Config = DefaultConfig
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  fy_tl#(.BeatBytes(8))::request_t tl_i,
  output logic tl_ready_o,
  output fy_tl#(.BeatBytes(8))::response_t tl_o,
  input  logic tl_ready_i,

  output logic [7:0] console_o,
  output logic       console_valid_o,
  input  logic       console_ready_i,

  input  logic [7:0] console_i,
  input  logic       console_valid_i,
  output logic       console_ready_o,

  input  hart_events_t [Config.num_harts-1:0] hart_events_i,
  input  system_events_t system_events_i,
  input  bus_error_t [BusErrorSources-1:0] bus_errors_i,
  output exit_t      exit_o,
  output logic [63:0] time_o,
  output fy_core_pkg::interrupts_t [Config.num_harts-1:0] interrupts_o
);
  localparam int unsigned NumHarts = Config.num_harts;

  device_request_t [Devices-1:0] request;
  logic [Devices-1:0]            request_valid, error;
  logic [Devices-1:0][63:0]      read_data;
  logic [NumHarts-1:0]           timer_interrupt, software_interrupt;
  logic                          console_interrupt, bus_error;

  fy_tl_devices #(
    .Devices(Devices), .Regions(DeviceRegions)
  ) i_bus (
    .clk_i, .rst_ni, .tl_i, .tl_ready_o, .tl_o, .tl_ready_i,
    .request_o(request), .request_valid_o(request_valid),
    .read_data_i(read_data), .error_i(error)
  );

  fy_test_device i_test (
    .clk_i, .rst_ni,
    .request_i(request[DeviceTest]), .request_valid_i(request_valid[DeviceTest]),
    .read_data_o(read_data[DeviceTest]), .error_o(error[DeviceTest]),
    .exit_o
  );

  fy_timer #(.NumHarts(NumHarts), .Divider(Config.timer_divider)) i_timer (
    .clk_i, .rst_ni,
    .request_i(request[DeviceTimer]), .request_valid_i(request_valid[DeviceTimer]),
    .read_data_o(read_data[DeviceTimer]), .error_o(error[DeviceTimer]),
    .time_o, .timer_interrupt_o(timer_interrupt), .software_interrupt_o(software_interrupt)
  );

  fy_console i_console (
    .clk_i, .rst_ni,
    .request_i(request[DeviceConsole]), .request_valid_i(request_valid[DeviceConsole]),
    .read_data_o(read_data[DeviceConsole]), .error_o(error[DeviceConsole]),
    .console_o, .console_valid_o, .console_ready_i,
    .console_i, .console_valid_i, .console_ready_o,
    .interrupt_o(console_interrupt)
  );

  // Hart 0 has the counters of the system too.
  amounts_t [NumHarts-1:0] amounts;
  for (genvar h = 0; h < int'(NumHarts); h++) begin : gen_amounts
    assign amounts[h] = amounts_of(hart_events_i[h], h == 0 ? system_events_i : '0);
  end

  fy_counter_unit #(
    .Counters(Counters), .Harts(NumHarts), .PerHart(PerHart), .ErrorSources(BusErrorSources)
  ) i_counters (
    .clk_i, .rst_ni,
    .request_i(request[DeviceCounter]), .request_valid_i(request_valid[DeviceCounter]),
    .read_data_o(read_data[DeviceCounter]), .error_o(error[DeviceCounter]),
    .amounts_i(amounts), .bus_errors_i, .bus_error_o(bus_error)
  );

  // No interrupt controller yet: the console reaches hart 0 as the external interrupt.
  for (genvar h = 0; h < int'(NumHarts); h++) begin : gen_hart
    assign interrupts_o[h] = '{bus_error: bus_error, external: h == 0 && console_interrupt,
                               timer: timer_interrupt[h], software: software_interrupt[h]};
  end
endmodule
