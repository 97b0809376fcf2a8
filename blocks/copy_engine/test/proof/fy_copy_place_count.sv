// SPDX-License-Identifier: Apache-2.0

/// The places of one bank that messages of the trackers have, counted beside the throttle: by
/// tracker, reads and writes apart, which a solver follows easily. `agree_o`: the counts are those
/// of the messages that have a place and are not answered.
module fy_copy_place_count
  import fy_copy_crossbar_proof_pkg::*;
#(
  parameter int unsigned Trackers = 2
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                on_i,
  /// Messages that are owed and have their place here
  input  ids_t [Trackers-1:0] owed_i,
  /// The message that is offered: a Put, has a place here, gets it now
  input  logic [Trackers-1:0] put_i,
  input  logic [Trackers-1:0] placed_i,
  input  logic [Trackers-1:0] granted_i,
  /// A place becomes free; it was that of a Put
  input  logic [Trackers-1:0] freed_i,
  input  logic [Trackers-1:0] freed_put_i,
  output logic [Trackers-1:0] agree_o,
  output logic [7:0]          sum_o
);
  logic [Trackers-1:0][1:0][3:0] part_q;

  for (genvar t = 0; t < int'(Trackers); t++) begin : gen_tracker
    logic [1:0] got, gone, has;

    always_comb begin
      got  = '0;
      gone = '0;
      has  = '0;
      got[put_i[t]]        = granted_i[t];
      has[put_i[t]]        = placed_i[t];
      gone[freed_put_i[t]] = freed_i[t];
      agree_o[t] =
          !on_i ? part_q[t] == '0 :
                  part_q[t][0] == 4'($countones(owed_i[t][Reads-1:0])) + 4'(has[0]) &&
                  part_q[t][1] == 4'($countones(owed_i[t][Sources-1:Reads])) + 4'(has[1]);
    end
    for (genvar k = 0; k < 2; k++) begin : gen_kind
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) part_q[t][k] <= '0;
        else if (on_i) part_q[t][k] <= part_q[t][k] + 4'(got[k]) - 4'(gone[k]);
      end
    end
  end

  always_comb begin
    sum_o = '0;
    for (int unsigned t = 0; t < Trackers; t++) sum_o += 8'(part_q[t][0]) + 8'(part_q[t][1]);
  end
endmodule
