#pragma once
// Initial references that a part of the library offers only in programs that contain this part.

#include <dimma/classic/orb.hpp>
#include <dimma/orb.hpp>

#include <string_view>

namespace dimma::classic {

// To be defined as a static object of the part. `name` is a literal.
class OfferedObject {
 public:
  // Returns a new reference.
  using Make = CORBA::Object_ptr (*)(const ::CORBA::object_reference<::CORBA::ORB>& orb);
  OfferedObject(std::string_view name, Make make) noexcept;

 private:
  friend CORBA::Object_ptr make_offered(std::string_view name, const ::CORBA::object_reference<::CORBA::ORB>& orb);

  const std::string_view name_;
  const Make make_;
  const OfferedObject* const next_;
};

// Returns a new reference; null if no part of the program offers an object with this name.
CORBA::Object_ptr make_offered(std::string_view name, const ::CORBA::object_reference<::CORBA::ORB>& orb);

}  // namespace dimma::classic
