// SPDX-License-Identifier: Apache-2.0

/// LR, SC and AMO of a data cache: the values to store and to return, the reservation, and the line
/// that is held.
///
/// Atomics are decided on a line held in Trunk, combinationally behind the array read.
/// The reservation ends with any SC, with a probe of its line whatever it asks for, with the line's
/// eviction, and with a miss of another atomic. A probe is put off for at most HoldCycles after a
/// successful LR, or after the refill that an LR or AMO asked for was installed, so that each
/// of several contending harts completes; the hold is not renewed before a probe or the end of the
/// atomic. `failed_o` ends an atomic whose refill failed, which would ask for its line for ever.
module fy_l1_atomic
  import fy_l1_pkg::*;
  import fy_data_port_pkg::*;
  import fy_core_pkg::*;
#(
  parameter int unsigned LineBytes = 64
) (
  input  logic          clk_i,
  input  logic          rst_ni,

  /// The access being decided, of any kind; `old_i` is the register value of a load at its place
  input  logic          go_i,
  input  data_access_t  request_i,
  input  decision_t     decision_i,
  input  logic [63:0]   old_i,
  /// Right-justified bytes to store, and the register value to return
  output logic [63:0]   store_o,
  output logic [63:0]   response_o,
  /// SC may store; the refill for this atomic failed
  output logic          reserved_o,
  output logic          failed_o,

  /// Line operation of this cycle and its line; an eviction's line
  input  line_op_e      op_i,
  input  address_t      op_address_i,
  /// A refill failed
  input  logic          error_i,
  input  address_t      error_address_i,

  input  address_t      probe_address_i,
  output logic          probe_blocked_o
);
  localparam int unsigned Offset     = $clog2(LineBytes);
  localparam int unsigned HoldCycles = 32;

  typedef logic [AddressBits-1:Offset] line_t;

  line_t                         line, line_q;
  logic                          wanted_q, reserved_q, failed_q, spent_q, same, is_load, arm;
  logic [$clog2(HoldCycles)-1:0] hold_q;
  logic                          done, miss;

  // ---- value --------------------------------------------------------------------------------

  fy_atomic_unit i_unit (
    .operation_i(request_i.operation),
    .size_i     (request_i.size),
    .old_i,
    .operand_i  (request_i.data),
    .store_o
  );

  always_comb begin
    response_o = old_i;
    if (request_i.operation == DataStoreConditional) response_o = 64'(!decision_i.push);
    else if (failed_o && is_atomic(request_i.operation)) response_o = '0;
  end

  // ---- reservation and hold -----------------------------------------------------------------

  assign done            = go_i && is_atomic(request_i.operation) &&
                           decision_i.status == DataDone;
  assign miss            = go_i && is_atomic(request_i.operation) && decision_i.allocate;
  assign line            = request_i.address[AddressBits-1:Offset];
  assign same            = line == line_q;
  assign is_load         = request_i.operation == DataLoadReserved;
  assign reserved_o      = reserved_q && same;
  assign failed_o        = failed_q && same;
  assign probe_blocked_o = hold_q != '0 && probe_address_i[AddressBits-1:Offset] == line_q;
  assign arm             = !spent_q && hold_q == '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wanted_q   <= 1'b0;
      reserved_q <= 1'b0;
      failed_q   <= 1'b0;
      spent_q    <= 1'b0;
      hold_q     <= '0;
    end else begin
      if (hold_q != '0) begin
        hold_q <= hold_q - 1'b1;
        if (hold_q == 1) spent_q <= 1'b1;
      end
      if (op_i == OpProbe) spent_q <= 1'b0;
      if (op_i inside {OpProbe, OpEvict} && op_address_i[AddressBits-1:Offset] == line_q) begin
        reserved_q <= 1'b0;
        hold_q     <= '0;
      end
      if (op_i == OpInstall && op_address_i[AddressBits-1:Offset] == line_q) begin
        wanted_q <= 1'b0;
        failed_q <= 1'b0;
        if (wanted_q) hold_q <= '1;
      end
      if (error_i && wanted_q && error_address_i[AddressBits-1:Offset] == line_q) begin
        wanted_q <= 1'b0;
        failed_q <= 1'b1;
      end
      if (miss) begin
        wanted_q   <= 1'b1;
        reserved_q <= 1'b0;
        failed_q   <= 1'b0;
        hold_q     <= '0;
      end else if (done) begin
        wanted_q   <= 1'b0;
        failed_q   <= 1'b0;
        reserved_q <= is_load && !failed_o;
        if (is_load && arm) hold_q <= '1;
        if (!is_load) begin
          hold_q  <= '0;
          spent_q <= 1'b0;
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (miss || (done && is_load)) line_q <= line;
  end

  logic unused_fields;
  assign unused_fields = ^{request_i, decision_i, op_address_i, error_address_i, probe_address_i};
endmodule
