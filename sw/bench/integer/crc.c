// SPDX-License-Identifier: Apache-2.0

#include "kernels.h"

#define BYTES 340

uint32_t kernel_crc(void) {
  uint16_t crc = 0;
  for (uint32_t i = 0; i < BYTES; i++) {
    uint8_t data = (uint8_t)(i * 37 + 11);
    for (int bit = 0; bit < 8; bit++) {
      uint16_t feedback = (crc ^ data) & 1;
      crc >>= 1;
      data >>= 1;
      if (feedback != 0) crc ^= 0xA001;
    }
  }
  return crc;
}
