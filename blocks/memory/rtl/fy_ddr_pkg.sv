// SPDX-License-Identifier: Apache-2.0

/// Types of the memory model `ddr`, and the timings of its parts.
package fy_ddr_pkg;

  localparam int unsigned MaxBanks = 16;
  /// Requests of a direction among which the scheduler chooses
  localparam int unsigned Window   = 8;
  localparam int unsigned RowBits  = 24;
  /// Bytes of a row of the whole channel: eight devices with rows of 1 KB
  localparam int unsigned RowBytes = 8192;

  typedef logic [31:0]               cycle_t;
  typedef logic [3:0]                bank_t;
  typedef logic [RowBits-1:0]        row_t;
  typedef logic [$clog2(Window)-1:0] index_t;

  /// Clock cycles of 1 ns, rounded up from the data sheet.
  typedef struct packed {
    logic [5:0]  cl;      // read to its first data
    logic [5:0]  cwl;     // write to its first data
    logic [5:0]  rcd;     // activate to read or write
    logic [5:0]  rp;      // precharge to activate
    logic [5:0]  ras;     // activate to precharge
    logic [5:0]  rtp;     // read to precharge
    logic [5:0]  wr;      // end of write data to precharge
    logic [5:0]  wtr;     // end of write data to read
    logic [5:0]  rtw;     // read to write
    logic [5:0]  rrd;     // activate to activate of another bank
    logic [5:0]  faw;     // window of four activates
    logic [5:0]  burst;   // data bus a line of 64 bytes
    logic [8:0]  rfc;     // refresh
    logic [12:0] refi;    // from one refresh to the next
    bank_t       last_bank;
  } timing_t;

  /// The part on a strap; every channel is 64 bits wide, of eight x8 devices.
  localparam int unsigned Parts    = 2;
  localparam int unsigned PartDdr3 = 0;
  localparam int unsigned PartDdr4 = 1;

  localparam timing_t [Parts-1:0] PartTimings = '{
    // Micron MT41K256M8-125, DDR3L-1600, 11-11-11, tCK 1.25 ns: CL 13.75, CWL 8 tCK, tRCD 13.75,
    // tRP 13.75, tRAS 35, tRTP 7.5, tWR 15, tWTR 7.5, CL + 4 + 2 - CWL tCK, tRRD 6, tFAW 30,
    // 4 tCK, tRFC 160 (2 Gb), tREFI 7800.
    PartDdr3: '{cl: 14, cwl: 10, rcd: 14, rp: 14, ras: 35, rtp: 8, wr: 15, wtr: 8, rtw: 12, rrd: 6,
                faw: 30, burst: 5, rfc: 160, refi: 7800, last_bank: 7},
    // Micron MT40A1G8-062E, DDR4-3200, 22-22-22, tCK 0.625 ns: CL 13.75, CWL 16 tCK, tRCD 13.75,
    // tRP 13.75, tRAS 32, tRTP 7.5, tWR 15, tWTR_L 7.5, CL + 4 + 2 - CWL tCK, tRRD_L 4.9,
    // tFAW 21, tCCD_S 4 tCK (bank groups alternate), tRFC1 350 (8 Gb), tREFI 7800.
    PartDdr4: '{cl: 14, cwl: 10, rcd: 14, rp: 14, ras: 32, rtp: 8, wr: 15, wtr: 8, rtw: 8, rrd: 5,
                faw: 21, burst: 3, rfc: 350, refi: 7800, last_bank: 15}
  };

  /// Where a line lies.
  typedef struct packed {
    bank_t bank;
    row_t  row;
  } place_t;

  typedef enum logic [2:0] {
    CommandNone      = 3'd0,
    CommandActivate  = 3'd1,
    CommandPrecharge = 3'd2,
    CommandRead      = 3'd3,
    CommandWrite     = 3'd4,
    CommandRefresh   = 3'd5   // with a precharge of all banks before it
  } command_e;

  /// A bank as the scheduler sees it: the commands that it can take in this cycle.
  typedef struct packed {
    logic open;
    row_t row;
    logic may_activate;
    logic may_access;
    logic may_precharge;
  } bank_state_t;

  /// Place of a line; consecutive rows of a bank number are spread over the banks.
  function automatic place_t place_of(logic [39:0] address, timing_t timing);
    localparam int unsigned Low = $clog2(RowBytes);
    row_t row;
    row = timing.last_bank[3] ? row_t'(address >> (Low + 4)) : row_t'(address >> (Low + 3));
    return '{bank: (address[Low+:4] ^ row[3:0]) & timing.last_bank, row: row};
  endfunction

  function automatic logic reached(cycle_t now, cycle_t at);
    return $signed(now - at) >= 0;
  endfunction

  function automatic cycle_t later(cycle_t a, cycle_t b);
    return $signed(a - b) >= 0 ? a : b;
  endfunction

endpackage
