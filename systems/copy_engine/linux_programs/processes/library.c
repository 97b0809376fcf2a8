// SPDX-License-Identifier: Apache-2.0

/// The library of user programs, as it is; the experiment says when the engine is used.

#define FY_COPY_LEAST 1
#define FY_COPY_SCALAR fy_memcpy_scalar
#include "copies.h"
// The library's functions have the names of the driver's header, not those of a C library.
#include "../../../../blocks/copy_engine/fw/user/fy_copy.c"
