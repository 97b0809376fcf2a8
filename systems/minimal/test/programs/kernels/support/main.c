// SPDX-License-Identifier: Apache-2.0

/// A kernel in the form of Embench: the exit code says whether its result is right.
#include "support.h"

int main(int argc, char* argv[]) {
  (void)argc, (void)argv;
  initialise_board();
  initialise_benchmark();
  start_trigger();
  const int result = benchmark();
  stop_trigger();
  return !verify_benchmark(result);
}
