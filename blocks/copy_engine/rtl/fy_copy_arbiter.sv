// SPDX-License-Identifier: Apache-2.0

/// Decides which message channel A offers: the reader's Get or the writer's Put.
///
/// Reads first: they are bounded by the buffer, and data asked for early keeps both sides busy.
/// With `put_first_i` a Put goes before a Get. What the bus has seen (`passed_i`) holds while it
/// is stalled, and a Put until its last beat; a message held back before may give way to the other
/// kind. Combinational.
module fy_copy_arbiter (
  input  logic clk_i,
  input  logic rst_ni,

  /// Reader and writer have a message, and its beat is the last of the writer's
  input  logic get_i,
  input  logic put_i,
  input  logic put_last_i,
  /// The Put is offered, else the Get
  output logic put_o,

  /// The beat that is offered is taken; the bus sees its message
  input  logic taken_i,
  input  logic passed_i,
  /// A Put comes before a Get
  input  logic put_first_i
);
  logic held_q, put_q;

  assign put_o = held_q ? put_q : (put_first_i && put_i) || !get_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q <= 1'b0;
      put_q  <= 1'b0;
    end else if (put_o ? put_i : get_i) begin
      held_q <= passed_i && (!taken_i || (put_o && !put_last_i));
      put_q  <= put_o;
    end
  end
endmodule
