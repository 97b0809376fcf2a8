// SPDX-License-Identifier: Apache-2.0
#include "sim/trace/trace.h"

#include <vector>

#include "sim/design/error.h"
#include "sim/trace/hart_values.h"
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
    if (!wanted.retirement.empty()) {
      retirement_file_.reset(std::fopen(wanted.retirement.c_str(), "w"));
      if (!retirement_file_) throw Error("cannot write the trace " + wanted.retirement);
      retirement_ = std::make_unique<RetirementLog>(retirement_file_.get());
    }
  }

  void settled() override {
    const InspectPort& seen = simulation_.design.inspect;
    cycle_ = simulation_.cycle;
    if (retirement_) retire(seen.harts);
    if (konata_) {
      const uint64_t* words = seen.harts;
      for (Pipeline& hart : harts_) {
        hart.observe(values_.signals(words), cycle_);
        words += tables().hart_values.size();
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
    if (retirement_) retirement_->abandon();
    konata_.reset();
    messages_.reset();
    retirement_.reset();
  }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  // Of the first entry of the table of harts, for a comparison with a model of one hart.
  void retire(const uint64_t* words) {
    if (values_.valid(words) != 0) retirement_->retire(values_.retirement(words));
    if (values_.late_valid(words) == 0) return;
    const auto rd = static_cast<unsigned>(values_.late_rd(words));
    if (retirement_->late(rd, values_.late_data(words))) return;
    retirement_->abandon();
    throw Error("a late result for x" + std::to_string(rd) + ", which no retired load waits for");
  }

  Simulation& simulation_;
  HartValues values_;
  uint64_t to_, cycle_ = 0;
  std::unique_ptr<KonataLog> konata_;
  std::unique_ptr<MessageLog> messages_;
  std::unique_ptr<std::FILE, Close> retirement_file_;
  std::unique_ptr<RetirementLog> retirement_;
  std::vector<Pipeline> harts_;
};

}  // namespace

std::unique_ptr<Trace> make_trace(const Options& options, Simulation& simulation) {
  const TraceOptions& wanted = options.trace;
  if (wanted.konata.empty() && wanted.perfetto.empty() && wanted.retirement.empty()) return nullptr;
  if (!tables().inspect) {
    throw Error("this simulator was built without traces; run it through `fy trace`");
  }
  return std::make_unique<FileTrace>(options, simulation);
}

}  // namespace fy
