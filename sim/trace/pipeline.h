// SPDX-License-Identifier: Apache-2.0
// Follows every instruction of one hart, or thread of one, through its stages, from what fy_top
// shows of a cycle.
//
// Stages: F from the request to the instruction port on, D at the head of decode, X, M, W in the
// cycle of the retirement record. What is fetched and never retires is dropped.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

namespace fy {

enum class Stage { kFetch, kDecode, kExecute, kMemory, kWrite };

// What one cycle shows of one hart.
struct HartSignals {
  bool fetch_fire = false;
  unsigned fetch_offset = 0;
  bool decode_valid = false, decode_ready = false;
  uint64_t decode_pc = 0;
  uint32_t decode_instruction = 0;
  bool execute_advance = false, execute_kill = false, redirect = false;
  bool retired = false, trap = false, interrupt = false;
  unsigned cause = 0;
};

// Takes the events of the pipeline; `id` is the number that `fetched` returned.
class PipelineListener {
 public:
  virtual ~PipelineListener() = default;
  virtual uint64_t fetched(unsigned hart, uint64_t cycle) = 0;
  virtual void decoded(uint64_t id, uint64_t pc, uint32_t instruction) = 0;
  virtual void entered(uint64_t id, Stage stage, uint64_t cycle) = 0;
  // `trap`: it did not retire, a trap was entered in its place.
  virtual void left(uint64_t id, uint64_t cycle, const HartSignals* trap) = 0;
  virtual void dropped(uint64_t id, uint64_t cycle) = 0;
};

class Pipeline {
 public:
  Pipeline(unsigned hart, PipelineListener& listener) : hart_(hart), listener_(listener) {}

  void observe(const HartSignals& now, uint64_t cycle);

 private:
  struct Request {
    uint64_t id;
    unsigned offset;
  };

  void find_decoded(const HartSignals& now, uint64_t cycle);
  void drop_front(uint64_t cycle);

  unsigned hart_;
  PipelineListener& listener_;
  std::deque<Request> fetch_;
  std::optional<uint64_t> decode_, execute_;
  std::deque<uint64_t> memory_;
};

}  // namespace fy
