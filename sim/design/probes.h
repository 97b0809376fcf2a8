// SPDX-License-Identifier: Apache-2.0
// Values that a system or a core shows by name (`probes` of system.toml and core.toml).
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "sim/design/design.h"
#include "sim/design/error.h"

namespace fy {

class Probes {
 public:
  // `words`: those of the table and of the tables before it.
  Probes(const ProbeTable& table, const uint64_t* words)
      : table_(table), words_(words + table.first) {}

  // Its value in the cycle that is looked at. Throws Error when none has this name.
  const uint64_t& operator[](const std::string& name) const {
    const auto found = std::find(table_.names.begin(), table_.names.end(), name);
    if (found == table_.names.end()) throw Error("the table has no probe called " + name);
    return words_[found - table_.names.begin()];
  }

 private:
  const ProbeTable& table_;
  const uint64_t* words_;
};

}  // namespace fy
