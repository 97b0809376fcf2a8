// SPDX-License-Identifier: Apache-2.0

/// Contract of the port of a tracker: what the tracker and the bus behind it promise each other.
///
/// `environment_o`: the bus takes only what it has passed, and what it passed stays passed to the
/// last beat; it answers only what it owes, beats of one read together: a read once taken, a write
/// once its last beat is taken. It may hold back a message as long as it likes, and answer in any
/// order.
/// `contract_o`: a message passed is stable, and so is each beat of a burst; one held back may give
/// way to the other kind, but is there again when its kind comes first; no id is used twice; a
/// block Put in its middle waits for reads alone; and while work remains and nothing is owed, a
/// message is offered within QuietCycles. It depends on state alone, not on inputs of this cycle.
/// The proof of the tracker assumes the first and shows the second, that of the crossbar the
/// reverse; a cycle of one needs only earlier cycles of the other.
module fy_copy_port_properties
  import fy_tl_pkg::*;
  import fy_copy_engine_pkg::*;
#(
  parameter int unsigned BeatBytes    = 2,
  parameter int unsigned BlockBytes   = 4,
  parameter int unsigned BufferBlocks = 2,
  parameter int unsigned QuietCycles  = 1
) (
  input  logic                              clk_i,
  input  logic                              rst_ni,
  input  logic                              busy_i,
  input  logic                              put_first_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::a_t a_i,
  input  logic                              a_valid_i,
  input  logic                              a_ready_i,
  input  logic                              a_passed_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::d_t d_i,
  input  logic                              d_valid_i,
  output logic                              environment_o,
  output logic                              contract_o
);
  typedef fy_tl#(.BeatBytes(BeatBytes))::a_t a_t;

  localparam int unsigned Reads      = read_sources(BufferBlocks);
  localparam int unsigned Sources    = tracker_sources(BufferBlocks);
  localparam int unsigned LaneBits   = $clog2(BeatBytes);
  localparam int unsigned BlockBits  = $clog2(BlockBytes);
  localparam int unsigned BlockBeats = BlockBytes / BeatBytes;
  localparam int unsigned ReadBits   = $clog2(Reads);
  localparam int unsigned WriteBits  = $clog2(WriteSources);

  logic [Reads-1:0]        read_owed_q, read_block_q;
  logic [WriteSources-1:0] write_owed_q;
  logic [3:0]              a_beat_q, d_beat_q;
  logic [ReadBits-1:0]     d_read_q;
  logic                    passed_q;    // of a message passed, the last beat is not taken
  logic                    get_q;       // a Get was offered and is not taken yet
  logic                    put_q;       // the same of a Put
  logic                    begun_q;     // reset is over since a cycle
  a_t                      a_q;         // offered last
  logic                    a_taken, a_is_get, a_is_block, a_last, d_is_write, d_last;
  logic [ReadBits-1:0]     a_read, d_read;
  logic [WriteBits-1:0]    a_write, d_write;

  assign a_taken    = a_valid_i && a_ready_i;
  assign a_is_get   = a_i.opcode == Get;
  assign a_is_block = a_i.size == SizeBits'(BlockBits);
  assign a_last     = a_is_get || !a_is_block || a_beat_q == 4'(BlockBeats - 1);
  assign a_read     = a_i.source[ReadBits-1:0];
  assign a_write    = WriteBits'(a_i.source - DefaultSourceBits'(Reads));
  assign d_is_write = d_i.source >= DefaultSourceBits'(Reads);
  assign d_read     = d_i.source[ReadBits-1:0];
  assign d_write    = WriteBits'(d_i.source - DefaultSourceBits'(Reads));
  assign d_last     = d_is_write || !read_block_q[d_read] || d_beat_q == 4'(BlockBeats - 1);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      read_owed_q  <= '0;
      write_owed_q <= '0;
      read_block_q <= '0;
      a_beat_q     <= '0;
      d_beat_q     <= '0;
      d_read_q     <= '0;
      passed_q     <= 1'b0;
      get_q        <= 1'b0;
      put_q        <= 1'b0;
      begun_q      <= 1'b0;
    end else begin
      begun_q  <= 1'b1;
      passed_q <= (passed_q || (a_valid_i && a_passed_i)) && !(a_taken && a_last);
      if (a_valid_i && a_is_get) get_q <= !a_ready_i;
      if (a_valid_i && !a_is_get) put_q <= !a_ready_i;
      if (a_taken) begin
        a_beat_q <= a_last ? '0 : a_beat_q + 1'b1;
        if (a_is_get) begin
          read_owed_q[a_read]  <= 1'b1;
          read_block_q[a_read] <= a_is_block;
        end else if (a_last) begin
          write_owed_q[a_write] <= 1'b1;
        end
      end
      if (d_valid_i) begin
        d_beat_q <= d_last ? '0 : d_beat_q + 1'b1;
        d_read_q <= d_read;
        if (d_is_write) write_owed_q[d_write] <= 1'b0;
        else if (d_last) read_owed_q[d_read] <= 1'b0;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (a_valid_i) a_q <= a_i;
  end

  // ---- the environment -----------------------------------------------------------------------
  logic answer_fits, middle_fits, passing_fits;

  assign answer_fits   = d_i.source < DefaultSourceBits'(Sources) &&
                         (d_is_write ? write_owed_q[d_write] : read_owed_q[d_read]) &&
                         (d_beat_q == '0 || (!d_is_write && d_read == d_read_q)) &&
                         (d_is_write || d_i.size == (read_block_q[d_read] ? SizeBits'(BlockBits) :
                                                     SizeBits'(LaneBits)));
  assign passing_fits  = a_passed_i || !(passed_q || a_ready_i);
  assign middle_fits   = d_beat_q == '0 || (32'(d_beat_q) < BlockBeats && read_owed_q[d_read_q] &&
                                            read_block_q[d_read_q]);
  assign environment_o = passing_fits && middle_fits && (!d_valid_i || answer_fits);

  // ---- the tracker ---------------------------------------------------------------------------
  logic [2:0] quiet_q;
  logic       quiet, offer_fits, stable, there, alive, bursting;

  assign bursting = a_beat_q != '0;
  assign quiet    = busy_i && !a_valid_i && read_owed_q == '0 && write_owed_q == '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) quiet_q <= '0;
    else quiet_q <= !quiet ? '0 : (quiet_q == 3'd7 ? quiet_q : quiet_q + 1'b1);
  end

  assign offer_fits = a_is_get ? a_i.source < DefaultSourceBits'(Reads) && !read_owed_q[a_read] &&
                                 (a_is_block || a_i.size == SizeBits'(LaneBits)) :
                                 a_i.opcode == PutFullData &&
                                 a_i.source >= DefaultSourceBits'(Reads) &&
                                 a_i.source < DefaultSourceBits'(Sources) &&
                                 !write_owed_q[a_write] &&
                                 (a_is_block || a_i.size <= SizeBits'(LaneBits));
  // A beat is passed by, the next may be late; its message is told all the same.
  assign stable     = !passed_q || ((bursting || a_valid_i) && a_i.opcode == a_q.opcode &&
                                    a_i.size == a_q.size && a_i.source == a_q.source &&
                                    a_i.address == a_q.address);
  assign there      = passed_q || ((!(get_q || put_q) || a_valid_i) &&
                                   (!(put_first_i ? put_q : get_q) || a_is_get == !put_first_i));
  // Quiet ends with a message.
  assign alive      = quiet_q <= 3'(QuietCycles) && (quiet_q < 3'(QuietCycles) || a_valid_i) &&
                      (!bursting || a_valid_i || read_owed_q != '0);

  assign contract_o = (!a_valid_i || offer_fits) && stable && there && alive &&
                      (!bursting || (passed_q && !a_is_get && a_is_block &&
                                     32'(a_beat_q) < BlockBeats)) &&
                      (!a_valid_i || !a_is_block || a_i.address[BlockBits-1:0] == '0) &&
                      (begun_q || (!busy_i && !a_valid_i));
endmodule
