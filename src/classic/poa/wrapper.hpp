#pragma once
// The common part of the classic objects around those of PortableServer.

#include "classic/objects/local_wrapper.hpp"

#include <dimma/classic/local_object.hpp>

#include <cstring>
#include <utility>

namespace dimma::classic {

// A final class derives from this one. Interface is the classic interface, Modern the modern one.
template <class Interface, class Modern>
class Wrapper : public virtual Interface, public virtual CORBA::LocalObject, public LocalWrapper {
 public:
  using ModernType = ::CORBA::object_reference<Modern>;

  explicit Wrapper(ModernType object) : object_(std::move(object)) {}

  ModernReference modern() const override { return object_; }
  CORBA::Boolean _has_interface(const char* repository_id) const override {
    return Modern::_interface_tag.repository_id == repository_id || CORBA::LocalObject::_has_interface(repository_id);
  }

 protected:
  ~Wrapper() override = default;
  Modern& object() const { return *object_; }

 private:
  const ModernType object_;
};

// Returns the modern object of the interface that the classic one stands for; nil if there is none.
template <class Modern>
::CORBA::object_reference<Modern> modern_as(CORBA::Object* object) {
  return ::IDL::traits<Modern>::narrow(modern_of_any(object));
}

}  // namespace dimma::classic
