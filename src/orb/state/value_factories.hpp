#pragma once
// The factories of an ORB, which make the values that arrive.

#include "base/sync/sync.hpp"

#include <dimma/reference.hpp>

#include <map>
#include <string>
#include <string_view>

namespace dimma::orb {

class ValueFactories {
 public:
  using Factory = CORBA::valuefactory_reference<CORBA::ValueFactoryBase>;

  // Returns the factory that was there before, or nil.
  Factory add(const std::string& repository_id, Factory factory);
  // Returns false if there is none.
  bool remove(const std::string& repository_id);
  // Returns nil if there is none.
  Factory find(std::string_view repository_id) const;
  // Forgets all of them.
  void clear() noexcept;

 private:
  mutable sync::SharedMutex mutex_;
  std::map<std::string, Factory, std::less<>> factories_ DIMMA_GUARDED_BY(mutex_);
};

}  // namespace dimma::orb
