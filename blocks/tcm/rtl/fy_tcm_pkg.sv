// SPDX-License-Identifier: Apache-2.0

/// Accesses to the RAM of a tightly coupled memory, and its counter events: one bit, one event a
/// cycle.
package fy_tcm_pkg;

  /// One word. Bits above the size of the memory are not looked at.
  typedef struct packed {
    logic        write;
    logic [39:0] address;
    logic [7:0]  mask;
    logic [63:0] data;
  } word_access_t;

  typedef struct packed {
    logic fetch;              // fetch accepted
    logic load;               // load of the memory decided
    logic store;
    logic atomic;             // LR, SC or AMO decided
    logic conditional_failed; // SC that stored nothing
    logic uncached;           // access passed on
    logic replay;
    logic host;               // beat of the host
    logic closed;             // level: the data port is closed for the host
  } tcm_events_t;

endpackage
