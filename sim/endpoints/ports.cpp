// SPDX-License-Identifier: Apache-2.0
#include "sim/endpoints/ports.h"

#include <algorithm>

#include "sim/design/error.h"

namespace fy {

namespace {

// The one of this name and number among those of a direction.
template <typename List>
auto& found(List& list, const std::string& name, unsigned number, const char* direction) {
  unsigned seen = 0;
  for (auto& one : list) {
    if (one.name == name && seen++ == number) return one.port;
  }
  throw Error("an endpoint asks for the " + std::string(direction) + " port " + name + ", number " +
              std::to_string(number) + "; system.toml declares " + std::to_string(seen) +
              " of this name");
}

}  // namespace

Ports::Ports(Design& design) : driven_(design.port_driven) {
  for (const PortTable& table : tables().ports) {
    if (table.input) inputs_.push_back({table.name, InputPort(table, design)});
    if (!table.input) outputs_.push_back({table.name, OutputPort(table, design)});
    driven_words_ = table.driven + (table.input ? 1 + table.words : 1);
  }
  reset();
}

InputPort& Ports::input(const std::string& name, unsigned number) {
  return found(inputs_, name, number, "input");
}

OutputPort& Ports::output(const std::string& name, unsigned number) {
  return found(outputs_, name, number, "output");
}

void Ports::reset() { std::fill(driven_, driven_ + driven_words_, 0); }

}  // namespace fy
