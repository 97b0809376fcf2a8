// SPDX-License-Identifier: Apache-2.0

/// Test top: three TLBs, their walker and the data port mux as a hart has them; beside them a TLB
/// (number 3), a walk cache and two attribute tables alone. One build serves all tests.
module mmu_units
  import fy_core_pkg::*;
  import fy_mmu_pkg::*;
  import mmu_units_pkg::*;
#(
  parameter int unsigned Entries          = 4,
  parameter int unsigned WalkCacheEntries = 4
) (
  input  logic               clk_i,
  input  logic               rst_ni,

  // Lookups: 0 to 2 with the walker, 3 with the bench as its walker
  input  lookup_t [3:0]      lookup_i,
  output outcome_t [3:0]     outcome_o,
  input  translation_fence_t fence_i,
  input  logic               fence_valid_i,
  output walk_request_t      walk_o,
  output logic               walk_valid_o,
  input  logic               walk_ready_i,
  input  walk_response_t     walk_response_i,
  input  logic               walk_response_valid_i,
  output walker_events_t     events_o,

  // The core's side of the data port, and the cache's
  input  data_request_t      core_i,
  input  logic               core_valid_i,
  output logic               core_ready_o,
  input  logic               core_kill_i,
  output logic               core_late_valid_o,
  output data_request_t      data_o,
  output logic               data_valid_o,
  input  logic               data_ready_i,
  output logic               data_kill_o,
  input  data_response_t     data_response_i,
  input  data_late_t         data_late_i,
  input  logic               data_late_valid_i,

  // The walk cache alone
  input  vpn_t               cache_vpn_i,
  input  ppn_t               cache_root_i,
  output logic               cache_hit_o,
  output logic [1:0]         cache_level_o,
  output ppn_t               cache_table_o,
  input  logic               cache_fill_i,
  input  logic [1:0]         cache_fill_level_i,
  input  vpn_t               cache_fill_vpn_i,
  input  ppn_t               cache_fill_root_i,
  input  ppn_t               cache_fill_table_i,
  input  logic               cache_flush_i,

  // Attributes: device, read, write, execute
  input  logic [63:0]        address_i,
  output logic [3:0]         attributes_o,
  output logic [3:0]         overlap_o
);
  // A small region before a large one that holds it; neither size nor place a power of two.
  localparam attribute_table_t Overlap = '{
    0: '{base: 64'h3000, bytes: 64'h1800, device: 1'b1, read: 1'b0, write: 1'b1, execute: 1'b0},
    1: '{base: 64'h1000, bytes: 64'h5000, device: 1'b0, read: 1'b1, write: 1'b0, execute: 1'b1},
    default: '0
  };

  walk_request_t [2:0] walk;
  logic [2:0]          walk_valid, walk_ready, walk_response_valid;
  walk_response_t      walk_response;
  data_request_t       walker;
  logic                walker_valid, walker_ready, walker_late_valid;

  for (genvar i = 0; i < 4; i++) begin : gen_tlb
    walk_request_t       request;
    logic                request_valid, duplicate, done;
    translation_status_e status;
    physical_t           physical;
    tlb_events_t         events;

    fy_tlb #(
      .Entries(Entries)
    ) i_tlb (
      .clk_i,
      .rst_ni,
      .valid_i              (lookup_i[i].valid),
      .address_i            (lookup_i[i].address),
      .access_i             (lookup_i[i].access),
      .context_i            (lookup_i[i].space),
      .done_o               (done),
      .status_o             (status),
      .physical_o           (physical),
      .advance_i            (lookup_i[i].advance),
      .fence_i,
      .fence_valid_i,
      .walk_o               (request),
      .walk_valid_o         (request_valid),
      .walk_ready_i         (i < 3 ? walk_ready[i%3] : walk_ready_i),
      .walk_response_i      (i < 3 ? walk_response : walk_response_i),
      .walk_response_valid_i(i < 3 ? walk_response_valid[i%3] : walk_response_valid_i),
      .events_o             (events)
    );

    if (i < 3) begin : gen_walker
      assign walk[i]       = request;
      assign walk_valid[i] = request_valid;
    end else begin : gen_bench
      assign walk_o       = request;
      assign walk_valid_o = request_valid;
    end

    always_comb begin
      duplicate = 1'b0;
      for (int unsigned a = 0; a < Entries; a++) begin
        for (int unsigned b = 0; b < a; b++) begin
          if (i_tlb.valid_q[a] && i_tlb.valid_q[b] &&
              i_tlb.entries_q[a].level == i_tlb.entries_q[b].level &&
              same_page(i_tlb.entries_q[a].vpn, i_tlb.entries_q[b].vpn,
                        i_tlb.entries_q[a].level) &&
              i_tlb.entries_q[a].is_global == i_tlb.entries_q[b].is_global &&
              (i_tlb.entries_q[a].is_global ||
               i_tlb.entries_q[a].asid == i_tlb.entries_q[b].asid)) begin
            duplicate = 1'b1;
          end
        end
      end
    end
    assign outcome_o[i] = '{done: done, status: status, physical: physical, events: events,
                            duplicate: duplicate};
  end

  fy_walker #(
    .Ports           (3),
    .WalkCacheEntries(WalkCacheEntries)
  ) i_walker (
    .clk_i,
    .rst_ni,
    .walk_i               (walk),
    .walk_valid_i         (walk_valid),
    .walk_ready_o         (walk_ready),
    .walk_response_o      (walk_response),
    .walk_response_valid_o(walk_response_valid),
    .fence_i,
    .fence_valid_i,
    .data_o               (walker),
    .data_valid_o         (walker_valid),
    .data_ready_i         (walker_ready),
    .data_response_i,
    .data_late_i,
    .data_late_valid_i    (walker_late_valid),
    .events_o
  );

  fy_data_port_mux i_mux (
    .clk_i,
    .rst_ni,
    .core_i,
    .core_valid_i,
    .core_ready_o,
    .core_kill_i,
    .core_late_valid_o,
    .walker_i           (walker),
    .walker_valid_i     (walker_valid),
    .walker_ready_o     (walker_ready),
    .walker_late_valid_o(walker_late_valid),
    .data_o,
    .data_valid_o,
    .data_ready_i,
    .data_kill_o,
    .data_late_i,
    .data_late_valid_i
  );

  fy_walk_cache #(
    .Entries(WalkCacheEntries)
  ) i_cache (
    .clk_i,
    .rst_ni,
    .vpn_i       (cache_vpn_i),
    .root_i      (cache_root_i),
    .hit_o       (cache_hit_o),
    .level_o     (cache_level_o),
    .table_o     (cache_table_o),
    .fill_i      (cache_fill_i),
    .fill_level_i(cache_fill_level_i),
    .fill_vpn_i  (cache_fill_vpn_i),
    .fill_root_i (cache_fill_root_i),
    .fill_table_i(cache_fill_table_i),
    .flush_i     (cache_flush_i)
  );

  fy_address_attributes i_attributes (
    .address_i,
    .device_o (attributes_o[3]),
    .read_o   (attributes_o[2]),
    .write_o  (attributes_o[1]),
    .execute_o(attributes_o[0])
  );

  fy_address_attributes #(
    .Attributes(Overlap)
  ) i_overlap (
    .address_i,
    .device_o (overlap_o[3]),
    .read_o   (overlap_o[2]),
    .write_o  (overlap_o[1]),
    .execute_o(overlap_o[0])
  );
endmodule
