// SPDX-License-Identifier: Apache-2.0
// Ports of the system that C++ drives and reads: `[[endpoint.port]]` of system.toml, and the
// console's.
//
// A stream passes one payload a cycle at most, in the cycles in which both valid and ready stand.
// What is set in a cycle stands at the port in the next one, since fy_top takes it into registers:
// no ready depends on the valid of its cycle, and a stream is as fast in both directions as one in
// the chip. A port of the kind `value` takes and shows a payload in every cycle. Payloads are words
// of 64 bits, the lowest first; bits above those of the port are ignored, or zero.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/design/design.h"

namespace fy {

// A stream into the system.
class InputPort {
 public:
  InputPort(const PortTable& table, Design& design)
      : words_(table.words),
        driven_(design.port_driven + table.driven),
        ready_(design.port_read + table.read) {}

  // Nothing is offered in the next cycle: what was pushed has been taken. A value is always free.
  bool free() const { return driven_[0] == 0; }
  // Offers a payload from the next cycle on, until it is taken; the port must be free.
  void push(const uint64_t* payload) {
    driven_[0] = 1;
    for (unsigned word = 0; word < words_; word++) driven_[1 + word] = payload[word];
  }

 private:
  friend class Ports;

  unsigned words_;
  uint64_t* driven_;
  const uint64_t* ready_;
};

// A stream out of the system.
class OutputPort {
 public:
  OutputPort(const PortTable& table, Design& design)
      : ready_(design.port_driven + table.driven), read_(design.port_read + table.read) {}

  // The payload that was passed in this cycle; null: none.
  const uint64_t* taken() const { return taken_ ? read_ + 1 : nullptr; }
  // Whether payloads are taken from the next cycle on; not so after a reset.
  void set_ready(bool ready) { *ready_ = ready; }

 private:
  friend class Ports;

  uint64_t* ready_;
  const uint64_t* read_;
  bool taken_ = false;
};

class Ports {
 public:
  explicit Ports(Design& design);

  // Ports by their names in system.toml; of an array by the number, too. Throws Error.
  InputPort& input(const std::string& name, unsigned number = 0);
  OutputPort& output(const std::string& name, unsigned number = 0);

  // Nothing is driven, and nothing is taken, from the next cycle on.
  void reset();
  // Once a cycle, before anything is set in it: who was served.
  void settle() {
    for (Named<InputPort>& one : inputs_) {
      if (*one.port.ready_ != 0) one.port.driven_[0] = 0;
    }
    for (Named<OutputPort>& one : outputs_) {
      one.port.taken_ = *one.port.ready_ != 0 && *one.port.read_ != 0;
    }
  }

 private:
  template <typename Port>
  struct Named {
    std::string name;
    Port port;
  };

  std::vector<Named<InputPort>> inputs_;
  std::vector<Named<OutputPort>> outputs_;
  uint64_t* driven_;
  unsigned driven_words_ = 0;
};

}  // namespace fy
