// SPDX-License-Identifier: Apache-2.0

/// The mover under test; benchmarks link it by themselves.

#include "../../../systems/copy_engine/programs/memcpy_scalar.S"
