// SPDX-License-Identifier: Apache-2.0
#include "sim/system/system.h"

#include <algorithm>
#include <cstdio>

#include "sim/system/error.h"
#include "sim/system/link_stalls.h"
#include "sim/system/program_image.h"

namespace fy {

namespace {
constexpr uint64_t kCheckInterval = 1024;
constexpr size_t kConsoleBytes = 4096;
}  // namespace

System::System(const Options& options, std::optional<uint64_t> tohost)
    : simulation(options.wave, options.seed), tracker(options.channels), options_(options) {
  top().tohost_address_i = tohost.value_or(~0ull);
  if (!options.console.empty()) typed_ = read_file(options.console);
  for (size_t bit = 0; bit < options.channels.size(); bit++) {
    if (options.channels[bit] != options.hold) continue;
    hold_ = ChannelBits::of(bit);
    held_ = bit;
  }
  if (!options.hold.empty() && !hold_.any()) {
    std::string names;
    for (const std::string& name : options.channels) names += " " + name;
    throw Error("--hold knows no channel '" + options.hold + "'; channels are:" + names);
  }
  if (!set_strap(0, options.transactors) || !set_strap(1, options.blocks) ||
      !set_strap(2, options.latency) || !set_strap(3, options.trackers) ||
      !set_strap(4, options.throttle) || !set_strap(5, options.memory_model)) {
    throw Error("a run-time setting lies outside what was built: transactors 1-" +
                std::to_string(options.transactors_maximum) + ", blocks 2-" +
                std::to_string(options.blocks_maximum) + ", latency 1-" +
                std::to_string(options.latency_maximum) + ", trackers 1-" +
                std::to_string(options.trackers_maximum) + ", throttle 0-16, memory model 0-2");
  }
}

bool System::set_strap(uint64_t index, uint64_t value) {
  const auto within = [value](uint64_t low, uint64_t high) {
    return low <= value && value <= high;
  };
  if (index == 0 && within(1, options_.transactors_maximum)) {
    top().transactor_limit_i = value;
  } else if (index == 1 && within(2, options_.blocks_maximum)) {
    top().block_limit_i = value;
  } else if (index == 2 && within(1, options_.latency_maximum)) {
    top().memory_latency_i = value;
  } else if (index == 3 && within(1, options_.trackers_maximum)) {
    top().tracker_limit_i = value;
  } else if (index == 4 && within(0, 16)) {
    top().throttle_i = value;
  } else if (index == 5 && within(0, 2)) {
    top().memory_model_i = value;
  } else {
    return false;
  }
  return true;
}

void System::reset() {
  last_handshake_ = last_retirement_ = instructions = 0;
  typed_count_ = 0;
  offer_typed();
  simulation.reset();
  next_check_ = std::min(kCheckInterval, options_.cycle_limit);
  if (observer != nullptr) observer->settled();
  observe();
}

// The byte that the console may take in the next cycle: cycles depend on the bytes alone.
void System::offer_typed() {
  typing_ = typed_count_ < typed_.size();
  top().console_input_valid_i = typing_;
  if (typing_) top().console_input_data_i = typed_[typed_count_];
}

void System::observe() {
  Vfy_top& signals = top();
  const uint64_t now = simulation.cycle;
  const ChannelBits valid = ChannelBits::read(signals.channel_valid_o);
  if ((valid & ChannelBits::read(signals.channel_ready_o)).any()) last_handshake_ = now;
  if (signals.retire_valid_o) {
    last_retirement_ = now;
    last_pc_ = signals.retire_pc_o;
    instructions += signals.retire_count_o;
    if (signals.tohost_valid_o) tohost_value = signals.tohost_data_o;
  }
  if (signals.console_valid_o) {
    console_.push_back(static_cast<char>(signals.console_data_o));
    if (console_.back() == '\n' || console_.size() == kConsoleBytes) flush_console();
  }
  if (typing_ && signals.console_input_ready_o) {
    typed_count_++;
    offer_typed();
  }
  if (signals.exit_valid_o && !exited) {
    exited = true;
    exit_code = signals.exit_code_o;
  }
  tracker.observe(signals, now);
  if (now >= next_check_) check_progress();
}

// Everything that need not be looked at in each cycle.
void System::check_progress() {
  const uint64_t now = simulation.cycle;
  next_check_ = now + kCheckInterval;
  if (now < options_.cycle_limit && options_.cycle_limit < next_check_) {
    next_check_ = options_.cycle_limit;
  }
  if (hold_.any()) {
    if (now >= options_.hold_from && !hold_link(options_.stages[held_], 1u << options_.places[held_])) {
      throw Error("this simulator was built without link stages that can hold a channel");
    }
    next_check_ = now + 1;
  }
  if (exited) return;
  const uint64_t moved = last_retirement_ > last_handshake_ ? last_retirement_ : last_handshake_;
  if (now - moved > options_.quiet_limit) {
    report_stuck("nothing has moved for " + std::to_string(now - moved) + " cycles");
  }
  if (now - last_retirement_ > options_.stall_limit) {
    report_stuck("no instruction has retired for " + std::to_string(now - last_retirement_) +
                 " cycles");
  }
  if (now >= options_.cycle_limit) {
    throw LimitReached("the program has not ended after " + std::to_string(now) +
                       " cycles (last instruction at " + hex(last_pc_) +
                       "); raise --cycles if it needs more");
  }
}

std::string System::waiting_channels() const {
  const Vfy_top& signals = *simulation.top;
  const ChannelBits waiting =
      ChannelBits::read(signals.channel_valid_o) & ~ChannelBits::read(signals.channel_ready_o);
  std::string text;
  for (size_t bit = 0; bit < options_.channels.size(); bit++) {
    if (!waiting.has(bit)) continue;
    text += "\n  " + options_.channels[bit] + ": valid waits for ready";
    if (hold_.has(bit)) text += " (held by --hold)";
  }
  if (text.empty()) text = "\n  no channel holds a valid beat: everybody waits for an answer";
  return text;
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
