// SPDX-License-Identifier: Apache-2.0
// A clock for my_test, which ends the run itself.
#include "Vmy_test.h"

int main(int argc, char** argv) {
  VerilatedContext context;
  context.commandArgs(argc, argv);
  Vmy_test top{&context};
  for (unsigned half = 0; !context.gotFinish(); half++) {
    top.rst_ni = half > 4;
    top.clk_i = half & 1;
    top.eval();
  }
}
