// SPDX-License-Identifier: Apache-2.0

/// Performance counters, some of each hart and some of the system, and the latch of bus errors.
///
/// Every counter adds its amount each cycle. Registers of 8 bytes: registers.toml. Values are read
/// from a snapshot, taken by one write, so that all belong to one cycle; those of hart h stand
/// h times 4096 bytes behind those of hart 0, and what a hart does not have reads zero. The first
/// bus error is kept with its place among the sources and its address until software clears it;
/// `bus_error_o` is the interrupt.
module fy_counter_unit
  import fy_tl_pkg::*;
  import fy_peripherals_pkg::*;
  import fy_peripherals_registers_pkg::*;
#(
  /// Counters of hart 0, those of the system among them; 2 to 512
  parameter int unsigned Counters = 2,
  /// Harts, 1 to 31
  parameter int unsigned Harts = 1,
  /// The counters that every hart has
  parameter logic [Counters-1:0] PerHart = '1,
  /// Sources of bus errors, 1 to 3
  parameter int unsigned ErrorSources = 3
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  device_request_t request_i,
  input  logic            request_valid_i,
  output logic [63:0]     read_data_o,
  output logic            error_o,

  input  logic [Harts-1:0][Counters-1:0][7:0] amounts_i,
  input  bus_error_t [ErrorSources-1:0]       bus_errors_i,
  output logic                                bus_error_o
);
  localparam int unsigned IndexBits = $clog2(Counters);
  localparam int unsigned HartBits  = Harts > 1 ? $clog2(Harts) : 1;

  logic [63:0] snapshot_q [Harts][Counters];
  logic [63:0] count_q [Harts][Counters];
  logic        write, write_control, snapshot, clear, inhibit_q;
  logic [13:0] word;

  assign word          = request_i.address[16:3];
  assign write         = request_valid_i && request_i.write && request_i.mask[0];
  assign write_control = write && word == CounterControl[16:3];
  assign snapshot      = write_control && request_i.data[CounterControlSnapshot];
  assign clear         = write_control && request_i.data[CounterControlClear];
  assign error_o       = 1'b0;

  for (genvar h = 0; h < int'(Harts); h++) begin : gen_hart
    for (genvar i = 0; i < int'(Counters); i++) begin : gen_counter
      // A counter that is not there stays zero and costs nothing.
      localparam logic Exists = h == 0 || PerHart[i];
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) count_q[h][i] <= '0;
        else if (clear) count_q[h][i] <= '0;
        else if (Exists && !inhibit_q && amounts_i[h][i] != '0) begin
          count_q[h][i] <= count_q[h][i] + 64'(amounts_i[h][i]);
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (snapshot) snapshot_q <= count_q;
  end

  // ---- bus errors -----------------------------------------------------------------------------

  logic        error_valid_q, error_more_q, error_any, write_error;
  logic [1:0]  error_kind_q, error_kind;
  logic [39:0] error_address_q, error_address;

  assign write_error = write && word == CounterBusError[16:3];
  always_comb begin
    error_any     = 1'b0;
    error_kind    = '0;
    error_address = '0;
    for (int unsigned i = 0; i < ErrorSources; i++) begin
      if (bus_errors_i[i].valid && !error_any) begin
        error_any     = 1'b1;
        error_kind    = 2'(i + 1);
        error_address = bus_errors_i[i].address;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      inhibit_q     <= 1'b0;
      error_valid_q <= 1'b0;
      error_more_q  <= 1'b0;
    end else begin
      if (write_control) inhibit_q <= request_i.data[CounterControlStop];
      if (error_any) begin
        error_valid_q <= 1'b1;
        error_more_q  <= error_valid_q && !write_error;
      end else if (write_error) begin
        error_valid_q <= 1'b0;
        error_more_q  <= 1'b0;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (error_any && (!error_valid_q || write_error)) begin
      error_kind_q    <= error_kind;
      error_address_q <= error_address;
    end
  end
  assign bus_error_o = error_valid_q;

  // ---- reads ----------------------------------------------------------------------------------

  // Values of hart h: page h + 1.
  always_comb begin
    read_data_o = '0;
    if (word[13:9] >= CounterValues[16:12]) begin
      if (32'(word[13:9]) <= Harts && 32'(word[8:0]) < Counters) begin
        read_data_o = snapshot_q[HartBits'(word[13:9] - 5'd1)][word[IndexBits-1:0]];
      end
    end else begin
      unique case (word)
        CounterControl[16:3]:  read_data_o[CounterControlStop] = inhibit_q;
        CounterNumber[16:3]:   read_data_o = 64'(Counters);
        CounterBusError[16:3]: if (error_valid_q) begin
          read_data_o[3:0] = {error_kind_q, error_more_q, 1'b1};
        end
        CounterBusErrorAddress[16:3]: if (error_valid_q) read_data_o[39:0] = error_address_q;
        default: ;
      endcase
    end
  end

  logic unused;
  assign unused = ^request_i;

  if (Counters < 2 || Counters > 512) begin : gen_counters
    $error("fy_counter_unit: Counters is %0d; it must be 2 to 512", Counters);
  end
  if (Harts < 1 || Harts > 31) begin : gen_harts
    $error("fy_counter_unit: Harts is %0d; it must be 1 to 31", Harts);
  end
  if (ErrorSources < 1 || ErrorSources > 3) begin : gen_sources
    $error("fy_counter_unit: ErrorSources is %0d; it must be 1 to 3", ErrorSources);
  end
endmodule
