// A user's shared library, which contains generated code or links it.
#include <string>

#include "names.hpp"

std::string type_name() {
  CORBA::Any any;
  any <<= Outside::Name("first");
  return std::string(any.type()->name());
}
