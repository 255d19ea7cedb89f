#include "classic/objects/local_wrapper.hpp"

#include <dimma/classic/local_object.hpp>

namespace dimma::classic {

namespace {

// Stands for a local object of the application in the modern mapping.
class StandIn final : public virtual ::CORBA::LocalObject {
 public:
  explicit StandIn(CORBA::Object* object) : object_(CORBA::Object::_duplicate(object)) {}
  CORBA::Object* object() const noexcept { return object_.in(); }

 private:
  ~StandIn() override = default;
  const CORBA::Object_var object_;
};

}  // namespace

CORBA::Object* application_object(const ModernReference& local) {
  const auto* const stand_in = dynamic_cast<const StandIn*>(local._get());
  return stand_in == nullptr ? nullptr : CORBA::Object::_duplicate(stand_in->object());
}

ModernReference modern_of_any(CORBA::Object* object) {
  if (object == nullptr) return {};
  if (auto known = modern_of(*object)) return known;
  return ::CORBA::make_reference<StandIn>(object);
}

}  // namespace dimma::classic
