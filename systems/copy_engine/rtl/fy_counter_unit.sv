// SPDX-License-Identifier: Apache-2.0

/// All performance counters of a system, and the latch of bus errors.
///
/// Every counter adds its amount of events each cycle. Registers of 8 bytes: see the top of
/// systems/copy_engine/counters.toml. Values are read from a snapshot, taken by one write, so that
/// all belong to one cycle. The first bus error is kept with its kind and address until software
/// clears it; `bus_error_o` is the interrupt.
module fy_counter_unit import fy_tl_pkg::*; import fy_copy_engine_system_pkg::*;
    import fy_counters_pkg::*; (
  input  logic clk_i,
  input  logic rst_ni,

  input  device_request_t request_i,
  input  logic            request_valid_i,
  output logic [63:0]     read_data_o,
  output logic            error_o,

  input  events_t events_i,
  input  bus_error_t [BusErrorSources-1:0] bus_errors_i,
  output logic    bus_error_o
);
  localparam int unsigned IndexBits = $clog2(Counters);

  amounts_t    amounts;
  logic [63:0] snapshot_q [Counters];
  logic [63:0] count_q [Counters];
  logic        write, write_control, snapshot, clear, inhibit_q;
  logic [12:0] word;

  assign amounts       = amounts_of(events_i);
  assign word          = request_i.address[15:3];
  assign write         = request_valid_i && request_i.write && request_i.mask[0];
  assign write_control = write && word == WordControl;
  assign snapshot      = write_control && request_i.data[0];
  assign clear         = write_control && request_i.data[1];
  assign error_o       = 1'b0;

  for (genvar i = 0; i < int'(Counters); i++) begin : gen_counter
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) count_q[i] <= '0;
      else if (clear) count_q[i] <= '0;
      else if (!inhibit_q && amounts[i] != '0) count_q[i] <= count_q[i] + 64'(amounts[i]);
    end
  end

  always_ff @(posedge clk_i) begin
    if (snapshot) snapshot_q <= count_q;
  end

  // ---- bus errors -----------------------------------------------------------------------------

  bus_error_t [BusErrorSources-1:0] errors;
  logic                             error_valid_q, error_more_q, error_any;
  logic [1:0]                       error_kind_q, error_kind;
  logic [39:0]                      error_address_q, error_address;

  assign errors = bus_errors_i;
  always_comb begin
    error_any     = 1'b0;
    error_kind    = '0;
    error_address = '0;
    for (int unsigned i = 0; i < BusErrorSources; i++) begin
      if (errors[i].valid && !error_any) begin
        error_any     = 1'b1;
        error_kind    = 2'(i + 1);
        error_address = errors[i].address;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      inhibit_q     <= 1'b0;
      error_valid_q <= 1'b0;
      error_more_q  <= 1'b0;
    end else begin
      if (write_control) inhibit_q <= request_i.data[2];
      if (error_any) begin
        error_valid_q <= 1'b1;
        error_more_q  <= error_valid_q && !(write && word == WordBusError);
      end else if (write && word == WordBusError) begin
        error_valid_q <= 1'b0;
        error_more_q  <= 1'b0;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (error_any && (!error_valid_q || (write && word == WordBusError))) begin
      error_kind_q    <= error_kind;
      error_address_q <= error_address;
    end
  end
  assign bus_error_o = error_valid_q;

  // ---- reads ----------------------------------------------------------------------------------

  always_comb begin
    read_data_o = '0;
    if (word[12:9] == WordValues[12:9]) begin
      if (word[8:0] < 9'(Counters)) read_data_o = snapshot_q[word[IndexBits-1:0]];
    end else begin
      unique case (word)
        WordControl:  read_data_o[2] = inhibit_q;
        WordNumber:   read_data_o    = 64'(Counters);
        WordBusError: if (error_valid_q) read_data_o[3:0] = {error_kind_q, error_more_q, 1'b1};
        WordBusErrorAddress: if (error_valid_q) read_data_o[39:0] = error_address_q;
        default: ;
      endcase
    end
  end

  logic unused;
  assign unused = ^request_i;
endmodule
