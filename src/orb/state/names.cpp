#include "orb/state/names.hpp"

#include <algorithm>

namespace dimma::orb {

void Names::publish(const std::string& name, Published published) {
  auto made = std::make_shared<const Published>(std::move(published));
  const sync::UniqueLock lock(mutex_);
  published_[name].swap(made);
}

bool Names::publish_if_new(const std::string& name, Published published) {
  auto made = std::make_shared<const Published>(std::move(published));
  const sync::UniqueLock lock(mutex_);
  return published_.emplace(name, std::move(made)).second;
}

bool Names::unpublish(const std::string& name) {
  std::shared_ptr<const Published> forgotten;
  const sync::UniqueLock lock(mutex_);
  const auto found = published_.find(name);
  if (found == published_.end()) return false;
  forgotten = std::move(found->second);
  published_.erase(found);
  return true;
}

std::shared_ptr<const Names::Published> Names::published(std::string_view name) const {
  const sync::SharedLockGuard lock(mutex_);
  const auto found = published_.find(name);
  return found == published_.end() ? nullptr : found->second;
}

std::size_t Names::published_count() const {
  const sync::SharedLockGuard lock(mutex_);
  return published_.size();
}

std::vector<std::string> Names::published_names() const {
  std::vector<std::string> names;
  {
    const sync::SharedLockGuard lock(mutex_);
    names.reserve(published_.size());
    for (const auto& [name, object] : published_) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool Names::add_initial(const std::string& name, CORBA::object_reference<CORBA::Object> object) {
  const sync::UniqueLock lock(mutex_);
  return initial_.emplace(name, std::move(object)).second;
}

CORBA::object_reference<CORBA::Object> Names::initial(const std::string& name) const {
  const sync::SharedLockGuard lock(mutex_);
  const auto found = initial_.find(name);
  if (found == initial_.end()) return {};
  return found->second;
}

std::vector<std::string> Names::initial_names() const {
  std::vector<std::string> names;
  const sync::SharedLockGuard lock(mutex_);
  for (const auto& [name, object] : initial_) names.push_back(name);
  return names;
}

void Names::clear() noexcept {
  decltype(published_) published;
  decltype(initial_) initial;
  const sync::UniqueLock lock(mutex_);
  published_.swap(published);
  initial_.swap(initial);
}

}  // namespace dimma::orb
