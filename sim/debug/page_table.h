// SPDX-License-Identifier: Apache-2.0
// Sv39 tables as a debugger walks them: coherent reads, no permissions, no A and D bits.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/host/host_agent.h"

namespace fy {

// The physical address; nothing when there is no valid leaf. satp without a mode translates
// nothing.
std::optional<uint64_t> page_table_address(HostAgent& agent, uint64_t satp, uint64_t address);

}  // namespace fy
