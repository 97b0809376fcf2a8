// SPDX-License-Identifier: Apache-2.0

/// TileLink 1.8: opcodes, permission parameters, and the type holder of the channel payloads.
///
/// `fy_tl#(.BeatBytes(B))::a_t` ... `::e_t` are the payloads of the five channels, `forward_t`,
/// `backward_t`, `request_t` and `response_t` the ports of a link: payloads with their valids. The
/// readies are records of their own, so that no record depends on itself (decision 30). Two widths
/// can live in one design. Every agent and every crossbar side uses the same SourceBits: a client
/// numbers its own transactions from 0, the crossbar writes its input number into the upper bits.
package fy_tl_pkg;

  typedef enum logic [2:0] {
    PutFullData    = 3'd0,
    PutPartialData = 3'd1,
    ArithmeticData = 3'd2,
    LogicalData    = 3'd3,
    Get            = 3'd4,
    Intent         = 3'd5,
    AcquireBlock   = 3'd6,
    AcquirePerm    = 3'd7
  } a_opcode_e;

  typedef enum logic [2:0] {
    ProbeBlock = 3'd6,
    ProbePerm  = 3'd7
  } b_opcode_e;

  typedef enum logic [2:0] {
    ProbeAck     = 3'd4,
    ProbeAckData = 3'd5,
    Release      = 3'd6,
    ReleaseData  = 3'd7
  } c_opcode_e;

  typedef enum logic [2:0] {
    AccessAck     = 3'd0,
    AccessAckData = 3'd1,
    HintAck       = 3'd2,
    Grant         = 3'd4,
    GrantData     = 3'd5,
    ReleaseAck    = 3'd6
  } d_opcode_e;

  // Permission a probe leaves or a grant gives (specification 1.8, table of Cap).
  localparam logic [2:0] CapToT = 3'd0;
  localparam logic [2:0] CapToB = 3'd1;
  localparam logic [2:0] CapToN = 3'd2;

  // Growth asked for by an Acquire.
  localparam logic [2:0] GrowNtoB = 3'd0;
  localparam logic [2:0] GrowNtoT = 3'd1;
  localparam logic [2:0] GrowBtoT = 3'd2;

  // Shrinking and reports of ProbeAck and Release.
  localparam logic [2:0] PruneTtoB  = 3'd0;
  localparam logic [2:0] PruneTtoN  = 3'd1;
  localparam logic [2:0] PruneBtoN  = 3'd2;
  localparam logic [2:0] ReportTtoT = 3'd3;
  localparam logic [2:0] ReportBtoB = 3'd4;
  localparam logic [2:0] ReportNtoN = 3'd5;

  // Parameters of Intent. Flush is ours: write the line back and remove it from the L2.
  localparam logic [2:0] IntentPrefetchRead  = 3'd0;
  localparam logic [2:0] IntentPrefetchWrite = 3'd1;
  localparam logic [2:0] IntentFlush         = 3'd2;

  localparam int unsigned DefaultAddressBits = 40;
  localparam int unsigned DefaultSourceBits  = 10;
  localparam int unsigned DefaultSinkBits    = 8;
  localparam int unsigned SizeBits           = 4;

  /// Sources of the host at the port that a system has for it.
  localparam int unsigned HostSources = 8;

  /// An address region: `(address & mask) == base`. Low mask bits interleave banks.
  typedef struct packed {
    logic [63:0] base;
    logic [63:0] mask;
  } region_t;

  /// One access to the registers of a device, byte lanes as on an 8-byte bus.
  typedef struct packed {
    logic                          write;
    logic [DefaultAddressBits-1:0] address;
    logic [7:0]                    mask;
    logic [63:0]                   data;
  } device_request_t;

  /// What an answer needs to know of a request on A or C.
  typedef struct packed {
    logic [2:0]                   opcode;
    logic [SizeBits-1:0]          size;
    logic [DefaultSourceBits-1:0] source;
  } header_t;

  /// Readies of `forward_t`, driven by the manager.
  typedef struct packed {
    logic a;
    logic c;
    logic e;
  } forward_ready_t;

  /// Readies of `backward_t`, driven by the client.
  typedef struct packed {
    logic b;
    logic d;
  } backward_ready_t;

  virtual class fy_tl #(
    parameter int unsigned BeatBytes   = 32,
    parameter int unsigned AddressBits = DefaultAddressBits,
    parameter int unsigned SourceBits  = DefaultSourceBits,
    parameter int unsigned SinkBits    = DefaultSinkBits
  );
    typedef struct packed {
      a_opcode_e                opcode;
      logic [2:0]               param;
      logic [SizeBits-1:0]      size;     // log2 of the bytes of the whole message
      logic [SourceBits-1:0]    source;
      logic [AddressBits-1:0]   address;
      logic                     allocate; // user bit: keep the line in the L2 when it was not there
      logic [BeatBytes-1:0]     mask;
      logic                     corrupt;
      logic [BeatBytes*8-1:0]   data;
    } a_t;

    typedef struct packed {
      b_opcode_e                opcode;
      logic [2:0]               param;
      logic [SizeBits-1:0]      size;
      logic [SourceBits-1:0]    source;   // names the client probed (its source 0)
      logic [AddressBits-1:0]   address;
    } b_t;

    typedef struct packed {
      c_opcode_e                opcode;
      logic [2:0]               param;
      logic [SizeBits-1:0]      size;
      logic [SourceBits-1:0]    source;
      logic [AddressBits-1:0]   address;
      logic                     corrupt;
      logic [BeatBytes*8-1:0]   data;
    } c_t;

    typedef struct packed {
      d_opcode_e                opcode;
      logic [2:0]               param;
      logic [SizeBits-1:0]      size;
      logic [SourceBits-1:0]    source;
      logic [SinkBits-1:0]      sink;
      logic                     denied;
      logic                     corrupt;
      logic [BeatBytes*8-1:0]   data;
    } d_t;

    typedef struct packed {
      logic [SinkBits-1:0]      sink;
    } e_t;

    /// A link with all five channels is four ports: `x_o` and `x_ready_i` towards the manager,
    /// `x_i` and `x_ready_o` back. Payloads and valids of one direction travel together, readies
    /// in records of their own, so that no record holds both sides of a handshake. A link of A and
    /// D alone joins it by concatenation, in this order of the fields: `{request_t, c_channel_t,
    /// e_channel_t}` forward, `{b_channel_t, response_t}` back, readies alike.
    typedef struct packed {
      logic a_valid;
      a_t   a;
      logic c_valid;
      c_t   c;
      logic e_valid;
      e_t   e;
    } forward_t;

    typedef struct packed {
      logic b_valid;
      b_t   b;
      logic d_valid;
      d_t   d;
    } backward_t;

    /// A link without caching clients (TL-UL, TL-UH): channels A and D; its readies are plain bits.
    typedef struct packed {
      logic a_valid;
      a_t   a;
    } request_t;

    typedef struct packed {
      logic d_valid;
      d_t   d;
    } response_t;

    /// B, C or E alone, as a part of a block has it; A and D alone are request_t and response_t.
    typedef struct packed {
      logic b_valid;
      b_t   b;
    } b_channel_t;

    typedef struct packed {
      logic c_valid;
      c_t   c;
    } c_channel_t;

    typedef struct packed {
      logic e_valid;
      e_t   e;
    } e_channel_t;
  endclass

  /// Beats after the first of a message that carries data.
  function automatic int unsigned last_beat(logic [SizeBits-1:0] size, int unsigned beat_bytes);
    return ((32'd1 << size) <= beat_bytes) ? 32'd0 : ((32'd1 << size) / beat_bytes) - 32'd1;
  endfunction

  /// Whether a channel A message carries data.
  function automatic logic a_has_data(a_opcode_e opcode);
    return opcode inside {PutFullData, PutPartialData, ArithmeticData, LogicalData};
  endfunction

  /// Whether a channel D message carries data.
  function automatic logic d_has_data(d_opcode_e opcode);
    return opcode inside {AccessAckData, GrantData};
  endfunction

  /// Opcode of the answer to a channel A message; an AcquireBlock may be granted without data too.
  function automatic d_opcode_e answer_opcode(a_opcode_e opcode);
    case (opcode)
      Get, ArithmeticData, LogicalData: return AccessAckData;
      Intent:                           return HintAck;
      AcquireBlock:                     return GrantData;
      AcquirePerm:                      return Grant;
      default:                          return AccessAck;
    endcase
  endfunction

  /// Whether a channel C message carries data.
  function automatic logic c_has_data(c_opcode_e opcode);
    return opcode inside {ProbeAckData, ReleaseData};
  endfunction

endpackage
