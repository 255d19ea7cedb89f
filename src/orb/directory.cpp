#include "orb/directory.hpp"

#include "orb/adapter.hpp"

namespace dimma::orb {

void Directory::add(const std::shared_ptr<Adapter>& adapter) {
  const std::unique_lock lock(mutex_);
  by_number_.emplace(adapter->number(), adapter);
  if (adapter->policies().persistent()) persistent_.insert_or_assign(adapter->path(), adapter);
}

void Directory::remove(const Adapter& adapter) noexcept {
  const std::unique_lock lock(mutex_);
  by_number_.erase(adapter.number());
  const auto found = persistent_.find(adapter.path());
  if (found != persistent_.end() && found->second.get() == &adapter) persistent_.erase(found);
}

const std::shared_ptr<Adapter>* Directory::find_locked(const ObjectKey& key) const noexcept {
  if (key.kind == ObjectKey::Kind::transient) {
    if (key.stamp != stamp_) return nullptr;
    const auto found = by_number_.find(key.adapter);
    // A persistent adapter never made a transient key: somebody invented it.
    return found == by_number_.end() || found->second->policies().persistent() ? nullptr : &found->second;
  }
  if (key.kind == ObjectKey::Kind::persistent) {
    const auto found = persistent_.find(key.path);
    return found == persistent_.end() ? nullptr : &found->second;
  }
  return nullptr;
}

ActiveObject* Directory::enter(const ObjectKey& key) noexcept {
  const std::shared_lock lock(mutex_);
  const auto* const adapter = find_locked(key);
  // One that an activator is still making is looked at more closely by the caller.
  return adapter == nullptr || (*adapter)->may_be_activating() ? nullptr : (*adapter)->enter(key.object_id);
}

std::shared_ptr<Adapter> Directory::find(const ObjectKey& key) noexcept {
  const std::shared_lock lock(mutex_);
  const auto* const adapter = find_locked(key);
  return adapter == nullptr ? nullptr : *adapter;
}

}  // namespace dimma::orb
