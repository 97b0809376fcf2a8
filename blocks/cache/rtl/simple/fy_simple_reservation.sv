// SPDX-License-Identifier: Apache-2.0

/// The reservation of LR in fy_cache_simple: one, of one hart and thread.
///
/// It ends with an SC of the same thread, any store into its line, another LR of any thread, and
/// whenever a line leaves the cache.
module fy_simple_reservation
  import fy_core_pkg::*;
  import fy_l1_pkg::AddressBits;
#(
  parameter int unsigned LineBytes = 16
) (
  input  logic         clk_i,
  input  logic         rst_ni,

  /// The access being decided; it is done (and its refill has not failed); it stores
  input  data_access_t access_i,
  input  logic         done_i,
  input  logic         store_i,
  /// A line leaves
  input  logic         lost_i,

  output logic         reserved_o
);
  localparam int unsigned Offset = $clog2(LineBytes);

  logic                        valid_q, same_line, same_thread;
  logic [AddressBits-1:Offset] line_q;
  data_id_t                    id_q;

  assign same_line   = access_i.address[AddressBits-1:Offset] == line_q;
  assign same_thread = access_i.id.hart == id_q.hart && access_i.id.thread == id_q.thread;
  assign reserved_o  = valid_q && same_line && same_thread;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else if (done_i && access_i.operation == DataLoadReserved) valid_q <= 1'b1;
    else if (lost_i || (store_i && same_line) ||
             (done_i && access_i.operation == DataStoreConditional && same_thread)) valid_q <= 1'b0;
  end
  always_ff @(posedge clk_i) begin
    if (done_i && access_i.operation == DataLoadReserved) begin
      line_q <= access_i.address[AddressBits-1:Offset];
      id_q   <= access_i.id;
    end
  end

  logic unused;
  assign unused = ^{access_i, id_q};
endmodule
