// SPDX-License-Identifier: Apache-2.0

/// The console, polled, and the end of a run.

#include "firmware.h"

#define DATA (*(volatile uint8_t*)FY_CONSOLE_DATA)
#define STATUS (*(const volatile uint8_t*)FY_CONSOLE_STATUS)
#define FINISH (*(volatile uint32_t*)FY_TEST_FINISH)

void fy_put(char byte) {
  while ((STATUS & FY_CONSOLE_STATUS_ROOM) == 0) {
  }
  DATA = (uint8_t)byte;
}

int fy_get(void) { return (STATUS & FY_CONSOLE_STATUS_RECEIVED) != 0 ? DATA : -1; }

void fy_print(const char* text) {
  for (; *text != '\0'; text++) fy_put(*text);
}

void fy_print_hexadecimal(uint64_t value) {
  fy_print("0x");
  int digit = 15;
  while (digit > 0 && value >> 4 * digit == 0) digit--;
  for (; digit >= 0; digit--) fy_put("0123456789abcdef"[value >> 4 * digit & 15]);
}

_Noreturn void fy_exit(uint32_t code) {
  while ((STATUS & FY_CONSOLE_STATUS_EMPTY) == 0) {
  }
  for (;;) {
    FINISH = code == 0 ? FY_TEST_FINISH_STATUS_PASS
                       : FY_TEST_FINISH_STATUS_FAIL | code << FY_TEST_FINISH_CODE_SHIFT;
  }
}
