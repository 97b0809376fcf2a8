// SPDX-License-Identifier: Apache-2.0

/// The mover under test; benchmarks link it by themselves.

#include "../../bench/memcpy_scalar.S"
