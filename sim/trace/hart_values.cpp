// SPDX-License-Identifier: Apache-2.0
#include "sim/trace/hart_values.h"

#include <algorithm>
#include <string>

#include "sim/design/design.h"
#include "sim/design/error.h"

namespace fy {

HartValue::HartValue(const char* name) {
  const auto& names = tables().hart_values;
  const auto same = [name](const char* other) { return std::string(name) == other; };
  const auto found = std::find_if(names.begin(), names.end(), same);
  if (found == names.end()) throw Error(std::string("the design shows no ") + name + " of a hart");
  place_ = static_cast<size_t>(found - names.begin());
}

HartSignals HartValues::signals(const uint64_t* words) const {
  HartSignals now;
  now.fetch_fire = fetch_fire_(words) != 0;
  now.fetch_offset = static_cast<unsigned>(fetch_offset_(words));
  now.decode_valid = decode_valid_(words) != 0;
  now.decode_ready = decode_ready_(words) != 0;
  now.decode_pc = decode_pc_(words);
  now.decode_instruction = static_cast<uint32_t>(decode_instruction_(words));
  now.execute_advance = execute_advance_(words) != 0;
  now.execute_kill = execute_kill_(words) != 0;
  now.redirect = redirect_(words) != 0;
  now.retired = valid(words) != 0;
  now.trap = trap_(words) != 0;
  now.interrupt = is_interrupt_(words) != 0;
  now.cause = static_cast<unsigned>(cause_(words));
  return now;
}

Retirement HartValues::retirement(const uint64_t* words) const {
  Retirement now{};
  now.trap = trap_(words) != 0;
  now.is_interrupt = is_interrupt_(words) != 0;
  now.cause = static_cast<unsigned>(cause_(words));
  now.tval = tval_(words);
  now.pc = pc_(words);
  now.instruction = static_cast<uint32_t>(instruction_(words));
  now.rd_write = rd_write_(words) != 0;
  now.rd_late = rd_late_(words) != 0;
  now.rd = static_cast<unsigned>(rd_(words));
  now.rd_data = rd_data_(words);
  now.store = store_(words) != 0;
  now.store_size = static_cast<unsigned>(store_size_(words));
  now.store_address = store_address_(words);
  now.store_data = store_data_(words);
  now.privilege = static_cast<unsigned>(privilege_(words));
  return now;
}

}  // namespace fy
