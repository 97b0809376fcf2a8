// SPDX-License-Identifier: Apache-2.0
// What a transfer must do, derived from the specification alone: pieces, messages, bytes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "memory_model.h"

struct Transfer {
  uint64_t source = 0, target = 0, segment_bytes = 0, segments = 1;
  int64_t source_stride = 0, target_stride = 0;
};

struct Piece {
  uint64_t source, target, bytes, position;
};
struct Failure {
  bool found = false, is_target = false;
  uint64_t position = 0, address = 0;
};

/// Segments, each cut where either end meets a page.
inline std::vector<Piece> pieces_of(const Transfer& t) {
  std::vector<Piece> pieces;
  uint64_t source = t.source, target = t.target, position = 0;
  for (uint64_t s = 0; s < t.segments && t.segment_bytes; s++) {
    for (uint64_t left = t.segment_bytes; left;) {
      const uint64_t n = std::min({left, 4096 - source % 4096, 4096 - target % 4096});
      pieces.push_back({source, target, n, position});
      source += n, target += n, position += n, left -= n;
    }
    source += static_cast<uint64_t>(t.source_stride);
    target += static_cast<uint64_t>(t.target_stride);
  }
  return pieces;
}

/// Call `message(is_target, position, address of its first byte, bytes)` for each message of 7.3.
template <class F>
void messages_of(const std::vector<Piece>& pieces, unsigned beat, F message) {
  for (const Piece& p : pieces) {
    for (uint64_t at = 0; at < p.bytes;) {
      const uint64_t a = p.source + at, left = p.bytes - at;
      const uint64_t n =
          a % kBlock == 0 && left >= kBlock ? kBlock : std::min<uint64_t>(beat - a % beat, left);
      message(false, p.position + at, a, n);
      at += n;
    }
    for (uint64_t at = 0; at < p.bytes;) {
      const uint64_t a = p.target + at, left = p.bytes - at;
      uint64_t n = kBlock;
      if (a % kBlock || left < kBlock)
        for (n = beat; a % n || n > left;) n /= 2;
      message(true, p.position + at, a, n);
      at += n;
    }
  }
}

/// The failing message of the earliest byte, and that byte; a corrupt beat counts from itself.
inline Failure first_failure(const std::vector<Piece>& pieces, unsigned beat,
                             const MemoryModel& memory) {
  Failure first;
  messages_of(pieces, beat,
              [&](bool is_target, uint64_t position, uint64_t address, uint64_t bytes) {
                const auto& bad = is_target ? memory.bad_writes : memory.bad_reads;
                uint64_t skip = 0;
                bool failed = bad.count(address / kBlock) != 0;
                for (uint64_t b = address / beat * beat;
                     !failed && !is_target && b < address + bytes; b += beat) {
                  failed = memory.corrupt_reads.count(b) != 0;
                  skip = b > address ? b - address : 0;
                }
                if (!failed || (first.found && first.position <= position + skip)) return;
                first = {true, is_target, position + skip, address + skip};
              });
  return first;
}
