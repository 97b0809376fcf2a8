// SPDX-License-Identifier: Apache-2.0

/// Banks, rows and command distances of one DRAM channel: says what may be commanded, and keeps
/// what was.
///
/// Combinational from the state; a command changes the state of the next cycle. The caller gives
/// only commands that are allowed. A refresh asks for itself every `refi` cycles; all timestamps
/// are renewed by it, so 32 bits are enough.
module fy_ddr_banks import fy_ddr_pkg::*; (
  input  logic     clk_i,
  input  logic     rst_ni,
  input  cycle_t   now_i,
  input  timing_t  timing_i,

  input  command_e command_i,
  input  place_t   place_i,
  /// A request waits; without one no bank may be activated, accessed or precharged
  input  logic     waiting_i,

  output bank_state_t [MaxBanks-1:0] banks_o,
  output logic     may_read_o,
  output logic     may_write_o,
  output logic     refresh_due_o,
  output logic     may_refresh_o
);
  logic [MaxBanks-1:0]   open_q, activate_ready, access_ready, precharge_ready;
  row_t [MaxBanks-1:0]   row_q;
  cycle_t [MaxBanks-1:0] activate_at_q, access_at_q, precharge_at_q;
  cycle_t                read_at_q, write_at_q, any_activate_at_q, refreshed, write_end, read_end;
  cycle_t [3:0]          fourth_q;   // when the last four activates leave their window
  logic                  any_activate, refresh_due_q;
  logic [12:0]           refresh_q;

  assign any_activate  = reached(now_i, any_activate_at_q) && reached(now_i, fourth_q[3]);
  assign may_read_o    = reached(now_i, read_at_q);
  assign may_write_o   = reached(now_i, write_at_q);
  assign refresh_due_o = refresh_due_q;
  assign may_refresh_o = refresh_due_q && &(precharge_ready | ~open_q)
                         && &(activate_ready | open_q);

  // Distances are looked at only when a command can follow: a simulator skips the rest.
  always_comb begin
    activate_ready  = '0;
    access_ready    = '0;
    precharge_ready = '0;
    if (waiting_i || refresh_due_q) begin
      for (int unsigned b = 0; b < MaxBanks; b++) begin
        activate_ready[b]  = reached(now_i, activate_at_q[b]);
        access_ready[b]    = reached(now_i, access_at_q[b]);
        precharge_ready[b] = reached(now_i, precharge_at_q[b]);
      end
    end
    for (int unsigned b = 0; b < MaxBanks; b++) begin
      banks_o[b] = '{
        open: open_q[b], row: row_q[b],
        may_activate: !open_q[b] && activate_ready[b] && any_activate,
        may_access: open_q[b] && access_ready[b], may_precharge: open_q[b] && precharge_ready[b]
      };
    end
  end

  assign read_end  = now_i + 32'(timing_i.rtp);
  assign write_end = now_i + 32'(timing_i.cwl) + 32'(timing_i.burst);
  assign refreshed = now_i + 32'(timing_i.rfc) + (open_q != '0 ? 32'(timing_i.rp) : 32'd0);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q            <= '0;
      activate_at_q     <= '0;
      read_at_q         <= '0;
      write_at_q        <= '0;
      any_activate_at_q <= '0;
      fourth_q          <= '0;
      refresh_q         <= '0;
      refresh_due_q     <= 1'b0;
    end else begin
      refresh_q <= refresh_q + 1'b1;
      if (refresh_q + 1'b1 == timing_i.refi) begin
        refresh_q     <= '0;
        refresh_due_q <= 1'b1;
      end
      unique case (command_i)
        CommandActivate: begin
          open_q[place_i.bank] <= 1'b1;
          any_activate_at_q    <= now_i + 32'(timing_i.rrd);
          fourth_q             <= {fourth_q[2:0], now_i + 32'(timing_i.faw)};
        end
        CommandPrecharge: begin
          open_q[place_i.bank]        <= 1'b0;
          activate_at_q[place_i.bank] <= now_i + 32'(timing_i.rp);
        end
        CommandRead: begin
          read_at_q  <= now_i + 32'(timing_i.burst);
          write_at_q <= now_i + 32'(timing_i.rtw);
        end
        CommandWrite: begin
          read_at_q  <= write_end + 32'(timing_i.wtr);
          write_at_q <= now_i + 32'(timing_i.burst);
        end
        CommandRefresh: begin
          open_q            <= '0;
          activate_at_q     <= {MaxBanks{refreshed}};
          read_at_q         <= later(read_at_q, now_i);
          write_at_q        <= later(write_at_q, now_i);
          any_activate_at_q <= now_i;
          fourth_q          <= {4{now_i}};
          refresh_due_q     <= 1'b0;
        end
        default: ;
      endcase
    end
  end

  // Of an open bank alone.
  always_ff @(posedge clk_i) begin
    unique case (command_i)
      CommandActivate: begin
        row_q[place_i.bank]          <= place_i.row;
        access_at_q[place_i.bank]    <= now_i + 32'(timing_i.rcd);
        precharge_at_q[place_i.bank] <= now_i + 32'(timing_i.ras);
      end
      CommandRead:
        precharge_at_q[place_i.bank] <= later(precharge_at_q[place_i.bank], read_end);
      CommandWrite:
        precharge_at_q[place_i.bank] <= later(precharge_at_q[place_i.bank],
                                              write_end + 32'(timing_i.wr));
      default: ;
    endcase
  end

  logic unused;
  assign unused = ^timing_i;
endmodule
