// SPDX-License-Identifier: Apache-2.0
#include "sim/system/links.h"

#include "sim/design/error.h"
#include "sim/system/link_stalls.h"

namespace fy {

std::vector<std::string> channel_names() {
  std::vector<std::string> names;
  for (const LinkTable& link : tables().links) {
    for (const ChannelTable& channel : link.channels) {
      names.push_back(std::string(link.name) + "." + channel.name);
    }
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
    for (const ChannelTable& channel : link.channels) {
      if (std::string(link.name) + "." + channel.name != name) continue;
      if (!hold_link(link.path, 1u << channel.bit)) {
        throw Error("no link stage of this simulator is " + std::string(link.path));
      }
    }
  }
}

}  // namespace fy
