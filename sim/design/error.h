// SPDX-License-Identifier: Apache-2.0
// An error of the user's making: one sentence that names the thing and the remedy.
#pragma once

#include <stdexcept>
#include <string>

namespace fy {

struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// 0x-prefixed hexadecimal.
std::string hex(unsigned long long value);

}  // namespace fy
