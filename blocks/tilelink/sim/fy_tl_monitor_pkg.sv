// SPDX-License-Identifier: Apache-2.0

/// Rules that the TileLink monitor checks, with the sentence printed when one is broken.
package fy_tl_monitor_pkg;

  /// Kinds of ports, each with the messages of those before it.
  typedef enum logic [1:0] {
    Lightweight = 2'd0,  // TL-UL: no bursts, no atomics, no intents
    Heavyweight = 2'd1,  // TL-UH
    Cached      = 2'd2   // TL-C
  } kind_e;

  typedef enum logic [5:0] {
    RuleNone            = 6'd0,
    RuleAOpcode         = 6'd1,
    RuleAParam          = 6'd2,
    RuleAAlign          = 6'd3,
    RuleAMask           = 6'd4,
    RuleABurst          = 6'd5,
    RuleASourceInFlight = 6'd6,
    RuleASourceRange    = 6'd7,
    RuleAStall          = 6'd8,
    RuleAPending        = 6'd9,
    RuleDUnasked        = 6'd10,
    RuleDOpcode         = 6'd11,
    RuleDSize           = 6'd12,
    RuleDBurst          = 6'd13,
    RuleDDenied         = 6'd14,
    RuleDPermission     = 6'd15,
    RuleDSink           = 6'd16,
    RuleDStall          = 6'd17,
    RuleBOpcode         = 6'd18,
    RuleBParam          = 6'd19,
    RuleBAlign          = 6'd20,
    RuleBPending        = 6'd21,
    RuleBGrant          = 6'd22,
    RuleBStall          = 6'd23,
    RuleCOpcode         = 6'd24,
    RuleCParam          = 6'd25,
    RuleCAlign          = 6'd26,
    RuleCBurst          = 6'd27,
    RuleCSourceInFlight = 6'd28,
    RuleCUnasked        = 6'd29,
    RuleCGrant          = 6'd30,
    RuleCRelease        = 6'd31,
    RuleCStall          = 6'd32,
    RuleEUnasked        = 6'd33,
    RuleEStall          = 6'd34,
    RuleCoherence       = 6'd35
  } rule_e;

  function automatic string text(rule_e rule);
    case (rule)
      RuleNone:            return "no rule is broken";
      RuleAOpcode:         return "A: opcode is not legal on this kind of port";
      RuleAParam:          return "A: param is not legal for the opcode";
      RuleAAlign:          return "A: address is not aligned to size";
      RuleAMask:           return "A: mask does not match size and address";
      RuleABurst:          return "A: a beat differs from the first beat of its burst";
      RuleASourceInFlight: return "A: source is in flight already";
      RuleASourceRange:    return "A: source is not below the declared number";
      RuleAStall:          return "A: a stalled beat changed or was withdrawn";
      RuleAPending:        return "A: Acquire of a line whose Grant or Release is not acknowledged";
      RuleDUnasked:        return "D: answers no request";
      RuleDOpcode:         return "D: opcode does not answer the request";
      RuleDSize:           return "D: size differs from the request";
      RuleDBurst:          return "D: a beat differs from the first beat of its burst";
      RuleDDenied:         return "D: denied data is not marked corrupt";
      RuleDPermission:     return "D: permission is not what the Acquire asked for";
      RuleDSink:           return "D: sink waits for its GrantAck already";
      RuleDStall:          return "D: a stalled beat changed or was withdrawn";
      RuleBOpcode:         return "B: opcode is not legal on this kind of port";
      RuleBParam:          return "B: param is not a permission";
      RuleBAlign:          return "B: address is not aligned to size";
      RuleBPending:        return "B: Probe of a line whose Probe is not answered";
      RuleBGrant:          return "B: Probe of a line whose Grant is not acknowledged";
      RuleBStall:          return "B: a stalled beat changed or was withdrawn";
      RuleCOpcode:         return "C: opcode is not legal on this kind of port";
      RuleCParam:          return "C: param is not legal for the opcode";
      RuleCAlign:          return "C: address is not aligned to size";
      RuleCBurst:          return "C: a beat differs from the first beat of its burst";
      RuleCSourceInFlight: return "C: source of a Release is in flight already";
      RuleCUnasked:        return "C: ProbeAck answers no Probe";
      RuleCGrant:          return "C: Release of a line whose Grant is not acknowledged";
      RuleCRelease:        return "C: second Release of a line before the ReleaseAck";
      RuleCStall:          return "C: a stalled beat changed or was withdrawn";
      RuleEUnasked:        return "E: GrantAck answers no Grant";
      RuleEStall:          return "E: a stalled beat changed or was withdrawn";
      RuleCoherence:       return "B, C or E: used on a port without caches";
      default:             return "unknown rule";
    endcase
  endfunction

endpackage
