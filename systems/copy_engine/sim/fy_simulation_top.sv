// SPDX-License-Identifier: Apache-2.0

/// The simulated system, behind each of its memory ports the models `fixed` and `ddr`, one
/// contents of all, with plain ports for the C++ side.
///
/// `channel_*` follow systems/copy_engine/channels.toml: the channels that the links of the system have,
/// then the five AXI channels of each memory port; at most 128. they are read inside, at the link
/// stages.
/// `exit_valid_o` stays high once a program ended. `retire_*` sum up all harts, of several in one
/// cycle the lowest;
/// a store to `tohost_address_i` is seen whichever hart retires it.
module fy_simulation_top import fy_copy_engine_config_pkg::*; import fy_peripherals_pkg::exit_t;
    import fy_copy_engine_system_pkg::*;
    import fy_copy_engine_map_pkg::*; import fy_tl_pkg::*;
    import fy_axi_pkg::*; #(
  /// Sizes of the system
  parameter config_t Config = DefaultConfig,
  localparam int unsigned BeatBytes = Config.beat_bytes,
  localparam int unsigned Harts    = Config.num_harts,
  localparam int unsigned Clients  = clients(Config),
  localparam int unsigned Banks    = banks(Config),
  localparam int unsigned Ports    = Config.channels, // memory ports
  localparam int unsigned Links    = Clients + managers(Config),
  localparam int unsigned LinkBits = 5 * Links,
  // Data caches and banks have five channels, the others A and D.
  localparam int unsigned Shown    = 2 * Links + 3 * (Harts + Banks),
  localparam int unsigned Channels = Shown + 5 * Ports
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  logic [4:0] transactor_limit_i,
  input  logic [5:0] block_limit_i,
  input  logic [2:0] tracker_limit_i,
  input  logic [4:0] throttle_i,
  input  logic [9:0] memory_latency_i,
  input  logic [1:0] memory_model_i,

  input  logic         host_a_valid_i,
  output logic         host_a_ready_o,
  input  logic [2:0]   host_a_opcode_i,
  input  logic [2:0]   host_a_param_i,
  input  logic [3:0]   host_a_size_i,
  input  logic [3:0]   host_a_source_i,
  input  logic [39:0]  host_a_address_i,
  input  logic [BeatBytes-1:0] host_a_mask_i,
  input  logic [BeatBytes*8-1:0] host_a_data_i,

  output logic         host_d_valid_o,
  input  logic         host_d_ready_i,
  output logic [2:0]   host_d_opcode_o,
  output logic [3:0]   host_d_size_o,
  output logic [3:0]   host_d_source_o,
  output logic         host_d_denied_o,
  output logic         host_d_corrupt_o,
  output logic [BeatBytes*8-1:0] host_d_data_o,

  output logic [7:0] console_data_o,
  output logic       console_valid_o,
  input  logic       console_ready_i,
  input  logic [7:0] console_input_data_i,
  input  logic       console_input_valid_i,
  output logic       console_input_ready_o,

  output logic        exit_valid_o,
  output logic [31:0] exit_code_o,

  output logic        retire_valid_o,
  output logic [2:0]  retire_count_o,   // instructions, traps left out
  output logic [63:0] retire_pc_o,
  input  logic [63:0] tohost_address_i,
  output logic        tohost_valid_o,
  output logic [63:0] tohost_data_o,
  output fy_core_pkg::retirement_t [Config.num_harts-1:0] retirement_o,

  output logic       walk_o,
  output logic       transfer_accept_o,
  output logic       resume_accept_o,
  output logic [2:0] tracker_a_opcode_o,
  output logic [3:0] tracker_a_size_o,
  output logic [9:0] tracker_a_source_o,
  output logic [2:0] tracker_d_opcode_o,
  output logic [9:0] tracker_d_source_o,

  output logic [Channels-1:0] channel_valid_o,
  output logic [Channels-1:0] channel_ready_o
);
  localparam int unsigned IndexBits = 40 - $clog2(BeatBytes);

  fy_tl#(.BeatBytes(BeatBytes))::request_t  host;
  fy_tl#(.BeatBytes(BeatBytes))::response_t host_answer;
  fy_axi#(.DataBytes(BeatBytes))::forward_t  [Ports-1:0] memory;
  fy_axi#(.DataBytes(BeatBytes))::backward_t [Ports-1:0] memory_answer;
  fy_axi_pkg::forward_ready_t  [Ports-1:0] memory_ready;
  fy_axi_pkg::backward_ready_t [Ports-1:0] memory_answer_ready;
  exit_t        exit_now;
  observation_t observation;
  logic [LinkBits-1:0] link_valid, link_ready;

  always_comb begin
    host            = '0;
    host.a_valid    = host_a_valid_i;
    host.a.opcode   = a_opcode_e'(host_a_opcode_i);
    host.a.param    = host_a_param_i;
    host.a.size     = host_a_size_i;
    host.a.source   = 10'(host_a_source_i);
    host.a.address  = host_a_address_i;
    host.a.allocate = 1'b1;
    host.a.mask     = host_a_mask_i;
    host.a.data     = host_a_data_i;
  end
  assign host_d_valid_o   = host_answer.d_valid;
  assign host_d_opcode_o  = host_answer.d.opcode;
  assign host_d_size_o    = host_answer.d.size;
  assign host_d_source_o  = host_answer.d.source[3:0];
  assign host_d_denied_o  = host_answer.d.denied;
  assign host_d_corrupt_o = host_answer.d.corrupt;
  assign host_d_data_o    = host_answer.d.data;

  fy_copy_engine_system #(.Config(Config)) i_chip (
    .clk_i, .rst_ni,
    .straps_i('{transactors: transactor_limit_i, buffer_blocks: block_limit_i,
                trackers: tracker_limit_i, throttle: throttle_i}),
    .host_i(host), .host_ready_o(host_a_ready_o),
    .host_o(host_answer), .host_ready_i(host_d_ready_i),
    .axi_o(memory), .axi_ready_i(memory_ready),
    .axi_i(memory_answer), .axi_ready_o(memory_answer_ready),
    .console_o(console_data_o), .console_valid_o, .console_ready_i,
    .console_i(console_input_data_i), .console_valid_i(console_input_valid_i),
    .console_ready_o(console_input_ready_o),
    .exit_o(exit_now), .retirement_o, .observation_o(observation)
  );

  for (genvar c = 0; c < int'(Clients); c++) begin : gen_client_seen
    assign link_valid[5*c+:5] = {
      i_chip.gen_client_link[c].i_link.e_valid,
      i_chip.gen_client_link[c].i_link.d_valid,
      i_chip.gen_client_link[c].i_link.c_valid,
      i_chip.gen_client_link[c].i_link.b_valid,
      i_chip.gen_client_link[c].i_link.a_valid
    };
    assign link_ready[5*c+:5] = {
      i_chip.gen_client_link[c].i_link.e_ready,
      i_chip.gen_client_link[c].i_link.d_ready,
      i_chip.gen_client_link[c].i_link.c_ready,
      i_chip.gen_client_link[c].i_link.b_ready,
      i_chip.gen_client_link[c].i_link.a_ready
    };
  end
  for (genvar m = 0; m < int'(Links - Clients); m++) begin : gen_manager_seen
    assign link_valid[5*(Clients+m)+:5] = {
      i_chip.gen_manager_link[m].i_link.e_valid,
      i_chip.gen_manager_link[m].i_link.d_valid,
      i_chip.gen_manager_link[m].i_link.c_valid,
      i_chip.gen_manager_link[m].i_link.b_valid,
      i_chip.gen_manager_link[m].i_link.a_valid
    };
    assign link_ready[5*(Clients+m)+:5] = {
      i_chip.gen_manager_link[m].i_link.e_ready,
      i_chip.gen_manager_link[m].i_link.d_ready,
      i_chip.gen_manager_link[m].i_link.c_ready,
      i_chip.gen_manager_link[m].i_link.b_ready,
      i_chip.gen_manager_link[m].i_link.a_ready
    };
  end

  // The bits of the channels that exist, close together.
  typedef logic [$clog2(LinkBits)-1:0] place_t;
  typedef place_t [Shown-1:0]         places_t;

  function automatic places_t places();
    int unsigned next = 0;
    for (int unsigned link = 0; link < Links; link++) begin
      for (int unsigned channel = 0; channel < 5; channel++) begin
        if (link < Harts || (link >= Clients && link < Clients + Banks) ||
            channel inside {0, 3}) begin
          places[next] = place_t'(5 * link + channel);
          next++;
        end
      end
    end
  endfunction
  localparam places_t Places = places();

  for (genvar i = 0; i < int'(Shown); i++) begin : gen_channel
    assign channel_valid_o[i] = link_valid[Places[i]];
    assign channel_ready_o[i] = link_ready[Places[i]];
  end

  for (genvar p = 0; p < int'(Ports); p++) begin : gen_memory
    logic         read, write;
    logic [IndexBits-1:0]   read_index, write_index;
    logic [BeatBytes*8-1:0] read_data, write_data;
    logic [BeatBytes-1:0]   write_strobe;

    assign channel_valid_o[Shown+5*p+:5] = {
      i_chip.gen_memory_link[p].i_link.r_valid,
      i_chip.gen_memory_link[p].i_link.ar_valid,
      i_chip.gen_memory_link[p].i_link.b_valid,
      i_chip.gen_memory_link[p].i_link.w_valid,
      i_chip.gen_memory_link[p].i_link.aw_valid
    };
    assign channel_ready_o[Shown+5*p+:5] = {
      i_chip.gen_memory_link[p].i_link.r_ready,
      i_chip.gen_memory_link[p].i_link.ar_ready,
      i_chip.gen_memory_link[p].i_link.b_ready,
      i_chip.gen_memory_link[p].i_link.w_ready,
      i_chip.gen_memory_link[p].i_link.aw_ready
    };

    fy_memory_models #(
      .Base(40'(MemoryBase)), .Bytes(40'(Config.memory_bytes)), .DataBytes(BeatBytes),
      .Channels(Ports), .Interleave(Config.bank_interleave)
    ) i_memory (
      .clk_i, .rst_ni, .model_i(memory_model_i), .latency_i(memory_latency_i),
      .axi_i(memory[p]), .axi_ready_o(memory_ready[p]),
      .axi_o(memory_answer[p]), .axi_ready_i(memory_answer_ready[p]),
      .contents_read_o(read), .contents_read_index_o(read_index),
      .contents_read_data_i(read_data), .contents_write_o(write),
      .contents_write_index_o(write_index), .contents_write_data_o(write_data),
      .contents_write_strobe_o(write_strobe)
    );

    fy_memory_contents #(.DataBytes(BeatBytes)) i_contents (
      .clk_i, .read_i(read), .read_index_i(read_index), .read_data_o(read_data),
      .write_i(write), .write_index_i(write_index), .write_data_i(write_data),
      .write_strobe_i(write_strobe)
    );
  end

  assign exit_valid_o           = exit_now.valid;
  assign exit_code_o            = exit_now.code;
  always_comb begin
    retire_valid_o = 1'b0;
    retire_count_o = '0;
    retire_pc_o    = '0;
    tohost_valid_o = 1'b0;
    tohost_data_o  = '0;
    for (int h = int'(Harts) - 1; h >= 0; h--) begin
      if (retirement_o[h].valid) begin
        retire_valid_o = 1'b1;
        retire_pc_o    = retirement_o[h].pc;
        if (!retirement_o[h].trap) retire_count_o++;
        if (retirement_o[h].store && retirement_o[h].store_address == tohost_address_i) begin
          tohost_valid_o = 1'b1;
          tohost_data_o  = retirement_o[h].store_data;
        end
      end
    end
  end

  assign walk_o                 = observation.walk;
  assign resume_accept_o        = observation.resume;
  assign transfer_accept_o      = observation.transfer;
  assign tracker_a_opcode_o     = observation.tracker_a_opcode;
  assign tracker_a_size_o       = observation.tracker_a_size;
  assign tracker_a_source_o     = observation.tracker_a_source;
  assign tracker_d_opcode_o     = observation.tracker_d_opcode;
  assign tracker_d_source_o     = observation.tracker_d_source;

  logic unused;
  assign unused = ^{host_answer, link_valid, link_ready, retirement_o};
endmodule
