// SPDX-License-Identifier: Apache-2.0
#include "sim/system/system.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "sim/design/error.h"
#include "sim/system/links.h"
#include "sim/system/program_image.h"

namespace fy {

namespace {
constexpr uint64_t kCheckInterval = 1024;
constexpr size_t kConsoleBytes = 4096;
}  // namespace

System::System(const Options& options, std::optional<uint64_t> tohost)
    : simulation(options.wave, options.seed), options_(options), ports_(design()) {
  *design().retirement.tohost_address = tohost.value_or(~0ull);
  if (!options.console.empty()) typed_ = read_file(options.console);
  if (*tables().console != '\0') {
    written_ = &ports_.output(tables().console);
    keyboard_ = &ports_.input(tables().console);
  }
  if (!options.hold.empty()) check_channel(options.hold);
  for (const auto& [name, value] : options.straps) set_named_strap(name, value);
  for (const EndpointTable& endpoint : tables().endpoints) {
    const Probes probes(endpoint.probes, design().probes);
    const auto ends = [this](uint32_t code) { end(code); };
    endpoints_.push_back(endpoint.make({design(), probes, options.own, ports_, ends}));
  }
}

void System::set_named_strap(const std::string& name, uint64_t value) {
  const auto& straps = tables().straps;
  for (size_t index = 0; index < straps.size(); index++) {
    if (straps[index].name != name) continue;
    if (set_strap(index, value)) return;
    throw Error(name + " is " + std::to_string(value) + "; it must be " +
                std::to_string(straps[index].least) + " to " + std::to_string(straps[index].most) +
                " in what was built");
  }
  throw Error("--strap knows no " + name);
}

bool System::set_strap(uint64_t index, uint64_t value) {
  if (index >= tables().straps.size()) return false;
  const StrapTable& strap = tables().straps[index];
  if (value < strap.least || value > strap.most) return false;
  design().straps[index] = value;
  return true;
}

void System::reset() {
  last_handshake_ = last_retirement_ = last_pause_ = instructions = 0;
  typed_count_ = 0;
  ports_.reset();
  if (written_ != nullptr) written_->set_ready(true);
  type();
  for (auto& endpoint : endpoints_) endpoint->reset();
  simulation.reset();
  next_check_ = std::min(kCheckInterval, options_.cycle_limit);
  if (observer != nullptr) observer->settled();
  observe();
}

// The byte that the console may take in the next cycle: cycles depend on the bytes alone.
void System::type() {
  if (keyboard_ == nullptr || !keyboard_->free() || typed_count_ == typed_.size()) return;
  const uint64_t byte = typed_[typed_count_++];
  keyboard_->push(&byte);
}

// What somebody typed since, and what the program wants him to see: the cycles of such a run are
// those of his hands.
void System::read_keyboard() {
  if (!options_.keyboard) return;
  flush_console();
  pollfd keys = {STDIN_FILENO, POLLIN, 0};
  if (poll(&keys, 1, 0) != 1 || (keys.revents & POLLIN) == 0) return;
  uint8_t bytes[256];
  const ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
  if (count > 0) typed_.insert(typed_.end(), bytes, bytes + count);
}

void System::end(uint32_t code) {
  if (exited) return;
  exited = true;
  exit_code = code;
}

void System::observe() {
  const Design& seen = simulation.design;
  const uint64_t now = simulation.cycle;
  ports_.settle();
  if (any_handshake(seen)) last_handshake_ = now;
  if (*seen.retirement.valid) {
    last_retirement_ = now;
    last_pc_ = *seen.retirement.pc;
    instructions += *seen.retirement.count;
    if (*seen.retirement.tohost_valid) tohost_value = *seen.retirement.tohost_data;
  }
  if (const uint64_t* byte = written_ == nullptr ? nullptr : written_->taken()) {
    console_.push_back(static_cast<char>(*byte));
    if (console_.back() == '\n' || console_.size() == kConsoleBytes) flush_console();
  }
  type();
  if (*seen.exit_valid) end(*seen.exit_code);
  for (auto& endpoint : endpoints_) endpoint->observe(now);
  if (now >= next_check_) check_progress();
}

// Everything that need not be looked at in each cycle.
void System::check_progress() {
  const uint64_t now = simulation.cycle;
  next_check_ = now + kCheckInterval;
  if (now < options_.cycle_limit && options_.cycle_limit < next_check_) {
    next_check_ = options_.cycle_limit;
  }
  if (!options_.hold.empty() && !held_) {
    held_ = now >= options_.hold_from;
    if (held_) hold_channel(options_.hold);
  }
  if (!options_.hold.empty()) next_check_ = now + 1;
  if (exited) return;
  read_keyboard();
  // Harts that all sleep wait for an interrupt, which may come late; a beat that waits is no sleep.
  const bool asleep = *design().retirement.asleep != 0 && !any_waits(design());
  if (asleep || pauses()) last_pause_ = now;
  const uint64_t moved =
      std::max({last_pause_, tables().retirement_is_progress ? last_retirement_ : 0,
                tables().links_are_progress ? last_handshake_ : 0});
  if (now - moved > options_.quiet_limit) {
    report_stuck("nothing has moved for " + std::to_string(now - moved) + " cycles");
  }
  if (!tables().retirement_is_progress) return;
  const uint64_t retired = std::max(last_pause_, last_retirement_);
  if (now - retired > options_.stall_limit) {
    report_stuck("no instruction has retired for " + std::to_string(now - retired) + " cycles");
  }
}

bool System::pauses() const {
  return std::any_of(endpoints_.begin(), endpoints_.end(),
                     [](const auto& endpoint) { return endpoint->pauses(); });
}

std::string System::limit_text() const {
  return "the program has not ended after " + std::to_string(simulation.cycle) +
         " cycles (last instruction at " + hex(last_pc_) + "); raise --cycles if it needs more";
}

std::string System::waiting_channels() const {
  const std::vector<std::string> channels = channel_names();
  std::string text;
  for (size_t channel = 0; channel < channels.size(); channel++) {
    if (!waits(simulation.design, channel)) continue;
    text += "\n  " + channels[channel] + ": valid waits for ready";
    if (held_ && channels[channel] == options_.hold) text += " (held by --hold)";
  }
  if (text.empty()) text = "\n  no channel holds a valid beat: everybody waits for an answer";
  return text;
}

std::string System::endpoints_json() const {
  std::string text = "{";
  for (size_t index = 0; index < endpoints_.size(); index++) {
    text += std::string(index == 0 ? "\"" : ", \"") + tables().endpoints[index].name +
            "\": " + endpoints_[index]->json();
  }
  return text + "}";
}

void System::clear_endpoints() {
  for (auto& endpoint : endpoints_) endpoint->clear();
}

void System::report_stuck(const std::string& what) const {
  throw Stuck("watchdog: " + what + " at cycle " + std::to_string(simulation.cycle) +
              "; the last instruction retired in cycle " + std::to_string(last_retirement_) +
              " at " + hex(last_pc_) + "; who waits for what:" + waiting_channels());
}

void System::flush_console() {
  std::fwrite(console_.data(), 1, console_.size(), stdout);
  std::fflush(stdout);
  console_.clear();
}

}  // namespace fy
