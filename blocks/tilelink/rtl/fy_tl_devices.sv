// SPDX-License-Identifier: Apache-2.0

/// Turns a TL-UL port of 8-byte beats into register accesses: each device gets those of its region.
///
/// `request_o` of a device is valid for one cycle an access; it answers in that cycle with
/// `read_data_i` (whole 8-byte word, right lanes) and `error_i`. Answer one cycle after the
/// request; one access every cycle while answers are taken. An address of no device is denied.
module fy_tl_devices import fy_tl_pkg::*; #(
  /// Devices
  parameter int unsigned Devices = 1,
  /// Addresses of each; they must not overlap
  parameter fy_tl_pkg::region_t [Devices-1:0] Regions = '0
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  fy_tl#(.BeatBytes(8))::request_t  tl_i,
  output logic                             tl_ready_o,
  output fy_tl#(.BeatBytes(8))::response_t tl_o,
  input  logic                             tl_ready_i,

  output device_request_t [Devices-1:0] request_o,
  output logic [Devices-1:0]            request_valid_o,
  input  logic [Devices-1:0][63:0]      read_data_i,
  input  logic [Devices-1:0]            error_i
);
  typedef fy_tl#(.BeatBytes(8))::a_t a_t;
  typedef fy_tl#(.BeatBytes(8))::d_t d_t;

  // The crossbar has all channels; no cache is here, so B, C and E stay idle.
  fy_tl#(.BeatBytes(8))::forward_t  bus;
  fy_tl#(.BeatBytes(8))::backward_t bus_answer;
  forward_ready_t                   bus_ready;
  backward_ready_t                  bus_answer_ready;
  fy_tl#(.BeatBytes(8))::forward_t  [Devices-1:0] device;
  fy_tl#(.BeatBytes(8))::backward_t [Devices-1:0] device_answer;
  forward_ready_t  [Devices-1:0]    device_ready;
  backward_ready_t [Devices-1:0]    device_answer_ready;
  logic                             unused;

  assign bus              = '{a_valid: tl_i.a_valid, a: tl_i.a,
                              c_valid: 1'b0, c: '0, e_valid: 1'b0, e: '0};
  assign tl_ready_o       = bus_ready.a;
  assign tl_o             = '{d_valid: bus_answer.d_valid, d: bus_answer.d};
  assign bus_answer_ready = '{b: 1'b1, d: tl_ready_i};
  assign unused           = ^{bus_ready, bus_answer, device, device_answer_ready};

  fy_tl_crossbar #(
    .BeatBytes    (8),
    .Clients      (1),
    .Managers     (Devices),
    .Regions      (Regions),
    .ClientSources(16'(2 ** DefaultSourceBits))
  ) i_crossbar (
    .clk_i, .rst_ni,
    .client_i(bus), .client_ready_o(bus_ready),
    .client_o(bus_answer), .client_ready_i(bus_answer_ready),
    .manager_o(device), .manager_ready_i(device_ready),
    .manager_i(device_answer), .manager_ready_o(device_answer_ready)
  );

  for (genvar i = 0; i < int'(Devices); i++) begin : gen_device
    a_t   a;
    d_t   answer, answer_q;
    logic answer_valid_q, ready, legal, is_put, unused_fields;

    assign unused_fields = ^{a.param, a.allocate};

    assign a      = device[i].a;
    assign ready  = !answer_valid_q || device_answer_ready[i].d;
    assign is_put = a.opcode inside {PutFullData, PutPartialData};
    assign legal  = (is_put || a.opcode == Get) && !a.corrupt;

    assign request_valid_o[i] = device[i].a_valid && ready && legal;
    assign request_o[i]       = '{write: a.opcode != Get, address: a.address, mask: a.mask,
                                  data: a.data};

    always_comb begin
      answer         = '0;
      answer.opcode  = is_put ? AccessAck : AccessAckData;
      answer.size    = a.size;
      answer.source  = a.source;
      answer.denied  = error_i[i] || !legal;
      answer.corrupt = (error_i[i] || !legal) && !is_put;
      answer.data    = read_data_i[i];
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) answer_valid_q <= 1'b0;
      else if (ready) answer_valid_q <= device[i].a_valid;
    end
    always_ff @(posedge clk_i) begin
      if (device[i].a_valid && ready) answer_q <= answer;
    end

    assign device_ready[i]  = '{a: ready, c: 1'b1, e: 1'b1};
    assign device_answer[i] = '{d_valid: answer_valid_q, d: answer_q, b_valid: 1'b0, b: '0};
  end
endmodule
