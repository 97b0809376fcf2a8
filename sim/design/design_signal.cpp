// SPDX-License-Identifier: Apache-2.0
#include "sim/design/design_signal.h"

#include <algorithm>
#include <cstring>

#include "sim/design/error.h"
#include "verilated_syms.h"

namespace fy {

DesignSignal::DesignSignal(const VerilatedContext& context, const std::string& scope,
                           const std::string& name) {
  const VerilatedScope* place = context.scopeFind(scope.c_str());
  const VerilatedVar* variable = place == nullptr ? nullptr : place->varFind(name.c_str());
  if (variable == nullptr) {
    throw Error("this simulator was built without " + scope + "." + name +
                "; its build does not make it public");
  }
  data_ = static_cast<uint8_t*>(variable->datap());
  width_ = variable->entBits();
  bytes_ = variable->entSize();
}

uint64_t DesignSignal::element(unsigned index) const {
  uint64_t value = 0;
  std::memcpy(&value, data_ + index * bytes_, std::min<size_t>(bytes_, sizeof value));
  return value;
}

void DesignSignal::set_element(unsigned index, uint64_t value) {
  const uint64_t kept = width_ >= 64 ? value : value & ((1ull << width_) - 1);
  std::memcpy(data_ + index * bytes_, &kept, std::min<size_t>(bytes_, sizeof kept));
}

void DesignSignal::set_bytes(unsigned index, unsigned lane, const uint8_t* data, size_t bytes) {
  std::memcpy(data_ + index * bytes_ + lane, data, bytes);
}

}  // namespace fy
