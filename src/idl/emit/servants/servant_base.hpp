// Writes the common part of the classes from which servants derive: skeletons, and the classes of servants that reply
// later and of those that are coroutines.
#pragma once

#include <string>

#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

struct ServantBase {
  const Interface& interface;
  std::string name;                          // the class in its own scope
  std::string (*name_of)(const Interface&);  // names the class of the same kind for any interface, with its scope
  const char* root;                          // the class derives from it if no base of the interface has such a class
  bool serves_later;                         // calls within the process are requests too
  const char* specifier;                     // "inline " if the functions are in a header
};

// The other parts of the class.
struct ServantBaseParts {
  std::string description;  // follows "Base of the servants of interface M::I"
  std::string more_bases;   // ", public virtual ::M::I::_operations_type"
  std::string operations;
  std::string private_functions;
};

// The namespace is open for both.
void write_servant_base_class(Writer& writer, const ServantBase& base, const ServantBaseParts& parts);
// Writes _this(), _is_a(), _repository_id(), _operations() and _most_derived_interface().
void write_servant_base_functions(Writer& writer, const ServantBase& base);

}  // namespace dimma::idl::cxx
