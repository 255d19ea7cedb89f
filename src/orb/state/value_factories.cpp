#include "orb/state/value_factories.hpp"

#include <dimma/value.hpp>

namespace dimma::orb {

ValueFactories::Factory ValueFactories::add(const std::string& repository_id, Factory factory) {
  const sync::UniqueLock lock(mutex_);
  factories_[repository_id].swap(factory);
  return factory;
}

// The removed factory is released without the lock, since its destructor belongs to the application.
bool ValueFactories::remove(const std::string& repository_id) {
  Factory removed;
  const sync::UniqueLock lock(mutex_);
  const auto found = factories_.find(repository_id);
  if (found == factories_.end()) return false;
  removed.swap(found->second);
  factories_.erase(found);
  return true;
}

ValueFactories::Factory ValueFactories::find(std::string_view repository_id) const {
  const sync::SharedLockGuard lock(mutex_);
  const auto found = factories_.find(repository_id);
  return found == factories_.end() ? Factory() : found->second;
}

void ValueFactories::clear() noexcept {
  std::map<std::string, Factory, std::less<>> all;
  const sync::UniqueLock lock(mutex_);
  all.swap(factories_);
}

}  // namespace dimma::orb
