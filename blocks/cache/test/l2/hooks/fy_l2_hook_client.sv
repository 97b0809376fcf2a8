// SPDX-License-Identifier: Apache-2.0

/// Client of the hooks of one L2 bank, for tests: checks each notice, makes requests wait, and has
/// lines written to other addresses.
///
/// A shadow of the tags is kept from the notices alone, and every notice is checked against it and
/// against channel A before the bank. A request waits up to 31 cycles now and then. A small table
/// chooses lines that a Get brought, which no client may write, and has each written to its address
/// with the bit `Copies` before it changes or leaves; the top compares those bytes. Addresses are
/// those of the bus; the bank is number `Bank` of 2**BankBits, in pieces of 2**Low bytes.
module fy_l2_hook_client
  import fy_cache_pkg::*;
  import fy_tl_pkg::*;
  import fy_l2_pkg::*;
  import fy_l2_hook_pkg::*;
#(
  parameter int unsigned LineBytes = 64,
  /// Of the bank
  parameter int unsigned Sets      = 8,
  parameter int unsigned Ways      = 2,
  parameter int unsigned Low       = 6,
  parameter int unsigned BankBits  = 0,
  parameter int unsigned Bank      = 0,
  parameter logic [39:0] Copies    = 40'(1) << 38
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,

  /// The bank takes a beat of channel A
  input  logic                         asked_i,
  input  logic [DefaultSourceBits-1:0] source_i,
  input  logic [39:0]                  address_i,
  input  l2_events_t                   events_i,

  input  notice_t                      notice_i,
  input  logic                         materialise_ready_i,
  output hook_t                        hook_o
);
  localparam int unsigned OffsetBits = $clog2(LineBytes);
  localparam int unsigned SetBits    = $clog2(Sets);
  localparam int unsigned WayBits    = $clog2(Ways);
  localparam int unsigned Entries    = 4;

  lookup_notice_t lookup;
  line_notice_t   fill, leave;

  assign lookup = notice_i.lookup;
  assign fill   = notice_i.fill;
  assign leave  = notice_i.leave;

  function automatic logic [39:0] line_of(logic [39:0] address);
    return {address[39:OffsetBits], OffsetBits'(0)};
  endfunction
  function automatic logic [31:0] set_of(logic [39:0] address);
    return 32'(bank_address(address, Low, BankBits) >> OffsetBits) % Sets;
  endfunction
  function automatic logic served(logic [39:0] address);
    return 32'(address >> Low) % (1 << BankBits) == Bank;
  endfunction

  // ---- shadow of the tags ---------------------------------------------------------------------
  logic [Sets-1:0][Ways-1:0] valid_q;
  logic [39:0]               lines_q   [Sets][Ways];
  request_t                  request_q [MaxTransactors];
  logic [39:0]               asked_q   [1<<DefaultSourceBits];   // by the request of each source
  logic                      hit_q, miss_q, known, flush;

  always_comb begin
    known = 1'b0;
    for (int unsigned i = 0; i < Ways; i++) begin
      if (valid_q[SetBits'(lookup.set)][i] &&
          lines_q[SetBits'(lookup.set)][i] == line_of(lookup.request.address)) known = 1'b1;
    end
  end
  assign flush = lookup.request.opcode == Intent;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= '0;
      hit_q   <= 1'b0;
      miss_q  <= 1'b0;
    end else begin
      hit_q  <= events_i.hit;
      miss_q <= events_i.miss;
      if (leave.valid) valid_q[SetBits'(leave.set)][WayBits'(leave.way)] <= 1'b0;
      if (fill.valid) valid_q[SetBits'(fill.set)][WayBits'(fill.way)] <= 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (asked_i) asked_q[source_i] <= address_i;
    if (lookup.valid) request_q[lookup.number] <= lookup.request;
    if (fill.valid) lines_q[SetBits'(fill.set)][WayBits'(fill.way)] <= fill.address;
  end

  assert property (@(posedge clk_i) disable iff (!rst_ni) !lookup.valid ||
      (served(lookup.request.address) && lookup.request.address == asked_q[lookup.request.source]));
  assert property (@(posedge clk_i) disable iff (!rst_ni) !lookup.valid || (lookup.hit == known &&
      lookup.set == set_of(lookup.request.address)));
  assert property (@(posedge clk_i) disable iff (!rst_ni) !lookup.valid || !lookup.works ||
      !lookup.hit || (valid_q[SetBits'(lookup.set)][WayBits'(lookup.way)] &&
      lines_q[SetBits'(lookup.set)][WayBits'(lookup.way)] == line_of(lookup.request.address)));
  // As often as the bank counts hits and misses.
  assert property (@(posedge clk_i) disable iff (!rst_ni)
      hit_q == (lookup.valid && lookup.hit && !flush));
  assert property (@(posedge clk_i) disable iff (!rst_ni)
      !miss_q || (lookup.valid && !lookup.hit));
  // A line leaves when its way is taken or it is flushed, and is told under its own name.
  assert property (@(posedge clk_i) disable iff (!rst_ni) leave.valid ==
      (lookup.valid && lookup.works && (lookup.hit ? flush :
       valid_q[SetBits'(lookup.set)][WayBits'(lookup.way)])));
  assert property (@(posedge clk_i) disable iff (!rst_ni) !leave.valid ||
      (leave.number == lookup.number && leave.set == lookup.set && leave.way == lookup.way &&
       leave.address == lines_q[SetBits'(leave.set)][WayBits'(leave.way)]));
  assert property (@(posedge clk_i) disable iff (!rst_ni) !fill.valid ||
      (!valid_q[SetBits'(fill.set)][WayBits'(fill.way)] && set_of(fill.address) == fill.set &&
       fill.address == line_of(request_q[fill.number].address)));

  // ---- table ----------------------------------------------------------------------------------
  typedef struct packed {
    logic        valid;
    logic        due;      // to be written now
    logic        holds;    // a transactor stands still until then
    number_t     number;
    logic [31:0] set;
    way_t        way;
    logic [39:0] address;
  } entry_t;

  entry_t               entries_q [Entries];
  logic [Entries-1:0]   ends;          // the line of the entry changes or leaves
  logic                 asks_q, busy_q;
  logic [1:0]           current_q;
  logic                 pauses;        // the request waits for no reason
  logic [4:0]           pause_q [MaxTransactors];
  logic [15:0]          random_q;

  assign pauses = lookup.valid && random_q[3:0] == 4'(Bank);

  always_comb begin
    hook_o.hold = '0;
    for (int unsigned i = 0; i < Entries; i++) begin
      ends[i] = lookup.valid && lookup.works && entries_q[i].valid &&
                entries_q[i].set == lookup.set && entries_q[i].way == lookup.way &&
                !(lookup.hit && lookup.request.opcode == Get);
      if (ends[i] || pauses) hook_o.hold[lookup.number] = 1'b1;
      if (entries_q[i].holds) hook_o.hold[entries_q[i].number] = 1'b1;
    end
    for (int unsigned i = 0; i < MaxTransactors; i++) begin
      if (pause_q[i] != '0) hook_o.hold[i] = 1'b1;
    end
    hook_o.materialise.valid   = asks_q;
    hook_o.materialise.set     = entries_q[current_q].set;
    hook_o.materialise.way     = entries_q[current_q].way;
    hook_o.materialise.address = entries_q[current_q].address | Copies;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int unsigned i = 0; i < MaxTransactors; i++) pause_q[i] <= '0;
    end else begin
      for (int unsigned i = 0; i < MaxTransactors; i++) begin
        if (pauses && lookup.number == number_t'(i)) pause_q[i] <= random_q[8:4];
        else if (pause_q[i] != '0) pause_q[i] <= pause_q[i] - 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      asks_q    <= 1'b0;
      busy_q    <= 1'b0;
      current_q <= '0;
      random_q  <= 16'h1d0b;
      for (int unsigned i = 0; i < Entries; i++) entries_q[i] <= '0;
    end else begin
      random_q <= {random_q[14:0], random_q[15] ^ random_q[13] ^ random_q[12] ^ random_q[10]};

      for (int unsigned i = 0; i < Entries; i++) begin
        if (ends[i]) begin
          entries_q[i].due    <= 1'b1;
          entries_q[i].holds  <= 1'b1;
          entries_q[i].number <= lookup.number;
        end else if (random_q[7:0] == 8'(i)) entries_q[i].due <= entries_q[i].valid;
        // What a client may write changes unseen, and the flat memory learns of a Put after the
        // array: only lines that a Get brought.
        if (fill.valid && !entries_q[i].valid && 2'(i) == random_q[1:0] &&
            request_q[fill.number].opcode == Get) begin
          entries_q[i] <= '{valid: 1'b1, set: fill.set, way: fill.way, address: fill.address,
                            default: '0};
        end
      end

      if (!asks_q && !busy_q) begin
        current_q <= current_q + 1'b1;
        if (entries_q[current_q].due) begin
          current_q <= current_q;
          asks_q    <= 1'b1;
        end
      end
      if (asks_q && materialise_ready_i) begin
        asks_q <= 1'b0;
        busy_q <= 1'b1;
      end
      if (notice_i.done) begin
        busy_q               <= 1'b0;
        entries_q[current_q] <= '0;
      end
    end
  end

  assert property (@(posedge clk_i) disable iff (!rst_ni) !notice_i.done || busy_q);
  // Nothing is overwritten that the table still needs.
  for (genvar i = 0; i < Entries; i++) begin : gen_entry
    assert property (@(posedge clk_i) disable iff (!rst_ni) !fill.valid || !entries_q[i].valid ||
        entries_q[i].set != fill.set || entries_q[i].way != fill.way);
  end
endmodule
