#pragma once
// Finds what is kept for a name without a lock, once the name has been seen.

#include "base/sync.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

namespace dimma::observe {

// `Kept` is made of a std::string, stays where it is, and lives as long as the table. Names beyond the limit have one
// in common.
template <class Kept, std::size_t Limit>
class NameTable {
 public:
  // Allocates for a name that is new; then may throw std::bad_alloc.
  Kept& find(std::string_view name) {
    std::size_t at = hash(name) % places_.size();
    for (;; at = (at + 1) % places_.size()) {
      Kept* const kept = places_[at].load(std::memory_order_acquire);
      if (kept == nullptr) break;
      if (kept->name == name) return *kept;
    }
    return add(name);
  }

  template <class See>
  void each(const See& see) const {
    for (const auto& place : places_) {
      if (const Kept* const kept = place.load(std::memory_order_acquire)) see(*kept);
    }
  }

 private:
  static std::size_t hash(std::string_view name) noexcept {
    std::uint64_t hash = 14695981039346656037U;  // FNV-1a
    for (const char character : name) hash = (hash ^ static_cast<unsigned char>(character)) * 1099511628211U;
    return static_cast<std::size_t>(hash);
  }

  Kept& add(std::string_view name) {
    const std::scoped_lock lock(mutex_);
    if (kept_.size() > Limit) name = "(others)";
    std::size_t at = hash(name) % places_.size();
    for (;; at = (at + 1) % places_.size()) {
      Kept* const kept = places_[at].load(std::memory_order_relaxed);
      if (kept == nullptr) break;
      if (kept->name == name) return *kept;
    }
    Kept& fresh = kept_.emplace_back(std::string(name));
    places_[at].store(&fresh, std::memory_order_release);
    return fresh;
  }

  std::array<sync::Atomic<Kept*>, 2 * (Limit + 2)> places_{};
  sync::Mutex mutex_;
  std::deque<Kept> kept_;
};

}  // namespace dimma::observe
