// SPDX-License-Identifier: Apache-2.0

/// Console with the registers of a 16550 for polled and interrupt drivers, bytes as streams.
///
/// Byte registers at offsets 0 to 7, DLAB in LCR muxes the divisor; baud rate, modem lines and
/// parity are stored and have no effect. Queues of 16 bytes both ways; a byte written to a full
/// queue is lost, as in the original: poll LSR. By hand, not SystemRDL: decision 10.
module fy_console import fy_tl_pkg::*; import fy_peripherals_registers_pkg::*; (
  input  logic clk_i,
  input  logic rst_ni,

  input  device_request_t request_i,
  input  logic            request_valid_i,
  output logic [63:0]     read_data_o,
  output logic            error_o,

  output logic [7:0] console_o,
  output logic       console_valid_o,
  input  logic       console_ready_i,

  input  logic [7:0] console_i,
  input  logic       console_valid_i,
  output logic       console_ready_o,

  output logic       interrupt_o
);
  logic [2:0]  select;
  logic [7:0]  write_data, read_data, line_q, modem_q, scratch_q, identity;
  logic [15:0] divisor_q;
  logic [1:0]  enable_q;
  logic        write, read, divisor_select, queues_q;
  logic        send, send_ready, sent_q, received, take, empty_pending_q;
  logic [7:0]  received_byte;

  assign select         = request_i.address[2:0];
  assign write          = request_valid_i && request_i.write;
  assign read           = request_valid_i && !request_i.write;
  assign write_data     = request_i.data[8*select+:8];
  assign read_data_o    = 64'(read_data) << (8 * select);
  assign error_o        = 1'b0;
  assign divisor_select = line_q[7];
  assign send           = write && select == ConsoleData[2:0] && !divisor_select;
  assign take           = read && select == ConsoleData[2:0] && !divisor_select;

  fy_fifo #(.data_t(logic [7:0]), .Depth(16)) i_send (
    .clk_i, .rst_ni, .data_i(write_data), .valid_i(send), .ready_o(send_ready),
    .data_o(console_o), .valid_o(console_valid_o), .ready_i(console_ready_i)
  );
  fy_fifo #(.data_t(logic [7:0]), .Depth(16)) i_receive (
    .clk_i, .rst_ni, .data_i(console_i), .valid_i(console_valid_i), .ready_o(console_ready_o),
    .data_o(received_byte), .valid_o(received), .ready_i(take)
  );

  // Received data comes before an empty sender.
  always_comb begin
    identity = 8'h01;
    if (enable_q[0] && received) identity = 8'h04;
    else if (enable_q[1] && empty_pending_q) identity = 8'h02;
    if (queues_q) identity |= 8'hc0;
  end
  assign interrupt_o = !identity[0];

  always_comb begin
    unique case (select)
      ConsoleData[2:0]:        read_data = divisor_select ? divisor_q[7:0]
                                                      : received ? received_byte : 8'd0;
      ConsoleEnable[2:0]:      read_data = divisor_select ? divisor_q[15:8] : 8'(enable_q);
      ConsoleIdentity[2:0]:    read_data = identity;
      ConsoleLine[2:0]:        read_data = line_q;
      ConsoleModem[2:0]:       read_data = modem_q;
      // Room in the queue is what polled drivers wait for; bit 6 says that all has left.
      ConsoleStatus[2:0]:      read_data = {1'b0, !console_valid_o, send_ready, 4'd0, received};
      ConsoleModemStatus[2:0]: read_data = 8'hb0;
      ConsoleScratch[2:0]:     read_data = scratch_q;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      enable_q        <= '0;
      line_q          <= '0;
      modem_q         <= '0;
      scratch_q       <= '0;
      divisor_q       <= '0;
      queues_q        <= 1'b0;
      sent_q          <= 1'b0;
      empty_pending_q <= 1'b0;
    end else begin
      sent_q <= console_valid_o;
      // The sender ran empty, or its interrupt was enabled while it is empty.
      if (send || (read && select == ConsoleIdentity[2:0] && identity[3:0] == 4'h2))
        empty_pending_q <= 1'b0;
      else if ((sent_q && !console_valid_o)
               || (write && select == ConsoleEnable[2:0] && !divisor_select && write_data[1]
                   && !console_valid_o)) empty_pending_q <= 1'b1;
      if (write) begin
        unique case (select)
          ConsoleData[2:0]:     if (divisor_select) divisor_q[7:0] <= write_data;
          ConsoleEnable[2:0]:   if (divisor_select) divisor_q[15:8] <= write_data;
                            else enable_q <= write_data[1:0];
          ConsoleIdentity[2:0]: queues_q  <= write_data[0];
          ConsoleLine[2:0]:     line_q    <= write_data;
          ConsoleModem[2:0]:    modem_q   <= write_data;
          ConsoleScratch[2:0]:  scratch_q <= write_data;
          default: ;
        endcase
      end
    end
  end

  logic unused;
  assign unused = ^{request_i.address, request_i.mask};
endmodule
