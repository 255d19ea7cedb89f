#pragma once
// Values of the classic mapping as the runtime knows them.

#include <dimma/classic/valuetypes/value_base.hpp>
#include <dimma/value.hpp>

#include <memory>

namespace dimma::classic {

using ModernValue = std::shared_ptr<::CORBA::ValueBase>;

// Returns a reference to the value, by which the runtime shares the value's count: null for null. The runtime
// recognizes a value by the address, which stays the same.
ModernValue modern_of(CORBA::ValueBase* value);

// Returns the classic value, with one reference more; null if it is a value of the modern mapping.
CORBA::ValueBase* classic_of(const ModernValue& value);

// Returns the type as the runtime knows it, which is never destroyed.
const ::dimma::ValueType& modern_type(const ValueDescription& type);

}  // namespace dimma::classic
