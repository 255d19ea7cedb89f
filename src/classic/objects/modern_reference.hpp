#pragma once
// The references of the modern mapping, and the classic objects that contain one although they are local.

#include <dimma/classic/object.hpp>
#include <dimma/object.hpp>

namespace dimma::classic {

using ModernReference = ::CORBA::object_reference<::CORBA::Object>;

// The base of the classic local objects that stand for modern ones. Two of them are equivalent if they stand for the
// same object.
class LocalWrapper {
 public:
  virtual ModernReference modern() const = 0;

 protected:
  ~LocalWrapper() = default;
};

// Returns a new classic reference to a modern local object, which is not nil: the object of the application, or one
// that stands for an object of the library. local_objects.cpp defines it, since it knows the wrappers of all folders.
CORBA::Object* classic_local(const ModernReference& local);

}  // namespace dimma::classic
