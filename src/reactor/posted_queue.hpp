#pragma once
// The entries that have been posted to an event loop, in order. The queue keeps its memory, so that posting allocates
// only if more entries wait than ever before: calls that must not allocate (memory=sealed) post entries too.

#include "base/sync/assert.hpp"

#include <dimma/sealed.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace dimma::reactor {

template <class Entry>
class PostedQueue {
 public:
  PostedQueue() { entries_.reserve(room_at_first); }

  bool empty() const noexcept { return first_ == entries_.size(); }

  void push(Entry entry) {
    if (entries_.size() == entries_.capacity()) make_room();
    entries_.push_back(std::move(entry));
  }
  // Requires that the queue is not empty.
  Entry pop() noexcept {
    DIMMA_ASSERT(!empty());
    Entry taken = std::move(entries_[first_++]);
    if (empty()) {
      entries_.clear();
      first_ = 0;
    }
    return taken;
  }
  template <class Matches>
  void erase_if(const Matches& matches) {
    entries_.erase(std::remove_if(entries_.begin() + static_cast<std::ptrdiff_t>(first_), entries_.end(), matches),
                   entries_.end());
  }

 private:
  static constexpr std::size_t room_at_first = 64;

  // If at least half of the entries have been taken, moves the others to the front, which costs no more than posting
  // did.
  void make_room() {
    if (first_ >= entries_.size() / 2) {
      entries_.erase(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(first_));
      first_ = 0;
    } else {
      const dimma::unsealed while_more_wait_than_ever;
      entries_.reserve(2 * entries_.capacity());
    }
  }

  std::vector<Entry> entries_;
  std::size_t first_ = 0;  // entries before this one have been taken
};

}  // namespace dimma::reactor
