// SPDX-License-Identifier: Apache-2.0

/// Chooses the command of each cycle for one DRAM channel: row hits first, then the oldest.
///
/// A command a cycle: a read or write of an open row, else an activate, else a precharge of a row
/// that no request in the window needs. Reads go before writes until DrainFrom writes wait, no read
/// does, or a write waited for Patience cycles; then writes leave down to DrainTo. At most
/// MostPassed accesses overtake the oldest one. A refresh that is due stops everything else.
module fy_ddr_scheduler import fy_ddr_pkg::*; (
  input  logic    clk_i,
  input  logic    rst_ni,
  input  cycle_t  now_i,
  input  timing_t timing_i,

  input  place_t [Window-1:0] read_places_i,
  input  logic [Window-1:0]   read_valid_i,
  input  logic [Window-1:0]   read_eligible_i,
  /// A read may be sent, an answer to a write kept
  input  logic                read_room_i,
  input  place_t [Window-1:0] write_places_i,
  input  logic [Window-1:0]   write_valid_i,
  input  logic [Window-1:0]   write_eligible_i,
  input  logic                write_room_i,

  /// Read or Write: the request at `index_o` of its window is served
  output command_e command_o,
  output index_t   index_o
);
  localparam int unsigned DrainFrom  = 6;
  localparam int unsigned DrainTo    = 2;
  localparam int unsigned MostPassed = 15;
  localparam int unsigned Patience   = 255;

  bank_state_t [MaxBanks-1:0] banks;
  place_t [Window-1:0] places;
  place_t              place;
  logic [Window-1:0]   valid, eligible, hits, access, activate, precharge;
  logic [MaxBanks-1:0] wanted;
  logic                may_read, may_write, refresh_due, may_refresh, drain, draining_q, may_access;
  logic                waiting;
  logic [3:0]          passed_q;
  logic [7:0]          waited_q;

  fy_ddr_banks i_banks (
    .clk_i, .rst_ni, .now_i, .timing_i, .waiting_i(waiting), .command_i(command_o),
    .place_i(place), .banks_o(banks),
    .may_read_o(may_read), .may_write_o(may_write), .refresh_due_o(refresh_due),
    .may_refresh_o(may_refresh)
  );

  assign waiting = read_valid_i[0] || write_valid_i[0];

  // The window is dense: place n holds a request when more than n wait.
  always_comb begin
    if (read_valid_i == '0 || waited_q == 8'(Patience)) drain = write_valid_i[0];
    else drain = draining_q ? write_valid_i[DrainTo] : write_valid_i[DrainFrom-1];
  end

  assign places     = drain ? write_places_i : read_places_i;
  assign may_access = drain ? may_write && write_room_i : may_read && read_room_i;
  always_comb begin
    valid    = drain ? write_valid_i : read_valid_i;
    eligible = drain ? write_eligible_i : read_eligible_i;
    if (passed_q == 4'(MostPassed)) begin
      valid    = valid & Window'(1);
      eligible = eligible & Window'(1);
    end
  end

  always_comb begin
    wanted    = '0;
    hits      = '0;
    access    = '0;
    activate  = '0;
    precharge = '0;
    if (waiting) begin
      for (int unsigned i = 0; i < Window; i++) begin
        hits[i] = valid[i] && banks[places[i].bank].open &&
                  banks[places[i].bank].row == places[i].row;
        if (hits[i] && eligible[i]) wanted[places[i].bank] = 1'b1;
      end
      for (int unsigned i = 0; i < Window; i++) begin
        access[i]    = hits[i] && eligible[i] && may_access && banks[places[i].bank].may_access;
        activate[i]  = valid[i] && banks[places[i].bank].may_activate;
        precharge[i] = valid[i] && banks[places[i].bank].may_precharge &&
                       !wanted[places[i].bank];
      end
    end
  end

  always_comb begin
    logic [Window-1:0] chosen;
    command_o = CommandNone;
    chosen    = '0;
    if (refresh_due) begin
      if (may_refresh) command_o = CommandRefresh;
    end else if (access != '0) begin
      command_o = drain ? CommandWrite : CommandRead;
      chosen    = access;
    end else if (activate != '0) begin
      command_o = CommandActivate;
      chosen    = activate;
    end else if (precharge != '0) begin
      command_o = CommandPrecharge;
      chosen    = precharge;
    end
    index_o = '0;
    for (int i = int'(Window) - 1; i >= 0; i--) begin
      if (chosen[i]) index_o = index_t'(i);
    end
    place = places[index_o];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      draining_q <= 1'b0;
      passed_q   <= '0;
      waited_q   <= '0;
    end else begin
      draining_q <= drain;
      if (drain != draining_q) passed_q <= '0;
      else if (command_o inside {CommandRead, CommandWrite}) begin
        passed_q <= index_o == '0 ? 4'd0 : passed_q + 4'd1;
      end
      if (command_o == CommandWrite || !write_valid_i[0]) waited_q <= '0;
      else if (waited_q != 8'(Patience)) waited_q <= waited_q + 8'd1;
    end
  end
endmodule
