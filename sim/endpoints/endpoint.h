// SPDX-License-Identifier: Apache-2.0
// C++ that a block or a system brings, which looks at every cycle of a run and may drive ports.
//
// system.toml names the function that makes it (`make`, in the namespace fy), the values that it is
// shown (`probes`) and its ports.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "sim/design/probes.h"
#include "sim/endpoints/ports.h"

namespace fy {

// What an endpoint is made of.
struct EndpointSetup {
  const Design& design;
  Probes probes;
  const std::map<std::string, std::string>& options;  // of `fy run`, those that the system brings
  Ports& ports;
  // Ends the run in this cycle with an exit code, unless the program has ended it.
  std::function<void(uint32_t)> end;
};

class Endpoint {
 public:
  virtual ~Endpoint() = default;
  // Before each reset: nothing is driven; what is set now stands at the ports in cycle 0.
  virtual void reset() {}
  // Once a cycle, with its settled values.
  virtual void observe(uint64_t cycle) = 0;
  // What it saw since the run began or the program marked a place, as one JSON value.
  virtual std::string json() const = 0;
  virtual void clear() = 0;
  // While it is true, harts and links that stand still are no hang: they wait for this endpoint.
  virtual bool pauses() const { return false; }
};

}  // namespace fy
