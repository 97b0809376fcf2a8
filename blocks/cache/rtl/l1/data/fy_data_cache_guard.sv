// SPDX-License-Identifier: Apache-2.0

/// Puts the answer of a guard in the place of a decision. Combinational; an answer tied to zero
/// synthesises to nothing.
///
/// A redirected load is Pending, a redirected store Done. An atomic cannot be redirected, for it is
/// never late: it is replayed.
module fy_data_cache_guard
  import fy_core_pkg::*;
  import fy_l1_pkg::*;
(
  input  data_operation_e             operation_i,
  input  decision_t                   decision_i,
  input  fy_guard_pkg::guard_answer_t guard_i,
  output decision_t                   decision_o
);
  always_comb begin
    decision_o = decision_i;
    if (guard_i.replay || guard_i.redirect) begin
      decision_o        = '0;
      decision_o.status = DataReplay;
      if (!guard_i.replay && operation_i == DataLoad) decision_o.status = DataPending;
      if (!guard_i.replay && operation_i == DataStore) decision_o.status = DataDone;
    end
  end
endmodule
