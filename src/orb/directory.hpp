#pragma once
// From an object key to the object adapter, and to the active object.

#include "base/sync.hpp"
#include "orb/object_key.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace dimma::orb {

class ActiveObject;
class Adapter;

class Directory {
 public:
  explicit Directory(std::uint64_t stamp) noexcept : stamp_(stamp) {}

  std::uint32_t next_number() noexcept { return ++numbers_; }  // under the core's tree lock
  void add(const std::shared_ptr<Adapter>& adapter);
  void remove(const Adapter& adapter) noexcept;

  // The active object that the key names, entered; nullptr when there is no such adapter, an activator may still be
  // making it, or the object is not active.
  ActiveObject* enter(const ObjectKey& key) noexcept;
  // nullptr when there is none.
  std::shared_ptr<Adapter> find(const ObjectKey& key) noexcept;

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view>{}(text); }
  };
  const std::shared_ptr<Adapter>* find_locked(const ObjectKey& key) const noexcept;

  const std::uint64_t stamp_;
  std::uint32_t numbers_ = 0;
  mutable sync::SharedMutex mutex_;
  std::unordered_map<std::uint32_t, std::shared_ptr<Adapter>> by_number_;
  std::unordered_map<std::string, std::shared_ptr<Adapter>, Hash, std::equal_to<>> persistent_;
};

}  // namespace dimma::orb
