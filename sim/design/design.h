// SPDX-License-Identifier: Apache-2.0
// The simulated design as tables and values: what fy_top shows and takes, whatever system it is.
//
// The generated fy_top_model.cpp fills them; it alone includes the verilated header. Values stand
// for one cycle, from one clock edge to the next; inputs set meanwhile are those of the next cycle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "verilated.h"

namespace fy {

class DebugHart;
class Design;
class Endpoint;
struct EndpointSetup;
class Simulation;

// ---- what there is ------------------------------------------------------------------------------

// Run-time setting within the built maximum; its place in the table is its number.
struct StrapTable {
  const char* name;
  uint64_t least, most;
};

// Memory that programs are loaded into: behind an AXI4 port, or an array of words in the chip.
struct MemoryTable {
  uint64_t base, bytes;
  const char* scope;  // of the array; null: behind a port
  const char* array;
  unsigned word_bytes;
};

struct ChannelTable {
  const char* name;
  unsigned bit;  // that holds it, in the stage of its link
};

// A link; its channels follow those of the link before it in the words of bits.
struct LinkTable {
  const char* name;
  const char* path;  // end of the hierarchical name of its stage
  std::vector<ChannelTable> channels;
  bool messages;  // it has a track in the trace
};

// Values that are shown by name, a word each; those of the table before come first.
struct ProbeTable {
  std::vector<const char*> names;
  unsigned first;
};

// A hart; one of several threads has an entry a thread, in the order of their numbers.
struct HartTable {
  const char* name;
  const char* scope;  // of the core
  unsigned thread;
  ProbeTable probes;  // of its debugger
  // Null in a build without a debugger.
  std::unique_ptr<DebugHart> (*make_debugger)(Simulation&, const HartTable&, uint64_t reset_vector);
};

// Something that takes time, on a track of the trace.
struct SpanTable {
  unsigned track;
  const char* name;
  bool before;  // its end is seen one cycle late
};

struct EndpointTable {
  const char* name;
  std::unique_ptr<Endpoint> (*make)(const EndpointSetup&);
  ProbeTable probes;
};

// A port of the system that C++ drives and reads (sim/endpoints/ports.h).
struct PortTable {
  const char* name;  // those of an array have the same, in their order
  bool input;        // the payload goes into the system
  unsigned words;    // of a payload
  unsigned driven;   // first word that is set: `valid` and the payload, or `ready`
  unsigned read;     // first word that is seen: `ready`, or `valid` and the payload
};

struct Tables {
  uint64_t reset_vector;
  unsigned register_bits, beat_bytes, line_bytes;
  bool links_are_progress, retirement_is_progress;
  bool inspect;  // this build has stalls, traces and the debugger
  std::vector<StrapTable> straps;
  std::vector<MemoryTable> memories;
  std::vector<LinkTable> links;
  std::vector<HartTable> harts;
  std::vector<const char*> hart_values;  // names of the words that show a hart
  unsigned message_words;                // of a link that has messages
  std::vector<const char*> tracks;
  std::vector<SpanTable> spans;
  std::vector<EndpointTable> endpoints;
  const char* console;  // name of its two ports; empty: none
  std::vector<PortTable> ports;
};

const Tables& tables();

// ---- what it shows ------------------------------------------------------------------------------

// The host's TL-UH port.
struct HostPort {
  uint8_t *a_valid, *a_opcode, *a_param, *a_size, *a_source;
  uint64_t *a_address, *a_mask;
  void* a_data;
  const uint8_t *a_ready, *d_valid, *d_opcode, *d_size, *d_source, *d_denied, *d_corrupt;
  uint8_t* d_ready;
  const void* d_data;
};

// Of all harts: of several in one cycle the lowest.
struct RetirementPort {
  const uint8_t *valid, *count;  // instructions, traps left out
  const uint64_t* pc;
  uint64_t* tohost_address;
  const uint8_t* tohost_valid;
  const uint64_t* tohost_data;
  const uint8_t* asleep;  // every hart waits for an interrupt
};

// In the build `inspect`; else null.
struct InspectPort {
  const uint64_t* harts = nullptr;  // hart_values of each
  const uint64_t *span_begin = nullptr, *span_end = nullptr;
  const uint64_t* messages = nullptr;
  const uint64_t* debug_probes = nullptr;
};

class Design {
 public:
  static constexpr unsigned kWordBits = 64;

  explicit Design(uint64_t seed);
  ~Design();
  Design(const Design&) = delete;
  Design& operator=(const Design&) = delete;

  void evaluate();
  VerilatedContext& context();
  // A waveform, where the build has it. Throws Error.
  void open_wave(const std::string& file);
  void dump_wave(uint64_t time);
  void flush_wave();

  uint8_t *clock, *reset;
  uint64_t* straps;
  HostPort host;
  RetirementPort retirement;
  const uint8_t* exit_valid;
  const uint32_t* exit_code;
  const uint64_t *link_valid, *link_ready;
  unsigned link_words;
  const uint64_t* probes;
  uint64_t* port_driven;
  const uint64_t* port_read;
  InspectPort inspect;

 private:
  struct Model;
  std::unique_ptr<Model> model_;
};

}  // namespace fy
