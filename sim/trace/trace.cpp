// SPDX-License-Identifier: Apache-2.0
#include "sim/trace/trace.h"

#include <vector>

#include "sim/system/error.h"

#if FY_WATCH
#include "sim/trace/trace_konata.h"
#include "sim/trace/trace_messages.h"
#include "sim/trace/watch_signals.h"
#endif

namespace fy {

#if FY_WATCH

namespace {

// What began in the window is followed so far; a hart that sleeps would never come to an end.
constexpr uint64_t kFollowCycles = 10000;

// Links come in the order of the crossbar's inputs; the host is the last of them.
std::vector<std::string> clients(const std::vector<std::string>& channels) {
  std::vector<std::string> names;
  for (const std::string& channel : channels) {
    const std::string link = channel.substr(0, channel.find('.'));
    if (!names.empty() && names.back() == link) continue;
    if (!names.empty() && names.back() == "host") break;
    names.push_back(link);
  }
  return names;
}

class FileTrace : public Trace {
 public:
  FileTrace(const Options& options, Simulation& simulation)
      : simulation_(simulation), to_(options.trace.to) {
    const TraceOptions& wanted = options.trace;
    const Vfy_top& top = *simulation.top;
    if (!wanted.konata.empty()) {
      konata_ = std::make_unique<KonataLog>(wanted.konata, wanted.listing, wanted.from, wanted.to);
      for (unsigned hart = 0; hart < hart_count(top); hart++) harts_.emplace_back(hart, *konata_);
    }
    if (!wanted.perfetto.empty()) {
      messages_ = std::make_unique<MessageLog>(wanted.perfetto, clients(options.channels),
                                               hart_count(top), wanted.from, wanted.to);
    }
  }

  void settled() override {
    const Vfy_top& top = *simulation_.top;
    cycle_ = simulation_.cycle;
    if (konata_) {
      for (unsigned hart = 0; hart < harts_.size(); hart++) {
        harts_[hart].observe(hart_signals(top, hart), cycle_);
      }
      konata_->end_cycle(cycle_);
    }
    if (messages_) observe_messages(top, *messages_, cycle_);
  }

  bool finished() const override {
    if (cycle_ < to_) return false;
    const size_t open = (konata_ ? konata_->open() : 0) + (messages_ ? messages_->open() : 0);
    return open == 0 || cycle_ - to_ >= kFollowCycles;
  }

  void finish(uint64_t cycles) override {
    if (konata_) konata_->finish(cycles);
    if (messages_) messages_->finish();
    konata_.reset();
    messages_.reset();
  }

 private:
  Simulation& simulation_;
  uint64_t to_, cycle_ = 0;
  std::unique_ptr<KonataLog> konata_;
  std::unique_ptr<MessageLog> messages_;
  std::vector<Pipeline> harts_;
};

}  // namespace

std::unique_ptr<Trace> make_trace(const Options& options, Simulation& simulation) {
  if (options.trace.konata.empty() && options.trace.perfetto.empty()) return nullptr;
  return std::make_unique<FileTrace>(options, simulation);
}

#else

std::unique_ptr<Trace> make_trace(const Options& options, Simulation&) {
  if (options.trace.konata.empty() && options.trace.perfetto.empty()) return nullptr;
  throw Error("this simulator was built without traces; run it through `fy trace`");
}

#endif

}  // namespace fy
