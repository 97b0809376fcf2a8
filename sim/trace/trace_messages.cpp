// SPDX-License-Identifier: Apache-2.0
#include "sim/trace/trace_messages.h"

#include <algorithm>

#include "fy_tl_pkg.h"
#include "sim/design/error.h"

namespace fy {

namespace {
namespace tl = fy_tl_pkg;

const char* name_of_request(unsigned opcode) {
  switch (opcode) {
    case tl::ArithmeticData:
      return "Arithmetic";
    case tl::LogicalData:
      return "Logical";
    case tl::Get:
      return "Get";
    case tl::Intent:
      return "Intent";
    case tl::AcquireBlock:
      return "AcquireBlock";
    case tl::AcquirePerm:
      return "AcquirePerm";
    default:
      return "Put";
  }
}

unsigned beats(bool data, const Beat& beat) {
  return data ? std::max((1u << beat.size) / tables().beat_bytes, 1u) : 1;
}
}  // namespace

MessageLog::MessageLog(const std::string& file, uint64_t from, uint64_t to)
    : file_(file), spans_(tables().spans.size()), from_(from), to_(to) {
  for (const LinkTable& link : tables().links) {
    if (link.messages) tracks_.emplace_back(link.name);
  }
  clients_.resize(tracks_.size());
  for (const char* track : tables().tracks) tracks_.emplace_back(track);
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

void MessageLog::request(unsigned client, const Beat& beat, uint64_t cycle) {
  Client& from = clients_[client];
  if (from.request_beats != 0) {
    from.request_beats--;
    return;
  }
  from.request_beats = beats(beat.opcode < tl::Get, beat) - 1;
  Message& message = from.messages[beat.source % kSources];
  message.name = name_of_request(beat.opcode);
  message.beats_left = 0;
  message.id = begin(client, message.name,
                     "\"address\": \"" + hex(beat.address) +
                         "\", \"bytes\": " + std::to_string(1u << beat.size) +
                         ", \"source\": " + std::to_string(beat.source),
                     cycle);
}

void MessageLog::answer(unsigned client, const Beat& beat, uint64_t cycle) {
  if (beat.opcode == tl::ReleaseAck) return;
  Message& message = clients_[client].messages[beat.source % kSources];
  if (message.beats_left == 0) {
    message.beats_left =
        beats(beat.opcode == tl::AccessAckData || beat.opcode == tl::GrantData, beat);
  }
  if (--message.beats_left != 0) return;
  end(client, message.id, message.name, beat.denied, cycle);
  message.id = 0;
}

void MessageLog::observe_span(unsigned span, bool begins, bool ends, uint64_t cycle) {
  const SpanTable& declared = tables().spans[span];
  const unsigned track = static_cast<unsigned>(clients_.size()) + declared.track;
  if (ends) {
    end(track, spans_[span], declared.name, false, declared.before ? cycle - 1 : cycle);
    spans_[span] = 0;
  }
  if (begins) spans_[span] = begin(track, declared.name, "", cycle);
}

// Ends come first: what ends never began in the same cycle.
void MessageLog::observe(const InspectPort& seen, uint64_t cycle) {
  const auto bit = [](const uint64_t* words, unsigned index) {
    return (words[index / Design::kWordBits] >> index % Design::kWordBits & 1) != 0;
  };
  for (unsigned span = 0; span < spans_.size(); span++) {
    const bool begins = bit(seen.span_begin, span), ends = bit(seen.span_end, span);
    if (begins || ends) observe_span(span, begins, ends, cycle);
  }
  const uint64_t* words = seen.messages;
  for (unsigned client = 0; client < clients_.size(); client++, words += tables().message_words) {
    if ((words[2] & 1) != 0) answer(client, Beat::of(words[2], 0), cycle);
    if ((words[0] & 1) != 0) request(client, Beat::of(words[0], words[1]), cycle);
  }
}

void MessageLog::finish() {
  file_.write("\n]}\n");
  file_.finish();
}

}  // namespace fy
