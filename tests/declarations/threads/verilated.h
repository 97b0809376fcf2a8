// SPDX-License-Identifier: Apache-2.0
// In the place of Verilator's header: what the simulator's tables and the generated C++ name of it.
#pragma once

class VerilatedContext {
 public:
  void randReset(int) {}
  void randSeed(int) {}
};
