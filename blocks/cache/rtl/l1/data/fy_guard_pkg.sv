// SPDX-License-Identifier: Apache-2.0

/// Ports of a guard: the lookup of an access by the data cache, and the answer of the guard.
///
/// Both belong to the cycle of the decision, t+1 of an access accepted in t; the answer may depend
/// combinationally on the lookup. An answer of zero changes nothing.
package fy_guard_pkg;

  /// The access being decided. It takes place, as decided, in a cycle with `guard_go_o`.
  typedef struct packed {
    logic                        valid;
    fy_core_pkg::data_access_t   access;
    logic                        hit;
    logic                        dirty;    // with hit
    logic [31:0]                 set;
    fy_l1_pkg::way_t             way;      // that it hits, or would take
  } guard_query_t;

  typedef struct packed {
    logic replay;    // nothing happens, the access comes again
    logic redirect;  // nothing happens here: the guard has it, and brings a load's value late
    logic hold;      // from a register: no access is accepted in this cycle
  } guard_answer_t;

endpackage
