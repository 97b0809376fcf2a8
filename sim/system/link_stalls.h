// SPDX-License-Identifier: Apache-2.0
// Channels of links that the host holds, in builds with the stalling link stages of sim/rtl.
#pragma once

#include <cstdint>
#include <string>

namespace fy {

// Holds the channels `bits` of the link stage whose path ends with `stage`, from
// the next clock edge on; none of them with 0. False when the build has no such stage.
bool hold_link(const std::string& stage, uint32_t bits);

}  // namespace fy
