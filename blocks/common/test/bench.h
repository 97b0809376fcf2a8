// SPDX-License-Identifier: Apache-2.0
//
// What every C++ bench has, in one include: clock and reset, random values and pauses from one
// seed, ends of streams, scoreboards, a flat memory, checks that name the cycle, options. A bench
// adds what its block means: the messages of its ports, the model that it is held against, and
// directed cases. It is a template over the verilated class; nothing here is a virtual call.
#pragma once

#include "blocks/common/test/bench/check.h"
#include "blocks/common/test/bench/clock.h"
#include "blocks/common/test/bench/flat_memory.h"
#include "blocks/common/test/bench/options.h"
#include "blocks/common/test/bench/random.h"
#include "blocks/common/test/bench/scoreboard.h"
#include "blocks/common/test/bench/stream.h"
#include "blocks/common/test/bench/units.h"
