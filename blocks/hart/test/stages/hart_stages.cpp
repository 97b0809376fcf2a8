// SPDX-License-Identifier: Apache-2.0
//
// Random tests of the parts of the core's stages against plain C++: picks one.

#include "blocks/hart/test/stages/hart_stages.h"

int main(int argc, char** argv) {
  const Options options("hart_stages", argc, argv);
  width = static_cast<unsigned>(options.number("--width", 64));
  const Tests tests = {
      {"bypass", [](const Options& given) { test_bypass(given.count); }},
      {"fence", [](const Options& given) { test_fence(given.count); }},
      {"queue", [](const Options& given) { test_queue(given.count); }},
      {"late_branch", [](const Options& given) { test_late_branch(given.count); }},
      {"load_store", [](const Options& given) { test_load_store(given.count); }},
      {"registers", [](const Options& given) { test_registers(given.count); }},
      {"trap_select", [](const Options& given) { test_trap_select(given.count); }},
      {"return_stack", [](const Options& given) { test_return_stack(given.count); }},
      {"integer", [](const Options& given) { test_integer(given.count); }},
      {"former", [](const Options& given) { test_former(given.count); }},
      {"retire", [](const Options& given) { test_retire(given.count); }},
      {"entry", [](const Options& given) { test_entry(given.count); }},
      {"control", [](const Options& given) { test_control(given.count); }},
      {"flow", [](const Options& given) { test_flow(given.count); }},
      {"privilege", [](const Options& given) { test_privilege(given.count); }},
      {"translate", [](const Options& given) { test_translate(given.count); }},
      {"predictor", [](const Options& given) { test_predictor(given.count); }},
      {"scoreboard", [](const Options& given) { test_scoreboard(given.count); }},
      {"decode", [](const Options& given) { test_decode(given.count); }},
  };
  return run_test(top, options, tests, [] { reset(); });
}
