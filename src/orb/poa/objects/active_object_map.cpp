#include "orb/poa/objects/active_object_map.hpp"

#include "base/sync/assert.hpp"
#include "channel/wait_for_others.hpp"
#include "orb/upcall/upcall_stack.hpp"

#include <algorithm>
#include <utility>

namespace dimma::orb {

ActiveObject* ActiveObjectMap::enter(std::string_view id) const noexcept {
  const sync::SharedLockGuard lock(mutex_);
  const auto found = active_.find(id);
  // An object in active_ is not closed, because it is removed first, with an exclusive lock.
  return found != active_.end() && (*found)->enter() ? found->get() : nullptr;
}

bool ActiveObjectMap::contains(std::string_view id) const noexcept {
  const sync::SharedLockGuard lock(mutex_);
  return active_.contains(id);
}

ActiveObjectMap::Object ActiveObjectMap::find(std::string_view id) const {
  const sync::SharedLockGuard lock(mutex_);
  const auto found = active_.find(id);
  return found != active_.end() ? *found : nullptr;
}

std::vector<ActiveObjectMap::Object> ActiveObjectMap::all() const {
  const sync::SharedLockGuard lock(mutex_);
  return {active_.begin(), active_.end()};
}

std::optional<std::string> ActiveObjectMap::id_of(const PortableServer::Servant& servant) const {
  const sync::SharedLockGuard lock(mutex_);
  const auto found = by_servant_.find(&servant);
  if (found == by_servant_.end()) return std::nullopt;
  return std::string(found->second.one->id());
}

bool ActiveObjectMap::has_servant(const PortableServer::Servant& servant) const noexcept {
  const sync::SharedLockGuard lock(mutex_);
  return by_servant_.contains(&servant);
}

ActiveObjectMap::Added ActiveObjectMap::add(const Object& object, bool has_unique_ids) {
  const auto* const servant = &object->servant();
  const sync::UniqueLock lock(mutex_);
  if (is_destroyed_.load(std::memory_order_seq_cst)) return Added::adapter_destroyed;
  if (active_.contains(object->id())) return Added::id_in_use;
  auto& incarnations = by_servant_[servant];
  if (incarnations.count != 0 && has_unique_ids) return Added::servant_in_use;
  try {
    active_.insert(object);
  } catch (...) {
    if (incarnations.count == 0) by_servant_.erase(servant);
    throw;
  }
  ++incarnations.count;
  incarnations.one = object.get();
  return Added::yes;
}

// The object moves to closed_ together with its removal from active_. Otherwise a thread could find it in neither
// place, and incarnate it again.
ActiveObjectMap::Object ActiveObjectMap::remove(std::string_view id) {
  const sync::UniqueLock lock(mutex_);
  const auto found = active_.find(id);
  if (found == active_.end()) return nullptr;
  Object object = *found;
  add_closed(object);
  const auto incarnations = by_servant_.find(&object->servant());
  DIMMA_ASSERT(incarnations != by_servant_.end());
  if (--incarnations->second.count == 0) by_servant_.erase(incarnations);
  active_.erase(found);
  return object;
}

std::vector<ActiveObjectMap::Object> ActiveObjectMap::remove_all() {
  const sync::UniqueLock lock(mutex_);
  std::vector<Object> objects(active_.begin(), active_.end());
  for (const auto& object : objects) add_closed(object);
  active_.clear();
  by_servant_.clear();
  return objects;
}

void ActiveObjectMap::add_closed(const Object& object) {
  const sync::LockGuard lock(closed_mutex_);
  closed_.emplace(object.get(), object);
}

ActiveObjectMap::Object ActiveObjectMap::released(const ActiveObject& object) noexcept {
  Object last;
  const sync::LockGuard lock(closed_mutex_);
  const auto found = closed_.find(&object);
  if (found != closed_.end()) {
    last = std::move(found->second);
    closed_.erase(found);
  }
  released_.notify_all();
  return last;
}

bool ActiveObjectMap::is_closing(std::string_view id) const {
  const sync::LockGuard lock(closed_mutex_);
  return is_closing_locked(id);
}

bool ActiveObjectMap::is_closing_locked(std::string_view id) const {
  return std::any_of(closed_.begin(), closed_.end(),
                     [id](const auto& entry) { return entry.second->id() == id && !in_upcall(*entry.first); });
}

bool ActiveObjectMap::wait_while_closing(std::string_view id) {
  return channel::wait_for_others(closed_mutex_, released_,
                                  [&]() DIMMA_REQUIRES(closed_mutex_) { return !is_closing_locked(id); });
}

bool ActiveObjectMap::has_closed() const {
  const sync::LockGuard lock(closed_mutex_);
  return !closed_.empty();
}

void ActiveObjectMap::wait_until_released() {
  sync::UniqueLock lock(closed_mutex_);
  released_.wait(lock, [this]() DIMMA_REQUIRES(closed_mutex_) {
    return closed_.empty() && (no_more_ || !is_destroyed_.load(std::memory_order_relaxed));
  });
}

void ActiveObjectMap::no_more() {
  const sync::LockGuard lock(closed_mutex_);
  no_more_ = true;
  released_.notify_all();
}

}  // namespace dimma::orb
