#include "idl/emit/classic/types/spelling.hpp"

#include <array>
#include <cstddef>

#include "idl/emit/classic/types/type_classes.hpp"
#include "idl/emit/names/names.hpp"

namespace dimma::idl::classic {

namespace {

// In the order of BasicKind. The kinds without a name are refused before anything is spelled.
constexpr auto basic_names = std::to_array<const char*>({
    "void",
    "::CORBA::Boolean",
    "::CORBA::Char",
    "::CORBA::WChar",
    "::CORBA::Octet",
    "",
    "",
    "::CORBA::Short",
    "::CORBA::UShort",
    "::CORBA::Long",
    "::CORBA::ULong",
    "::CORBA::LongLong",
    "::CORBA::ULongLong",
    "::CORBA::Float",
    "::CORBA::Double",
    "::CORBA::LongDouble",
    "::CORBA::Any",
    "::CORBA::Object",
    "::CORBA::ValueBase",
    "::CORBA::TypeCode",
});
static_assert(basic_names.size() == static_cast<std::size_t>(BasicKind::TypeCode) + 1);

std::string basic_name(const BasicType& type) { return basic_names[static_cast<std::size_t>(type.basic)]; }

// Returns the template without "Unbounded" or "Bounded", and its arguments but for the bound.
std::pair<std::string, std::string> sequence_parts(const Type& element) {
  switch (class_of(element)) {
    case TypeClass::String:
      return {"StringSequence", ""};
    case TypeClass::WideString:
      return {"WideStringSequence", ""};
    case TypeClass::Object:
      return {"ObjectSequence", spell(element)};
    case TypeClass::FixedArray:
    case TypeClass::VariableArray:
      return {"ArraySequence", spell(element) + "_traits"};
    default:
      return {"Sequence", spell(element)};
  }
}

// The type of a constant has neither digits nor scale.
std::string spell_fixed(const FixedType& type) {
  if (type.digits == 0) return "::CORBA::Fixed";
  return "::dimma::classic::BoundedFixed<" + std::to_string(type.digits) + ", " + std::to_string(type.scale) + ">";
}

}  // namespace

std::string SequenceClass::spelled() const {
  if (arguments.empty()) return "::dimma::classic::" + name;
  return "::dimma::classic::" + name + (arguments.front() == ':' ? "< " : "<") + arguments + ">";
}

SequenceClass class_of_sequence(const SequenceType& sequence) {
  const auto [kind, element] = sequence_parts(*sequence.element);
  if (sequence.bound == 0) return {"Unbounded" + kind, element};
  return {"Bounded" + kind, (element.empty() ? "" : element + ", ") + std::to_string(sequence.bound)};
}

std::string spell(const Type& type) {
  switch (type.kind) {
    case TypeKind::Basic:
      return basic_name(as<BasicType>(type));
    case TypeKind::String:
      return "char*";
    case TypeKind::WString:
      return "::CORBA::WChar*";
    case TypeKind::Fixed:
      return spell_fixed(as<FixedType>(type));
    case TypeKind::Sequence:
      return class_of_sequence(as<SequenceType>(type)).spelled();
    case TypeKind::Named:
      return cxx::scoped_name(*as<NamedType>(type).declaration);
    default:
      return "";
  }
}

std::string spell_member(const Type& type) {
  switch (class_of(type)) {
    case TypeClass::String:
      return "::dimma::classic::StringMember";
    case TypeClass::WideString:
      return "::dimma::classic::WideStringMember";
    case TypeClass::Object:
      return "::dimma::classic::ObjectMember< " + spell(type) + ">";
    default:
      return spell(type);
  }
}

std::string brackets(const ArrayType& array) {
  std::string text;
  for (const std::uint64_t dimension : array.dimensions) text += "[" + std::to_string(dimension) + "]";
  return text;
}

std::string declare_member(const Type& type, const std::string& name) {
  if (type.kind != TypeKind::Array) return spell_member(type) + " " + name;
  const auto& array = as<ArrayType>(type);
  return spell_member(*array.element) + " " + name + brackets(array);
}

std::string name_with_suffixes(const Type& type) {
  switch (class_of(type)) {
    case TypeClass::String:
      return "::CORBA::String";
    case TypeClass::WideString:
      return "::CORBA::WString";
    default:
      return type.kind == TypeKind::Sequence ? "" : spell(type);
  }
}

std::string spell_var(const Type& type) {
  const std::string name = name_with_suffixes(type);
  return name.empty() ? "::dimma::classic::SequenceVar< " + spell(type) + ">" : name + "_var";
}

std::string spell_ptr(const Type& type) { return spell(type) + (is_value(type) ? "*" : "_ptr"); }

}  // namespace dimma::idl::classic
