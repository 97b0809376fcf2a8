// SPDX-License-Identifier: Apache-2.0
#include "sim/endpoints/memories.h"

#include <algorithm>

#include "sim/design/design_signal.h"
#include "sim/design/error.h"
#include "sim/endpoints/memory_contents.h"

namespace fy {

namespace {

const MemoryTable* find(uint64_t address) {
  for (const MemoryTable& memory : tables().memories) {
    if (address - memory.base < memory.bytes) return &memory;
  }
  return nullptr;
}

// Bytes of the words of an array.
void poke_array(Design& design, const MemoryTable& memory, uint64_t offset, const uint8_t* data,
                uint64_t bytes) {
  DesignSignal array(design.context(), memory.scope, memory.array);
  for (uint64_t done = 0; done < bytes;) {
    const auto word = static_cast<unsigned>((offset + done) / memory.word_bytes);
    const uint64_t lane = (offset + done) % memory.word_bytes;
    const uint64_t count = std::min(bytes - done, memory.word_bytes - lane);
    array.set_bytes(word, static_cast<unsigned>(lane), data + done, count);
    done += count;
  }
}

}  // namespace

void Memories::check(uint64_t address, uint64_t bytes, const std::string& what) const {
  const MemoryTable* memory = find(address);
  if (bytes == 0 || (memory != nullptr && bytes <= memory->bytes - (address - memory->base))) {
    return;
  }
  std::string all;
  for (const MemoryTable& one : tables().memories) {
    all += (all.empty() ? "" : ", ") + hex(one.base) + " to " + hex(one.base + one.bytes);
  }
  throw Error(what + " (" + std::to_string(bytes) + " bytes at " + hex(address) +
              ") does not fit in memory, which is " + all);
}

uint64_t Memories::end_of(uint64_t address) const {
  const MemoryTable* memory = find(address);
  return memory == nullptr ? address : memory->base + memory->bytes;
}

void Memories::poke(uint64_t address, const void* data, uint64_t bytes) {
  const MemoryTable* memory = find(address);
  if (memory == nullptr || memory->scope == nullptr) {
    fy_memory_poke(address, data, bytes);
  } else {
    poke_array(design_, *memory, address - memory->base, static_cast<const uint8_t*>(data), bytes);
  }
}

void Memories::clear_arrays() {
  for (const MemoryTable& memory : tables().memories) {
    if (memory.scope == nullptr) continue;
    DesignSignal array(design_.context(), memory.scope, memory.array);
    const std::vector<uint8_t> zero(memory.word_bytes);
    for (uint64_t word = 0; word < memory.bytes / memory.word_bytes; word++) {
      array.set_bytes(static_cast<unsigned>(word), 0, zero.data(), zero.size());
    }
  }
}

}  // namespace fy
