// SPDX-License-Identifier: Apache-2.0

/// Timing model of a DRAM channel behind one AXI4 port: banks, rows, refresh, turnaround.
///
/// Idle channel, AR to first R beat, with the names of fy_ddr_pkg: open row 1 + cl + burst, closed
/// row rcd more, another row open rp + rcd more; then a beat a cycle. B comes 1 + cwl + burst after
/// the last W, and as much more. A burst is one access of the data bus, whatever its length;
/// beyond that fy_ddr_scheduler decides. Answers of different ids come in any order. Errors as
/// fy_memory_fixed, and the contents stand outside as there. The channel takes every
/// Channels-th piece of Interleave bytes; its rows hold only its own. `part_i` changes only while
/// idle, before the first access.
module fy_memory_ddr
  import fy_axi_pkg::*;
  import fy_ddr_pkg::*;
#(
  /// First byte address served
  parameter logic [39:0] Base       = 40'h00_8000_0000,
  /// Bytes served
  parameter logic [39:0] Bytes      = 40'h00_1000_0000,
  /// Bytes of a beat
  parameter int unsigned DataBytes  = 32,
  /// Channels among which addresses are shared out, a power of two
  parameter int unsigned Channels   = 1,
  /// Bytes in one channel before the next one follows, a power of two
  parameter int unsigned Interleave = 64,
  localparam int unsigned IndexBits = 40 - $clog2(DataBytes)
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  /// Strap: index into PartTimings
  input  logic                     part_i,

  input  fy_axi#(DataBytes)::forward_t axi_i,
  output fy_axi_pkg::forward_ready_t axi_ready_o,
  output fy_axi#(DataBytes)::backward_t axi_o,
  input  fy_axi_pkg::backward_ready_t axi_ready_i,

  /// Contents, read side: word index is the byte address divided by DataBytes
  output logic                     contents_read_o,
  output logic [IndexBits-1:0]     contents_read_index_o,
  input  logic [DataBytes*8-1:0]   contents_read_data_i,

  /// Contents, write side
  output logic                     contents_write_o,
  output logic [IndexBits-1:0]     contents_write_index_o,
  output logic [DataBytes*8-1:0]   contents_write_data_o,
  output logic [DataBytes-1:0]     contents_write_strobe_o
);
  typedef fy_axi#(DataBytes)::ax_t ax_t;
  typedef fy_axi#(DataBytes)::b_t  b_t;
  typedef struct packed {
    b_t     b;
    cycle_t due;
  } answer_t;

  localparam int unsigned Waiting = 32;   // bursts before each window
  localparam int unsigned Low     = $clog2(Interleave);

  cycle_t              now_q;
  timing_t             timing;
  command_e            command;
  index_t              index;
  place_t [Window-1:0] read_places, write_places;
  logic [Window-1:0]   read_valid, read_eligible, write_valid, write_eligible;
  ax_t                 ar, read;
  fy_axi#(DataBytes)::read_response_t  answered;
  fy_axi#(DataBytes)::write_response_t done;
  write_ready_t                        write_channel_ready;
  b_t                  write;
  place_t              written;
  answer_t             answer;
  logic                ar_valid, ar_ready, read_room, write_room, done_ready;
  logic                address_ready, written_valid, write_ready, answer_valid;
  logic                read_channel_ready, b_valid;

  function automatic place_t place(logic [39:0] address, timing_t of);
    return place_of((address & (40'(Interleave) - 40'd1)) |
                    ((address >> (Low + $clog2(Channels))) << Low), of);
  endfunction

  assign timing = PartTimings[part_i];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) now_q <= '0;
    else now_q <= now_q + 32'd1;
  end

  // ---- reads: AR, window, and after the command the data ----------------------------------------

  fy_fifo #(.data_t(ax_t), .Depth(Waiting), .FallThrough(1'b1)) i_ar (
    .clk_i, .rst_ni,
    .data_i(axi_i.ar), .valid_i(axi_i.ar_valid), .ready_o(read_channel_ready),
    .data_o(ar), .valid_o(ar_valid), .ready_i(ar_ready)
  );

  fy_ddr_window #(.data_t(ax_t)) i_reads (
    .clk_i, .rst_ni,
    .data_i(ar), .place_i(place(ar.addr, timing)), .id_i(ar.id), .valid_i(ar_valid),
    .ready_o(ar_ready), .places_o(read_places), .valid_o(read_valid),
    .eligible_o(read_eligible), .take_i(command == CommandRead), .take_index_i(index),
    .data_o(read)
  );

  fy_memory_read_channel #(
    .Base(Base), .Bytes(Bytes), .DataBytes(DataBytes), .MaxOutstanding(Waiting)
  ) i_read (
    .clk_i, .rst_ni, .latency_i(10'(timing.cl) + 10'(timing.burst)), .now_i(now_q),
    .axi_i('{ar_valid: command == CommandRead, ar: read}), .axi_ready_o(read_room),
    .axi_o(answered), .axi_ready_i(axi_ready_i.r),
    .contents_read_o, .contents_read_index_o, .contents_read_data_i
  );

  // ---- writes: the contents change at W; then window, command, B --------------------------------

  assign axi_ready_o = '{aw: write_channel_ready.aw && address_ready, w: write_channel_ready.w,
                         ar: read_channel_ready};

  fy_memory_write_channel #(
    .Base(Base), .Bytes(Bytes), .DataBytes(DataBytes), .MaxOutstanding(Waiting)
  ) i_write (
    .clk_i, .rst_ni, .latency_i(10'd1), .now_i(now_q),
    .axi_i('{aw_valid: axi_i.aw_valid && address_ready, aw: axi_i.aw,
             w_valid: axi_i.w_valid, w: axi_i.w}),
    .axi_ready_o(write_channel_ready), .axi_o(done), .axi_ready_i(done_ready),
    .contents_write_o, .contents_write_index_o, .contents_write_data_o, .contents_write_strobe_o
  );

  fy_fifo #(.data_t(place_t), .Depth(2 * Waiting)) i_places (
    .clk_i, .rst_ni,
    .data_i(place(axi_i.aw.addr, timing)), .valid_i(axi_i.aw_valid && write_channel_ready.aw),
    .ready_o(address_ready),
    .data_o(written), .valid_o(written_valid), .ready_i(done.b_valid && write_ready)
  );

  assign done_ready = written_valid && write_ready;

  fy_ddr_window #(.data_t(b_t)) i_writes (
    .clk_i, .rst_ni,
    .data_i(done.b), .place_i(written), .id_i(done.b.id), .valid_i(done.b_valid && written_valid),
    .ready_o(write_ready), .places_o(write_places), .valid_o(write_valid),
    .eligible_o(write_eligible), .take_i(command == CommandWrite), .take_index_i(index),
    .data_o(write)
  );

  fy_fifo #(.data_t(answer_t), .Depth(Waiting)) i_answers (
    .clk_i, .rst_ni,
    .data_i('{b: write, due: now_q + 32'(timing.cwl) + 32'(timing.burst)}),
    .valid_i(command == CommandWrite), .ready_o(write_room),
    .data_o(answer), .valid_o(answer_valid), .ready_i(b_valid && axi_ready_i.b)
  );

  assign b_valid = answer_valid && reached(now_q, answer.due);
  assign axi_o   = '{b_valid: b_valid, b: answer.b, r_valid: answered.r_valid, r: answered.r};

  fy_ddr_scheduler i_scheduler (
    .clk_i, .rst_ni, .now_i(now_q), .timing_i(timing),
    .read_places_i(read_places), .read_valid_i(read_valid), .read_eligible_i(read_eligible),
    .read_room_i(read_room), .write_places_i(write_places), .write_valid_i(write_valid),
    .write_eligible_i(write_eligible), .write_room_i(write_room),
    .command_o(command), .index_o(index)
  );

  if (Channels < 1 || 2 ** $clog2(Channels) != Channels) begin : gen_channels
    $error("fy_memory_ddr: Channels is %0d; it must be a power of two", Channels);
  end
  if (Interleave < 64 || 2 ** $clog2(Interleave) != Interleave) begin : gen_interleave
    $error("fy_memory_ddr: Interleave is %0d; it must be a power of two from 64 on", Interleave);
  end
endmodule
