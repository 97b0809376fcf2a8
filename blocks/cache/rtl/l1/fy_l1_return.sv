// SPDX-License-Identifier: Apache-2.0

/// Victim buffer and channel C: sends a Release or the answer to a probe, and follows the Release
/// until it is acknowledged.
///
/// Takes a command when `ready_o`; the line of a message with data is on `line_i` in the cycle
/// after the command. First beat 1 cycle after the command, 2 with data. Probe answers pass while a
/// Release waits for its acknowledgement: the manager always takes channel C.
module fy_l1_return
  import fy_l1_pkg::*;
  import fy_tl_pkg::*;
#(
  parameter int unsigned LineBytes = 64,
  parameter int unsigned BeatBytes = 32
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,

  input  return_command_t                           command_i,
  input  logic                                      command_valid_i,
  output logic                                      ready_o,
  input  logic [LineBytes*8-1:0]                    line_i,

  output fy_tl#(.BeatBytes(BeatBytes))::c_channel_t tl_o,
  input  logic                                      tl_ready_i,

  input  logic                                      released_i,
  /// A Release is not acknowledged yet, and of which line
  output release_t                                  release_o
);
  localparam int unsigned Beats  = LineBytes / BeatBytes;
  localparam int unsigned Offset = $clog2(LineBytes);

  return_command_t        command_q;
  logic [LineBytes*8-1:0] line_q;
  logic                   valid_q, load_q, release_q, offered, with_data, last;
  logic [2:0]             beat_q;
  address_t               release_address_q;

  assign ready_o           = !valid_q;
  assign release_o         = '{pending: release_q, address: release_address_q};
  assign with_data         = fy_tl_pkg::c_has_data(fy_tl_pkg::c_opcode_e'(command_q.opcode));
  assign last              = !with_data || 32'(beat_q) == Beats - 1;
  assign offered           = valid_q && !load_q;

  always_comb begin
    tl_o           = '0;
    tl_o.c_valid   = offered;
    tl_o.c.opcode  = fy_tl_pkg::c_opcode_e'(command_q.opcode);
    tl_o.c.param   = command_q.param;
    tl_o.c.size    = fy_tl_pkg::SizeBits'(Offset);
    tl_o.c.source  = command_q.source;
    tl_o.c.address = {command_q.address[AddressBits-1:Offset], Offset'(0)};
    tl_o.c.data    = line_q[BeatBytes*8-1:0];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q   <= 1'b0;
      load_q    <= 1'b0;
      release_q <= 1'b0;
      beat_q    <= '0;
    end else begin
      load_q <= 1'b0;
      if (command_valid_i) begin
        valid_q <= 1'b1;
        load_q  <= fy_tl_pkg::c_has_data(fy_tl_pkg::c_opcode_e'(command_i.opcode));
        beat_q  <= '0;
      end else if (offered && tl_ready_i) begin
        beat_q <= beat_q + 1'b1;
        if (last) valid_q <= 1'b0;
      end
      if (released_i) release_q <= 1'b0;
      if (command_valid_i && command_i.is_release) release_q <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (command_valid_i) command_q <= command_i;
    if (command_valid_i && command_i.is_release) release_address_q <= command_i.address;
    if (load_q) line_q <= line_i;
    else if (offered && tl_ready_i) line_q <= line_q >> (BeatBytes * 8);
  end
endmodule
