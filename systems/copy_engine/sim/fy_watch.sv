// SPDX-License-Identifier: Apache-2.0

/// What a trace sees of a running system: stages of each hart, walks, transfers, messages.
///
/// Outputs only, and only in the simulator of `fy trace`: the generator of tops
/// (src/freightyard/system/top.py) puts this module beside fy_simulation_top in fy_top. It
/// reads inside by hierarchical names, so that no port of the hardware exists for it and the
/// ordinary simulator pays nothing. Values are those of the cycle, combinational.
module fy_watch import fy_copy_engine_config_pkg::*; #(
  /// Sizes of the system
  parameter config_t Config = DefaultConfig,
  localparam int unsigned Harts   = Config.num_harts,
  localparam int unsigned Clients = clients(Config)
) (
  // A request that the instruction port takes, by its place in the page.
  output logic        fetch_fire_o [Harts],
  output logic [11:0] fetch_offset_o [Harts],
  // The instruction at decode, which may go on to execute.
  output logic        decode_valid_o [Harts],
  output logic        decode_ready_o [Harts],
  output logic [63:0] decode_pc_o [Harts],
  output logic [31:0] decode_instruction_o [Harts],
  output logic        execute_advance_o [Harts],
  output logic        execute_kill_o [Harts],
  output logic        redirect_o [Harts],
  // Records of the retirement trace.
  output logic        retired_valid_o [Harts],
  output logic        retired_trap_o [Harts],
  output logic        retired_interrupt_o [Harts],
  output logic [5:0]  retired_cause_o [Harts],
  // Walks taken and answered: of fetch (bit 0), of data, of the engine.
  output logic [2:0]  walk_fire_o [Harts],
  output logic [2:0]  walk_done_o [Harts],
  // The engine takes a transfer or goes on with one; it has work.
  output logic        engine_transfer_o,
  output logic        engine_resume_o,
  output logic        engine_busy_o,
  // Bytes of a beat on every link; a constant.
  output logic [6:0]  beat_bytes_o,
  // Beats that pass at the client: A and D.
  output logic        a_fire_o [Clients],
  output logic [2:0]  a_opcode_o [Clients],
  output logic [3:0]  a_size_o [Clients],
  output logic [9:0]  a_source_o [Clients],
  output logic [39:0] a_address_o [Clients],
  output logic        d_fire_o [Clients],
  output logic [2:0]  d_opcode_o [Clients],
  output logic [3:0]  d_size_o [Clients],
  output logic [9:0]  d_source_o [Clients],
  output logic        d_denied_o [Clients]
);
  for (genvar h = 0; h < int'(Harts); h++) begin : gen_hart
    assign fetch_fire_o[h] = fy_top.i_system.i_chip.gen_hart[h].i_tile.i_hart.fetch_valid_o
        && fy_top.i_system.i_chip.gen_hart[h].i_tile.i_hart.fetch_ready_i;
    assign fetch_offset_o[h] =
        fy_top.i_system.i_chip.gen_hart[h].i_tile.i_hart.fetch_o.address[11:0];
    assign decode_valid_o[h] = fy_top.i_system.i_chip.gen_hart[h].i_tile.i_hart.fetched_valid;
    assign decode_ready_o[h] = fy_top.i_system.i_chip.gen_hart[h].i_tile.i_hart.decode_ready;
    assign decode_pc_o[h] = fy_top.i_system.i_chip.gen_hart[h].i_tile.i_hart.fetched.pc;
    assign decode_instruction_o[h] =
        fy_top.i_system.i_chip.gen_hart[h].i_tile.i_hart.fetched.instruction;
    assign execute_advance_o[h] = fy_top.i_system.i_chip.gen_hart[h].i_tile.i_hart.x_advance;
    assign execute_kill_o[h] = fy_top.i_system.i_chip.gen_hart[h].i_tile.i_hart.x_kill;
    assign redirect_o[h] = fy_top.i_system.i_chip.gen_hart[h].i_tile.i_hart.redirect;
    assign retired_valid_o[h] = fy_top.i_system.i_chip.retirement_o[h].valid;
    assign retired_trap_o[h] = fy_top.i_system.i_chip.retirement_o[h].trap;
    assign retired_interrupt_o[h] = fy_top.i_system.i_chip.retirement_o[h].is_interrupt;
    assign retired_cause_o[h] = fy_top.i_system.i_chip.retirement_o[h].cause;
    assign walk_fire_o[h] = fy_top.i_system.i_chip.gen_hart[h].i_tile.i_walker.walk_valid_i
        & fy_top.i_system.i_chip.gen_hart[h].i_tile.i_walker.walk_ready_o;
    assign walk_done_o[h] = fy_top.i_system.i_chip.gen_hart[h].i_tile.i_walker.walk_response_valid_o;
  end

  assign engine_transfer_o = fy_top.i_system.i_chip.engine_events.transfer;
  assign engine_resume_o   = fy_top.i_system.i_chip.engine_events.resume;
  assign engine_busy_o     = fy_top.i_system.i_chip.engine_events.busy;
  assign beat_bytes_o      = 7'(Config.beat_bytes);

  for (genvar c = 0; c < int'(Clients); c++) begin : gen_client
    assign a_fire_o[c] =
        fy_top.i_system.i_chip.client[c].a_valid && fy_top.i_system.i_chip.client_ready[c].a;
    assign a_opcode_o[c]  = fy_top.i_system.i_chip.client[c].a.opcode;
    assign a_size_o[c]    = fy_top.i_system.i_chip.client[c].a.size;
    assign a_source_o[c]  = fy_top.i_system.i_chip.client[c].a.source;
    assign a_address_o[c] = fy_top.i_system.i_chip.client[c].a.address;
    assign d_fire_o[c] =
        fy_top.i_system.i_chip.client_answer[c].d_valid
        && fy_top.i_system.i_chip.client_answer_ready[c].d;
    assign d_opcode_o[c] = fy_top.i_system.i_chip.client_answer[c].d.opcode;
    assign d_size_o[c]   = fy_top.i_system.i_chip.client_answer[c].d.size;
    assign d_source_o[c] = fy_top.i_system.i_chip.client_answer[c].d.source;
    assign d_denied_o[c] = fy_top.i_system.i_chip.client_answer[c].d.denied;
  end
endmodule
