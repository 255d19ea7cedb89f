#pragma once
// Maps names to entries. Finding a known name takes no lock.

#include "base/sync/sync.hpp"
#include "base/text/shown_text.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

namespace dimma::observe {

// `Kept` is constructed from a std::string, the name as returned by shown_text(). An entry never moves, and lives as
// long as the table. All names beyond the limit share one entry.
template <class Kept, std::size_t Limit>
class NameTable {
 public:
  // Returns the entry for exactly this name, or nullptr. The table may still have an entry for shown_text() of the
  // name.
  Kept* seek(std::string_view name) noexcept {
    for (std::size_t at = hash(name) % places_.size();; at = (at + 1) % places_.size()) {
      Kept* const kept = places_[at].load(std::memory_order_acquire);
      if (kept == nullptr || kept->name == name) return kept;
    }
  }
  // Returns the entry of the name. Adds a new name if the table has fewer than `most` entries; otherwise returns the
  // shared entry. Adding allocates and may throw std::bad_alloc.
  Kept& find(std::string_view name, std::size_t most = Limit) {
    Kept* const kept = seek(name);
    return kept != nullptr ? *kept : add(name, most);
  }
  // Returns the entry shared by all names beyond the limit. May throw std::bad_alloc.
  Kept& others() { return add(others_name, Limit); }

  template <class See>
  void each(const See& see) const {
    for (const auto& place : places_) {
      if (const Kept* const kept = place.load(std::memory_order_acquire)) see(*kept);
    }
  }

 private:
  static std::size_t hash(std::string_view name) noexcept {
    std::uint64_t hash = 14695981039346656037U;  // FNV-1a offset basis
    for (const char character : name) hash = (hash ^ static_cast<unsigned char>(character)) * 1099511628211U;
    return static_cast<std::size_t>(hash);
  }

  Kept& add(std::string_view given, std::size_t most) {
    std::string name = shown_text(given);
    const sync::LockGuard lock(mutex_);
    if (Kept* const kept = seek(name)) return *kept;
    if (kept_.size() >= most) name = others_name;
    if (Kept* const kept = seek(name)) return *kept;
    std::size_t at = hash(name) % places_.size();
    while (places_[at].load(std::memory_order_relaxed) != nullptr) at = (at + 1) % places_.size();
    Kept& fresh = kept_.emplace_back(std::move(name));
    places_[at].store(&fresh, std::memory_order_release);
    return fresh;
  }

  static constexpr std::string_view others_name = "(others)";

  std::array<sync::Atomic<Kept*>, 2 * (Limit + 2)> places_{};
  sync::Mutex mutex_;
  std::deque<Kept> kept_ DIMMA_GUARDED_BY(mutex_);
};

}  // namespace dimma::observe
