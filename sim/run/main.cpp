// SPDX-License-Identifier: Apache-2.0
// Runs one program on the verilated system. `fy run` builds this program and calls it.
//
// Exit codes: that of the program, but 124 at the cycle limit, 125 by the watchdog, 126 for an
// error of the caller, 137 when the debugger killed it; the JSON file says which of them it was.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <memory>

#include "sim/debug/gdb_server.h"
#include "sim/design/error.h"
#include "sim/endpoints/memories.h"
#include "sim/host/host_agent.h"
#include "sim/host/host_services.h"
#include "sim/run/signature.h"
#include "sim/system/options.h"
#include "sim/system/program_image.h"
#include "sim/system/system.h"
#include "sim/trace/trace.h"

namespace fy {

namespace {

constexpr int kExitLimit = 124, kExitStuck = 125, kExitError = 126, kExitKilled = 137;
constexpr uint64_t kPageBytes = 4096, kHeapAlignment = 64;
constexpr unsigned kDrainCycles = 200;

// A jump to the entry point, when the program starts elsewhere than the core does.
void place_reset_stub(const Options& options, const ProgramImage& program, Memories& memories) {
  if (program.entry == tables().reset_vector) return;
  for (const Segment& segment : program.segments) {
    if (segment.address < tables().reset_vector + 16 &&
        segment.address + segment.memory_bytes > tables().reset_vector) {
      throw Error(options.program + " starts at " + hex(program.entry) +
                  ", but the core starts at " + hex(tables().reset_vector) +
                  ", where the program has other bytes; link it with sw/link.ld");
    }
  }
  // auipc t0, 0; lw (lwu) t0, 12(t0); jr t0; .word entry
  const uint32_t load = tables().register_bits == 64 ? 0x00c2e283 : 0x00c2a283;
  const uint32_t stub[4] = {0x00000297, load, 0x00028067, static_cast<uint32_t>(program.entry)};
  memories.poke(tables().reset_vector, stub, sizeof stub);
}

void place_word(const ProgramImage& program, const char* name, uint64_t value, Memories& memories) {
  const auto address = program.symbol(name);
  if (address) memories.poke(*address, &value, sizeof value);
}

void place_program(const Options& options, const ProgramImage& program, Memories& memories) {
  for (const Segment& segment : program.segments) {
    memories.check(segment.address, segment.memory_bytes, options.program);
    memories.poke(segment.address, segment.bytes.data(), segment.bytes.size());
  }
  place_reset_stub(options, program, memories);
}

// Behind the input: the arguments, then what is left for a heap.
void place_arguments(const Options& options, const ProgramImage& program, uint64_t from,
                     Memories& memories) {
  std::string text;
  for (const std::string& one : options.arguments) text.append(one.c_str(), one.size() + 1);
  const uint64_t address = (from + kHeapAlignment - 1) / kHeapAlignment * kHeapAlignment;
  if (program.symbol("fy_arguments")) {
    memories.check(address, text.size(), "the arguments of " + options.program);
    memories.poke(address, text.data(), text.size());
  }
  place_word(program, "fy_arguments", address, memories);
  place_word(program, "fy_argument_count", options.arguments.size(), memories);
  const uint64_t heap =
      address + (text.size() + kHeapAlignment - 1) / kHeapAlignment * kHeapAlignment;
  place_word(program, "fy_heap", heap, memories);
  place_word(program, "fy_heap_end", memories.end_of(heap), memories);
}

InputArea place_input(const Options& options, const ProgramImage& program, Memories& memories) {
  InputArea input;
  const uint64_t end = program.symbol("_end").value_or(program.end());
  input.address =
      program.symbol("fy_input_area").value_or((end + kPageBytes - 1) / kPageBytes * kPageBytes);
  if (!options.input.empty()) {
    if (!program.symbol("fy_input")) {
      throw Error(options.program + " takes no input: it has no symbol fy_input");
    }
    input.bytes = read_file(options.input);
    memories.check(input.address, input.bytes.size(), "the input " + options.input);
    memories.poke(input.address, input.bytes.data(), input.bytes.size());
  }
  place_word(program, "fy_input", input.address, memories);
  place_word(program, "fy_input_size", input.bytes.size(), memories);
  place_arguments(options, program, input.address + input.bytes.size(), memories);
  return input;
}

void write_output(const Options& options, const ProgramImage& program, HostAgent& agent,
                  const Memories& memories) {
  const auto at = program.symbol("fy_output"), size_at = program.symbol("fy_output_size");
  uint64_t address = 0, bytes = 0;
  if (!at || !size_at || !agent.read_word(*at, address) || !agent.read_word(*size_at, bytes)) {
    throw Error(options.program + " has no output: it has no symbols fy_output, fy_output_size");
  }
  memories.check(address, bytes, "the output of " + options.program);
  std::vector<uint8_t> data(bytes);
  agent.read(address, data.data(), bytes);
  write_file(options.output, data.data(), data.size());
}

std::string read_counters(const Options& options, HostAgent& agent) {
  std::string text = "{";
  if (options.counter_snapshot != 0) agent.write_word(options.counter_snapshot, 1);
  for (const Counter& counter : options.counters) {
    uint64_t value = 0;
    if (!agent.read_word(counter.address, value)) {
      throw Error("counter " + counter.name + " is denied at " + hex(counter.address));
    }
    text += (text.size() > 1 ? ", \"" : "\"") + counter.name + "\": " + std::to_string(value);
  }
  return text + "}";
}

struct Outcome {
  int exit_code = 0;
  const char* reason = "exit";
  std::string counters = "{}";
};

// Runs to the end of the program; cycles and instructions are those of its end.
Outcome run(const Options& options, const ProgramImage& program, const InputArea& input,
            System& system, Memories& memories, Trace* trace, uint64_t& cycles,
            uint64_t& instructions) {
  HostAgent agent(system, options.quiet_limit);
  HostServices services(system, agent, program, input, options.capture);
  Signature signature;
  if (!options.signature.empty()) {
    signature = find_signature(program, options.program);
    memories.check(signature.address, signature.bytes, "the signature of " + options.program);
  }
  Outcome outcome;
  system.reset();
  std::unique_ptr<GdbServer> debugger;
  if (options.gdb != 0) {
    debugger = std::make_unique<GdbServer>(options.gdb, system, agent);
  }
  std::optional<uint32_t> code;
  bool reset_again = options.reset_at != 0, ended = true;
  while (!code) {
    system.cycle();
    if (system.at_limit()) {
      std::fprintf(stderr, "%s\n", system.limit_text().c_str());
      outcome.reason = "cycle_limit";
      code = kExitLimit;
      ended = false;
      break;
    }
    if (reset_again && system.simulation.cycle >= options.reset_at) {
      reset_again = false;
      place_program(options, program, memories);
      place_input(options, program, memories);
      system.reset();
      continue;
    }
    if (system.simulation.cycle > options.end_at || (trace != nullptr && trace->finished())) {
      outcome.reason = "window";
      code = 0;
    }
    if (system.exited) code = system.exit_code;
    if (system.tohost_value) {
      const uint64_t value = *system.tohost_value;
      system.tohost_value.reset();
      code = services.serve(value);
    }
    if (debugger != nullptr && !code && !debugger->serve()) {
      outcome.reason = "killed";
      code = kExitKilled;
    }
  }
  if (debugger != nullptr && ended) debugger->ended(*code);
  debugger.reset();
  system.exited = true;
  cycles = system.cycles();
  system.observer = nullptr;
  if (trace != nullptr) trace->finish(cycles);
  instructions = system.instructions;
  system.flush_console();
  outcome.exit_code = static_cast<int>(*code);
  try {
    for (unsigned count = 0; count < kDrainCycles; count++) system.cycle();
    outcome.counters = read_counters(options, agent);
  } catch (const Stuck&) {
    if (ended) throw;  // at the limit it may hang, too, and then has no counters
  }
  if (!ended) return outcome;
  if (!options.output.empty()) write_output(options, program, agent, memories);
  if (!options.signature.empty()) {
    write_signature(signature, options.signature_granularity, agent, options.signature);
  }
  return outcome;
}

void write_json(const Options& options, const Outcome& outcome, const System& system,
                uint64_t cycles, uint64_t instructions, double seconds) {
  if (options.json.empty()) return;
  char speed[96];
  const auto total = static_cast<double>(system.cycles());
  std::snprintf(speed, sizeof speed, "\"cpu_seconds\": %.6f, \"sim_hz\": %.1f", seconds,
                seconds > 0 ? total / seconds : 0.0);
  const std::string text =
      "{\"exit_code\": " + std::to_string(outcome.exit_code) + ", \"reason\": \"" + outcome.reason +
      "\", \"cycles\": " + std::to_string(cycles) +
      ", \"instructions\": " + std::to_string(instructions) + ", " + speed +
      ", \"endpoints\": " + system.endpoints_json() + ", \"counters\": " + outcome.counters + "}\n";
  write_file(options.json, text.data(), text.size());
}

int simulate(int count, char** arguments) {
  const Options options = parse_options(count, arguments);
  const ProgramImage program = load_program(options.program, options.image);
  System system(options, program.symbol("tohost"));
  Memories memories(system.design());
  memories.clear_arrays();
  place_program(options, program, memories);
  const InputArea input = place_input(options, program, memories);
  const std::unique_ptr<Trace> trace = make_trace(options, system.simulation);
  system.observer = trace.get();
  Outcome outcome;
  uint64_t cycles = 0, instructions = 0;
  try {
    outcome = run(options, program, input, system, memories, trace.get(), cycles, instructions);
  } catch (const std::exception& problem) {
    system.flush_console();
    if (dynamic_cast<const Stuck*>(&problem) == nullptr) throw;
    std::fprintf(stderr, "%s\n", problem.what());
    outcome.exit_code = kExitStuck;
    outcome.reason = "watchdog";
    cycles = system.cycles();
    if (trace != nullptr) trace->finish(cycles);
    instructions = system.instructions;
  }
  const double seconds = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
  write_json(options, outcome, system, cycles, instructions, seconds);
  return outcome.exit_code;
}

}  // namespace

}  // namespace fy

int main(int count, char** arguments) {
  try {
    return fy::simulate(count, arguments);
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "error: %s\n", problem.what());
    return fy::kExitError;
  }
}
