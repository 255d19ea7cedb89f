#include "classic/orb/offered_objects.hpp"

#include <utility>

namespace dimma::classic {

namespace {

constinit const OfferedObject* first = nullptr;  // changed only while static objects are initialized

}  // namespace

OfferedObject::OfferedObject(std::string_view name, Make make) noexcept
    : name_(name), make_(make), next_(std::exchange(first, this)) {}

CORBA::Object_ptr make_offered(std::string_view name, const ::CORBA::object_reference<::CORBA::ORB>& orb) {
  for (const OfferedObject* each = first; each != nullptr; each = each->next_) {
    if (each->name_ == name) return each->make_(orb);
  }
  return nullptr;
}

}  // namespace dimma::classic
