// SPDX-License-Identifier: Apache-2.0

/// The library of user programs, as it is; here every copy is worth the engine.

#define FY_COPY_LEAST 1
#include "../../../blocks/copy_engine/fw/user/fy_copy.c"
