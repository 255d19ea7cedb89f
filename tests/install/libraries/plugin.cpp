// A shared library of the user's, with generated code in it or beside it.
#include <string>

#include "names.hpp"

std::string type_name() {
  CORBA::Any any;
  any <<= Outside::Name("first");
  return std::string(any.type()->name());
}
