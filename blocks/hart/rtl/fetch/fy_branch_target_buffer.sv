// SPDX-License-Identifier: Apache-2.0

/// Remembers the targets of taken branches and jumps, direct mapped.
///
/// Lookup is combinational, an update is seen from the next cycle. Tag and target are partial: a
/// wrong answer costs a mispredict, never a wrong result.
module fy_branch_target_buffer
  import fy_pipeline_pkg::*;
#(
  /// Register width
  parameter int unsigned Xlen    = 64,
  /// Entries, a power of two
  parameter int unsigned Entries = 64
) (
  input  logic            clk_i,
  input  logic            rst_ni,

  input  logic [Xlen-1:0] pc_i,
  output logic            hit_o,
  output flow_e           flow_o,
  output logic [Xlen-1:0] target_o,

  input  logic            write_i,
  /// The entry becomes valid, or is dropped
  input  logic            write_valid_i,
  input  logic [Xlen-1:0] write_pc_i,
  input  flow_e           write_flow_i,
  input  logic [Xlen-1:0] write_target_i
);
  localparam int unsigned IndexBits  = $clog2(Entries);
  localparam int unsigned TagBits    = 16;
  localparam int unsigned TargetBits = 32;  // the rest is that of the branch

  typedef struct packed {
    logic [TagBits-1:0]    tag;
    flow_e                 flow;
    logic [TargetBits-3:0] target;
  } entry_t;

  logic [Entries-1:0]   valid_q;
  entry_t               entries_q [Entries];
  entry_t               entry;
  logic [IndexBits-1:0] index, write_index;

  assign index       = pc_i[2+:IndexBits];
  assign write_index = write_pc_i[2+:IndexBits];
  assign entry       = entries_q[index];
  assign hit_o       = valid_q[index] && entry.tag == pc_i[2+IndexBits+:TagBits];
  assign flow_o      = entry.flow;

  if (Xlen == TargetBits) begin : gen_narrow
    assign target_o = {entry.target, 2'b00};
  end else begin : gen_wide
    assign target_o = {pc_i[Xlen-1:TargetBits], entry.target, 2'b00};
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= '0;
    else if (write_i) valid_q[write_index] <= write_valid_i;
  end

  always_ff @(posedge clk_i) begin
    if (write_i && write_valid_i) begin
      entries_q[write_index] <= '{tag: write_pc_i[2+IndexBits+:TagBits], flow: write_flow_i,
                                  target: write_target_i[TargetBits-1:2]};
    end
  end

  logic unused_bits;
  assign unused_bits = ^{write_pc_i, write_target_i, pc_i};

  if (Entries < 2 || (Entries & (Entries - 1)) != 0) begin : gen_entries
    $error("fy_branch_target_buffer: Entries is %0d; it must be a power of two above 1", Entries);
  end
endmodule
