// SPDX-License-Identifier: Apache-2.0
// Sends a file through the streams of fy_increment, lanes in turns, and ends the run when all of it
// came back.
#include <fstream>
#include <iterator>
#include <memory>
#include <vector>

#include "sim/design/error.h"
#include "sim/endpoints/endpoint.h"

namespace fy {

namespace {

constexpr unsigned kLanes = 2, kBeatBytes = 8;

class FileStreams : public Endpoint {
 public:
  explicit FileStreams(const EndpointSetup& setup)
      : amount_(setup.ports.input("amount")),
        passed_(setup.ports.output("passed")),
        end_(setup.end),
        receive_(option(setup, "receive", "")),
        delay_(number(setup, "delay", 0)),
        ready_every_(number(setup, "ready-every", 1)) {
    const std::string path = option(setup, "send", "");
    std::ifstream file(path, std::ios::binary);
    if (!path.empty() && !file) throw Error("cannot read " + path + "; check --send");
    bytes_.assign(std::istreambuf_iterator<char>(file), {});
    beats_ = (bytes_.size() + kBeatBytes - 1) / kBeatBytes;
    for (unsigned lane = 0; lane < kLanes; lane++) {
      lanes_.push_back({setup.ports.input("bytes", lane), setup.ports.output("sums", lane), lane});
    }
  }

  void reset() override {
    const uint64_t one = 1;
    amount_.push(&one);
    passed_.set_ready(true);
    came_.assign(beats_ * kBeatBytes, 0);
    missing_ = beats_;
    sending_ = beats_ != 0;
    started_ = false;
    for (Lane& lane : lanes_) lane.sent = lane.received = lane.number;
    set_ready(0);
  }

  void observe(uint64_t cycle) override {
    set_ready(cycle + 1);
    for (Lane& lane : lanes_) {
      if (const uint64_t* beat = lane.sums.taken()) receive(lane, beat, cycle);
      if (cycle >= delay_ && lane.bytes.free() && lane.sent < beats_) send(lane);
    }
    started_ = started_ || cycle >= delay_;
    if (sending_ && missing_ == 0) finish();
  }

  std::string json() const override {
    const uint64_t* passed = passed_.taken();
    return "{\"beats\": " + std::to_string(beats_ - missing_) +
           ", \"beat_cycles\": " + std::to_string(last_ - first_ + 1) +
           ", \"passed\": " + std::to_string(passed == nullptr ? 0 : *passed) + "}";
  }
  void clear() override {}
  bool pauses() const override { return !started_; }

 private:
  struct Lane {
    InputPort& bytes;
    OutputPort& sums;
    unsigned number;
    size_t sent = 0, received = 0;  // number of the next beat
  };

  static std::string option(const EndpointSetup& setup, const char* name, const char* otherwise) {
    const auto found = setup.options.find(name);
    return found == setup.options.end() ? otherwise : found->second;
  }

  static uint64_t number(const EndpointSetup& setup, const char* name, uint64_t otherwise) {
    const std::string text = option(setup, name, std::to_string(otherwise).c_str());
    if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos) {
      throw Error("--" + std::string(name) + " wants a number, not '" + text + "'");
    }
    return std::stoull(text);
  }

  void set_ready(uint64_t cycle) {
    const bool ready = ready_every_ != 0 && cycle % ready_every_ == 0;
    for (Lane& lane : lanes_) lane.sums.set_ready(ready);
  }

  // A payload is {last, data}: the data is the low word.
  void send(Lane& lane) {
    uint64_t payload[2] = {0, lane.sent + 1 == beats_};
    for (size_t byte = 0; byte < kBeatBytes; byte++) {
      const size_t index = lane.sent * kBeatBytes + byte;
      const uint64_t value = index < bytes_.size() ? static_cast<uint8_t>(bytes_[index]) : 0;
      payload[0] |= value << 8 * byte;
    }
    lane.bytes.push(payload);
    lane.sent += kLanes;
  }

  void receive(Lane& lane, const uint64_t* payload, uint64_t cycle) {
    if (payload[1] != (lane.received + 1 == beats_)) {
      throw Error("beat " + std::to_string(lane.received) + " has a wrong mark of the last");
    }
    for (size_t byte = 0; byte < kBeatBytes; byte++) {
      came_[lane.received * kBeatBytes + byte] = static_cast<char>(payload[0] >> 8 * byte);
    }
    if (missing_ == beats_) first_ = cycle;
    last_ = cycle;
    lane.received += kLanes;
    missing_--;
  }

  void finish() {
    sending_ = false;
    if (!receive_.empty()) {
      std::ofstream(receive_, std::ios::binary)
          .write(came_.data(), static_cast<std::streamsize>(bytes_.size()));
    }
    end_(0);
  }

  InputPort& amount_;
  OutputPort& passed_;
  std::function<void(uint32_t)> end_;
  std::string receive_;
  uint64_t delay_, ready_every_;
  std::vector<char> bytes_, came_;
  std::vector<Lane> lanes_;
  size_t beats_ = 0, missing_ = 0;
  uint64_t first_ = 0, last_ = 0;
  bool started_ = false, sending_ = false;
};

}  // namespace

std::unique_ptr<Endpoint> make_file_streams(const EndpointSetup& setup) {
  return std::make_unique<FileStreams>(setup);
}

}  // namespace fy
