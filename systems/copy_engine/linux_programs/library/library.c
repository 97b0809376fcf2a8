// SPDX-License-Identifier: Apache-2.0

/// The library of user programs, as it is.

#include "../../../../blocks/copy_engine/fw/user/fy_copy.c"
#include "parts.h"
