// SPDX-License-Identifier: Apache-2.0

#include "kernels.h"

enum state { START, SIGN, INTEGER, POINT, FRACTION, EXPONENT, EXPONENT_SIGN, POWER, BAD, STATES };

static const char text[] =
    "5012,-35.54400e3,1,+0.5,.1500,-110.700,+.05e-3,4711,12e,1.2.3,-,7e+12,abc,99999,-0.0001,"
    "123e45,1e,3.14159,2.71828e0,+,0,00,-1,6.02e23,1x,87.11,15.4e-2,8,88,888,8888,.5,5.,e5,-e5,";

static enum state step(enum state state, char c) {
  int digit = c >= '0' && c <= '9';
  switch (state) {
    case START:
      if (digit) return INTEGER;
      if (c == '+' || c == '-') return SIGN;
      return c == '.' ? POINT : BAD;
    case SIGN:
      if (digit) return INTEGER;
      return c == '.' ? POINT : BAD;
    case INTEGER:
      if (digit) return INTEGER;
      if (c == '.') return FRACTION;
      return c == 'e' ? EXPONENT : BAD;
    case POINT:
      return digit ? FRACTION : BAD;
    case FRACTION:
      if (digit) return FRACTION;
      return c == 'e' ? EXPONENT : BAD;
    case EXPONENT:
      if (digit) return POWER;
      return c == '+' || c == '-' ? EXPONENT_SIGN : BAD;
    case EXPONENT_SIGN:
    case POWER:
      return digit ? POWER : BAD;
    default:
      return BAD;
  }
}

uint32_t kernel_parse(void) {
  uint32_t ends[STATES] = {0};
  for (int round = 0; round < 14; round++) {
    enum state state = START;
    for (const char* c = text; *c != 0; c++) {
      if (*c == ',') {
        ends[state]++;
        state = START;
      } else {
        state = step(state, *c);
      }
    }
  }
  uint32_t sum = 0;
  for (int i = 0; i < STATES; i++) sum = sum * 31 + ends[i];
  return sum;
}
