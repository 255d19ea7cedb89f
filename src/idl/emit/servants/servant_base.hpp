// Writes the code that the base classes of servants have in common: skeletons, classes with deferred replies, and
// coroutines.
#pragma once

#include <string>

#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

struct ServantBase {
  const Interface& interface;
  std::string name;                          // the class's name in its own scope
  std::string (*name_of)(const Interface&);  // returns the qualified name of the same kind of class for any interface
  const char* root;                          // the base class, if no base of the interface has such a class
  bool serves_later;                         // calls within the process are requests too
  const char* specifier;                     // "inline " if the functions are in a header, or empty
};

// The parts of the class that depend on its kind.
struct ServantBaseParts {
  std::string description;  // follows "Base of the servants of interface M::I"
  std::string more_bases;   // ", public virtual ::M::I::_operations_type"
  std::string operations;
  std::string private_functions;
};

// Writes the class. The namespace is open, as for write_servant_base_functions().
void write_servant_base_class(Writer& writer, const ServantBase& base, const ServantBaseParts& parts);
// Writes _this(), _is_a(), _repository_id(), _operations() and _most_derived_interface().
void write_servant_base_functions(Writer& writer, const ServantBase& base);

}  // namespace dimma::idl::cxx
