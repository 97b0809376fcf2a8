// SPDX-License-Identifier: Apache-2.0
//
// The two ends of a valid/ready stream. They know no port: the bench puts `valid` and `ready`
// where its top has them.
#pragma once

#include <cstring>
#include <deque>
#include <utility>

#include "blocks/common/test/bench/check.h"
#include "blocks/common/test/bench/random.h"

/// The sending end: items wait in a queue, the first is offered after a random pause and then
/// stays until it is taken.
template <class Item>
class Source {
 public:
  std::deque<Item> queue;

  /// Before evaluation: the value of `valid`. `drive(item)` sets the payload of a new offer.
  template <class Drive>
  bool offer(unsigned pause, Drive drive) {
    return offer_if(true, pause, drive);
  }
  /// The same, where a new offer also has to wait for something else.
  template <class Drive>
  bool offer_if(bool may, unsigned pause, Drive drive) {
    if (!offered_ && may && !queue.empty() && !stalls(pause)) {
      drive(queue.front());
      offered_ = true;
    }
    return offered_;
  }
  /// After evaluation: whether the offer is taken; the item is still `queue.front()`.
  bool taken(bool ready) {
    const bool fires = offered_ && ready;
    if (fires) offered_ = false;
    return fires;
  }
  Item next() {
    Item item = std::move(queue.front());
    queue.pop_front();
    return item;
  }
  bool offered() const { return offered_; }
  bool empty() const { return queue.empty(); }
  size_t size() const { return queue.size(); }
  void push(Item item) { queue.push_back(std::move(item)); }
  void clear() {
    queue.clear();
    offered_ = false;
  }

 private:
  bool offered_ = false;
};

/// The receiving end: ready with random pauses, and the check that an offer which waits stays as
/// it is. `Payload` is what is compared, bit by bit.
template <class Payload>
class Sink {
 public:
  /// Before evaluation: the value of `ready`.
  bool ready(unsigned pause) { return ready_ = !stalls(pause); }
  /// After evaluation: whether an item is received.
  template <class Text>
  bool received(bool valid, const Payload& payload, const Text& what) {
    if (waits_ && !(valid && std::memcmp(&payload, &kept_, sizeof payload) == 0))
      fail(std::string(what) + " changed while it waited");
    waits_ = valid && !ready_;
    if (waits_) kept_ = payload;
    return valid && ready_;
  }
  bool is_ready() const { return ready_; }
  void clear() { ready_ = waits_ = false; }

 private:
  bool ready_ = false, waits_ = false;
  Payload kept_{};
};
