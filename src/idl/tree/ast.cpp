#include "idl/tree/ast.hpp"

#include <algorithm>
#include <unordered_set>

namespace dimma::idl {

const char* to_string(BasicKind kind) {
  switch (kind) {
    case BasicKind::Void:
      return "void";
    case BasicKind::Boolean:
      return "boolean";
    case BasicKind::Char:
      return "char";
    case BasicKind::WChar:
      return "wchar";
    case BasicKind::Octet:
      return "octet";
    case BasicKind::Int8:
      return "int8";
    case BasicKind::UInt8:
      return "uint8";
    case BasicKind::Short:
      return "short";
    case BasicKind::UShort:
      return "unsigned short";
    case BasicKind::Long:
      return "long";
    case BasicKind::ULong:
      return "unsigned long";
    case BasicKind::LongLong:
      return "long long";
    case BasicKind::ULongLong:
      return "unsigned long long";
    case BasicKind::Float:
      return "float";
    case BasicKind::Double:
      return "double";
    case BasicKind::LongDouble:
      return "long double";
    case BasicKind::Any:
      return "any";
    case BasicKind::Object:
      return "Object";
    case BasicKind::ValueBase:
      return "ValueBase";
    case BasicKind::TypeCode:
      return "CORBA::TypeCode";
  }
  return "?";
}

const char* to_string(DeclarationKind kind) {
  switch (kind) {
    case DeclarationKind::Module:
      return "module";
    case DeclarationKind::ForwardDeclaration:
      return "forward declaration";
    case DeclarationKind::Interface:
      return "interface";
    case DeclarationKind::ValueType:
      return "valuetype";
    case DeclarationKind::ValueBox:
      return "boxed valuetype";
    case DeclarationKind::Struct:
      return "struct";
    case DeclarationKind::Union:
      return "union";
    case DeclarationKind::Enum:
      return "enum";
    case DeclarationKind::Enumerator:
      return "enumerator";
    case DeclarationKind::Exception:
      return "exception";
    case DeclarationKind::Typedef:
      return "typedef";
    case DeclarationKind::Constant:
      return "constant";
    case DeclarationKind::Operation:
      return "operation";
    case DeclarationKind::Parameter:
      return "parameter";
    case DeclarationKind::Attribute:
      return "attribute";
    case DeclarationKind::Member:
      return "member";
    case DeclarationKind::UnionBranch:
      return "union branch";
    case DeclarationKind::Initializer:
      return "factory";
    case DeclarationKind::Native:
      return "native type";
    case DeclarationKind::Bitset:
      return "bitset";
    case DeclarationKind::Bitfield:
      return "bitfield";
    case DeclarationKind::Bitmask:
      return "bitmask";
    case DeclarationKind::BitValue:
      return "bit value";
    case DeclarationKind::AnnotationDeclaration:
      return "annotation";
  }
  return "?";
}

std::string with_article(DeclarationKind kind) {
  const std::string word = to_string(kind);
  const bool vowel = std::string_view("aeiou").find(word.front()) != std::string_view::npos && word != "union branch" &&
                     word != "union";
  return (vowel ? "an " : "a ") + word;
}

std::string Declaration::full_name() const {
  std::string name;
  for (const std::string& part : scoped_name) {
    if (!name.empty()) name += "::";
    name += part;
  }
  return name;
}

const Annotation* Declaration::annotation(std::string_view name) const {
  const auto found =
      std::find_if(annotations.begin(), annotations.end(), [&](const Annotation& each) { return each.name == name; });
  return found == annotations.end() ? nullptr : &*found;
}

bool Declaration::is_marked(std::string_view name) const {
  const Annotation* mark = annotation(name);
  if (mark == nullptr) return false;
  const bool* value = mark->arguments.empty() ? nullptr : std::get_if<bool>(&mark->arguments.front().value);
  return value == nullptr || *value;
}

bool is_defined_elsewhere(const Declaration& target) {
  if (target.kind != DeclarationKind::Interface) return false;
  const auto& interface = as<Interface>(target);
  return !interface.is_defined && interface.interface_kind == InterfaceKind::Regular;
}

const Type& resolve_aliases(const Type& type) {
  const Type* at = &type;
  while (at->kind == TypeKind::Named) {
    const Declaration* declaration = as<NamedType>(*at).declaration;
    if (declaration == nullptr || declaration->kind != DeclarationKind::Typedef) break;
    at = as<Typedef>(*declaration).type;
  }
  return *at;
}

bool is_loaned(const Type& type) {
  const Type& resolved = resolve_aliases(type);
  return resolved.kind == TypeKind::Sequence && as<SequenceType>(resolved).is_loaned;
}

bool is_floating(const Type& type) {
  const Type& resolved = resolve_aliases(type);
  if (resolved.kind != TypeKind::Basic) return false;
  const BasicKind kind = as<BasicType>(resolved).basic;
  return kind == BasicKind::Float || kind == BasicKind::Double || kind == BasicKind::LongDouble;
}

const Declaration* named_declaration(const Type& type) {
  const Type& resolved = resolve_aliases(type);
  return resolved.kind == TypeKind::Named ? as<NamedType>(resolved).declaration : nullptr;
}

namespace {

void collect_bases(const Interface& interface, std::unordered_set<const Interface*>& seen,
                   std::vector<const Interface*>& found) {
  for (const Interface* base : interface.bases) {
    if (!seen.insert(base).second) continue;
    collect_bases(*base, seen, found);
    found.push_back(base);
  }
}

}  // namespace

std::vector<const Interface*> all_bases(const Interface& interface) {
  std::unordered_set<const Interface*> seen;
  std::vector<const Interface*> found;
  collect_bases(interface, seen, found);
  return found;
}

}  // namespace dimma::idl
