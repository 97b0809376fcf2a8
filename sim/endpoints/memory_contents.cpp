// SPDX-License-Identifier: Apache-2.0
// Contents of the simulated memory: 64 KB pages, made when first written. Also the DPI side of
// fy_memory_contents, words of a beat.
#include "sim/endpoints/memory_contents.h"

#include <cstdint>
#include <cstring>
#include <memory>
#include <unordered_map>

namespace {

constexpr uint64_t kPageBytes = 65536;

struct Page {
  uint8_t bytes[kPageBytes] = {};
};

std::unordered_map<uint64_t, std::unique_ptr<Page>> pages;
uint64_t last_number = ~0ull;
Page* last_page = nullptr;

Page* find(uint64_t address, bool create) {
  const uint64_t number = address / kPageBytes;
  if (number == last_number) return last_page;
  const auto entry = pages.find(number);
  Page* page = entry == pages.end() ? nullptr : entry->second.get();
  if (page == nullptr && create) {
    page = pages.emplace(number, std::make_unique<Page>()).first->second.get();
  }
  if (page != nullptr) {
    last_number = number;
    last_page = page;
  }
  return page;
}

// Calls `move(page or null, offset, done, count)` for each piece that lies in one page.
template <typename Move>
void each_page(uint64_t address, size_t size, bool create, Move move) {
  for (size_t done = 0; done < size;) {
    const uint64_t offset = (address + done) % kPageBytes;
    const size_t room = kPageBytes - offset;
    const size_t count = size - done < room ? size - done : room;
    move(find(address + done, create), offset, done, count);
    done += count;
  }
}

}  // namespace

extern "C" {

void fy_memory_poke(uint64_t address, const void* data, size_t size) {
  const auto* from = static_cast<const uint8_t*>(data);
  each_page(address, size, true, [&](Page* page, uint64_t offset, size_t done, size_t count) {
    std::memcpy(page->bytes + offset, from + done, count);
  });
}

void fy_memory_peek(uint64_t address, void* data, size_t size) {
  auto* to = static_cast<uint8_t*>(data);
  each_page(address, size, false, [&](Page* page, uint64_t offset, size_t done, size_t count) {
    if (page == nullptr) {
      std::memset(to + done, 0, count);
    } else {
      std::memcpy(to + done, page->bytes + offset, count);
    }
  });
}

void fy_memory_clear(void) {
  pages.clear();
  last_number = ~0ull;
  last_page = nullptr;
}

// DPI: a packed vector of bits is 32-bit words, the lowest first.
void fy_memory_read(unsigned long long index, unsigned int bytes, uint32_t* data) {
  fy_memory_peek(index * bytes, data, bytes);
}

void fy_memory_write(unsigned long long index, unsigned int bytes, const uint32_t* data,
                     unsigned long long strobe) {
  uint8_t* to = find(index * bytes, true)->bytes + index * bytes % kPageBytes;
  if (strobe == ~0ull >> (64 - bytes)) {
    std::memcpy(to, data, bytes);
    return;
  }
  const auto* from = reinterpret_cast<const uint8_t*>(data);
  for (unsigned byte = 0; byte < bytes; byte++) {
    if ((strobe >> byte) & 1u) to[byte] = from[byte];
  }
}

}  // extern "C"
