// SPDX-License-Identifier: Apache-2.0
// Requests of the agent that does not cache, as beats of channel A.
#pragma once

#include <cstring>

#include "coherence_words.h"
#include "fy_layout.h"

namespace coherence {

// opcode: a Put of a word, a Get of a line, an Intent to flush it.
template <typename Top>
void offer(Top& top, const Request& request, int source, unsigned opcode) {
  namespace lay = fy_layout;
  namespace A = lay::host_a_i;
  const uint64_t address = kBase + static_cast<uint64_t>(request.word) * 8;
  lay::set(top.host_a_i, A::opcode_, opcode);
  lay::set(top.host_a_i, A::param_, request.intent ? 2 : 0);
  lay::set(top.host_a_i, A::size_, request.size);
  lay::set(top.host_a_i, A::source_, source);
  lay::set(top.host_a_i, A::address_, address);
  lay::set(top.host_a_i, A::allocate_, request.allocate);
  lay::set(top.host_a_i, A::corrupt_, 0);
  lay::set(top.host_a_i, A::mask_, request.put ? 0xffull << (address % kBeat) : lay::mask(kBeat));
  const int word = static_cast<int>(address % kBeat) / 4;
  std::memset(top.host_a_i.data(), 0, kBeat);
  top.host_a_i[word] = static_cast<uint32_t>(request.value);
  top.host_a_i[word + 1] = static_cast<uint32_t>(request.value >> 32);
  top.host_a_valid_i = 1;
}

}  // namespace coherence
