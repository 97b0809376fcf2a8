// SPDX-License-Identifier: Apache-2.0
#include "sim/debug/gdb_server.h"

#include <cstdio>
#include <cstdlib>

#include "sim/debug/gdb_description.h"

namespace fy {

namespace {

constexpr unsigned kPollCycles = 1024;
const std::string kUnknown;

bool starts(const std::string& text, const std::string& with) { return text.rfind(with, 0) == 0; }

// A thread number: 0 and -1 are any.
std::optional<long> thread_number(const std::string& text) {
  char* end = nullptr;
  const long number = std::strtol(text.c_str(), &end, 16);
  if (text.empty() || *end != 0) return std::nullopt;
  return number;
}

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts(1);
  for (const char character : text) {
    if (character == at) {
      parts.emplace_back();
    } else {
      parts.back() += character;
    }
  }
  return parts;
}

}  // namespace

GdbServer::GdbServer(int listening, System& system, HostAgent& agent)
    : system_(system), xlen_(tables().register_bits), target_(system, agent) {
  connection_.emplace(listening);
}

GdbServer::~GdbServer() {
  if (connection_ && running_) connection_->send("X06");
}

bool GdbServer::serve() {
  if (!connection_) return true;
  if (running_ && !target_.stopped()) {
    if (++cycles_ % kPollCycles != 0) return true;
    std::string packet;
    const GdbInput input = connection_->next(packet, false);
    if (input == GdbInput::kClosed) detach();
    if (input == GdbInput::kNothing || input == GdbInput::kClosed) return true;
    interrupted_ = true;
    if (input == GdbInput::kPacket) waiting_ = packet;
    target_.stop();
    return true;
  }
  if (!target_.stopped()) return true;
  system_.flush_console();
  if (running_) connection_->send(stop_reason());
  running_ = interrupted_ = false;
  return talk();
}

bool GdbServer::talk() {
  while (connection_ && !running_) {
    std::string packet;
    const GdbInput input = waiting_ ? GdbInput::kPacket : connection_->next(packet, true);
    if (input == GdbInput::kClosed) {
      detach();
    } else if (input == GdbInput::kPacket) {
      if (waiting_) packet = *waiting_;
      waiting_.reset();
      const bool quiet = packet == "QStartNoAckMode";
      const std::string reply = answer(packet);
      if (killed_ && packet == "k") return false;
      if (connection_ && !running_) connection_->send(reply);
      if (quiet) connection_->stop_acknowledging();
      if (killed_) return false;
      if (packet[0] == 'D') detach();
    }
  }
  return true;
}

void GdbServer::ended(uint32_t code) {
  char text[8];
  std::snprintf(text, sizeof text, "W%02x", code > 255 ? 255 : code);
  if (connection_ && running_) connection_->send(text);
  running_ = false;
}

void GdbServer::detach() {
  connection_.reset();
  running_ = false;
  target_.remove_breakpoints();
  target_.resume(std::vector<HartGoal>(target_.harts(), HartGoal::kRun));
}

std::string GdbServer::stop_reason() {
  if (target_.cause()) hart_ = *target_.cause();
  only_.reset();
  const char* signal = interrupted_ ? "T02" : "T05";
  return std::string(signal) + "thread:" + std::to_string(hart_ + 1) + ";";
}

std::string GdbServer::answer(const std::string& packet) {
  const std::string rest = packet.empty() ? "" : packet.substr(1);
  switch (packet.empty() ? 0 : packet[0]) {
    case '?':
      return stop_reason();
    case 'g':
      return registers();
    case 'G':
      return set_registers(rest);
    case 'p':
      return read_register(rest);
    case 'P':
      return write_register(rest);
    case 'm':
      return read_memory(rest);
    case 'M':
      return write_memory(rest, false);
    case 'X':
      return write_memory(rest, true);
    case 'Z':
    case 'z':
      return breakpoint(packet);
    case 'H':
    case 'T':
      return choose_thread(packet);
    case 'c':
    case 's':
    case 'C':
    case 'S':
      return go_on(packet);
    case 'q':
    case 'Q':
      return query(packet);
    case 'D':
      return kOk;
    case 'k':
      killed_ = true;
      return kOk;
    default:
      break;
  }
  if (packet == "vCont?") return "vCont;c;C;s;S";
  if (starts(packet, "vCont;")) return go_on_each(packet.substr(6));
  if (starts(packet, "vKill")) {
    killed_ = true;
    return kOk;
  }
  return kUnknown;
}

std::string GdbServer::query(const std::string& packet) {
  if (starts(packet, "qSupported")) {
    return "PacketSize=2000;qXfer:features:read+;QStartNoAckMode+;vContSupported+";
  }
  const std::string features = "qXfer:features:read:target.xml:";
  if (starts(packet, features)) return description(packet.substr(features.size()));
  if (packet == "QStartNoAckMode") return kOk;
  if (packet == "qAttached") return "1";
  if (packet == "qC") return "QC" + std::to_string(hart_ + 1);
  if (packet == "qsThreadInfo") return "l";
  if (packet == "qfThreadInfo") {
    std::string list = "m1";
    for (unsigned hart = 1; hart < target_.harts(); hart++) list += "," + std::to_string(hart + 1);
    return list;
  }
  if (starts(packet, "qThreadExtraInfo,")) {
    const auto thread = thread_number(packet.substr(17));
    if (!thread || *thread < 1 || *thread > static_cast<long>(target_.harts())) return kError;
    static const char* const kModes[] = {"user", "supervisor", "?", "machine"};
    const auto hart = static_cast<unsigned>(*thread - 1);
    const std::string text = std::string(tables().harts[hart].name) + ", " +
                             kModes[target_.hart(hart).privilege() & 3] + " mode";
    return to_hex(reinterpret_cast<const uint8_t*>(text.data()), text.size());
  }
  return kUnknown;
}

std::string GdbServer::description(const std::string& range) const {
  unsigned long long from = 0, bytes = 0;
  if (std::sscanf(range.c_str(), "%llx,%llx", &from, &bytes) != 2) return kError;
  const std::string text = gdb_description(xlen_);
  if (from >= text.size()) return "l";
  return (bytes < text.size() - from ? "m" : "l") + text.substr(from, bytes);
}

std::string GdbServer::choose_thread(const std::string& packet) {
  const bool is_alive = packet[0] == 'T';
  const char what = packet.size() > 1 ? packet[1] : 0;
  const auto thread = thread_number(packet.substr(is_alive || what == 0 ? 1 : 2));
  if (!thread || *thread < -1 || *thread > static_cast<long>(target_.harts())) return kError;
  if (is_alive) return *thread > 0 ? kOk : kError;
  if (what != 'g' && what != 'c') return kError;
  const auto hart = static_cast<unsigned>(*thread - 1);
  if (what == 'g' && *thread > 0) hart_ = hart;
  if (what == 'c') only_ = *thread > 0 ? std::optional<unsigned>(hart) : std::nullopt;
  return kOk;
}

std::string GdbServer::breakpoint(const std::string& packet) {
  const std::vector<std::string> parts = split(packet.substr(1), ',');
  if (parts[0] != "0" && parts[0] != "1") return kUnknown;
  unsigned long long address = 0;
  if (parts.size() < 3 || std::sscanf(parts[1].c_str(), "%llx", &address) != 1) return kError;
  if (packet[0] == 'Z') {
    target_.insert_breakpoint(address);
  } else {
    target_.remove_breakpoint(address);
  }
  return kOk;
}

// c, s, C and S, of the hart that Hc chose or of all.
std::string GdbServer::go_on(const std::string& packet) {
  const bool step = packet[0] == 's' || packet[0] == 'S';
  const bool signal = packet[0] == 'C' || packet[0] == 'S';
  const size_t place = signal ? packet.find(';') : 0;
  const unsigned hart = only_.value_or(hart_);
  if (place != std::string::npos && packet.size() > place + 1) {
    unsigned long long pc = 0;
    if (std::sscanf(packet.c_str() + place + 1, "%llx", &pc) != 1) return kError;
    set_pc(hart, pc);
  }
  std::vector<HartGoal> goals(target_.harts(), only_ || step ? HartGoal::kStand : HartGoal::kRun);
  goals[hart] = step ? HartGoal::kStep : HartGoal::kRun;
  return resume(goals);
}

// The first action that fits a hart is its own.
std::string GdbServer::go_on_each(const std::string& actions) {
  std::vector<HartGoal> goals(target_.harts(), HartGoal::kStand);
  std::vector<bool> chosen(target_.harts());
  bool any = false;
  for (const std::string& action : split(actions, ';')) {
    const std::vector<std::string> parts = split(action, ':');
    if (parts[0].empty() || std::string("cCsS").find(parts[0][0]) == std::string::npos) {
      return kError;
    }
    const bool step = parts[0][0] == 's' || parts[0][0] == 'S';
    const auto thread = parts.size() > 1 ? thread_number(parts[1]) : std::optional<long>(-1);
    if (!thread) return kError;
    for (unsigned hart = 0; hart < target_.harts(); hart++) {
      if (chosen[hart] || (*thread > 0 && *thread != static_cast<long>(hart) + 1)) continue;
      chosen[hart] = any = true;
      goals[hart] = step ? HartGoal::kStep : HartGoal::kRun;
    }
  }
  return any ? resume(goals) : kError;
}

std::string GdbServer::resume(const std::vector<HartGoal>& goals) {
  target_.resume(goals);
  running_ = true;
  return "";
}

}  // namespace fy
