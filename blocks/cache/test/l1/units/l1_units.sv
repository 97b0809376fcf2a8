// SPDX-License-Identifier: Apache-2.0

/// Test top: the parts of the first-level caches side by side, so that one build serves all their
/// tests. A test drives one part; payloads and the bits of `go_i` are shared by all of them.
module l1_units
  import fy_core_pkg::*;
  import fy_l1_pkg::*;
  import fy_tl_pkg::*;
#(
  parameter int unsigned Slots = 3,
  parameter int unsigned Sets  = 4,
  parameter int unsigned Ways  = 4
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  // Shared by all parts
  input  logic [7:0]             go_i,
  input  address_t               a_i,
  input  address_t               b_i,
  input  address_t               c_i,
  input  way_t                   way_i,
  input  slot_t                  slot_i,
  input  slot_t                  slot_b_i,
  input  slot_t                  slot_c_i,
  input  logic [7:0]             ways_i,
  input  logic [7:0]             ways_b_i,
  input  word_write_t            word_i,
  input  line_state_t            state_i,
  input  line_state_t [Ways-1:0] states_i,
  input  logic [Ways-1:0][31:0]  tags_i,
  input  logic [511:0]           line_i,
  input  logic [63:0]            mask_i,
  input  grant_beat_t            beat_i,
  input  miss_t                  miss_i,
  input  queued_load_t           load_i,
  input  slot_operation_t        install_i,
  input  slot_operation_t        evict_i,
  input  line_op_e               op_i,
  input  return_command_t        command_i,
  input  acquire_t               acquire_i,
  input  data_access_t           request_i,
  input  data_late_t             late_i,
  input  circumstances_t         now_i,
  input  line_step_t             step_i,
  input  decision_t              decision_i,
  input  slot_match_t            match_i,
  input  slot_summary_t          summary_i,
  input  release_t               release_i,
  input  fy_tl#(.BeatBytes(32))::b_t tl_b_i,
  input  fy_tl#(.BeatBytes(32))::d_t tl_d_i,

  // Arrays
  output way_t                   replace_way_o,
  output logic                   replace_none_o,
  output logic [Ways-1:0][31:0]  tags_o,
  output line_state_t [Ways-1:0] core_states_o,
  output line_state_t [Ways-1:0] line_states_o,
  output logic [Ways-1:0][63:0]  words_o,
  output logic                   word_ready_o,
  output logic [511:0]           line_o,
  output lookup_t                lookup_o,
  output logic [63:0]            array_word_o,
  output logic                   array_ready_o,
  output logic [511:0]           array_line_o,

  // Misses
  output logic                   store_ready_o,
  output word_write_t            drain_o,
  output logic                   drain_valid_o,
  output logic [7:0]             forward_mask_o,
  output logic [63:0]            forward_data_o,
  output logic                   set_busy_o,
  output logic                   queue_ready_o,
  output queued_load_t           load_o,
  output logic                   load_valid_o,
  output logic                   conflict_o,
  output logic [Slots-1:0]       queued_o,
  output slot_status_t           status_o,
  output slot_match_t            match_o,
  output acquire_t               acquire_o,
  output logic                   acquire_valid_o,
  output slot_operation_t        evict_o,
  output slot_operation_t        install_o,
  output logic                   probe_pending_o,
  output logic                   probe_blocked_o,
  output slot_summary_t          summary_o,
  output logic [7:0]             stored_o,
  output logic [63:0]            read_data_o,
  output logic [511:0]           buffer_line_o,
  output logic [63:0]            buffer_stored_o,
  output decision_t              decision_o,
  output logic [63:0]            atomic_store_o,
  output logic [63:0]            atomic_response_o,
  output logic [2:0]             atomic_o,      // reserved, failed, probe blocked
  output logic [7:0]             loads_stored_o,
  output logic [1:0]             loads_o,       // conflict, ready
  output logic [Slots-1:0]       loads_queued_o,
  output logic [511:0]           loads_line_o,
  output logic [63:0]            loads_line_stored_o,
  output data_late_t             loads_late_o,
  output logic                   loads_late_valid_o,
  output fy_cache_pkg::data_cache_events_t events_o,

  // Line operations
  output logic                   hold_o,
  output address_t               op_address_o,
  output line_op_e               op_o,
  output logic                   probe_ready_o,
  output logic                   probe_valid_o,
  output address_t               probe_address_o,
  output way_t                   probe_way_o,
  output line_state_t            probe_state_o,
  output logic                   probe_update_o,
  output return_command_t        answer_o,
  output logic                   lines_hold_o,
  output address_t               lines_address_o,
  output line_step_t             lines_step_o,
  output release_t               lines_release_o,
  output address_t               lines_probe_o,
  output logic                   lines_b_ready_o,
  output fy_tl#(.BeatBytes(32))::c_t lines_c_o,
  output logic                   lines_c_valid_o,

  // Channels
  output fy_tl#(.BeatBytes(32))::e_t tl_e_o,
  output logic                   tl_e_valid_o,
  output grant_beat_t            beat_o,
  output logic                   beat_valid_o,
  output slot_t                  acknowledged_o,
  output logic [2:0]             response_o,    // acknowledged, released, uncached
  output logic                   return_ready_o,
  output fy_tl#(.BeatBytes(32))::c_t tl_c_o,
  output logic                   tl_c_valid_o,
  output release_t               release_o,
  output logic                   uncached_ready_o,
  output fy_tl#(.BeatBytes(32))::a_t tl_a_o,
  output logic                   tl_a_valid_o,
  output data_late_t             late_o,
  output logic                   late_valid_o,
  output logic                   error_o,
  output address_t               error_address_o,
  output logic [4:0]             refill_o,      // Get due, busy, done, complete, failed
  output address_t               refill_address_o,
  output logic [7:0]             refill_present_o,
  output logic [511:0]           refill_line_o,
  output fy_tl#(.BeatBytes(32))::a_t requests_a_o,
  output logic                   requests_a_valid_o,
  output logic [2:0]             requests_o,    // acquire, uncached, late load: ready
  output data_late_t             requests_late_o,
  output logic                   requests_late_valid_o
);
  logic [Ways-1:0][31:0]  unused_tags;
  line_state_t [Ways-1:0] unused_states;
  logic                   unused_error;
  address_t               unused_address;

  // ---- arrays -------------------------------------------------------------------------------
  fy_l1_replacement #(.Sets(Sets), .Ways(8)) i_replacement (
    .clk_i, .rst_ni, .set_i(a_i[1:0]), .occupied_i(ways_i), .reserved_i(ways_b_i),
    .way_o(replace_way_o), .none_o(replace_none_o), .touch_i(go_i[0]), .touch_set_i(b_i[1:0]),
    .touch_way_i(way_i));
  fy_l1_tags #(.Sets(Sets), .Ways(Ways)) i_tags (
    .clk_i, .rst_ni, .clear_i(go_i[0]), .read_i(go_i[1]), .read_address_i(a_i), .tags_o,
    .core_address_i(b_i), .core_states_o, .dirty_i(ways_i[Ways-1:0]), .line_address_i(c_i),
    .line_states_o, .update_i(go_i[2]), .update_way_i(way_i), .update_state_i(state_i),
    .write_tag_i(go_i[3]));
  fy_l1_data #(.Sets(Sets), .Ways(Ways)) i_data (
    .clk_i, .read_i(go_i[0]), .read_address_i(a_i), .words_o, .write_i(word_i),
    .write_valid_i(go_i[1]), .write_ready_o(word_ready_o), .line_read_i(go_i[2]),
    .line_write_i(go_i[3]), .line_address_i(c_i), .line_way_i(way_i), .line_mask_i(mask_i),
    .line_data_i(line_i), .line_data_o(line_o));
  fy_data_cache_arrays #(.Sets(Sets), .Ways(Ways)) i_arrays (
    .clk_i, .rst_ni, .read_i(go_i[0]), .read_word_i(go_i[1]), .read_address_i(a_i),
    .address_i(b_i), .reserved_i(ways_b_i[Ways-1:0]), .lookup_o, .word_o(array_word_o),
    .dirty_i(go_i[2]), .touch_i(go_i[3]), .store_i(word_i), .store_valid_i(go_i[4]),
    .store_ready_o(array_ready_o), .line_address_i(c_i), .step_i, .line_mask_i(mask_i), .line_i,
    .line_o(array_line_o), .tags_o(unused_tags), .states_o(unused_states));

  // ---- misses -------------------------------------------------------------------------------
  fy_l1_store_buffer #(.Entries(3), .Sets(Sets)) i_store_buffer (
    .clk_i, .rst_ni, .push_i(word_i), .push_valid_i(go_i[0]), .push_ready_o(store_ready_o),
    .drain_o, .drain_valid_o, .drain_ready_i(go_i[1]), .forward_address_i(a_i), .forward_mask_o,
    .forward_data_o, .set_address_i(b_i), .set_busy_o);
  fy_l1_load_queue #(.Entries(4), .Slots(Slots)) i_load_queue (
    .clk_i, .rst_ni, .push_i(load_i), .push_valid_i(go_i[0]), .push_ready_o(queue_ready_o),
    .push_present_i(go_i[1]), .beat_i, .beat_valid_i(go_i[2]), .load_o, .load_valid_o,
    .load_ready_i(go_i[3]), .conflict_address_i(a_i), .conflict_slot_i(slot_i), .conflict_o,
    .queued_o);
  fy_l1_miss_slot i_miss_slot (
    .clk_i, .rst_ni, .allocate_i(go_i[0]), .miss_i, .acquired_i(go_i[1]), .beat_valid_i(go_i[2]),
    .beat_i, .acknowledged_i(go_i[3]), .evicted_i(go_i[4]), .installed_i(go_i[5]),
    .queued_i(go_i[6]), .status_o);
  fy_l1_miss_slots #(.Slots(Slots), .Sets(Sets)) i_miss_slots (
    .clk_i, .rst_ni, .match_address_i(a_i), .match_o, .allocate_i(go_i[0]), .miss_i, .acquire_o,
    .acquire_valid_o, .acquire_ready_i(go_i[1]), .beat_i, .beat_valid_i(go_i[2]),
    .acknowledged_i(slot_i), .acknowledged_valid_i(go_i[3]), .evict_o, .evicted_i(go_i[4]),
    .install_o, .installed_i(go_i[5]), .queued_i(ways_i[Slots-1:0]), .probe_address_i(b_i),
    .probe_pending_o, .probe_blocked_o, .summary_o);
  fy_l1_line_buffers #(.Slots(Slots)) i_line_buffers (
    .clk_i, .clear_i(go_i[0]), .clear_slot_i(slot_i), .store_i(word_i), .store_valid_i(go_i[1]),
    .store_slot_i(slot_i), .beat_i, .beat_valid_i(go_i[2]), .beat_data_i(line_i[255:0]),
    .stored_address_i(a_i), .stored_slot_i(slot_b_i), .stored_o, .read_address_i(b_i),
    .read_slot_i(slot_c_i), .read_data_o, .line_slot_i(slot_b_i), .line_data_o(buffer_line_o),
    .line_stored_o(buffer_stored_o));
  fy_data_cache_decide i_decide (.request_i, .now_i, .decision_o);
  fy_l1_atomic i_atomic (
    .clk_i, .rst_ni, .go_i(go_i[0]), .request_i, .decision_i, .old_i(mask_i),
    .store_o(atomic_store_o), .response_o(atomic_response_o), .reserved_o(atomic_o[2]),
    .failed_o(atomic_o[1]), .op_i, .op_address_i(a_i), .error_i(go_i[1]), .error_address_i(b_i),
    .probe_address_i(c_i), .probe_blocked_o(atomic_o[0]));
  fy_data_cache_loads #(.Slots(Slots), .Entries(4)) i_loads (
    .clk_i, .rst_ni, .go_i(go_i[0]), .request_i, .decision_i, .match_i, .store_i(word_i),
    .stored_o(loads_stored_o), .conflict_o(loads_o[1]), .ready_o(loads_o[0]), .beat_i,
    .beat_valid_i(go_i[2]), .beat_data_i(line_i[255:0]), .queued_o(loads_queued_o),
    .line_slot_i(slot_b_i), .line_data_o(loads_line_o), .line_stored_o(loads_line_stored_o),
    .late_o(loads_late_o), .late_valid_o(loads_late_valid_o), .late_ready_i(go_i[3]));
  fy_data_cache_events #(.Sets(Sets)) i_events (
    .clk_i, .rst_ni, .go_i(go_i[0]), .request_i, .now_i, .decision_i, .step_i, .summary_i,
    .probe_accepted_i(go_i[1]), .probe_address_i(b_i), .probe_pending_i(go_i[2]),
    .probe_held_i(go_i[3]), .release_i, .install_i, .events_o);

  // ---- line operations ----------------------------------------------------------------------
  fy_l1_line_sequencer i_sequencer (
    .clk_i, .rst_ni, .install_i, .evict_i, .probe_valid_i(go_i[0]), .probe_address_i(a_i),
    .core_valid_i(go_i[1]), .hold_o, .address_o(op_address_o), .conflict_i(go_i[2]), .op_o);
  fy_l1_probe #(.Sets(Sets), .Ways(Ways)) i_probe (
    .clk_i, .rst_ni, .tl_i({go_i[0], tl_b_i}), .tl_ready_o(probe_ready_o),
    .address_o(probe_address_o), .wait_i(go_i[1]), .valid_o(probe_valid_o), .op_i, .tags_i,
    .states_i, .way_o(probe_way_o), .state_o(probe_state_o), .update_o(probe_update_o),
    .answer_o);
  fy_data_cache_lines #(.Sets(Sets), .Ways(Ways), .Source(Slots)) i_lines (
    .clk_i, .rst_ni, .install_i, .install_dirty_i(go_i[1]), .evict_i, .core_valid_i(go_i[2]),
    .hold_o(lines_hold_o), .conflict_i(go_i[3]), .address_o(lines_address_o),
    .step_o(lines_step_o), .tags_i, .states_i, .line_i, .released_i(go_i[4]),
    .release_o(lines_release_o), .probe_address_o(lines_probe_o), .probe_blocked_i(go_i[5]),
    .tl_i({go_i[0], tl_b_i}), .tl_ready_o(lines_b_ready_o),
    .tl_o({lines_c_valid_o, lines_c_o}), .tl_ready_i(go_i[6]));

  // ---- channels -----------------------------------------------------------------------------
  fy_l1_response #(.Slots(Slots)) i_response (
    .clk_i, .rst_ni, .tl_i({go_i[0], tl_d_i}), .tl_o({tl_e_valid_o, tl_e_o}),
    .tl_ready_i(go_i[1]), .beat_o, .beat_valid_o, .acknowledged_o,
    .acknowledged_valid_o(response_o[2]), .released_o(response_o[1]),
    .uncached_o(response_o[0]));
  fy_l1_return i_return (
    .clk_i, .rst_ni, .command_i, .command_valid_i(go_i[0]), .ready_o(return_ready_o), .line_i,
    .tl_o({tl_c_valid_o, tl_c_o}), .tl_ready_i(go_i[1]), .released_i(go_i[2]), .release_o);
  fy_uncached_port #(.Source(Slots + 1)) i_uncached (
    .clk_i, .rst_ni, .request_i, .request_valid_i(go_i[0]), .ready_o(uncached_ready_o),
    .tl_o({tl_a_valid_o, tl_a_o}), .tl_ready_i(go_i[1]), .tl_d_i, .answer_i(go_i[2]), .late_o,
    .late_valid_o, .late_ready_i(go_i[3]), .error_o, .address_o(error_address_o));
  fy_l1_refill i_refill (
    .clk_i, .rst_ni, .start_i(go_i[0]), .start_address_i(a_i), .drop_i(go_i[1]),
    .get_o(refill_o[4]), .sent_i(go_i[2]), .tl_i({go_i[3], tl_d_i}), .busy_o(refill_o[3]),
    .done_o(refill_o[2]), .address_o(refill_address_o), .present_o(refill_present_o),
    .complete_o(refill_o[1]), .failed_o(refill_o[0]), .line_o(refill_line_o));
  fy_data_cache_requests #(.Source(Slots + 1)) i_requests (
    .clk_i, .rst_ni, .acquire_i, .acquire_valid_i(go_i[0]), .acquire_ready_o(requests_o[2]),
    .uncached_i(request_i), .uncached_valid_i(go_i[1]), .uncached_ready_o(requests_o[1]),
    .tl_o({requests_a_valid_o, requests_a_o}), .tl_ready_i(go_i[2]), .tl_d_i,
    .answer_i(go_i[3]), .late_load_i(late_i), .late_load_valid_i(go_i[4]),
    .late_load_ready_o(requests_o[0]), .late_o(requests_late_o),
    .late_valid_o(requests_late_valid_o), .error_o(unused_error),
    .error_address_o(unused_address));
endmodule
