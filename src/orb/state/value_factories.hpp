#pragma once
// The factories with which an ORB creates received valuetypes.

#include "base/sync/sync.hpp"

#include <dimma/reference.hpp>

#include <map>
#include <string>
#include <string_view>

namespace dimma::orb {

class ValueFactories {
 public:
  using Factory = CORBA::valuefactory_reference<CORBA::ValueFactoryBase>;

  // Returns the previous factory, or nil.
  Factory add(const std::string& repository_id, Factory factory);
  // Returns false if no factory is registered for the id.
  bool remove(const std::string& repository_id);
  // Returns nil if no factory is registered for the id.
  Factory find(std::string_view repository_id) const;
  // Removes all factories.
  void clear() noexcept;

 private:
  mutable sync::SharedMutex mutex_;
  std::map<std::string, Factory, std::less<>> factories_ DIMMA_GUARDED_BY(mutex_);
};

}  // namespace dimma::orb
