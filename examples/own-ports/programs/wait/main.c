// SPDX-License-Identifier: Apache-2.0

/// Does nothing: the run ends when all packets came back.

int main(void) {
  for (;;) {
  }
}
