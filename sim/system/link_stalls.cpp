// SPDX-License-Identifier: Apache-2.0
#include "sim/system/link_stalls.h"

#include <vector>

namespace {

struct Link {
  std::string path;
  uint32_t held;
};

std::vector<Link>& links() {
  static std::vector<Link> all;
  return all;
}

}  // namespace

// Called by the link stages of sim/rtl: once at the start, then at each clock edge.
extern "C" int fy_link_open(const char* path) {
  links().push_back({path, 0});
  return static_cast<int>(links().size() - 1);
}

extern "C" int fy_link_held(int link) {
  return static_cast<int>(links()[static_cast<size_t>(link)].held);
}

namespace fy {

bool hold_link(const std::string& stage, uint32_t bits) {
  const std::string end = "." + stage;
  for (Link& link : links()) {
    if (link.path.size() < end.size()) continue;
    if (link.path.compare(link.path.size() - end.size(), end.size(), end) != 0) continue;
    link.held = bits;
    return true;
  }
  return false;
}

}  // namespace fy
