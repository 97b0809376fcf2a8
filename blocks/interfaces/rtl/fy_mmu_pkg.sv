// SPDX-License-Identifier: Apache-2.0

/// Translation by Sv39: contexts, TLB entries, walks and fences (RISC-V privileged specification
/// 1.12, sections 4.2.1 and 4.4). Depends on no other package.
package fy_mmu_pkg;

  localparam int unsigned PageBits       = 12;
  localparam int unsigned VirtualBits    = 39;
  localparam int unsigned PhysicalBits   = 56;
  localparam int unsigned VpnBits        = VirtualBits - PageBits;   // 27: three fields of 9
  localparam int unsigned PpnBits        = PhysicalBits - PageBits;  // 44
  localparam int unsigned AsidBits       = 16;

  typedef logic [VpnBits-1:0]      vpn_t;
  typedef logic [PpnBits-1:0]      ppn_t;
  typedef logic [AsidBits-1:0]     asid_t;
  typedef logic [PhysicalBits-1:0] physical_t;

  typedef enum logic [1:0] {
    AccessFetch = 2'd0,
    AccessLoad  = 2'd1,
    AccessStore = 2'd2   // stores, SC and every AMO
  } access_e;

  /// What a translation depends on besides the address. Not translating means physical = virtual.
  typedef struct packed {
    logic  translate;    // satp mode is Sv39 and the effective privilege is below M
    logic  user;         // the effective privilege is U
    logic  sum;
    logic  mxr;
    asid_t asid;
    ppn_t  root;
  } context_t;

  /// A leaf of the page table. A superpage is one entry.
  typedef struct packed {
    vpn_t       vpn;     // fields below the level are not looked at
    logic [1:0] level;   // 0: 4 KB, 1: 2 MB, 2: 1 GB
    asid_t      asid;
    ppn_t       ppn;     // fields below the level are zero
    logic       dirty;
    logic       accessed;
    logic       is_global;
    logic       user;
    logic       execute;
    logic       write;
    logic       read;
  } entry_t;

  // ---- port of a TLB to the shared walker ---------------------------------------------------
  // A request is held until ready; the answer comes any time later, one a request, always taken.

  typedef struct packed {
    logic  valid;
    vpn_t  vpn;
    asid_t asid;
    ppn_t  root;
  } walk_request_t;

  typedef enum logic [1:0] {
    WalkLeaf        = 2'd0,  // `entry` is a well-formed leaf; rights are for the TLB to check
    WalkPageFault   = 2'd1,  // not valid, reserved bits, misaligned superpage, too deep
    WalkAccessFault = 2'd2   // a table lies outside cacheable memory, or its read failed
  } walk_status_e;

  typedef struct packed {
    logic         valid;
    walk_status_e status;
    entry_t       entry;     // vpn and asid are those of the request, whatever the status
  } walk_response_t;

  /// Outcome of a translation.
  typedef enum logic [1:0] {
    TranslationDone        = 2'd0,
    TranslationPageFault   = 2'd1,
    TranslationAccessFault = 2'd2
  } translation_status_e;

  /// SFENCE.VMA, to every TLB, walk cache and coprocessor that follow this hart; held until done.
  typedef struct packed {
    logic  valid;
    logic  use_address;
    logic  use_asid;
    vpn_t  vpn;
    asid_t asid;
  } translation_fence_t;

  // ---- counter events: amount a cycle -------------------------------------------------------

  typedef struct packed {
    logic miss;              // a walk is asked for
    logic fault;             // a fault is taken over by the requester
  } tlb_events_t;

  typedef struct packed {
    logic walk;              // a walk begins
    logic busy;              // level: cycles of walks
    logic cached;            // it begins with an upper-level entry of the walk cache
    logic read;              // a table entry is read
  } walker_events_t;

  // ---- rules --------------------------------------------------------------------------------

  /// Bits 63 to 39 equal bit 38.
  function automatic logic is_canonical(logic [63:0] address);
    return address[63:VirtualBits-1] == '0 || address[63:VirtualBits-1] == '1;
  endfunction

  /// The virtual page lies in the page or superpage of the entry.
  function automatic logic same_page(vpn_t a, vpn_t b, logic [1:0] level);
    return a[26:18] == b[26:18] && (level == 2'd2 || a[17:9] == b[17:9]) &&
           (level != 2'd0 || a[8:0] == b[8:0]);
  endfunction

  /// An entry that this context may use for the address, rights aside.
  function automatic logic entry_matches(entry_t entry, vpn_t vpn, asid_t asid);
    return same_page(entry.vpn, vpn, entry.level) && (entry.is_global || entry.asid == asid);
  endfunction

  /// The rights of section 4.3.1 and 4.4.1; A or D clear is a fault (Svade).
  function automatic logic permitted(entry_t entry, access_e access, context_t context_);
    logic privilege, right;
    unique case (access)
      AccessFetch: begin
        privilege = entry.user == context_.user;
        right     = entry.execute;
      end
      AccessLoad: begin
        privilege = entry.user ? (context_.user || context_.sum) : !context_.user;
        right     = entry.read || (context_.mxr && entry.execute);
      end
      default: begin
        privilege = entry.user ? (context_.user || context_.sum) : !context_.user;
        right     = entry.write && entry.dirty;
      end
    endcase
    return privilege && right && entry.accessed;
  endfunction

  /// Physical address: fields of the page number below the level come from the virtual address.
  function automatic physical_t physical_address(entry_t entry, logic [63:0] address);
    ppn_t ppn;
    ppn = entry.ppn;
    if (entry.level != 2'd0) ppn[8:0] = address[20:12];
    if (entry.level == 2'd2) ppn[17:9] = address[29:21];
    return {ppn, address[PageBits-1:0]};
  endfunction

  /// The entry is to be dropped by this fence (global entries stay when an ASID is given).
  function automatic logic fenced(entry_t entry, translation_fence_t fence);
    return (!fence.use_address || same_page(entry.vpn, fence.vpn, entry.level)) &&
           (!fence.use_asid || (!entry.is_global && entry.asid == fence.asid));
  endfunction

  /// Context of loads and stores: MPRV makes them run with the privilege MPP while in M.
  function automatic context_t data_context(logic [1:0] privilege, logic mprv, logic [1:0] mpp,
                                            logic sum, logic mxr, logic [63:0] satp);
    logic [1:0] effective;
    context_t   result;
    effective        = (privilege == 2'd3 && mprv) ? mpp : privilege;
    result.translate = satp[63:60] == 4'd8 && effective != 2'd3;
    result.user      = effective == 2'd0;
    result.sum       = sum;
    result.mxr       = mxr;
    result.asid      = satp[59:44];
    result.root      = satp[43:0];
    return result;
  endfunction
endpackage
