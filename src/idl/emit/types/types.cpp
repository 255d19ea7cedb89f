#include "idl/emit/types/types.hpp"

#include <algorithm>
#include <set>

#include "idl/emit/names/names.hpp"
#include "idl/emit/types/basic_types.hpp"

namespace dimma::idl::cxx {

namespace {

bool is_basic(const Type& resolved, BasicKind kind) {
  return resolved.kind == TypeKind::Basic && as<BasicType>(resolved).basic == kind;
}

// Returns true for a reference to an object or to a TypeCode.
bool is_object(const Type& type) {
  const Type& resolved = resolve_aliases(type);
  if (is_basic(resolved, BasicKind::Object) || is_basic(resolved, BasicKind::TypeCode)) return true;
  return resolved.kind == TypeKind::Named && as<NamedType>(resolved).declaration->kind == DeclarationKind::Interface;
}

bool is_abstract_interface(const Type& type) {
  const Declaration* const named = named_declaration(type);
  return named != nullptr && named->kind == DeclarationKind::Interface &&
         as<Interface>(*named).interface_kind == InterfaceKind::Abstract;
}

// Returns true for a reference to an object or a value.
bool is_reference(const Type& type) { return is_object(type) || is_value(type); }

std::string spell_sequence(const SequenceType& sequence) {
  const std::string element = spell(*sequence.element);
  if (sequence.is_loaned) {
    return "::dimma::loaned<" + element + (sequence.bound == 0 ? "" : ", " + std::to_string(sequence.bound)) + ">";
  }
  if (sequence.bound == 0) return "::std::vector<" + element + ">";
  return "::IDL::bounded_vector<" + element + ", " + std::to_string(sequence.bound) + ">";
}

std::string spell_array(const ArrayType& array) {
  std::string text = spell(*array.element);
  for (auto dimension = array.dimensions.rbegin(); dimension != array.dimensions.rend(); ++dimension) {
    text = "::std::array<" + text + ", " + std::to_string(*dimension) + ">";
  }
  return text;
}

std::string spell_map(const MapType& map) {
  const std::string entry = spell(*map.key) + ", " + spell(*map.value);
  if (map.bound == 0) return "::std::map<" + entry + ">";
  return "::IDL::bounded_map<" + entry + ", " + std::to_string(map.bound) + ">";
}

using Visited = std::set<const Declaration*>;

bool is_comparable(const Declaration& declaration, Visited& visited);

bool is_comparable_inside(const Type& type, Visited& visited) {
  if (is_reference(type) || is_basic(resolve_aliases(type), BasicKind::Any)) return false;
  const Type& resolved = resolve_aliases(type);
  if (resolved.kind == TypeKind::Sequence) return is_comparable_inside(*as<SequenceType>(resolved).element, visited);
  if (resolved.kind == TypeKind::Array) return is_comparable_inside(*as<ArrayType>(resolved).element, visited);
  if (resolved.kind == TypeKind::Map) {
    return is_comparable_inside(*as<MapType>(resolved).key, visited) &&
           is_comparable_inside(*as<MapType>(resolved).value, visited);
  }
  if (resolved.kind != TypeKind::Named) return true;
  return is_comparable(*as<NamedType>(resolved).declaration, visited);
}

bool is_comparable(const Declaration& declaration, Visited& visited) {
  if (!visited.insert(&declaration).second) return true;
  const auto each_is = [&visited](const auto& members) {
    return std::all_of(members.begin(), members.end(), [&visited](const auto* member) {
      return !member->is_marked("external") && is_comparable_inside(*member->type, visited);
    });
  };
  if (declaration.kind == DeclarationKind::Struct) {
    const auto& structure = as<Struct>(declaration);
    return each_is(structure.members) && (structure.base == nullptr || is_comparable(*structure.base, visited));
  }
  if (declaration.kind == DeclarationKind::Union) return each_is(as<Union>(declaration).branches);
  return true;
}

}  // namespace

bool is_value(const Type& type) {
  const Type& resolved = resolve_aliases(type);
  if (is_basic(resolved, BasicKind::ValueBase)) return true;
  const Declaration* const named = named_declaration(resolved);
  return named != nullptr && (named->kind == DeclarationKind::ValueType || named->kind == DeclarationKind::ValueBox);
}

bool holds_native(const Type& type) {
  const Type& resolved = resolve_aliases(type);
  switch (resolved.kind) {
    case TypeKind::Sequence:
      return holds_native(*as<SequenceType>(resolved).element);
    case TypeKind::Array:
      return holds_native(*as<ArrayType>(resolved).element);
    case TypeKind::Map:
      return holds_native(*as<MapType>(resolved).value);
    default:
      break;
  }
  const Declaration* const named = named_declaration(resolved);
  return named != nullptr && named->kind == DeclarationKind::Native;
}

std::string spell_aliased(const Type& type) {
  switch (type.kind) {
    case TypeKind::Basic:
      return facts_of(as<BasicType>(type).basic).cxx;
    case TypeKind::String: {
      const auto bound = as<StringType>(type).bound;
      return bound == 0 ? "::std::string" : "::IDL::bounded_string<" + std::to_string(bound) + ">";
    }
    case TypeKind::WString: {
      const auto bound = as<StringType>(type).bound;
      return bound == 0 ? "::std::wstring" : "::IDL::bounded_wstring<" + std::to_string(bound) + ">";
    }
    case TypeKind::Sequence:
      return spell_sequence(as<SequenceType>(type));
    case TypeKind::Array:
      return spell_array(as<ArrayType>(type));
    case TypeKind::Named:
      return scoped_name(*as<NamedType>(type).declaration);
    case TypeKind::Fixed: {
      const auto& fixed = as<FixedType>(type);
      return "::IDL::Fixed<" + std::to_string(fixed.digits) + ", " + std::to_string(fixed.scale) + ">";
    }
    case TypeKind::Map:
      return spell_map(as<MapType>(type));
  }
  return "void";
}

std::string spell(const Type& type) {
  const std::string spelled = spell_aliased(type);
  if (is_value(type)) return "::CORBA::valuetype_reference<" + spelled + ">";
  if (is_abstract_interface(type)) return "::CORBA::abstractbase_reference<" + spelled + ">";
  return is_object(type) ? "::CORBA::object_reference<" + spelled + ">" : spelled;
}

namespace {

bool is_passed_by_value(DeclarationKind kind) {
  return kind == DeclarationKind::Enum || kind == DeclarationKind::Native || kind == DeclarationKind::Bitmask;
}

}  // namespace

Passing passing(const Type& type) {
  if (is_reference(type) || is_loaned(type)) return Passing::Reference;
  const Type& resolved = resolve_aliases(type);
  if (is_basic(resolved, BasicKind::Any)) return Passing::Constructed;
  if (resolved.kind == TypeKind::Basic) return Passing::Value;
  const Declaration* declaration = named_declaration(resolved);
  return declaration != nullptr && is_passed_by_value(declaration->kind) ? Passing::Value : Passing::Constructed;
}

// Returns the initial value of an enumeration: the enumerator with @default_literal, otherwise the first.
const Enumerator& first_value(const Enum& enumeration) {
  return enumeration.default_literal != nullptr ? *enumeration.default_literal : *enumeration.enumerators.front();
}

std::string initialization(const Type& type) {
  const Type& resolved = resolve_aliases(type);
  if (const Declaration* named = named_declaration(resolved);
      named != nullptr && named->kind == DeclarationKind::Enum) {
    const Enumerator& first = first_value(as<Enum>(*named));
    return first.value == 0 ? "{}" : "{" + scoped_name(first) + "}";
  }
  if (resolved.kind == TypeKind::Array) {
    const Type* element = &resolved;
    while (element->kind == TypeKind::Array) element = &resolve_aliases(*as<ArrayType>(*element).element);
    const std::string of_each = initialization(*element);
    if (of_each == "{}" || of_each.empty()) return of_each;
    return "{::dimma::filled<" + spell(type) + ">(" + of_each.substr(1, of_each.size() - 2) + ")}";
  }
  return passing(resolved) == Passing::Value ? "{}" : "";
}

bool is_void(const Type& type) { return type.kind == TypeKind::Basic && as<BasicType>(type).basic == BasicKind::Void; }

std::string parameter_type(const Type& type, Direction direction) {
  const std::string spelled = spell(type);
  if (direction != Direction::In) return spelled + "&";
  return passing(type) == Passing::Constructed ? "const " + spelled + "&" : spelled;
}

bool is_comparable(const Declaration& declaration) {
  Visited visited;
  return is_comparable(declaration, visited);
}

bool is_comparable(const Type& type) {
  Visited visited;
  return is_comparable_inside(type, visited);
}

}  // namespace dimma::idl::cxx
