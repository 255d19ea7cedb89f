#include "orb/poa/tree/directory.hpp"

namespace dimma::orb {

void Directory::add(std::uint32_t number, const std::string* persistent_path, const std::shared_ptr<Adapter>& adapter) {
  const sync::UniqueLock lock(mutex_);
  by_number_.emplace(number, Numbered{adapter, persistent_path != nullptr});
  if (persistent_path != nullptr) persistent_.insert_or_assign(*persistent_path, adapter);
}

void Directory::remove(std::uint32_t number, const std::string* persistent_path, const Adapter& adapter) noexcept {
  const sync::UniqueLock lock(mutex_);
  by_number_.erase(number);
  if (persistent_path == nullptr) return;
  const auto found = persistent_.find(*persistent_path);
  if (found != persistent_.end() && found->second.get() == &adapter) persistent_.erase(found);
}

const std::shared_ptr<Adapter>* Directory::find_locked(const ObjectKey& key) const noexcept {
  if (key.kind == ObjectKey::Kind::transient) {
    if (key.stamp != stamp_) return nullptr;
    const auto found = by_number_.find(key.adapter);
    // A persistent adapter makes no transient keys, so this key is forged.
    return found == by_number_.end() || found->second.is_persistent ? nullptr : &found->second.adapter;
  }
  if (key.kind == ObjectKey::Kind::persistent) {
    const auto found = persistent_.find(key.path);
    return found == persistent_.end() ? nullptr : &found->second;
  }
  return nullptr;
}

std::shared_ptr<Adapter> Directory::find(const ObjectKey& key) const noexcept {
  const sync::SharedLockGuard lock(mutex_);
  const auto* const adapter = find_locked(key);
  return adapter == nullptr ? nullptr : *adapter;
}

}  // namespace dimma::orb
