// SPDX-License-Identifier: Apache-2.0

/// Requests of one direction in the order of their coming, the oldest first, taken in any order.
///
/// One in and one out a cycle; what comes in can be taken in the next cycle. `eligible_o` leaves
/// out a request behind another one of its id, so that answers of one id keep their order.
module fy_ddr_window import fy_ddr_pkg::*; import fy_axi_pkg::*; #(
  /// Payload
  parameter type data_t = logic [7:0]
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  data_t                    data_i,
  input  place_t                   place_i,
  input  logic [DefaultIdBits-1:0] id_i,
  input  logic                     valid_i,
  output logic                     ready_o,

  output place_t [Window-1:0] places_o,
  output logic [Window-1:0]   valid_o,
  output logic [Window-1:0]   eligible_o,

  input  logic   take_i,
  input  index_t take_index_i,
  output data_t  data_o
);
  typedef struct packed {
    data_t                    data;
    place_t                   place;
    logic [DefaultIdBits-1:0] id;
  } item_t;

  item_t [Window-1:0] items_q;
  logic [Window-1:0]  valid_q, taken;
  index_t             next;

  assign ready_o = !valid_q[Window-1];
  assign valid_o = valid_q;
  assign data_o  = items_q[take_index_i].data;

  // Requests are compared only where they are: a simulator skips the rest.
  always_comb begin
    eligible_o = valid_q;
    for (int unsigned i = 0; i < Window; i++) begin
      places_o[i] = items_q[i].place;
      if (valid_q[i]) begin
        for (int unsigned k = 0; k < i; k++) begin
          if (items_q[k].id == items_q[i].id) eligible_o[i] = 1'b0;
        end
      end
    end
  end

  // The place taken and those above it move down.
  assign taken = take_i ? {Window{1'b1}} << take_index_i : '0;

  always_comb begin
    next = '0;
    for (int unsigned i = 0; i < Window; i++) begin
      if (valid_q[i]) next = index_t'(i + 1);
    end
    if (take_i) next = next - 1'b1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= '0;
    else begin
      if (take_i) valid_q <= valid_q >> 1;
      if (valid_i && ready_o) valid_q[next] <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i + 1 < Window; i++) begin
      if (taken[i]) items_q[i] <= items_q[i+1];
    end
    if (valid_i && ready_o) items_q[next] <= '{data: data_i, place: place_i, id: id_i};
  end
endmodule
