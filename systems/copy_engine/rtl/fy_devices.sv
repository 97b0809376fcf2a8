// SPDX-License-Identifier: Apache-2.0

/// Devices of a system behind one port of 8-byte beats: test device, timer, console, counters.
///
/// Addresses are those of QEMU's virt machine (DeviceRegions); an address of no device is denied.
/// Answer one cycle after the request.
module fy_devices import fy_tl_pkg::*; import fy_copy_engine_config_pkg::*; import fy_copy_engine_counters_pkg::*;
    import fy_peripherals_pkg::*;
    import fy_copy_engine_system_pkg::*; import fy_copy_engine_map_pkg::*; #(
  /// Sizes of the system
  parameter config_t Config = DefaultConfig
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  fy_tl#(.BeatBytes(8))::a_t tl_a_i,
  input  logic tl_a_valid_i,
  output logic tl_a_ready_o,
  output fy_tl#(.BeatBytes(8))::d_t tl_d_o,
  output logic tl_d_valid_o,
  input  logic tl_d_ready_i,

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
  typedef fy_tl#(.BeatBytes(8))::a_t a_t;
  typedef fy_tl#(.BeatBytes(8))::b_t b_t;
  typedef fy_tl#(.BeatBytes(8))::c_t c_t;
  typedef fy_tl#(.BeatBytes(8))::d_t d_t;
  typedef fy_tl#(.BeatBytes(8))::e_t e_t;
  localparam int unsigned NumHarts = Config.num_harts;

  a_t [Devices-1:0]              a;
  d_t [Devices-1:0]              d;
  logic [Devices-1:0]            a_valid, a_ready, d_valid, d_ready;
  device_request_t [Devices-1:0] request;
  logic [Devices-1:0]            request_valid, error;
  logic [Devices-1:0][63:0]      read_data;
  logic [NumHarts-1:0]           timer_interrupt, software_interrupt;
  logic                          console_interrupt, bus_error;

  // No caches here: B, C and E stay idle.
  b_t unused_b;
  c_t [Devices-1:0] unused_c;
  e_t [Devices-1:0] unused_e;
  logic [Devices-1:0] unused_b_ready, unused_c_valid, unused_e_valid;
  logic unused_b_valid, unused_c_ready, unused_e_ready;

  fy_tl_crossbar #(
    .BeatBytes    (8),
    .Clients      (1),
    .Managers     (Devices),
    .Regions      (DeviceRegions),
    .ClientSources(16'(2 ** DefaultSourceBits))
  ) i_crossbar (
    .clk_i, .rst_ni,
    .client_a_i(tl_a_i), .client_a_valid_i(tl_a_valid_i), .client_a_ready_o(tl_a_ready_o),
    .client_b_o(unused_b), .client_b_valid_o(unused_b_valid), .client_b_ready_i(1'b1),
    .client_c_i('0), .client_c_valid_i(1'b0), .client_c_ready_o(unused_c_ready),
    .client_d_o(tl_d_o), .client_d_valid_o(tl_d_valid_o), .client_d_ready_i(tl_d_ready_i),
    .client_e_i('0), .client_e_valid_i(1'b0), .client_e_ready_o(unused_e_ready),
    .manager_a_o(a), .manager_a_valid_o(a_valid), .manager_a_ready_i(a_ready),
    .manager_b_i('0), .manager_b_valid_i('0), .manager_b_ready_o(unused_b_ready),
    .manager_c_o(unused_c), .manager_c_valid_o(unused_c_valid), .manager_c_ready_i('1),
    .manager_d_i(d), .manager_d_valid_i(d_valid), .manager_d_ready_o(d_ready),
    .manager_e_o(unused_e), .manager_e_valid_o(unused_e_valid), .manager_e_ready_i('1)
  );

  for (genvar i = 0; i < int'(Devices); i++) begin : gen_device
    fy_tl_device i_device (
      .clk_i, .rst_ni,
      .tl_a_i(a[i]), .tl_a_valid_i(a_valid[i]), .tl_a_ready_o(a_ready[i]),
      .tl_d_o(d[i]), .tl_d_valid_o(d_valid[i]), .tl_d_ready_i(d_ready[i]),
      .request_o(request[i]), .request_valid_o(request_valid[i]),
      .read_data_i(read_data[i]), .error_i(error[i])
    );
  end

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
