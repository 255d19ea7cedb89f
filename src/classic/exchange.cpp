#include <dimma/mappings/exchange.hpp>

#include "classic/anys/modern_any.hpp"
#include "classic/exceptions/translation.hpp"
#include "classic/objects/local_wrapper.hpp"

namespace dimma {

::CORBA::object_reference<::CORBA::Object> to_modern(classic::CORBA::Object* object) {
  const classic::CORBA::Object_var owner(object);
  return classic::modern_of_any(object);
}

classic::CORBA::Object* to_classic(const ::CORBA::object_reference<::CORBA::Object>& object) {
  return classic::with_modern_exceptions([&] { return classic::classic_of(object); });
}

// A reference is converted here, since extraction could not decode it without an ORB.
::CORBA::Any to_modern(const classic::CORBA::Any& any) {
  const ::CORBA::Any& modern = classic::AnyAccess::modern(any);
  const auto* const held = dynamic_cast<const classic::HeldValue*>(modern._value());
  if (held == nullptr || !held->is_reference()) return modern;
  return {modern.type(), new TypedValue<classic::ModernReference>(classic::modern_of_any(held->object()))};
}

void to_classic(const ::CORBA::Any& any, classic::CORBA::Any& to) { classic::AnyAccess::set(to, any); }

}  // namespace dimma
