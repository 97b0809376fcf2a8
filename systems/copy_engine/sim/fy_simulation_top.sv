// SPDX-License-Identifier: Apache-2.0

/// The simulated system, behind each of its memory ports the models `fixed` and `ddr`, one
/// contents of all, with plain ports for the C++ side.
///
/// `channel_*` follow systems/copy_engine/channels.toml: the channels that the links of the system have,
/// then the five AXI channels of each memory port; at most 128. `channel_hold_i` stops single channels.
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
  localparam int unsigned TapBits  = 5 * Links,
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

  input  logic [Channels-1:0] channel_hold_i,
  output logic [Channels-1:0] channel_valid_o,
  output logic [Channels-1:0] channel_ready_o
);
  localparam int unsigned IndexBits = 40 - $clog2(BeatBytes);

  typedef fy_axi#(.DataBytes(BeatBytes))::ax_t ax_t;
  typedef fy_axi#(.DataBytes(BeatBytes))::w_t w_t;
  typedef fy_axi#(.DataBytes(BeatBytes))::b_t b_t;
  typedef fy_axi#(.DataBytes(BeatBytes))::r_t r_t;

  fy_tl#(.BeatBytes(BeatBytes))::a_t host_a;
  fy_tl#(.BeatBytes(BeatBytes))::d_t host_d;
  exit_t        exit_now;
  observation_t observation;
  ax_t [Ports-1:0] aw, ar;
  w_t  [Ports-1:0] w;
  b_t  [Ports-1:0] b;
  r_t  [Ports-1:0] r;
  // Valid and ready at the sender and, after the hold, at the receiver: aw, w, b, ar, r.
  logic [4:0][Ports-1:0] sent_valid, sent_ready, taken_valid, taken_ready, hold;
  logic [TapBits-1:0] tap_hold, tap_valid, tap_ready;

  always_comb begin
    host_a          = '0;
    host_a.opcode   = a_opcode_e'(host_a_opcode_i);
    host_a.param    = host_a_param_i;
    host_a.size     = host_a_size_i;
    host_a.source   = 10'(host_a_source_i);
    host_a.address  = host_a_address_i;
    host_a.allocate = 1'b1;
    host_a.mask     = host_a_mask_i;
    host_a.data     = host_a_data_i;
  end
  assign host_d_opcode_o  = host_d.opcode;
  assign host_d_size_o    = host_d.size;
  assign host_d_source_o  = host_d.source[3:0];
  assign host_d_denied_o  = host_d.denied;
  assign host_d_corrupt_o = host_d.corrupt;
  assign host_d_data_o    = host_d.data;

  fy_copy_engine_system #(.Config(Config)) i_chip (
    .clk_i, .rst_ni,
    .straps_i('{transactors: transactor_limit_i, buffer_blocks: block_limit_i,
                trackers: tracker_limit_i, throttle: throttle_i}),
    .host_a_i(host_a), .host_a_valid_i, .host_a_ready_o,
    .host_d_o(host_d), .host_d_valid_o, .host_d_ready_i,
    .axi_aw_o(aw), .axi_aw_valid_o(sent_valid[0]), .axi_aw_ready_i(sent_ready[0]),
    .axi_w_o(w), .axi_w_valid_o(sent_valid[1]), .axi_w_ready_i(sent_ready[1]),
    .axi_b_i(b), .axi_b_valid_i(taken_valid[2]), .axi_b_ready_o(taken_ready[2]),
    .axi_ar_o(ar), .axi_ar_valid_o(sent_valid[3]), .axi_ar_ready_i(sent_ready[3]),
    .axi_r_i(r), .axi_r_valid_i(taken_valid[4]), .axi_r_ready_o(taken_ready[4]),
    .console_o(console_data_o), .console_valid_o, .console_ready_i,
    .console_i(console_input_data_i), .console_valid_i(console_input_valid_i),
    .console_ready_o(console_input_ready_o),
    .exit_o(exit_now), .retirement_o, .observation_o(observation),
    .hold_i(tap_hold), .channel_valid_o(tap_valid), .channel_ready_o(tap_ready)
  );

  // The bits of the channels that exist, close together.
  typedef logic [$clog2(TapBits)-1:0] place_t;
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

  always_comb begin
    tap_hold = '0;
    for (int unsigned i = 0; i < Shown; i++) tap_hold[Places[i]] = channel_hold_i[i];
  end
  for (genvar i = 0; i < int'(Shown); i++) begin : gen_channel
    assign channel_valid_o[i] = tap_valid[Places[i]];
    assign channel_ready_o[i] = tap_ready[Places[i]];
  end

  assign taken_valid = sent_valid & ~hold;
  assign sent_ready  = taken_ready & ~hold;

  for (genvar p = 0; p < int'(Ports); p++) begin : gen_memory
    logic         read, write;
    logic [IndexBits-1:0]   read_index, write_index;
    logic [BeatBytes*8-1:0] read_data, write_data;
    logic [BeatBytes-1:0]   write_strobe;

    for (genvar i = 0; i < 5; i++) begin : gen_axi
      assign hold[i][p]                           = channel_hold_i[Shown+5*p+i];
      assign channel_valid_o[Shown + 5 * p + i] = sent_valid[i][p];
      assign channel_ready_o[Shown + 5 * p + i] = sent_ready[i][p];
    end

    fy_memory_models #(
      .Base(40'(MemoryBase)), .Bytes(40'(Config.memory_bytes)), .DataBytes(BeatBytes),
      .Channels(Ports), .Interleave(Config.bank_interleave)
    ) i_memory (
      .clk_i, .rst_ni, .model_i(memory_model_i), .latency_i(memory_latency_i),
      .axi_aw_i(aw[p]), .axi_aw_valid_i(taken_valid[0][p]), .axi_aw_ready_o(taken_ready[0][p]),
      .axi_w_i(w[p]), .axi_w_valid_i(taken_valid[1][p]), .axi_w_ready_o(taken_ready[1][p]),
      .axi_b_o(b[p]), .axi_b_valid_o(sent_valid[2][p]), .axi_b_ready_i(sent_ready[2][p]),
      .axi_ar_i(ar[p]), .axi_ar_valid_i(taken_valid[3][p]), .axi_ar_ready_o(taken_ready[3][p]),
      .axi_r_o(r[p]), .axi_r_valid_o(sent_valid[4][p]), .axi_r_ready_i(sent_ready[4][p]),
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
  assign unused = ^{host_d, tap_valid, tap_ready, retirement_o};
endmodule
