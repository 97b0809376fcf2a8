// SPDX-License-Identifier: Apache-2.0

/// Decodes the custom-2 instructions and holds the control registers.
///
/// Register instructions complete at once, also during a transfer. Transfer waits until the queue
/// takes it, Resume until the engine is idle, both until older stores are visible. Unknown functs,
/// register numbers, wrong xd, xs1, xs2 bits and a Transfer that the queue refuses are illegal and
/// do nothing. Registers 5, 6 and 11 are read-only: writing,
/// setting or clearing them is legal and changes nothing, as for unused control bits and, during a
/// transfer, for the cursor. The shape view (control bit 3) can be set only while a transfer stands
/// still with work left; then reads of 0 to 2 and of the allocation bits give the shape of that
/// transfer. Transfer, Resume and cursor writes clear it. Who may ask is for fy_copy_claim.
/// Combinational answers; a written value is read in the next cycle.
module fy_copy_registers
  import fy_copy_engine_pkg::*;
  import fy_copy_engine_registers_pkg::*;
(
  input  logic                                clk_i,
  input  logic                                rst_ni,

  input  fy_core_pkg::coprocessor_request_t   coprocessor_i,
  output logic                                coprocessor_ready_o,
  output fy_core_pkg::coprocessor_response_t  coprocessor_o,

  /// A command is under way or waits
  input  logic                                busy_i,

  /// No transfer is under way and none is about to start
  input  logic                                idle_i,
  /// Back to the values after reset, the cursor to zero
  input  logic                                forget_i,
  input  logic                                transfer_ready_i,
  /// The queue is full and stopped: a Transfer would wait for ever
  input  logic                                transfer_refused_i,
  /// Commands in the queue
  input  logic [1:0]                          waiting_i,
  input  report_t                             report_i,
  input  cursor_t                             cursor_i,
  /// Shape of the latest transfer
  input  shape_t                              transfer_shape_i,

  output shape_t                              shape_o,
  output logic                                pause_o,
  /// Transfer is accepted: source in rs2, target in rs1
  output logic                                transfer_o,
  /// Resume is accepted
  output logic                                resume_o,
  /// The status is read
  output logic                                looked_o,
  /// Privilege and address space of the caller, with either
  output fy_mmu_pkg::context_t                context_o,
  output cursor_write_t                       cursor_write_o
);
  typedef struct packed {
    logic [63:0] source_stride;
    logic [63:0] target_stride;
    logic [63:0] segment_bytes;
    logic [63:0] segments;
    logic        overlap;
    logic        view;
    logic        pause;
    logic        target_allocate;
    logic        source_allocate;
  } registers_t;

  // One segment, so that software which loses and claims the engine again between two writes of a
  // plain copy, the size last, still copies all of it.
  localparam registers_t AfterReset = '{segments: 64'd1, target_allocate: 1'b1, default: '0};

  registers_t  registers_q, registers_d;
  operation_t  operation;
  logic        known, legal, change;
  logic [63:0] selected, seen, value;

  // ---- decode ------------------------------------------------------------------------------
  always_comb begin
    operation = decode(coprocessor_i);
    known     = coprocessor_i.rs1 <= CopyErrorAddress;
    legal     = (operation.transfer && !transfer_refused_i) || operation.resume ||
                (known && (operation.read || operation.change));
  end

  always_comb begin
    coprocessor_ready_o = 1'b1;
    if (operation.transfer && !transfer_refused_i) begin
      coprocessor_ready_o = transfer_ready_i && coprocessor_i.stores_visible;
    end
    if (operation.resume) coprocessor_ready_o = idle_i && coprocessor_i.stores_visible;
    transfer_o = coprocessor_i.valid && coprocessor_ready_o && operation.transfer && legal;
    resume_o   = coprocessor_i.valid && coprocessor_ready_o && operation.resume;
    change     = coprocessor_i.valid && operation.change;
    looked_o   = coprocessor_i.valid && operation.read && coprocessor_i.rs1 == CopyStatus;
  end

  always_comb begin
    coprocessor_o = '{busy: busy_i, illegal: !legal, result: seen};
  end

  assign context_o = fy_mmu_pkg::data_context(
    coprocessor_i.privilege, coprocessor_i.mprv, coprocessor_i.mpp, coprocessor_i.sum,
    coprocessor_i.mxr, coprocessor_i.satp);

  // ---- registers ---------------------------------------------------------------------------
  always_comb begin
    case (coprocessor_i.rs1)
      CopySourceStride: selected = registers_q.source_stride;
      CopyTargetStride: selected = registers_q.target_stride;
      CopySegmentSize:  selected = registers_q.segment_bytes;
      CopySegments:     selected = registers_q.segments;
      CopyControl: begin
        selected                          = '0;
        selected[CopyControlSourceAllocate]   = registers_q.source_allocate;
        selected[CopyControlTargetAllocate]   = registers_q.target_allocate;
        selected[CopyControlPause]            = registers_q.pause;
        selected[CopyControlShapeView]        = registers_q.view;
        selected[CopyControlOverlap]          = registers_q.overlap;
        selected[CopyControlWaiting+:2]       = waiting_i;
      end
      CopyStatus:       selected = 64'(report_i.status);
      CopyPage:         selected = report_i.address >> $clog2(PageBytes);
      CopySource:       selected = cursor_i.source;
      CopyTarget:       selected = cursor_i.target;
      CopyBytesLeft:    selected = cursor_i.bytes;
      CopySegmentsLeft: selected = cursor_i.segments;
      CopyErrorAddress: selected = report_i.address;
      default:              selected = '0;
    endcase
  end

  always_comb begin
    seen = selected;
    if (registers_q.view) begin
      case (coprocessor_i.rs1)
        CopySourceStride: seen = transfer_shape_i.source_stride;
        CopyTargetStride: seen = transfer_shape_i.target_stride;
        CopySegmentSize:  seen = transfer_shape_i.segment_bytes;
        CopyControl: begin
          seen[CopyControlSourceAllocate] = transfer_shape_i.source_allocate;
          seen[CopyControlTargetAllocate] = transfer_shape_i.target_allocate;
          seen[CopyControlOverlap]        = transfer_shape_i.overlap;
        end
        default: ;
      endcase
    end
  end

  assign value = changed(coprocessor_i.funct, selected, coprocessor_i.rs2);

  always_comb begin
    registers_d = registers_q;
    case (coprocessor_i.rs1)
      CopySourceStride: registers_d.source_stride = value;
      CopyTargetStride: registers_d.target_stride = value;
      CopySegmentSize:  registers_d.segment_bytes = value;
      CopySegments:     registers_d.segments      = value;
      CopyControl: begin
        registers_d.view            = value[CopyControlShapeView] && idle_i &&
                                      report_i.status != StatusDone;
        registers_d.overlap         = value[CopyControlOverlap];
        registers_d.pause           = value[CopyControlPause];
        registers_d.target_allocate = value[CopyControlTargetAllocate];
        registers_d.source_allocate = value[CopyControlSourceAllocate];
      end
      default: ;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      registers_q <= AfterReset;
    end else if (forget_i) begin
      registers_q <= AfterReset;
    end else begin
      if (change) registers_q <= registers_d;
      if (transfer_o || resume_o || cursor_write_o.fields != '0) registers_q.view <= 1'b0;
    end
  end

  always_comb begin
    cursor_write_o.fields = '0;
    cursor_write_o.value  = value;
    if (change && idle_i) begin
      cursor_write_o.fields[0] = coprocessor_i.rs1 == CopySource;
      cursor_write_o.fields[1] = coprocessor_i.rs1 == CopyTarget;
      cursor_write_o.fields[2] = coprocessor_i.rs1 == CopyBytesLeft;
      cursor_write_o.fields[3] = coprocessor_i.rs1 == CopySegmentsLeft;
    end
    if (forget_i) cursor_write_o = '{fields: '1, value: '0};
  end

  always_comb begin
    shape_o.source_stride   = registers_q.source_stride;
    shape_o.target_stride   = registers_q.target_stride;
    shape_o.segment_bytes   = registers_q.segment_bytes;
    shape_o.segments        = registers_q.segments;
    shape_o.overlap         = registers_q.overlap;
    shape_o.source_allocate = registers_q.source_allocate;
    shape_o.target_allocate = registers_q.target_allocate;
  end

  assign pause_o = registers_q.pause;

  logic unused_fields;
  assign unused_fields = ^{coprocessor_i.rd, coprocessor_i.rs3, transfer_shape_i.segments};
endmodule
