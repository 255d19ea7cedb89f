#include "idl/emit/classic/types/transfer.hpp"

#include "idl/emit/classic/types/spelling.hpp"
#include "idl/emit/classic/types/type_classes.hpp"

namespace dimma::idl::classic {

namespace {

std::string codec_of(const std::string& type) { return "::dimma::classic::codec< " + type + ">::"; }

// Returns the bound as a further argument; empty for a string without a bound.
std::string bound_of(const Type& type, const std::string& separator) {
  const std::uint64_t bound = as<StringType>(resolve_aliases(type)).bound;
  return bound == 0 ? "" : separator + std::to_string(bound);
}

// Returns the bound of the strings that are elements of the array, at any depth; 0 if there is none.
std::uint64_t element_bound(const ArrayShape& shape) {
  const Type& element = resolve_aliases(*shape.element);
  const bool is_string = element.kind == TypeKind::String || element.kind == TypeKind::WString;
  return is_string ? as<StringType>(element).bound : 0;
}

std::string first_element(const ArrayShape& shape, const std::string& array) {
  std::string text = "&" + array;
  for (std::size_t i = 0; i < shape.dimensions.size(); ++i) text += "[0]";
  return text;
}

// Returns "for (::CORBA::ULong _i = 0; _i < 3; ++_i) " for the elements of an array whose strings have a bound.
std::string loop(const ArrayShape& shape) {
  return "for (::CORBA::ULong _i = 0; _i < " + std::to_string(shape.count()) + "; ++_i) ";
}

std::string nth_element(const ArrayShape& shape, const std::string& array) {
  return "(" + first_element(shape, array) + ")[_i]";
}

std::string write_array(const Type& type, const std::string& array) {
  const ArrayShape shape = shape_of(type);
  if (element_bound(shape) != 0) {
    return loop(shape) + write_value(*shape.element, nth_element(shape, array) + ".in()");
  }
  return "::dimma::classic::write_array(_out, " + first_element(shape, array) + ", " + std::to_string(shape.count()) +
         ");";
}

std::string read_array(const Type& type, const std::string& array) {
  const ArrayShape shape = shape_of(type);
  if (element_bound(shape) != 0) return loop(shape) + read_value(*shape.element, nth_element(shape, array));
  return "::dimma::classic::read_array(_in, " + first_element(shape, array) + ", " + std::to_string(shape.count()) +
         ");";
}

}  // namespace

bool holds_bounded_strings(const Type& type) {
  if (type.kind != TypeKind::Sequence) return false;
  const Type& element = resolve_aliases(*as<SequenceType>(type).element);
  const bool is_string = element.kind == TypeKind::String || element.kind == TypeKind::WString;
  return is_string && as<StringType>(element).bound != 0;
}

std::string write_bounded_strings(const Type& type, const std::string& type_name, const std::string& sequence) {
  return "_out.put_length(" + sequence + ".length(), " + type_name + "::_bound);\n" +
         "for (::CORBA::ULong _i = 0; _i < " + sequence + ".length(); ++_i) " +
         write_value(*as<SequenceType>(type).element, sequence + "[_i]");
}

std::string read_bounded_strings(const Type& type, const std::string& type_name, const std::string& sequence) {
  return sequence + "._resize_to_read(_in.get_length(4, " + type_name + "::_bound));\n" +
         "for (::CORBA::ULong _i = 0; _i < " + sequence + ".length(); ++_i) " +
         read_value(*as<SequenceType>(type).element, sequence + "[_i]");
}

std::string write_value(const Type& type, const std::string& expression) {
  if (holds_bounded_strings(type)) return write_bounded_strings(type, spell(type), expression);
  if (is_exception_holder(type)) return "::dimma::classic::write_exception_holder(_out, " + expression + ");";
  switch (class_of(type)) {
    case TypeClass::String:
      return "_out.put_string(" + expression + bound_of(type, ", ") + ");";
    case TypeClass::WideString:
      return "_out.put_wstring(" + expression + bound_of(type, ", ") + ");";
    case TypeClass::Object:
      return (is_basic(type, BasicKind::TypeCode) ? "::dimma::classic::write_typecode(_out, " : "_out.put_object(") +
             expression + ");";
    case TypeClass::FixedArray:
    case TypeClass::VariableArray:
      return write_array(type, expression);
    default:
      return codec_of(spell(type)) + "write(_out, " + expression + ");";
  }
}

std::string read_value(const Type& type, const std::string& target) {
  if (holds_bounded_strings(type)) return read_bounded_strings(type, spell(type), target);
  if (is_exception_holder(type)) return target + " = ::dimma::classic::read_exception_holder(_in);";
  switch (class_of(type)) {
    case TypeClass::String:
      return target + " = _in.get_string(" + bound_of(type, "") + ");";
    case TypeClass::WideString:
      return target + " = _in.get_wstring(" + bound_of(type, "") + ");";
    case TypeClass::Object:
      if (is_basic(type, BasicKind::TypeCode)) return target + " = ::dimma::classic::read_typecode(_in);";
      return target + " = _in.get_object< " + spell(type) + ">();";
    case TypeClass::FixedArray:
    case TypeClass::VariableArray:
      return read_array(type, target);
    default:
      return codec_of(spell(type)) + "read(_in, " + target + ");";
  }
}

}  // namespace dimma::idl::classic
