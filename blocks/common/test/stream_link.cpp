// SPDX-License-Identifier: Apache-2.0
// The link stage of a stream in the build `inspect`: wires, and a channel that stands still while
// it is held.
#include "Vfy_stream_link.h"
#include "blocks/common/test/bench.h"
#include "sim/system/link_stalls.h"

int main(int count, char** arguments) {
  const Options options("stream_link", count, arguments, 2000);
  Vfy_stream_link top;
  top.data_i = top.valid_i = top.ready_i = 0;
  reset(top);
  check(!fy::hold_link("no_such_stage", 1), "a stage that is not there was held");
  bool held = false;
  uint64_t moved = 0, stood = 0;
  while (cycle < options.count) {
    top.data_i = static_cast<uint8_t>(random64());
    top.valid_i = percent(60);
    top.ready_i = percent(60);
    top.eval();
    check(top.data_o, top.data_i, "data");
    check(top.valid_o, top.valid_i && !held, "valid");
    check(top.ready_o, top.ready_i && !held, "ready");
    (held ? stood : moved) += top.valid_i && top.ready_i;
    const bool next = percent(30);
    check(fy::hold_link("fy_stream_link", next), "the stage is not there");
    edge(top);
    held = next;
  }
  met(moved, "a beat that moves");
  met(stood, "a beat that is held");
  return passed();
}
