// Functions common to all values, and the registry of valuetypes that need no factory.

#include "base/never_destroyed.hpp"
#include "base/sync/sync.hpp"
#include "cdr/value/known_values.hpp"

#include <dimma/value.hpp>

#include <map>

namespace CORBA {

ValueBase::~ValueBase() = default;
ValueFactoryBase::~ValueFactoryBase() = default;

std::string ValueFactoryBase::_obv_repository_id() const { return {}; }

valuetype_reference<ValueBase> ValueBase::_copy_value() const { return {}; }

}  // namespace CORBA

namespace dimma {

namespace {

// Several entries may have the same id, if libraries generated from the same IDL are loaded at run time.
struct Known {
  sync::Mutex mutex;
  std::multimap<std::string_view, const ValueType*> types DIMMA_GUARDED_BY(mutex);
};

// Never destroyed: static KnownValueType objects are unregistered at the very end of the program, and the threads of an
// ORB that was not destroyed may still search the registry.
Known& known() {
  static NeverDestroyed<Known> types;
  return *types;
}

}  // namespace

KnownValueType::KnownValueType(const ValueType& type) : type_(type) {
  Known& all = known();
  const sync::LockGuard lock(all.mutex);
  all.types.emplace(type.repository_id, &type);
}

KnownValueType::~KnownValueType() {
  Known& all = known();
  const sync::LockGuard lock(all.mutex);
  const auto [first, last] = all.types.equal_range(type_.repository_id);
  for (auto each = first; each != last; ++each) {
    if (each->second != &type_) continue;
    all.types.erase(each);
    return;
  }
}

namespace cdr {

const ValueType* known_value_type(std::string_view repository_id) {
  Known& all = known();
  const sync::LockGuard lock(all.mutex);
  const auto found = all.types.find(repository_id);
  return found == all.types.end() ? nullptr : found->second;
}

}  // namespace cdr
}  // namespace dimma
