// SPDX-License-Identifier: Apache-2.0

/// Commands accepted while another runs: they start in order, each when all before it has drained,
/// or, with overlap in its shape, when all pieces of those before it are under way.
///
/// A Transfer starts in the cycle it is accepted when nothing is ahead of it. A status other than 0
/// stops the queue until Resume, or until a cursor write leaves nothing behind. A Transfer after a
/// stop starts anew, and drops the stopped transfer and the queue, only when the status has been
/// read since the stop. Before that the program may not know of the stop: the command joins the
/// queue, and is refused when the queue is full, since nothing drains it. Resume gives its context
/// to every command that waits.
module fy_copy_queue
  import fy_copy_engine_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_ni,

  /// The accepted Transfer; its context also belongs to Resume
  input  command_t    command_i,
  input  logic        transfer_i,
  input  logic        resume_i,
  output logic        transfer_ready_o,
  output logic        transfer_refused_o,

  /// The status is read, the cursor written
  input  logic        looked_i,
  input  logic        touched_i,
  /// Held: nothing starts
  input  logic        abort_i,
  /// Drop all; only while idle
  input  logic        forget_i,

  /// What the frontend would take; its status
  input  readiness_t  readiness_i,
  input  status_e     status_i,

  output command_t    command_o,
  output logic        start_o,

  output logic [1:0]  waiting_o,
  /// Nothing runs and nothing is about to start
  output logic        idle_o,
  /// A command is accepted or goes on to wait for its turn
  output logic        busy_o
);
  command_t [QueueDepth-1:0] commands_q;
  logic [1:0]                count_q;
  logic                      seen_q, released_q, halted, direct, pop, push;
  logic                      may_start_new, may_start_next;

  assign may_start_new  = readiness_i.idle || (readiness_i.open && command_i.shape.overlap);
  assign may_start_next = readiness_i.idle || (readiness_i.open && commands_q[0].shape.overlap);

  // After an access error Resume releases only the commands behind it.
  assign halted = readiness_i.idle && status_i != StatusDone && !released_q;
  assign direct = halted ? seen_q : may_start_new && count_q == '0;
  assign pop    = !halted && may_start_next && count_q != '0 && !abort_i;
  assign push   = transfer_i && !direct;

  assign transfer_ready_o   = direct || count_q != 2'(QueueDepth);
  assign transfer_refused_o = halted && !transfer_ready_o;
  assign start_o            = pop || (transfer_i && direct);
  assign command_o          = pop ? commands_q[0] : command_i;
  assign waiting_o          = count_q;
  assign idle_o             = readiness_i.idle && !pop;
  assign busy_o             = transfer_i || (count_q != '0 && !halted);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q    <= '0;
      seen_q     <= 1'b0;
      released_q <= 1'b0;
    end else begin
      released_q <= resume_i && count_q != '0 &&
                    status_i inside {StatusSourceAccess, StatusTargetAccess};
      if (forget_i || (transfer_i && direct)) begin
        count_q <= '0;
      end else begin
        count_q <= count_q + 2'(push) - 2'(pop);
      end
      if (start_o || resume_i || touched_i || !readiness_i.idle) begin
        seen_q <= 1'b0;
      end else if (looked_i) begin
        seen_q <= 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (pop) commands_q[0] <= commands_q[1];
    for (int unsigned i = 0; i < QueueDepth; i++) begin
      if (push && 2'(i) == count_q - 2'(pop)) commands_q[i] <= command_i;
      if (resume_i) commands_q[i].caller <= command_i.caller;
    end
  end
endmodule
