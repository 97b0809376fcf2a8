// SPDX-License-Identifier: Apache-2.0

/// Tightly coupled memory: serves the fetch and the data port of a core from one RAM, in a cycle.
///
/// A fetch or an access accepted in t is answered in t+1; `kill` in t+1 undoes the access. One
/// fetch and one access a cycle, loads and stores mixed; only an AMO that meets a write that waits
/// closes the data port for one cycle. Fetches never wait. What lies outside the memory goes to the
/// device port, one at a time and in order, and loads of it come late; an atomic there does
/// nothing, reads zero and is reported as a bus error. A fetch from outside is answered with
/// `error`. The host port reads and writes the memory, TL-UH with beats of 8 bytes, between the
/// accesses of the core: a beat closes the data port for 1 to 3 cycles and then leaves it open for
/// at least one, so that neither side starves. A write of the host ends the reservation of an LR.
/// Fetch sees a store when `quiet` is high, which FENCE.I waits for; so a flush is done at once.
module fy_tcm
  import fy_core_pkg::*;
  import fy_tl_pkg::*;
#(
  /// First address, a multiple of Bytes
  parameter logic [63:0] Base  = 64'h8000_0000,
  /// Size, a power of two from 1 KB
  parameter int unsigned Bytes = 65536
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,

  input  fetch_request_t               fetch_i,
  output logic                         fetch_ready_o,
  output fetch_response_t              fetch_o,

  input  data_request_t                data_i,
  output logic                         data_ready_o,
  output data_response_t               data_o,

  output fy_tl#(.BeatBytes(8))::request_t  device_o,
  input  logic                             device_ready_i,
  input  fy_tl#(.BeatBytes(8))::response_t device_i,
  output logic                             device_ready_o,

  input  fy_tl#(.BeatBytes(8))::request_t  host_i,
  output logic                             host_ready_o,
  output fy_tl#(.BeatBytes(8))::response_t host_o,
  input  logic                             host_ready_i,

  output logic                          bus_error_o,
  output logic [DefaultAddressBits-1:0] bus_error_address_o,
  output fy_tcm_pkg::tcm_events_t       events_o
);
  localparam int unsigned Words     = Bytes / 8;
  localparam int unsigned IndexBits = $clog2(Words);

  // ---- fetch: the reading port of the RAM ---------------------------------------------------
  logic        fetch_owed_q, fetch_outside_q;
  logic [2:1]  fetch_offset_q;
  logic [63:0] fetch_word;

  assign fetch_ready_o = 1'b1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) fetch_owed_q <= 1'b0;
    else fetch_owed_q <= fetch_i.valid;
  end
  always_ff @(posedge clk_i) begin
    if (fetch_i.valid) begin
      fetch_offset_q  <= fetch_i.address[2:1];
      fetch_outside_q <= (fetch_i.address & ~(64'(Bytes) - 64'd1)) != Base;
    end
  end

  always_comb begin
    fetch_o             = '0;
    fetch_o.valid       = fetch_owed_q;
    fetch_o.flush_done  = 1'b1;
    fetch_o.error       = fetch_outside_q;
    fetch_o.instruction = 32'(fetch_word >> {fetch_offset_q, 4'd0});
  end

  // ---- core and host: the other port --------------------------------------------------------
  fy_tcm_pkg::word_access_t host, access;
  fy_tcm_pkg::tcm_events_t  data_events;
  logic                     host_valid, host_go, access_valid;
  logic [63:0]              word;
  data_access_t             outside;
  data_late_t               late;
  logic                     outside_valid, outside_ready, refused, failed, late_valid;
  logic [DefaultAddressBits-1:0] failed_address;

  fy_tcm_data #(
    .Base(Base), .Bytes(Bytes)
  ) i_data (
    .clk_i, .rst_ni,
    .data_i, .data_ready_o, .data_o,
    .outside_o      (outside),
    .outside_valid_o(outside_valid),
    .outside_ready_i(outside_ready),
    .refused_o      (refused),
    .late_i         (late),
    .late_valid_i   (late_valid),
    .host_i         (host),
    .host_valid_i   (host_valid),
    .host_ready_o   (host_go),
    .access_o       (access),
    .access_valid_o (access_valid),
    .word_i         (word),
    .events_o       (data_events)
  );

  fy_uncached_port #(
    .Source(0), .BeatBytes(8)
  ) i_device (
    .clk_i, .rst_ni,
    .request_i      (outside),
    .request_valid_i(outside_valid),
    .ready_o        (outside_ready),
    .tl_o           (device_o),
    .tl_ready_i     (device_ready_i),
    .tl_d_i         (device_i.d),
    .answer_i       (device_i.d_valid),
    .late_o         (late),
    .late_valid_o   (late_valid),
    .late_ready_i   (1'b1),
    .error_o        (failed),
    .address_o      (failed_address)
  );

  assign device_ready_o      = 1'b1;
  assign bus_error_o         = failed || refused;
  assign bus_error_address_o = failed ? failed_address : outside.address[DefaultAddressBits-1:0];

  fy_tl_ram_port #(
    .BeatBytes(8)
  ) i_host (
    .clk_i, .rst_ni,
    .tl_i(host_i), .tl_ready_o(host_ready_o), .tl_o(host_o), .tl_ready_i(host_ready_i),
    .access_valid_o  (host_valid),
    .access_ready_i  (host_go),
    .access_write_o  (host.write),
    .access_address_o(host.address),
    .access_mask_o   (host.mask),
    .access_data_o   (host.data),
    .read_data_i     (word)
  );

  fy_ram_1r1rw #(
    .Words(Words)
  ) i_ram (
    .clk_i,
    .read_i      (fetch_i.valid),
    .read_index_i(fetch_i.address[3+:IndexBits]),
    .read_data_o (fetch_word),
    .enable_i    (access_valid),
    .write_i     (access.write),
    .index_i     (access.address[3+:IndexBits]),
    .mask_i      (access.mask),
    .data_i      (access.data),
    .data_o      (word)
  );

  always_comb begin
    events_o       = data_events;
    events_o.fetch = fetch_i.valid;
  end

  logic unused;
  assign unused = ^{fetch_i, access};

  if (Bytes < 1024 || (Bytes & (Bytes - 1)) != 0) begin : gen_bytes
    $error("fy_tcm: Bytes is %0d; it must be a power of two, at least 1024", Bytes);
  end
  if ((Base & (64'(Bytes) - 64'd1)) != '0) begin : gen_base
    $error("fy_tcm: Base is %0h; it must be a multiple of Bytes, %0h", Base, Bytes);
  end
endmodule
