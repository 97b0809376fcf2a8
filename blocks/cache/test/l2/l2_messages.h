// SPDX-License-Identifier: Apache-2.0
// What travels between an L2 bank and its bench: messages, answers, and where their beats lie.
#pragma once

#include "Vfy_l2_bank.h"
#include "blocks/common/test/bench.h"
#include "fy_layout.h"
#include "fy_tl_pkg.h"

namespace l2 {

namespace lay = fy_layout;
namespace tl = fy_tl_pkg;
#ifdef FY_LINE_BYTES
constexpr int kLine = FY_LINE_BYTES;
#else
constexpr int kLine = 64;
#endif
constexpr int kLineLog = kLine == 64 ? 6 : kLine == 32 ? 5 : 4;
constexpr int kBeat = lay::axi_r_i::data_.width / 8, kBeats = kLine / kBeat;
constexpr uint64_t kBase = 0x80000000ull;
constexpr uint64_t kCopy = 1ull << 38;  // of addresses where the hooks' client writes
constexpr int kClientShift = 8;         // 10 source bits, 4 clients

enum : int {
  PutFull = tl::PutFullData,
  PutPartial = tl::PutPartialData,
  GetOp = tl::Get,
  IntentOp = tl::Intent,
  AcquireBlockOp = tl::AcquireBlock,
  AcquirePermOp = tl::AcquirePerm
};
enum : int {
  ProbeAckOp = tl::ProbeAck,
  ProbeAckDataOp = tl::ProbeAckData,
  ReleaseOp = tl::Release,
  ReleaseDataOp = tl::ReleaseData
};
enum : int {
  AccessAckOp = tl::AccessAck,
  AccessAckDataOp = tl::AccessAckData,
  HintAckOp = tl::HintAck,
  GrantOp = tl::Grant,
  GrantDataOp = tl::GrantData,
  ReleaseAckOp = tl::ReleaseAck
};
enum : int { NtoB = tl::GrowNtoB, NtoT = tl::GrowNtoT, BtoT = tl::GrowBtoT };
enum : int { IntentFlushParam = tl::IntentFlush };
enum : int { ToT = tl::CapToT, ToB = tl::CapToB, ToN = tl::CapToN };
enum : int { TtoB = tl::PruneTtoB, TtoN = tl::PruneTtoN, BtoN = tl::PruneBtoN };
enum : int {
  ReportTtoT = tl::ReportTtoT,
  ReportBtoB = tl::ReportBtoB,
  ReportNtoN = tl::ReportNtoN
};

// Beats of `1 << size` bytes.
inline int beats_of(int size) { return (1 << size) > kBeat ? (1 << size) / kBeat : 1; }
// Where a beat of a message lies in its line.
inline int beat_at(uint64_t address, int beat) {
  return static_cast<int>(address & (kLine - 1) & ~static_cast<uint64_t>(kBeat - 1)) + beat * kBeat;
}

// A message of channel A or C.
struct Message {
  int opcode = 0, param = 0, size = kLineLog, source = 0;
  uint64_t address = 0;
  bool corrupt = false, allocate = true;
  uint8_t data[kLine] = {};
  uint64_t mask = ~0ull;  // of the line
  int beats = 1, beat = 0;
};

struct Response {
  int opcode, param, size, source, sink;
  bool denied, corrupt;
  uint8_t data[kBeat];
};

struct ProbeMessage {
  int param, client;
  uint64_t address;
};

}  // namespace l2
