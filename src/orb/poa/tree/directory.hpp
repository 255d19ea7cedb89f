#pragma once
// Maps object keys to object adapters.

#include "base/sync/sync.hpp"
#include "orb/state/object_key.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

namespace dimma::orb {

class Adapter;

class Directory {
 public:
  explicit Directory(std::uint64_t stamp) noexcept : stamp_(stamp) {}

  // `persistent_path` is the path that the adapter's keys contain, or nullptr for a transient adapter.
  void add(std::uint32_t number, const std::string* persistent_path, const std::shared_ptr<Adapter>& adapter);
  void remove(std::uint32_t number, const std::string* persistent_path, const Adapter& adapter) noexcept;

  // Returns nullptr if no such adapter exists.
  std::shared_ptr<Adapter> find(const ObjectKey& key) const noexcept;
  // Returns the result of `visit` for the key's adapter, which cannot be removed meanwhile. Returns {} if none exists.
  template <class Visit>
  auto visit(const ObjectKey& key, Visit visit) const noexcept {
    const sync::SharedLockGuard lock(mutex_);
    const auto* const adapter = find_locked(key);
    return adapter == nullptr ? decltype(visit(**adapter)){} : visit(**adapter);
  }
  // Calls `visit` for each adapter. None can be removed meanwhile.
  template <class Visit>
  void visit_all(Visit visit) const {
    const sync::SharedLockGuard lock(mutex_);
    for (const auto& [number, known] : by_number_) visit(*known.adapter);
  }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view>{}(text); }
  };
  struct Numbered {
    std::shared_ptr<Adapter> adapter;
    bool is_persistent;
  };
  const std::shared_ptr<Adapter>* find_locked(const ObjectKey& key) const noexcept DIMMA_REQUIRES_SHARED(mutex_);

  const std::uint64_t stamp_;
  mutable sync::SharedMutex mutex_;
  std::unordered_map<std::uint32_t, Numbered> by_number_ DIMMA_GUARDED_BY(mutex_);
  std::unordered_map<std::string, std::shared_ptr<Adapter>, Hash, std::equal_to<>> persistent_ DIMMA_GUARDED_BY(mutex_);
};

}  // namespace dimma::orb
