// SPDX-License-Identifier: Apache-2.0
// The channels of all links: their names, which of them wait, and those that are held.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sim/design/design.h"

namespace fy {

// Names of the channels, in the order of their bits.
std::vector<std::string> channel_names();

// A handshake on any channel in this cycle.
inline bool any_handshake(const Design& design) {
  for (unsigned word = 0; word < design.link_words; word++) {
    if ((design.link_valid[word] & design.link_ready[word]) != 0) return true;
  }
  return false;
}

// A valid beat of any channel waits for ready.
bool any_waits(const Design& design);
// A valid beat of the channel waits for ready.
bool waits(const Design& design, size_t channel);

// Holds a channel from the next cycle on; in the build `inspect`, whose link stages ask for it.
// Throws Error for a name that no channel has.
void check_channel(const std::string& name);
void hold_channel(const std::string& name);

}  // namespace fy
