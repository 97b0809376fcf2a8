// SPDX-License-Identifier: Apache-2.0

/// How an access of a core's data port lies in its word of 8 bytes.
package fy_data_port_pkg;

  /// LR, SC and AMO.
  function automatic logic is_atomic(fy_core_pkg::data_operation_e operation);
    return operation != fy_core_pkg::DataLoad && operation != fy_core_pkg::DataStore;
  endfunction

  /// Bytes of its word that an access touches.
  function automatic logic [7:0] byte_mask(logic [1:0] size, logic [2:0] offset);
    logic [7:0] ones;
    unique case (size)
      2'd0:    ones = 8'h01;
      2'd1:    ones = 8'h03;
      2'd2:    ones = 8'h0f;
      default: ones = 8'hff;
    endcase
    return ones << offset;
  endfunction

  /// Register value of a load from its word.
  function automatic logic [63:0] extend(logic [63:0] word, logic [2:0] offset, logic [1:0] size,
                                         logic is_unsigned);
    logic [63:0] value;
    value = word >> {offset, 3'b000};
    unique case (size)
      2'd0:    return {{56{value[7] && !is_unsigned}}, value[7:0]};
      2'd1:    return {{48{value[15] && !is_unsigned}}, value[15:0]};
      2'd2:    return {{32{value[31] && !is_unsigned}}, value[31:0]};
      default: return value;
    endcase
  endfunction

  /// The bytes of a store at their place in the word.
  function automatic logic [63:0] place(logic [63:0] data, logic [2:0] offset);
    return data << {offset, 3'b000};
  endfunction

  /// `base` with the masked bytes of `bytes` written over it.
  function automatic logic [63:0] overlay(logic [63:0] base, logic [63:0] bytes, logic [7:0] mask);
    logic [63:0] bits;
    for (int unsigned i = 0; i < 8; i++) bits[i*8+:8] = {8{mask[i]}};
    return (base & ~bits) | (bytes & bits);
  endfunction
endpackage
