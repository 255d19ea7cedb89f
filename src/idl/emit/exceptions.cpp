#include "idl/emit/definitions.hpp"
#include "idl/emit/fields.hpp"
#include "idl/emit/types.hpp"

namespace dimma::idl::cxx {

namespace {

// How one member is printed; empty for what has no operator<< of its own yet.
std::string printed(const Type& type, const std::string& value) {
  const Type& resolved = resolve_aliases(type);
  if (resolved.kind == TypeKind::String) return "'\"' << " + value + " << '\"'";
  if (resolved.kind == TypeKind::Fixed) return value;
  if (const Declaration* named = named_declaration(resolved);
      named != nullptr && named->kind == DeclarationKind::Enum) {
    return "static_cast<::std::uint32_t>(" + value + ")";
  }
  if (resolved.kind != TypeKind::Basic) return {};
  switch (as<BasicType>(resolved).basic) {
    case BasicKind::Boolean:
      return "(" + value + " ? \"true\" : \"false\")";
    case BasicKind::Char:
      return "'\\'' << " + value + " << '\\''";
    case BasicKind::WChar:
      return "static_cast<::std::uint32_t>(" + value + ")";
    case BasicKind::Octet:
    case BasicKind::UInt8:
    case BasicKind::Int8:
      return "+" + value;
    case BasicKind::Any:
    case BasicKind::Object:
    case BasicKind::TypeCode:
      return {};
    default:
      return value;
  }
}

}  // namespace

void write_exception(Writer& writer, const Exception& exception, const Context& context) {
  const std::string name = identifier(exception);
  const auto fields = fields_of(exception, exception.members, exception.nested_types, context.names);
  writer.blank_line();
  writer.write("/// exception $idl$", {{"idl", exception.full_name()}});
  writer.write("class $name$ final : public ::CORBA::UserException {", {{"name", name}});
  writer.write(" public:");
  {
    const Writer::Indentation inside(writer);
    write_members(writer, exception.nested_types, context);
    writer.write("$name$() = default;", {{"name", name}});
    write_in_class(writer, functions_of(exception, fields), !context.unfinished.contains(&exception));
    writer.blank_line();
    writer.write(R"(
[[noreturn]] void _raise() const override;
const char* _name() const noexcept override;
const char* _rep_id() const noexcept override;
void _encode(::dimma::cdr::Encoder& _out) const override;
friend ::std::ostream& operator<<(::std::ostream& _out, const $name$& _exception);
)",
                 {{"name", name}});
  }
  write_data(writer, fields);
  writer.write("};");
  writer.blank_line();
}

void write_exception_functions(Writer& writer, const Exception& exception, const Context& context) {
  const auto fields = fields_of(exception, exception.members, exception.nested_types, context.names);
  write_behind_class(writer, exception, functions_of(exception, fields));
}

void write_exception_source(Writer& writer, const Exception& exception) {
  Writer members;
  std::string separator;
  bool any_value_printed = false;
  for (const Member* member : exception.members) {
    const std::string value = printed(*member->type, "_exception." + identifier(*member) + "()");
    any_value_printed = any_value_printed || !value.empty();
    members.write("_out << $label$ << $value$;", {{"label", string_literal(separator + member->identifier + "=")},
                                                  {"value", value.empty() ? "\"...\"" : value}});
    separator = ",";
  }
  writer.write(R"(
void $class$::_raise() const { throw *this; }
const char* $class$::_name() const noexcept { return $bare_name$; }
const char* $class$::_rep_id() const noexcept { return $id$; }
void $class$::_encode(::dimma::cdr::Encoder& _out) const { ::dimma::cdr::codec<$scoped$>::write(_out, *this); }

::std::ostream& operator<<(::std::ostream& _out, const $scoped$&$exception$) {
  _out << $opening$;
  $members$
  return _out << '}';
}
)",
               {{"class", name_in_namespace(exception)},
                {"bare_name", string_literal(exception.identifier)},
                {"id", string_literal(exception.repository_id)},
                {"scoped", scoped_name(exception)},
                {"exception", any_value_printed ? " _exception" : ""},
                {"opening", string_literal(exception.full_name() + "{")},
                {"members", members.text()}});
  writer.blank_line();
}

}  // namespace dimma::idl::cxx
