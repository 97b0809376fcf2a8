// SPDX-License-Identifier: Apache-2.0
// Messages and page walks as spans of time, a JSON file for Perfetto (ui.perfetto.dev) and
// chrome://tracing. One cycle is shown as one microsecond.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/trace/trace_file.h"

namespace fy {

// One beat on A or D at a client.
struct Beat {
  unsigned opcode = 0, size = 0, source = 0;
  uint64_t address = 0;  // of A
  bool denied = false;   // of D
};

class MessageLog {
 public:
  static constexpr unsigned kUnits = 3;  // of a hart that ask for walks

  // Spans that begin in the cycles `from` to `to` are written, whole. `clients`: names of links.
  MessageLog(const std::string& file, const std::vector<std::string>& clients, unsigned harts,
             uint64_t from, uint64_t to);

  // A beat that passes, on a link of beats of so many bytes.
  void request(unsigned client, const Beat& beat, unsigned beat_bytes, uint64_t cycle);
  void answer(unsigned client, const Beat& beat, unsigned beat_bytes, uint64_t cycle);
  // A walk asked for by fetch (unit 0), data or engine of a hart; at most one at a time.
  void walk_begins(unsigned hart, unsigned unit, uint64_t cycle);
  void walk_ends(unsigned hart, unsigned unit, uint64_t cycle);
  // The engine takes a transfer, or goes on with a paused one, and works while it is busy.
  void engine(bool transfer, bool resume, bool busy, uint64_t cycle);

  size_t open() const { return open_; }
  void finish();

 private:
  static constexpr unsigned kSources = 1024;

  struct Message {
    uint64_t id = 0;  // 0: not of the window
    std::string name;
    unsigned beats_left = 0;  // of the answer
  };
  struct Client {
    unsigned request_beats = 0;  // that follow of the message under way on A
    std::vector<Message> messages{kSources};
  };

  // Spans of a track: a client, a walker, or the engine.
  uint64_t begin(unsigned track, const std::string& name, const std::string& arguments,
                 uint64_t cycle);
  void end(unsigned track, uint64_t id, const std::string& name, bool denied, uint64_t cycle);
  unsigned walker(unsigned hart) const { return static_cast<unsigned>(clients_.size()) + hart; }
  unsigned engine_track() const { return static_cast<unsigned>(tracks_.size()) - 1; }
  std::string span(const char* phase, unsigned track, uint64_t id, const std::string& name,
                   uint64_t cycle) const;
  void event(const std::string& text);

  TraceFile file_;
  std::vector<Client> clients_;
  std::vector<std::array<uint64_t, kUnits>> walks_;
  std::vector<std::string> tracks_;
  uint64_t transfer_ = 0;
  const char* transfer_name_ = "";
  uint64_t from_, to_;
  uint64_t next_ = 1;
  size_t open_ = 0;
  bool first_ = true;
};

}  // namespace fy
