// SPDX-License-Identifier: Apache-2.0
#include "sim/trace/trace.h"

#include <vector>

#include "sim/system/error.h"
#include "sim/trace/trace_konata.h"
#include "sim/trace/trace_messages.h"

namespace fy {

namespace {

// What began in the window is followed so far; a hart that sleeps would never come to an end.
constexpr uint64_t kFollowCycles = 10000;

class FileTrace : public Trace {
 public:
  FileTrace(const Options& options, Simulation& simulation)
      : simulation_(simulation), to_(options.trace.to) {
    const TraceOptions& wanted = options.trace;
    if (!wanted.konata.empty()) {
      konata_ = std::make_unique<KonataLog>(wanted.konata, wanted.listing, wanted.from, wanted.to);
      for (unsigned hart = 0; hart < tables().harts.size(); hart++) {
        harts_.emplace_back(hart, *konata_);
      }
    }
    if (!wanted.perfetto.empty()) {
      messages_ = std::make_unique<MessageLog>(wanted.perfetto, wanted.from, wanted.to);
    }
  }

  void settled() override {
    const InspectPort& seen = simulation_.design.inspect;
    cycle_ = simulation_.cycle;
    if (konata_) {
      const uint64_t* words = seen.pipeline;
      for (Pipeline& hart : harts_) {
        hart.observe(HartSignals::of(words), cycle_);
        words += Design::kPipelineFields;
      }
      konata_->end_cycle(cycle_);
    }
    if (messages_) messages_->observe(seen, cycle_);
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
  if (!tables().inspect) {
    throw Error("this simulator was built without traces; run it through `fy trace`");
  }
  return std::make_unique<FileTrace>(options, simulation);
}

}  // namespace fy
