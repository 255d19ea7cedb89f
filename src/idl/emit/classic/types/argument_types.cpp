#include "idl/emit/classic/types/argument_types.hpp"

#include "idl/emit/classic/types/spelling.hpp"
#include "idl/emit/classic/types/type_classes.hpp"

namespace dimma::idl::classic {

std::string in_type(const Type& type) {
  switch (class_of(type)) {
    case TypeClass::Scalar:
      return spell(type);
    case TypeClass::String:
      return "const char*";
    case TypeClass::WideString:
      return "const ::CORBA::WChar*";
    case TypeClass::Object:
      return spell_ptr(type);
    case TypeClass::FixedArray:
    case TypeClass::VariableArray:
      return "const " + spell(type);
    default:
      return "const " + spell(type) + "&";
  }
}

std::string inout_type(const Type& type) {
  switch (class_of(type)) {
    case TypeClass::Object:
      return spell_ptr(type) + "&";
    case TypeClass::FixedArray:
    case TypeClass::VariableArray:
      return spell(type);
    default:
      return spell(type) + "&";
  }
}

std::string out_type(const Type& type) {
  if (type.kind == TypeKind::Fixed) return spell(type) + "&";
  const std::string name = name_with_suffixes(type);
  return name.empty() ? "::dimma::classic::SequenceOut< " + spell(type) + ">" : name + "_out";
}

std::string return_type(const Type& type) {
  switch (class_of(type)) {
    case TypeClass::Object:
      return spell_ptr(type);
    case TypeClass::VariableStruct:
    case TypeClass::Sequence:
      return spell(type) + "*";
    case TypeClass::FixedArray:
    case TypeClass::VariableArray:
      return spell(type) + "_slice*";
    default:
      return spell(type);
  }
}

std::string parameter_type(const Type& type, Direction direction) {
  switch (direction) {
    case Direction::In:
      return in_type(type);
    case Direction::InOut:
      return inout_type(type);
    case Direction::Out:
      return out_type(type);
  }
  return "";
}

}  // namespace dimma::idl::classic
