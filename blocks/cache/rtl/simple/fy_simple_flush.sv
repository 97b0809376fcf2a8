// SPDX-License-Identifier: Apache-2.0

/// Walks over the sets of fy_cache_simple: writes dirty lines back, then empties the cache.
///
/// Asked by `flush_i`, which is held until `done_o`; with `keep_i` the lines stay, clean. Begins
/// when the cache is quiet. A set takes one cycle; one with dirty lines 3 more, and for each of
/// them its write-back up to the acknowledgement and 1 more. A cache that writes through has no
/// dirty lines, and is empty in 2 cycles.
module fy_simple_flush
  import fy_l1_pkg::*;
  import fy_simple_cache_pkg::*;
#(
  parameter  int unsigned Sets      = 64,
  parameter  int unsigned Ways      = 1,
  parameter  int unsigned LineBytes = 16,
  parameter  bit          WriteBack = 1'b1,
  localparam int unsigned SetBits   = $clog2(Sets),
  localparam int unsigned Offset    = $clog2(LineBytes),
  localparam int unsigned TagBits   = AddressBits - SetBits - Offset
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,

  input  logic                         flush_i,
  input  logic                         keep_i,
  output logic                         done_o,
  /// Nothing else is under way
  input  logic                         quiet_i,
  /// Has begun: no access is accepted
  output logic                         active_o,

  /// The set that is looked at; tags come one cycle after `read_o`
  output logic                         read_o,
  output address_t                     address_o,
  input  logic [Ways-1:0][TagBits-1:0] tags_i,
  input  line_state_t [Ways-1:0]       states_i,
  output update_t                      update_o,
  output logic                         clear_o,

  output job_t                         job_o,
  output logic                         job_valid_o,
  input  logic                         job_busy_i
);
  typedef enum logic [2:0] {Idle, Look, Read, Write, Wait, Clear} state_e;

  state_e             state_q;
  logic [SetBits-1:0] set_q;
  logic               dirty;
  way_t               way;
  logic [TagBits-1:0] tag;

  always_comb begin
    dirty = 1'b0;
    way   = '0;
    tag   = '0;
    for (int unsigned i = 0; i < Ways; i++) begin
      if (states_i[i].dirty && !dirty) begin
        dirty = 1'b1;
        way   = way_t'(i);
        tag   = tags_i[i];
      end
    end
  end

  assign active_o    = state_q != Idle;
  assign done_o      = state_q == Clear;
  assign clear_o     = state_q == Clear && !keep_i;
  assign read_o      = state_q == Read;
  assign address_o   = address_t'({set_q, Offset'(0)});
  assign job_valid_o = state_q == Write && dirty;
  assign job_o       = '{
      refill: 1'b0, address: '0, evict: 1'b1, victim: {tag, set_q, Offset'(0)}, way: way};
  assign update_o    = '{
      valid: job_valid_o, write_tag: 1'b0, address: address_o, way: way,
      state: '{valid: 1'b1, trunk: 1'b0, dirty: 1'b0}};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= Idle;
      set_q   <= '0;
    end else begin
      unique case (state_q)
        Idle:  if (flush_i && quiet_i) state_q <= WriteBack ? Look : Clear;
        Look: begin
          if (dirty) state_q <= Read;
          else begin
            set_q <= set_q + 1'b1;
            if (&set_q) state_q <= Clear;
          end
        end
        Read:    state_q <= Write;
        Write:   state_q <= dirty ? Wait : Look;
        Wait:    if (!job_busy_i) state_q <= Write;
        default: state_q <= Idle;
      endcase
    end
  end
endmodule
