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
  output walk_request_t      walk_o,
  input  logic               walk_ready_i,
  input  walk_response_t     walk_i,
  output walker_events_t     events_o,

  // The core's side of the data port, and the cache's
  input  data_request_t      core_i,
  output logic               core_ready_o,
  output data_response_t     core_o,
  output data_request_t      data_o,
  input  logic               data_ready_i,
  input  data_response_t     data_i,

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

  // The attribute tables alone
  input  logic [63:0]        address_i,
  output attributes_t        attributes_o,
  output attributes_t        overlap_o
);
  // A small region before a large one that holds it; neither size nor place a power of two.
  localparam attribute_table_t Overlap = '{
    0: '{base: 64'h3000, bytes: 64'h1800,
         attributes: '{kind: KindRemote, read: 1'b0, write: 1'b1, execute: 1'b0}},
    1: '{base: 64'h1000, bytes: 64'h5000,
         attributes: '{kind: KindLocal, read: 1'b1, write: 1'b0, execute: 1'b1}},
    default: attribute_region_t'('0)
  };

  walk_request_t [2:0]  walk;
  walk_response_t [2:0] walk_response;
  logic [2:0]           walk_ready;
  data_request_t        walker;
  data_response_t       walker_response;
  logic                 walker_ready;
  logic [63:0]          table_address;
  attributes_t          table_attributes;

  for (genvar i = 0; i < 4; i++) begin : gen_tlb
    walk_request_t       request;
    logic                duplicate, done;
    translation_status_e status;
    physical_t           physical;
    tlb_events_t         events;

    fy_tlb #(
      .Entries(Entries)
    ) i_tlb (
      .clk_i,
      .rst_ni,
      .valid_i     (lookup_i[i].valid),
      .address_i   (lookup_i[i].address),
      .access_i    (lookup_i[i].access),
      .context_i   (lookup_i[i].space),
      .done_o      (done),
      .status_o    (status),
      .physical_o  (physical),
      .advance_i   (lookup_i[i].advance),
      .fence_i,
      .walk_o      (request),
      .walk_ready_i(i < 3 ? walk_ready[i%3] : walk_ready_i),
      .walk_i      (i < 3 ? walk_response[i%3] : walk_i),
      .events_o    (events)
    );

    if (i < 3) begin : gen_walker
      assign walk[i] = request;
    end else begin : gen_bench
      assign walk_o = request;
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
    .walk_i             (walk),
    .walk_ready_o       (walk_ready),
    .walk_o             (walk_response),
    .fence_i,
    .attribute_address_o(table_address),
    .attributes_i       (table_attributes),
    .data_o             (walker),
    .data_ready_i       (walker_ready),
    .data_i             (walker_response),
    .events_o
  );

  fy_address_attributes #(.Attributes(fy_bench_map_pkg::Attributes)) i_tables (
    .address_i   (table_address),
    .attributes_o(table_attributes)
  );

  fy_data_port_mux i_mux (
    .clk_i,
    .rst_ni,
    .core_i,
    .core_ready_o,
    .core_o,
    .walker_i      (walker),
    .walker_ready_o(walker_ready),
    .walker_o      (walker_response),
    .data_o,
    .data_ready_i,
    .data_i
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

  fy_address_attributes #(.Attributes(fy_bench_map_pkg::Attributes)) i_attributes (
    .address_i,
    .attributes_o
  );

  fy_address_attributes #(
    .Attributes(Overlap)
  ) i_overlap (
    .address_i,
    .attributes_o(overlap_o)
  );
endmodule
