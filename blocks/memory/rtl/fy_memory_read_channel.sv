// SPDX-License-Identifier: Apache-2.0

/// Read half of fy_memory_fixed: AR to the first R beat `latency_i` cycles, bursts in order.
///
/// The contents are asked one cycle before the beat is shown. Latency 1 needs the address to
/// pass through, so `contents_read_o` depends combinationally on AR.
module fy_memory_read_channel
  import fy_axi_pkg::*;
#(
  parameter logic [39:0] Base           = 40'h00_8000_0000,
  parameter logic [39:0] Bytes          = 40'h00_1000_0000,
  parameter int unsigned DataBytes      = 32,
  parameter int unsigned MaxOutstanding = 64,
  parameter int unsigned BeatCycles     = 1,
  localparam int unsigned OffsetBits = $clog2(DataBytes),
  localparam int unsigned IndexBits  = 40 - OffsetBits
) (
  input  logic                                clk_i,
  input  logic                                rst_ni,
  input  logic [9:0]                          latency_i,
  input  logic [31:0]                         now_i,

  input  fy_axi#(DataBytes)::read_request_t   axi_i,
  output logic                                axi_ready_o,
  output fy_axi#(DataBytes)::read_response_t  axi_o,
  input  logic                                axi_ready_i,

  output logic                                contents_read_o,
  output logic [IndexBits-1:0]                contents_read_index_o,
  input  logic [DataBytes*8-1:0]              contents_read_data_i
);
  typedef fy_axi#(DataBytes)::ax_t ax_t;
  typedef struct packed {
    ax_t         ax;
    logic [31:0] due;
  } burst_t;

  burst_t               arriving, head;
  logic                 head_valid, head_pop, due, issue, legal, served;
  logic [7:0]           beat_q, gap_q;
  logic [IndexBits-1:0] index;
  logic [39:0]          address;

  // Shown by the R channel; the data come from the contents.
  logic                 valid_q, last_q;
  logic [1:0]           resp_q;
  logic [$bits(axi_i.ar.id)-1:0] id_q;

  assign arriving = '{ax: axi_i.ar, due: now_i + 32'(latency_i)};

  fy_fifo #(
    .data_t(burst_t), .Depth(MaxOutstanding), .FallThrough(1'b1)
  ) i_bursts (
    .clk_i, .rst_ni,
    .data_i(arriving), .valid_i(axi_i.ar_valid), .ready_o(axi_ready_o),
    .data_o(head), .valid_o(head_valid), .ready_i(head_pop)
  );

  // The beat stands on the channel in the cycle after `issue`.
  assign due      = $signed(now_i + 32'd1 - head.due) >= 0;
  assign issue    = head_valid && due && gap_q == '0 && (!valid_q || axi_ready_i);
  assign head_pop = issue && beat_q == head.ax.len;
  assign index    = head.ax.addr[39:OffsetBits] + IndexBits'(beat_q);
  assign address  = {index, OffsetBits'(0)};
  assign legal    = head.ax.burst == BurstIncr && head.ax.size == 3'(OffsetBits);
  assign served   = address >= Base && address - Base < Bytes;

  assign contents_read_o       = issue;
  assign contents_read_index_o = index;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      beat_q  <= '0;
      gap_q   <= '0;
    end else begin
      if (issue) begin
        valid_q <= 1'b1;
        beat_q  <= head_pop ? 8'd0 : beat_q + 8'd1;
        gap_q   <= 8'(BeatCycles - 1);
      end else begin
        if (axi_ready_i) valid_q <= 1'b0;
        if (gap_q != '0) gap_q <= gap_q - 8'd1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (issue) begin
      id_q   <= head.ax.id;
      last_q <= head_pop;
      resp_q <= !legal ? RespSlvErr : !served ? RespDecErr : RespOkay;
    end
  end

  assign axi_o.r_valid = valid_q;
  assign axi_o.r       = '{id: id_q, data: resp_q == RespOkay ? contents_read_data_i : '0,
                           resp: resp_q, last: last_q};

  logic unused;
  assign unused = ^{head.ax.lock, head.ax.cache, head.ax.prot, head.ax.qos,
                    head.ax.addr[OffsetBits-1:0]};
endmodule
