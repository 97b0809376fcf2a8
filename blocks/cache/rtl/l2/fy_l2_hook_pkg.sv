// SPDX-License-Identifier: Apache-2.0

/// Hooks of an L2 bank, for a module with state of its own about lines: notices, and requests.
///
/// Notices come from registers, one cycle after the event. A hook of zero changes nothing.
package fy_l2_hook_pkg;
  import fy_l2_pkg::*;

  /// A request of channel A was looked up. One that finds no free way looks up again; its notice
  /// comes when it has one.
  typedef struct packed {
    logic        valid;
    number_t     number;    // of the transactor: its bit of `hold`
    request_t    request;
    logic        hit;
    logic        works;     // on `way`, which it hits or takes; without it `way` means nothing
    logic [31:0] set;
    way_t        way;
  } lookup_notice_t;

  /// A line and its place.
  typedef struct packed {
    logic        valid;
    number_t     number;
    logic [39:0] address;
    logic [31:0] set;
    way_t        way;
  } line_notice_t;

  typedef struct packed {
    lookup_notice_t lookup;
    line_notice_t   fill;    // the array has the new line
    line_notice_t   leave;   // with `lookup`: the line will go, the array still has it
    logic           done;    // memory has the materialised line
    logic           error;   // with `done`: memory refused it
  } notice_t;

  /// Write the line of a place to memory at `address`; stands until it is taken.
  typedef struct packed {
    logic        valid;
    logic [31:0] set;
    way_t        way;
    logic [39:0] address;
  } materialise_t;

  typedef struct packed {
    materialise_t               materialise;
    logic [MaxTransactors-1:0]  hold;   // these transactors stand still
  } hook_t;

endpackage
