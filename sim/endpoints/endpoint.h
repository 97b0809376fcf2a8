// SPDX-License-Identifier: Apache-2.0
// C++ that a block or a system brings and that looks at every cycle of a run.
//
// system.toml names the function that makes it (`make`, in the namespace fy) and the values that
// it is shown (`probes`).
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "sim/design/probes.h"

namespace fy {

// What an endpoint is made of.
struct EndpointSetup {
  const Design& design;
  Probes probes;
  const std::map<std::string, std::string>& options;  // of `fy run`, those that the system brings
};

class Endpoint {
 public:
  virtual ~Endpoint() = default;
  // Once a cycle, with its settled values.
  virtual void observe(uint64_t cycle) = 0;
  // What it saw since the run began or the program marked a place, as one JSON value.
  virtual std::string json() const = 0;
  virtual void clear() = 0;
};

}  // namespace fy
