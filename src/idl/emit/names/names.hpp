// Translates IDL names into C++ names.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Returns the C++ identifier: the IDL one, prefixed with `_cxx_` if C++ or the mapping gives the word another meaning.
// IDL identifiers never begin with an underscore, so they clash neither with prefixed names nor with the mapping's own.
std::string identifier(const Declaration& declaration);

// Returns the word, escaped if it is a C++ keyword or a macro of the standard headers.
std::string escaped(const std::string& word);

// Returns the fully qualified name, "::M::I::S".
std::string scoped_name(const Declaration& declaration);

// Returns the namespaces of the enclosing modules, outermost first.
std::vector<std::string> namespaces(const Declaration& declaration);

// Returns true if the declaration is in a namespace and not in a class.
bool is_in_namespace(const Declaration& declaration);

// Returns the class's name in its namespace: "S", or "I::S" inside an interface.
std::string name_in_namespace(const Declaration& declaration);

// Return the class of an interface's skeleton, the definition of its alias, its namespaces, and the qualified alias
// ("::POA_M::I").
std::string skeleton_identifier(const Interface& interface);
std::string skeleton_alias(const Interface& interface);
std::vector<std::string> skeleton_namespaces(const Interface& interface);
std::string skeleton_name(const Interface& interface);

// Return the names of the classes for servants with deferred replies and for coroutines, without and with their scopes
// ("::POA_M::_deferred_I").
std::string deferred_identifier(const Interface& interface);
std::string deferred_name(const Interface& interface);
std::string awaitable_identifier(const Interface& interface);
std::string awaitable_name(const Interface& interface);

// Like the functions for skeletons, but for the class that holds the state of a valuetype ("::OBV_M::V").
std::string state_class_identifier(const ValueType& value);
std::string state_class_alias(const ValueType& value);
std::vector<std::string> state_class_namespaces(const ValueType& value);
std::string state_class_name(const ValueType& value);

// Chooses names of parameters that do not shadow a type, constant or variable, since compilers warn about that.
class VariableNames {
 public:
  explicit VariableNames(const Specification& specification);

  // Returns a name derived from `word` that is not in `taken`, and inserts it into `taken`.
  std::string unique(const std::string& word, std::set<std::string>& taken) const;
  // Returns true if any declaration of the IDL has this name in C++.
  bool declares(const std::string& name) const { return declared_.contains(name); }

 private:
  void collect(const std::vector<Declaration*>& declarations);

  std::set<std::string> declared_;
};

}  // namespace dimma::idl::cxx
