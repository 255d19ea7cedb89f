#include "idl/emit/definitions/exceptions.hpp"

#include "idl/emit/definitions/fields.hpp"
#include "idl/emit/definitions/functions.hpp"
#include "idl/emit/definitions/nested_definitions.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/text/string_literals.hpp"
#include "idl/emit/types/typecode_kinds.hpp"

namespace dimma::idl::cxx {

void write_exception(Writer& writer, const Exception& exception, const Context& context) {
  const std::string name = identifier(exception);
  const auto fields = fields_of(exception, exception.members, exception.nested_types, context.names);
  writer.blank_line();
  writer.write("/// exception $idl$", {{"idl", exception.full_name()}});
  writer.write("class $name$ final : public ::CORBA::UserException {", {{"name", name}});
  writer.write(" public:");
  {
    const Writer::Indentation inside(writer);
    write_nested_definitions(writer, exception.nested_types, context);
    writer.write("$name$() = default;", {{"name", name}});
    write_in_class(writer, functions_of(exception, fields), !context.unfinished.contains(&exception));
    writer.blank_line();
    writer.write(R"(
[[noreturn]] void _raise() const override;
const char* _name() const noexcept override;
const char* _rep_id() const noexcept override;
void _encode(::dimma::cdr::Encoder& _out) const override;
void _print(::std::ostream& _out) const override;
$insert$
)",
                 {{"insert", has_typecode(exception) ? "void _insert(::CORBA::Any& _any) const override;" : ""}});
  }
  write_data(writer, fields, scoped_name(exception));
  writer.write("};");
  writer.blank_line();
}

void write_exception_functions(Writer& writer, const Exception& exception, const Context& context) {
  const auto fields = fields_of(exception, exception.members, exception.nested_types, context.names);
  write_behind_class(writer, exception, functions_of(exception, fields));
}

namespace {
std::string insert_function(const Exception& exception) {
  const std::string name = scoped_name(exception);
  return "void " + name_in_namespace(exception) +
         "::_insert(::CORBA::Any& _any) const {\n  _any = ::dimma::any_of_exception(::dimma::typecode_of<" + name +
         ">::value, new " + name + "(*this));\n}";
}
}  // namespace

void write_exception_source(Writer& writer, const Exception& exception) {
  writer.write(R"(
void $class$::_raise() const { throw *this; }
const char* $class$::_name() const noexcept { return $bare_name$; }
const char* $class$::_rep_id() const noexcept { return $id$; }
void $class$::_encode(::dimma::cdr::Encoder& _out) const { ::dimma::cdr::codec<$scoped$>::write(_out, *this); }
void $class$::_print(::std::ostream& _out) const { ::dimma::write_on(_out, *this); }
$insert$
)",
               {{"class", name_in_namespace(exception)},
                {"bare_name", string_literal(exception.identifier)},
                {"id", string_literal(exception.repository_id)},
                {"scoped", scoped_name(exception)},
                {"insert", has_typecode(exception) ? insert_function(exception) : ""}});
  writer.blank_line();
}

}  // namespace dimma::idl::cxx
