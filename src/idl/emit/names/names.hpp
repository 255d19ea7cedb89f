// Translates IDL names into C++ names.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Returns the identifier in C++: the IDL one, after `_cxx_` if C++ or the mapping needs the word for something else. An
// IDL identifier never begins with an underscore, so neither these nor the mapping's own names clash with another.
std::string identifier(const Declaration& declaration);

// Returns a single word, escaped if it is a C++ keyword or a macro of the standard headers.
std::string escaped(const std::string& word);

// Returns "::M::I::S".
std::string scoped_name(const Declaration& declaration);

// Returns the enclosing modules, outermost first, as namespaces.
std::vector<std::string> namespaces(const Declaration& declaration);

// Returns true if it is in a namespace and not in a class.
bool is_in_namespace(const Declaration& declaration);

// Returns the class's name in its namespace: "S", or "I::S" inside an interface.
std::string name_in_namespace(const Declaration& declaration);

// The skeleton of an interface: its class, the alias by which that is named, its namespaces, the namespaces and the
// alias ("::POA_M::I").
std::string skeleton_identifier(const Interface& interface);
std::string skeleton_alias(const Interface& interface);
std::vector<std::string> skeleton_namespaces(const Interface& interface);
std::string skeleton_name(const Interface& interface);

// The classes beside the skeleton, for servants that reply later and for those that are coroutines, with their scopes
// ("::POA_M::_deferred_I").
std::string deferred_identifier(const Interface& interface);
std::string deferred_name(const Interface& interface);
std::string awaitable_identifier(const Interface& interface);
std::string awaitable_name(const Interface& interface);

// The same for the class that holds the state of a valuetype ("::OBV_M::V").
std::string state_class_identifier(const ValueType& value);
std::string state_class_alias(const ValueType& value);
std::vector<std::string> state_class_namespaces(const ValueType& value);
std::string state_class_name(const ValueType& value);

// Names for parameters that do not seem to hide a type, constant or variable, of which a compiler would warn.
class VariableNames {
 public:
  explicit VariableNames(const Specification& specification);

  // Returns a name made from the word that is not in `taken`, and adds it there.
  std::string unique(const std::string& word, std::set<std::string>& taken) const;
  // Returns true if any declaration of the IDL has this name in C++.
  bool declares(const std::string& name) const { return declared_.contains(name); }

 private:
  void collect(const std::vector<Declaration*>& declarations);

  std::set<std::string> declared_;
};

}  // namespace dimma::idl::cxx
