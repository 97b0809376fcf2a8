// SPDX-License-Identifier: Apache-2.0

/// Ports of mmu_units: one lookup of a TLB and what came of it.
package mmu_units_pkg;
  import fy_mmu_pkg::*;

  typedef struct packed {
    logic        valid;
    logic        advance;
    access_e     access;
    context_t    space;
    logic [63:0] address;
  } lookup_t;

  typedef struct packed {
    logic                done;
    translation_status_e status;
    physical_t           physical;
    tlb_events_t         events;
    logic                duplicate;   // two entries for one page and one address space
  } outcome_t;
endpackage
