#pragma once
// A ring of a channel's latest calls. Any number of threads write to it without a lock while others read it.

#include "base/sync/assert.hpp"
#include "base/sync/sync.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

namespace dimma::observe {

// A reader skips an entry that is being written. A writer that wraps around to such an entry drops its own entry.
template <class Entry>
class CallRing {
  static_assert(std::is_trivially_copyable_v<Entry> && sizeof(Entry) % sizeof(std::uint64_t) == 0);

 public:
  explicit CallRing(std::size_t size) : size_(size), places_(std::make_unique<Place[]>(size)) {
    DIMMA_ASSERT(size != 0);
  }

  void add(const Entry& entry) noexcept {
    Place& place = places_[next_.fetch_add(1, std::memory_order_relaxed) % size_];
    auto version = place.version.load(std::memory_order_relaxed);
    if (version % 2 != 0 || !place.version.compare_exchange_strong(version, version + 1, std::memory_order_acquire,
                                                                   std::memory_order_relaxed)) {
      return;
    }
    const auto words = std::bit_cast<Words>(entry);
    // The release stores keep each word after the odd version, which marks the entry as being written.
    for (std::size_t i = 0; i < words.size(); ++i) place.words[i].store(words[i], std::memory_order_release);
    place.version.store(version + 2, std::memory_order_release);
  }

  std::vector<Entry> read() const {
    std::vector<Entry> entries;
    for (std::size_t at = 0; at < size_; ++at) {
      const Place& place = places_[at];
      const auto version = place.version.load(std::memory_order_acquire);
      if (version == 0 || version % 2 != 0) continue;
      Words words;
      for (std::size_t i = 0; i < words.size(); ++i) words[i] = place.words[i].load(std::memory_order_acquire);
      if (place.version.load(std::memory_order_relaxed) == version) entries.push_back(std::bit_cast<Entry>(words));
    }
    return entries;
  }

 private:
  using Words = std::array<std::uint64_t, sizeof(Entry) / sizeof(std::uint64_t)>;
  struct Place {
    sync::Atomic<std::uint32_t> version{0};
    std::array<sync::Atomic<std::uint64_t>, std::tuple_size_v<Words>> words{};
  };

  const std::size_t size_;
  const std::unique_ptr<Place[]> places_;
  sync::Atomic<std::size_t> next_{0};
};

}  // namespace dimma::observe
