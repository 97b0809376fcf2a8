// SPDX-License-Identifier: Apache-2.0
// Messages and declared spans of time, a JSON file for Perfetto (ui.perfetto.dev) and
// chrome://tracing. One cycle is shown as one microsecond.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fy_tl_pkg.h"
#include "sim/design/design.h"
#include "sim/trace/trace_file.h"

namespace fy {

// One beat on A or D at a client.
struct Beat {
  unsigned opcode = 0, size = 0, source = 0;
  uint64_t address = 0;  // of A
  bool denied = false;   // of D

  // Of a word of fy_top, behind the bit that says that it passes.
  static Beat of(uint64_t word, uint64_t address) {
    return {static_cast<unsigned>(word >> 1 & 7), static_cast<unsigned>(word >> 4 & 15),
            static_cast<unsigned>(word >> 8 & 1023), address, (word >> 18 & 1) != 0};
  }
};

class MessageLog {
 public:
  // Spans that begin in the cycles `from` to `to` are written, whole.
  MessageLog(const std::string& file, uint64_t from, uint64_t to);

  // Looks at a cycle.
  void observe(const InspectPort& seen, uint64_t cycle);

  size_t open() const { return open_; }
  void finish();

 private:
  static constexpr unsigned kSources = 1u << fy_tl_pkg::DefaultSourceBits;

  struct Message {
    uint64_t id = 0;  // 0: not of the window
    std::string name;
    unsigned beats_left = 0;  // of the answer
  };
  struct Client {
    unsigned request_beats = 0;  // that follow of the message under way on A
    std::vector<Message> messages{kSources};
  };

  // A beat that passes at a client.
  void request(unsigned client, const Beat& beat, uint64_t cycle);
  void answer(unsigned client, const Beat& beat, uint64_t cycle);
  void observe_span(unsigned span, bool begins, bool ends, uint64_t cycle);
  // Spans of a track: a client's, or one that the system declares.
  uint64_t begin(unsigned track, const std::string& name, const std::string& arguments,
                 uint64_t cycle);
  void end(unsigned track, uint64_t id, const std::string& name, bool denied, uint64_t cycle);
  std::string span(const char* phase, unsigned track, uint64_t id, const std::string& name,
                   uint64_t cycle) const;
  void event(const std::string& text);

  TraceFile file_;
  std::vector<Client> clients_;
  std::vector<std::string> tracks_;
  std::vector<uint64_t> spans_;  // under way; 0: none
  uint64_t from_, to_;
  uint64_t next_ = 1;
  size_t open_ = 0;
  bool first_ = true;
};

}  // namespace fy
