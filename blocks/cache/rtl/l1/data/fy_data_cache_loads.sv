// SPDX-License-Identifier: Apache-2.0

/// Bytes of the miss slots, and the loads that wait for them.
///
/// Adds no cycle to its parts: a load can be delivered from the cycle after its beat. `stored_o`,
/// `conflict_o` and `ready_o` describe the access being decided, in its cycle, for the decision. A
/// late value whose beat was denied or corrupt has its `error` set.
module fy_data_cache_loads
  import fy_core_pkg::*;
  import fy_l1_pkg::*;
  import fy_data_port_pkg::*;
#(
  parameter int unsigned Slots     = 2,
  parameter int unsigned Entries   = 8,
  parameter int unsigned LineBytes = 64,
  parameter int unsigned BeatBytes = 32
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  /// The access being decided, its bytes if it stores, and what is done with it unless killed
  input  logic                   go_i,
  input  data_access_t           request_i,
  input  decision_t              decision_i,
  input  slot_match_t            match_i,
  input  word_write_t            store_i,

  /// Bytes of its word that stores wrote into the matching slot
  output logic [7:0]             stored_o,
  /// A queued load still reads its word
  output logic                   conflict_o,
  /// One more load can wait
  output logic                   ready_o,

  input  grant_beat_t            beat_i,
  input  logic                   beat_valid_i,
  input  logic [BeatBytes*8-1:0] beat_data_i,

  /// Slots whose bytes a load still reads
  output logic [Slots-1:0]       queued_o,
  input  slot_t                  line_slot_i,
  output logic [LineBytes*8-1:0] line_data_o,
  output logic [LineBytes-1:0]   line_stored_o,

  output data_late_t             late_o,
  output logic                   late_valid_o,
  input  logic                   late_ready_i
);
  address_t     address;
  slot_t        slot;
  queued_load_t push, load;
  logic [63:0]  word;

  assign address = request_i.address[AddressBits-1:0];
  assign slot    = decision_i.allocate ? match_i.free_index : match_i.index;
  assign push    = '{
      id: request_i.id, address: address, size: request_i.size,
      is_unsigned: request_i.is_unsigned, error: !decision_i.allocate && match_i.error,
      slot: slot};

  fy_l1_line_buffers #(
    .Slots(Slots), .LineBytes(LineBytes), .BeatBytes(BeatBytes)
  ) i_buffers (
    .clk_i,
    .clear_i         (go_i && decision_i.allocate),
    .clear_slot_i    (match_i.free_index),
    .store_i,
    .store_valid_i   (go_i && decision_i.merge),
    .store_slot_i    (slot),
    .beat_i,
    .beat_valid_i,
    .beat_data_i,
    .stored_address_i(address),
    .stored_slot_i   (match_i.index),
    .stored_o,
    .read_address_i  (load.address),
    .read_slot_i     (load.slot),
    .read_data_o     (word),
    .line_slot_i,
    .line_data_o,
    .line_stored_o
  );

  fy_l1_load_queue #(
    .Entries(Entries), .Slots(Slots), .LineBytes(LineBytes), .BeatBytes(BeatBytes)
  ) i_queue (
    .clk_i,
    .rst_ni,
    .push_i            (push),
    .push_valid_i      (go_i && decision_i.enqueue),
    .push_ready_o      (ready_o),
    .push_present_i    (decision_i.present),
    .beat_i,
    .beat_valid_i,
    .load_o            (load),
    .load_valid_o      (late_valid_o),
    .load_ready_i      (late_ready_i),
    .conflict_address_i(address),
    .conflict_slot_i   (match_i.index),
    .conflict_o,
    .queued_o
  );

  assign late_o = '{
      id: load.id, error: load.error,
      data: extend(word, load.address[2:0], load.size, load.is_unsigned)};
endmodule
