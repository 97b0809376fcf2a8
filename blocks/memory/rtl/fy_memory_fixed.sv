// SPDX-License-Identifier: Apache-2.0

/// Timing model of a memory behind one AXI4 port: fixed latency, fixed bandwidth.
///
/// AR handshake to first R beat `latency_i` cycles, then one beat every BeatCycles, in order. B
/// comes `latency_i` cycles after the last W. Reads and writes do not disturb each other. An
/// address outside [Base, Base + Bytes) answers DECERR, anything but an INCR burst of whole beats
/// SLVERR. The contents stand outside, behind a port of one read (data a cycle later, held) and one
/// write. Limits: `latency_i` is 1 to 1023 and changes only while idle; a beat is DataBytes wide.
module fy_memory_fixed
  import fy_axi_pkg::*;
#(
  /// First byte address served
  parameter logic [39:0] Base           = 40'h00_8000_0000,
  /// Bytes served
  parameter logic [39:0] Bytes          = 40'h00_1000_0000,
  /// Bytes of a beat
  parameter int unsigned DataBytes      = 32,
  /// Bursts in flight each way
  parameter int unsigned MaxOutstanding = 64,
  /// Cycles from one beat to the next, each way
  parameter int unsigned BeatCycles     = 1,
  localparam int unsigned IndexBits = 40 - $clog2(DataBytes)
) (
  input  logic                                   clk_i,
  input  logic                                   rst_ni,
  /// Strap: cycles from AR to the first R beat and from the last W to B
  input  logic [9:0]                             latency_i,

  input  fy_axi#(DataBytes)::forward_t axi_i,
  output fy_axi_pkg::forward_ready_t axi_ready_o,
  output fy_axi#(DataBytes)::backward_t axi_o,
  input  fy_axi_pkg::backward_ready_t axi_ready_i,

  /// Contents, read side: word index is the byte address divided by DataBytes
  output logic                                   contents_read_o,
  output logic [IndexBits-1:0]                   contents_read_index_o,
  input  logic [DataBytes*8-1:0]                 contents_read_data_i,

  /// Contents, write side
  output logic                                   contents_write_o,
  output logic [IndexBits-1:0]                   contents_write_index_o,
  output logic [DataBytes*8-1:0]                 contents_write_data_o,
  output logic [DataBytes-1:0]                   contents_write_strobe_o
);
  fy_axi#(DataBytes)::read_response_t  read;
  fy_axi#(DataBytes)::write_response_t write;
  write_ready_t write_ready;
  logic         read_ready;
  logic [31:0]  now_q;

  assign axi_ready_o = '{aw: write_ready.aw, w: write_ready.w, ar: read_ready};
  assign axi_o = '{b_valid: write.b_valid, b: write.b, r_valid: read.r_valid, r: read.r};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) now_q <= '0;
    else now_q <= now_q + 32'd1;
  end

  fy_memory_read_channel #(
    .Base(Base), .Bytes(Bytes), .DataBytes(DataBytes), .MaxOutstanding(MaxOutstanding),
    .BeatCycles(BeatCycles)
  ) i_read (
    .clk_i, .rst_ni, .latency_i,
    .now_i(now_q),
    .axi_i('{ar_valid: axi_i.ar_valid, ar: axi_i.ar}), .axi_ready_o(read_ready),
    .axi_o(read), .axi_ready_i(axi_ready_i.r),
    .contents_read_o, .contents_read_index_o, .contents_read_data_i
  );

  fy_memory_write_channel #(
    .Base(Base), .Bytes(Bytes), .DataBytes(DataBytes), .MaxOutstanding(MaxOutstanding),
    .BeatCycles(BeatCycles)
  ) i_write (
    .clk_i, .rst_ni, .latency_i,
    .now_i(now_q),
    .axi_i('{aw_valid: axi_i.aw_valid, aw: axi_i.aw, w_valid: axi_i.w_valid, w: axi_i.w}),
    .axi_ready_o(write_ready), .axi_o(write), .axi_ready_i(axi_ready_i.b),
    .contents_write_o, .contents_write_index_o, .contents_write_data_o, .contents_write_strobe_o
  );

  if (MaxOutstanding < 1) begin : gen_outstanding
    $error("fy_memory_fixed: MaxOutstanding is %0d; it must be at least 1", MaxOutstanding);
  end
  if (BeatCycles < 1 || BeatCycles > 255) begin : gen_beat_cycles
    $error("fy_memory_fixed: BeatCycles is %0d; it must be 1 to 255", BeatCycles);
  end
  if (!(DataBytes inside {8, 16, 32, 64})) begin : gen_data_bytes
    $error("fy_memory_fixed: DataBytes is %0d; it must be 8, 16, 32 or 64", DataBytes);
  end
endmodule
