// SPDX-License-Identifier: Apache-2.0
//
// What is owed to a bench: requests whose answers have not come.
#pragma once

#include <cstdint>
#include <deque>
#include <utility>

#include "blocks/common/test/bench/check.h"

/// Answers in the order of their requests.
template <class Item>
class InOrder {
 public:
  void owe(Item item) { owed_.push_back(std::move(item)); }
  /// The request that an answer belongs to; `what` names the answer should nothing be owed.
  template <class Text>
  Item& oldest(const Text& what) {
    if (owed_.empty()) fail(what);
    return owed_.front();
  }
  Item done() {
    Item item = std::move(owed_.front());
    owed_.pop_front();
    return item;
  }
  bool empty() const { return owed_.empty(); }
  size_t size() const { return owed_.size(); }
  void clear() { owed_.clear(); }
  auto begin() const { return owed_.begin(); }
  auto end() const { return owed_.end(); }

 private:
  std::deque<Item> owed_;
};

/// Answers that carry the id or source of their request, which items hold as `.id`: any order
/// among ids, first come first served within one.
template <class Item>
class ById {
 public:
  void owe(Item item) { owed_.push_back(std::move(item)); }
  template <class Text>
  Item& oldest(uint64_t id, const Text& what) {
    return owed_[place(id, what)];
  }
  /// The oldest of an id is answered; `overtakes` says whether it came before older requests.
  Item done(uint64_t id) {
    const size_t at = place(id, "nothing to take off the scoreboard");
    overtakes = at != 0;
    Item item = std::move(owed_[at]);
    owed_.erase(owed_.begin() + static_cast<std::ptrdiff_t>(at));
    return item;
  }
  bool overtakes = false;
  Item& newest() { return owed_.back(); }
  bool owes(uint64_t id) const {
    for (const Item& item : owed_) {
      if (item.id == id) return true;
    }
    return false;
  }
  bool empty() const { return owed_.empty(); }
  size_t size() const { return owed_.size(); }
  void clear() { owed_.clear(); }
  auto begin() const { return owed_.begin(); }
  auto end() const { return owed_.end(); }

 private:
  template <class Text>
  size_t place(uint64_t id, const Text& what) const {
    for (size_t i = 0; i < owed_.size(); i++) {
      if (owed_[i].id == id) return i;
    }
    fail(what);
  }

  std::deque<Item> owed_;
};
