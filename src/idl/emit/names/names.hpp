// How IDL names become C++ names.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// The identifier in C++: as in IDL, with `_cxx_` before it where C++ or the mapping needs the word for something else.
// An IDL identifier never begins with an underscore, so neither these nor the mapping's own names clash with another.
std::string identifier(const Declaration& declaration);

// A word by itself, escaped if it is a C++ keyword or a macro of the standard headers.
std::string escaped(const std::string& word);

// "::M::I::S"
std::string scoped_name(const Declaration& declaration);

// The modules that enclose it, outermost first, as namespaces.
std::vector<std::string> namespaces(const Declaration& declaration);

// True if it stands in a namespace and not in a class.
bool is_in_namespace(const Declaration& declaration);

// The class as seen from its namespace: "S", or "I::S" inside an interface.
std::string name_in_namespace(const Declaration& declaration);

// The skeleton of an interface: its class, the alias by which that is called, its namespaces, the namespaces and the
// alias ("::POA_M::I").
std::string skeleton_identifier(const Interface& interface);
std::string skeleton_alias(const Interface& interface);
std::vector<std::string> skeleton_namespaces(const Interface& interface);
std::string skeleton_name(const Interface& interface);

// The classes beside the skeleton for servants that reply later and for those that are coroutines, with their scopes
// ("::POA_M::_deferred_I").
std::string deferred_identifier(const Interface& interface);
std::string deferred_name(const Interface& interface);
std::string awaitable_identifier(const Interface& interface);
std::string awaitable_name(const Interface& interface);

// The class that holds the state of a valuetype, likewise ("::OBV_M::V").
std::string state_class_identifier(const ValueType& value);
std::string state_class_alias(const ValueType& value);
std::vector<std::string> state_class_namespaces(const ValueType& value);
std::string state_class_name(const ValueType& value);

// Names for parameters that hide no type, constant or variable that they could be seen to hide: a compiler would warn.
class VariableNames {
 public:
  explicit VariableNames(const Specification& specification);

  // A name made from the identifier and not in `taken`; it is added there.
  std::string unique(const std::string& word, std::set<std::string>& taken) const;
  // True if something in the IDL, wherever it stands, has this name in C++.
  bool declares(const std::string& name) const { return declared_.contains(name); }

 private:
  void collect(const std::vector<Declaration*>& declarations);

  std::set<std::string> declared_;
};

}  // namespace dimma::idl::cxx
