// SPDX-License-Identifier: Apache-2.0

/// The scalar rival, as it is.

#include "../../programs/memcpy_scalar.S"
