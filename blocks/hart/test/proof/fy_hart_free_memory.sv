// SPDX-License-Identifier: Apache-2.0

/// Memory behind the ports of a core of 32 bits, for proofs: any answers that the contracts of
/// fy_core_pkg allow.
///
/// The inputs `free_*` take any value in any cycle; here the answers nobody waits for are dropped,
/// and values are extended as the request asks. Only one word, of fetches, keeps its value.
module fy_hart_free_memory import fy_core_pkg::*; (
  input  logic            clk_i,
  input  logic            rst_ni,

  input  logic            free_fetch_ready_i,
  input  fetch_response_t free_fetch_i,
  input  logic            free_data_ready_i,
  input  data_response_t  free_data_i,

  /// The word that keeps its value
  input  logic [31:0]     word_address_i,
  input  logic [31:0]     word_i,

  input  fetch_request_t  fetch_i,
  output logic            fetch_ready_o,
  output fetch_response_t fetch_o,

  input  data_request_t   data_i,
  output logic            data_ready_o,
  output data_response_t  data_o,

  /// An access is done, or its value owed: the core cannot take it back
  output logic            performed_o,
  output logic            late_o,
  output data_access_t    access_o
);
  // ---- fetch ------------------------------------------------------------------------------
  logic        fetch_owed_q;
  logic [63:0] fetch_address_q;

  assign fetch_ready_o = free_fetch_ready_i && (!fetch_owed_q || fetch_o.valid) && !fetch_i.flush;

  always_comb begin
    fetch_o       = free_fetch_i;
    fetch_o.valid = free_fetch_i.valid && fetch_owed_q;
    if (fetch_address_q == 64'(word_address_i)) fetch_o.instruction = word_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) fetch_owed_q <= 1'b0;
    else fetch_owed_q <= (fetch_i.valid && fetch_ready_o) || (fetch_owed_q && !fetch_o.valid);
  end

  always_ff @(posedge clk_i) begin
    if (fetch_i.valid && fetch_ready_o) fetch_address_q <= fetch_i.address;
  end

  // ---- data -------------------------------------------------------------------------------
  logic         decide_q;
  data_access_t access_q;
  logic [31:0]  owed_q, unsigned_q;  // by tag
  logic [1:0]   size_q [32];

  function automatic logic [63:0] extended(logic [63:0] value, logic [1:0] size, logic is_unsigned);
    unique case (size)
      2'd0:    return {{56{value[7] && !is_unsigned}}, value[7:0]};
      2'd1:    return {{48{value[15] && !is_unsigned}}, value[15:0]};
      default: return {{32{value[31] && !is_unsigned}}, value[31:0]};
    endcase
  endfunction

  assign data_ready_o = free_data_ready_i;
  assign performed_o  = decide_q && !data_i.kill && data_o.status != DataReplay;
  assign late_o       = data_o.status == DataPending;
  assign access_o     = access_q;

  always_comb begin
    data_o      = free_data_i;
    data_o.data = extended(free_data_i.data, access_q.size, access_q.is_unsigned);
    // Loads alone are answered late.
    if (!(free_data_i.status inside {DataPending, DataReplay}) ||
        (free_data_i.status == DataPending && access_q.operation != DataLoad)) begin
      data_o.status = DataDone;
    end
    // What comes for x0 is dropped by the core whenever it comes.
    data_o.late_valid = free_data_i.late_valid &&
                        (free_data_i.late.id.tag == '0 || owed_q[free_data_i.late.id.tag]);
    data_o.late.data  = extended(free_data_i.late.data, size_q[free_data_i.late.id.tag],
                                 unsigned_q[free_data_i.late.id.tag]);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      decide_q <= 1'b0;
      owed_q   <= '0;
    end else begin
      decide_q <= data_i.valid && data_ready_o;
      if (data_o.late_valid) owed_q[data_o.late.id.tag] <= 1'b0;
      if (performed_o && late_o) owed_q[access_q.id.tag] <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (data_i.valid && data_ready_o) access_q <= data_i.access;
    if (performed_o) begin
      size_q[access_q.id.tag]     <= access_q.size;
      unsigned_q[access_q.id.tag] <= access_q.is_unsigned;
    end
  end
endmodule
