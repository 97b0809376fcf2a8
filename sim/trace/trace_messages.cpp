// SPDX-License-Identifier: Apache-2.0
#include "sim/trace/trace_messages.h"

#include <algorithm>

#include "sim/system/error.h"

namespace fy {

namespace {
constexpr unsigned kAccessAckData = 1, kGrantData = 5, kReleaseAck = 6;
const char* const kRequests[] = {"Put", "Put",    "Arithmetic",   "Logical",
                                 "Get", "Intent", "AcquireBlock", "AcquirePerm"};
const char* const kWalks[] = {"fetch walk", "data walk", "engine walk"};

unsigned beats(bool data, const Beat& beat, unsigned beat_bytes) {
  return data ? std::max((1u << beat.size) / beat_bytes, 1u) : 1;
}
}  // namespace

MessageLog::MessageLog(const std::string& file, const std::vector<std::string>& clients,
                       unsigned harts, uint64_t from, uint64_t to)
    : file_(file), clients_(clients.size()), walks_(harts), tracks_(clients), from_(from), to_(to) {
  for (unsigned hart = 0; hart < harts; hart++) tracks_.push_back("walker" + std::to_string(hart));
  tracks_.push_back("copy_engine");
  file_.write("{\"displayTimeUnit\": \"ms\", \"traceEvents\": [\n");
  for (size_t track = 0; track < tracks_.size(); track++) {
    event("\"ph\": \"M\", \"pid\": " + std::to_string(track + 1) +
          R"(, "name": "process_name", "args": {"name": ")" + tracks_[track] + "\"}");
  }
}

void MessageLog::event(const std::string& text) {
  file_.write((first_ ? "{" : ",\n{") + text + "}");
  first_ = false;
}

// Number 0: not of the window.
uint64_t MessageLog::begin(unsigned track, const std::string& name, const std::string& arguments,
                           uint64_t cycle) {
  if (cycle < from_ || cycle > to_) return 0;
  const uint64_t id = next_++;
  event(span("b", track, id, name, cycle) + arguments + "}");
  open_++;
  return id;
}

// A span ends behind its last cycle.
void MessageLog::end(unsigned track, uint64_t id, const std::string& name, bool denied,
                     uint64_t cycle) {
  if (id == 0) return;
  event(span("e", track, id, name, cycle + 1) + (denied ? "\"denied\": 1" : "") + "}");
  open_--;
}

std::string MessageLog::span(const char* phase, unsigned track, uint64_t id,
                             const std::string& name, uint64_t cycle) const {
  return std::string(R"("ph": ")") + phase + R"(", "cat": ")" + tracks_[track] +
         "\", \"id\": " + std::to_string(id) + ", \"pid\": " + std::to_string(track + 1) +
         ", \"tid\": 1, \"ts\": " + std::to_string(cycle) + ", \"name\": \"" + name +
         "\", \"args\": {";
}

void MessageLog::request(unsigned client, const Beat& beat, unsigned beat_bytes, uint64_t cycle) {
  Client& from = clients_[client];
  if (from.request_beats != 0) {
    from.request_beats--;
    return;
  }
  from.request_beats = beats(beat.opcode < 4, beat, beat_bytes) - 1;
  Message& message = from.messages[beat.source % kSources];
  message.name = kRequests[beat.opcode % 8];
  message.beats_left = 0;
  message.id = begin(client, message.name,
                     "\"address\": \"" + hex(beat.address) +
                         "\", \"bytes\": " + std::to_string(1u << beat.size) +
                         ", \"source\": " + std::to_string(beat.source),
                     cycle);
}

void MessageLog::answer(unsigned client, const Beat& beat, unsigned beat_bytes, uint64_t cycle) {
  if (beat.opcode == kReleaseAck) return;
  Message& message = clients_[client].messages[beat.source % kSources];
  if (message.beats_left == 0) {
    message.beats_left =
        beats(beat.opcode == kAccessAckData || beat.opcode == kGrantData, beat, beat_bytes);
  }
  if (--message.beats_left != 0) return;
  end(client, message.id, message.name, beat.denied, cycle);
  message.id = 0;
}

void MessageLog::walk_begins(unsigned hart, unsigned unit, uint64_t cycle) {
  walks_[hart][unit] = begin(walker(hart), kWalks[unit], "", cycle);
}

void MessageLog::walk_ends(unsigned hart, unsigned unit, uint64_t cycle) {
  end(walker(hart), walks_[hart][unit], kWalks[unit], false, cycle);
  walks_[hart][unit] = 0;
}

void MessageLog::engine(bool transfer, bool resume, bool busy, uint64_t cycle) {
  if (transfer_ != 0 && (!busy || transfer || resume)) {
    end(engine_track(), transfer_, transfer_name_, false, cycle - 1);
    transfer_ = 0;
  }
  if (!transfer && !resume) return;
  transfer_name_ = transfer ? "transfer" : "resume";
  transfer_ = begin(engine_track(), transfer_name_, "", cycle);
}

void MessageLog::finish() {
  file_.write("\n]}\n");
  file_.finish();
}

}  // namespace fy
