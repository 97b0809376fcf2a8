// SPDX-License-Identifier: Apache-2.0
#include "sim/system/links.h"

#include "sim/design/error.h"
#include "sim/system/link_stalls.h"

namespace fy {

namespace {

constexpr unsigned kStageChannels = 5;
const char* const kOrders[][kStageChannels] = {{"a", "b", "c", "d", "e"},
                                               {"aw", "w", "b", "ar", "r"}};

// Bit of a channel in its stage: B stands second in a TileLink link and third in an AXI link.
unsigned stage_bit(const LinkTable& link, const std::string& channel) {
  const auto& order = kOrders[std::string(link.channels[0]) == "aw"];
  unsigned bit = 0;
  while (bit < kStageChannels && channel != order[bit]) bit++;
  return bit;
}

}  // namespace

std::vector<std::string> channel_names() {
  std::vector<std::string> names;
  for (const LinkTable& link : tables().links) {
    for (const char* channel : link.channels)
      names.push_back(std::string(link.name) + "." + channel);
  }
  return names;
}

bool any_waits(const Design& design) {
  for (unsigned word = 0; word < design.link_words; word++) {
    if ((design.link_valid[word] & ~design.link_ready[word]) != 0) return true;
  }
  return false;
}

bool waits(const Design& design, size_t channel) {
  const size_t word = channel / Design::kWordBits, bit = channel % Design::kWordBits;
  return ((design.link_valid[word] & ~design.link_ready[word]) >> bit & 1) != 0;
}

void check_channel(const std::string& name) {
  std::string names;
  for (const std::string& known : channel_names()) {
    if (known == name) {
      if (tables().inspect) return;
      throw Error("this simulator was built without stalls; run it through `fy run --hold`");
    }
    names += " " + known;
  }
  throw Error("--hold knows no channel '" + name + "'; channels are:" + names);
}

void hold_channel(const std::string& name) {
  for (const LinkTable& link : tables().links) {
    for (const char* channel : link.channels) {
      if (std::string(link.name) + "." + channel != name) continue;
      if (!hold_link(link.path, 1u << stage_bit(link, channel))) {
        throw Error("no link stage of this simulator is " + std::string(link.path));
      }
    }
  }
}

}  // namespace fy
