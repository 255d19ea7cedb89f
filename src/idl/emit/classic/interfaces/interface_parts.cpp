#include "idl/emit/classic/interfaces/interface_parts.hpp"

#include "idl/emit/names/names.hpp"
#include "idl/emit/types/interface_queries.hpp"

namespace dimma::idl::classic {

namespace {

bool is_operation(const Declaration& declaration) {
  return declaration.kind == DeclarationKind::Operation || declaration.kind == DeclarationKind::Attribute;
}

}  // namespace

void write_pointer_types(cxx::Writer& writer, const Interface& interface) {
  writer.write(R"(
class $name$;
typedef $name$* $name$_ptr;
typedef ::dimma::classic::ObjectVar<$name$> $name$_var;
typedef ::dimma::classic::ObjectOut<$name$> $name$_out;
)",
               {{"name", cxx::identifier(interface)}});
}

void write_nested_definitions(cxx::Writer& writer, const Interface& interface, const cxx::Context& context) {
  for (const Declaration* each : interface.contents) {
    if (!is_operation(*each)) context.write_definition(writer, *each, context);
  }
  writer.blank_line();
}

std::vector<cxx::Call> calls_to_make(const Interface& interface, const cxx::Context& context) {
  auto interfaces = cxx::bases_to_make(interface);
  interfaces.push_back(&interface);
  return cxx::calls_of_each(interfaces, context.names);
}

std::string casts_to(const std::vector<const Interface*>& abstract) {
  std::string text;
  for (const Interface* each : abstract) {
    const std::string name = cxx::scoped_name(*each);
    text += "if (&_wanted == &" + name + "::_interface) return static_cast< " + name + "*>(this);\n";
  }
  return text;
}

std::string comparisons_with(const std::vector<const Interface*>& abstract) {
  std::string text;
  for (const Interface* each : abstract) {
    text += " || ::std::strcmp(_id, " + cxx::scoped_name(*each) + "::_interface.repository_id) == 0";
  }
  return text;
}

}  // namespace dimma::idl::classic
