// SPDX-License-Identifier: Apache-2.0

/// Gives the engine the instructions of one plain copy, as a core would, and waits for the end.
///
/// `start_i` for a cycle; source, target and bytes stay until `done_o`, which lasts a cycle, with
/// the status of the copy (fy_copy_engine_pkg::status_e) beside it.
module my_mover
  import fy_core_pkg::*;
  import fy_copy_engine_pkg::*;
  import fy_copy_engine_registers_pkg::*;
(
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  start_i,
  input  logic [63:0]           source_i,
  input  logic [63:0]           target_i,
  input  logic [63:0]           bytes_i,
  output logic                  done_o,
  output status_e               status_o,

  output coprocessor_request_t  coprocessor_o,
  input  logic                  coprocessor_ready_i,
  input  coprocessor_response_t coprocessor_i
);
  typedef enum logic [2:0] {Rest, Size, Segments, Go, Wait, Status} step_e;
  step_e step_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      step_q <= Rest;
    end else begin
      unique case (step_q)
        Rest:     if (start_i) step_q <= Size;
        Size:     if (coprocessor_ready_i) step_q <= Segments;
        Segments: if (coprocessor_ready_i) step_q <= Go;
        Go:       if (coprocessor_ready_i) step_q <= Wait;
        Wait:     if (!coprocessor_i.busy) step_q <= Status;
        default:  if (coprocessor_ready_i) step_q <= Rest;
      endcase
    end
  end

  always_comb begin
    coprocessor_o                = '0;
    coprocessor_o.valid          = !(step_q inside {Rest, Wait});
    coprocessor_o.privilege      = PrivilegeMachine;  // addresses are physical
    coprocessor_o.stores_visible = 1'b1;
    coprocessor_o.xs1            = 1'b1;
    coprocessor_o.xs2            = step_q != Status;
    coprocessor_o.xd             = step_q == Status;
    unique case (step_q)
      Size: begin
        coprocessor_o.funct = FunctWriteRegister;
        coprocessor_o.rs1   = CopySegmentSize;
        coprocessor_o.rs2   = bytes_i;
      end
      Segments: begin
        coprocessor_o.funct = FunctWriteRegister;
        coprocessor_o.rs1   = CopySegments;
        coprocessor_o.rs2   = 64'd1;
      end
      Go: begin
        coprocessor_o.funct = FunctTransfer;
        coprocessor_o.rs1   = target_i;
        coprocessor_o.rs2   = source_i;
      end
      default: begin
        coprocessor_o.funct = FunctReadRegister;
        coprocessor_o.rs1   = CopyStatus;
      end
    endcase
  end

  assign done_o   = step_q == Status && coprocessor_ready_i;
  assign status_o = status_e'(coprocessor_i.result[CopyStatusCode+:3]);
endmodule
