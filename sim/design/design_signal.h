// SPDX-License-Identifier: Apache-2.0
// Variables of the verilated design by their names, where a control file makes them public.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "verilated.h"

namespace fy {

// A variable to read, and to write where the build allows it.
class DesignSignal {
 public:
  // Throws Error when this build does not show it.
  DesignSignal(const VerilatedContext& context, const std::string& scope, const std::string& name);

  uint64_t value() const { return element(0); }
  void set(uint64_t value) { set_element(0, value); }
  uint64_t element(unsigned index) const;
  void set_element(unsigned index, uint64_t value);
  // Bytes of an element from byte `lane` on.
  void set_bytes(unsigned index, unsigned lane, const uint8_t* data, size_t bytes);

 private:
  uint8_t* data_ = nullptr;
  unsigned width_ = 0;  // bits of an element
  unsigned bytes_ = 0;  // it takes so many in memory
};

// A variable that takes a value of ours while it is held.
class ForcedSignal {
 public:
  ForcedSignal(const VerilatedContext& context, const std::string& scope, const std::string& name)
      : enable_(context, scope, name + "__VforceEn"),
        value_(context, scope, name + "__VforceVal") {}

  void hold(uint64_t value) {
    value_.set(value);
    enable_.set(~0ull);
  }
  void release() { enable_.set(0); }

 private:
  DesignSignal enable_, value_;
};

}  // namespace fy
