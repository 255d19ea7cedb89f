#include "idl/emit/names/names.hpp"

#include <algorithm>

#include "idl/emit/names/words.hpp"

namespace dimma::idl::cxx {

namespace {

constexpr std::string_view escape_prefix = "_cxx_";
constexpr std::string_view skeleton_prefix = "POA_";
constexpr std::string_view state_class_prefix = "OBV_";

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_module_of_the_mapping(std::string_view word) {
  return is_one_of(word, {"CORBA", "Dynamic", "DynamicAny", "IDL", "IOP", "Messaging", "PortableInterceptor",
                          "PortableServer", "TimeBase"});
}

// Returns true for a `swap` in a scope in which the mapping declares a free function of the same name.
bool stands_beside_swap(const Declaration& declaration) {
  switch (declaration.kind) {
    case DeclarationKind::Member:
    case DeclarationKind::UnionBranch:
    case DeclarationKind::Operation:
    case DeclarationKind::Attribute:
    case DeclarationKind::Parameter:
    case DeclarationKind::Enumerator:
      return false;
    default:
      return true;
  }
}

bool is_word_of_the_mapping(const Declaration& declaration) {
  const std::string& word = declaration.identifier;
  if (word == "swap") return stands_beside_swap(declaration);
  // An exception class inherits what() from std::exception.
  if (word == "what") {
    return declaration.kind == DeclarationKind::Member && declaration.enclosing != nullptr &&
           declaration.enclosing->kind == DeclarationKind::Exception;
  }
  if (word.starts_with(skeleton_prefix) || word.starts_with(state_class_prefix)) return true;
  if (declaration.enclosing != nullptr) return false;
  if (is_one_of(word, {"std", "dimma"})) return true;
  // A module may extend these namespaces. Other declarations cannot have their names.
  return declaration.kind != DeclarationKind::Module && is_module_of_the_mapping(word);
}

const Declaration* scope_of(const Declaration& declaration) {
  if (declaration.kind == DeclarationKind::Enumerator) return as<Enumerator>(declaration).enumeration;
  return declaration.enclosing;
}

}  // namespace

std::string escaped(const std::string& word) { return is_cxx_word(word) ? std::string(escape_prefix) + word : word; }

std::string identifier(const Declaration& declaration) {
  if (is_word_of_the_mapping(declaration)) return std::string(escape_prefix) + declaration.identifier;
  return escaped(declaration.identifier);
}

std::string scoped_name(const Declaration& declaration) {
  std::string name;
  for (const Declaration* at = &declaration; at != nullptr; at = scope_of(*at)) {
    name.insert(0, "::" + identifier(*at));
  }
  return name;
}

std::vector<std::string> namespaces(const Declaration& declaration) {
  std::vector<std::string> path;
  for (const Declaration* at = declaration.enclosing; at != nullptr; at = at->enclosing) {
    if (at->kind == DeclarationKind::Module) path.insert(path.begin(), identifier(*at));
  }
  return path;
}

bool is_in_namespace(const Declaration& declaration) {
  return declaration.enclosing == nullptr || declaration.enclosing->kind == DeclarationKind::Module;
}

std::string name_in_namespace(const Declaration& declaration) {
  std::string name = identifier(declaration);
  for (const Declaration* at = declaration.enclosing; at != nullptr && at->kind != DeclarationKind::Module;
       at = at->enclosing) {
    name.insert(0, identifier(*at) + "::");
  }
  return name;
}

namespace {

std::string prefixed_identifier(const Declaration& declaration, std::string_view prefix) {
  if (declaration.enclosing != nullptr) return identifier(declaration);
  // With the prefix, the name of such a module is a namespace too.
  const bool is_taken = is_module_of_the_mapping(declaration.identifier);
  return std::string(prefix) + (is_taken ? identifier(declaration) : declaration.identifier);
}

// Returns the name of a class in a namespace of its own, where the IDL name is only an alias of it. If the class had
// the IDL name, that name would be visible in all derived classes, and would mean the base instead of the interface or
// value.
std::string class_identifier(const Declaration& declaration, std::string_view prefix, std::string_view own) {
  if (declaration.enclosing == nullptr) return prefixed_identifier(declaration, prefix);
  return std::string(own) + declaration.identifier;
}

std::string alias(const Declaration& declaration, std::string_view prefix, std::string_view own) {
  if (declaration.enclosing == nullptr) return "";
  return "using " + identifier(declaration) + " = " + class_identifier(declaration, prefix, own) + ";";
}

std::vector<std::string> prefixed_namespaces(const Declaration& declaration, std::string_view prefix) {
  std::vector<std::string> path = namespaces(declaration);
  if (path.empty()) return path;
  const Declaration* outermost = declaration.enclosing;
  while (outermost->enclosing != nullptr) outermost = outermost->enclosing;
  path.front() = std::string(prefix) + outermost->identifier;
  return path;
}

std::string prefixed_name(const Declaration& declaration, std::string_view prefix) {
  std::string name;
  for (const std::string& part : prefixed_namespaces(declaration, prefix)) name += "::" + part;
  return name + "::" + prefixed_identifier(declaration, prefix);
}

}  // namespace

std::string skeleton_identifier(const Interface& interface) {
  return class_identifier(interface, skeleton_prefix, "_skeleton_");
}

std::string skeleton_alias(const Interface& interface) { return alias(interface, skeleton_prefix, "_skeleton_"); }

std::vector<std::string> skeleton_namespaces(const Interface& interface) {
  return prefixed_namespaces(interface, skeleton_prefix);
}

std::string skeleton_name(const Interface& interface) { return prefixed_name(interface, skeleton_prefix); }

namespace {

std::string beside_skeleton(const Interface& interface, const std::string& name) {
  std::string scope;
  for (const std::string& part : skeleton_namespaces(interface)) scope += "::" + part;
  return scope + "::" + name;
}

}  // namespace

std::string deferred_identifier(const Interface& interface) { return "_deferred_" + interface.identifier; }

std::string deferred_name(const Interface& interface) {
  return beside_skeleton(interface, deferred_identifier(interface));
}

std::string awaitable_identifier(const Interface& interface) { return "_awaitable_" + interface.identifier; }

std::string awaitable_name(const Interface& interface) {
  return beside_skeleton(interface, awaitable_identifier(interface));
}

std::string state_class_identifier(const ValueType& value) {
  return class_identifier(value, state_class_prefix, "_state_");
}

std::string state_class_alias(const ValueType& value) { return alias(value, state_class_prefix, "_state_"); }

std::vector<std::string> state_class_namespaces(const ValueType& value) {
  return prefixed_namespaces(value, state_class_prefix);
}

std::string state_class_name(const ValueType& value) { return prefixed_name(value, state_class_prefix); }

VariableNames::VariableNames(const Specification& specification) { collect(specification.contents); }

void VariableNames::collect(const std::vector<Declaration*>& declarations) {
  for (const Declaration* declaration : declarations) {
    switch (declaration->kind) {
      case DeclarationKind::Module:
        collect(as<Module>(*declaration).contents);
        break;
      case DeclarationKind::Operation:
      case DeclarationKind::Attribute:
        break;
      case DeclarationKind::Interface:
        declared_.insert(identifier(*declaration));
        collect(as<Interface>(*declaration).contents);
        break;
      case DeclarationKind::ValueType:
        declared_.insert(identifier(*declaration));
        collect(as<ValueType>(*declaration).contents);
        break;
      case DeclarationKind::Initializer:
      case DeclarationKind::Member:
        break;
      case DeclarationKind::Struct:
        declared_.insert(identifier(*declaration));
        collect(as<Struct>(*declaration).nested_types);
        break;
      case DeclarationKind::Union:
        declared_.insert(identifier(*declaration));
        collect(as<Union>(*declaration).nested_types);
        break;
      case DeclarationKind::Exception:
        declared_.insert(identifier(*declaration));
        collect(as<Exception>(*declaration).nested_types);
        break;
      default:
        declared_.insert(identifier(*declaration));
        break;
    }
  }
}

std::string VariableNames::unique(const std::string& word, std::set<std::string>& taken) const {
  std::string name = escaped(word);
  while (declared_.contains(name) || is_cxx_variable(name) || !taken.insert(name).second) name += '_';
  return name;
}

}  // namespace dimma::idl::cxx
