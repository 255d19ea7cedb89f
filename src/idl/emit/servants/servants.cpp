#include "idl/emit/servants/servants.hpp"

#include <set>
#include <string>
#include <vector>

#include "idl/emit/interfaces/calls.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/types/interface_queries.hpp"
#include "idl/emit/types/types.hpp"

namespace dimma::idl::cxx {

namespace {

std::string servant_identifier(const Interface& interface, const Context& context) {
  std::set<std::string> taken;
  // Names with two consecutive underscores are reserved for the C++ implementation.
  return context.names.unique(interface.identifier + (interface.identifier.ends_with('_') ? "impl" : "_impl"), taken);
}

// Returns the parameters with the IDL's names, marked as unused until the user implements the function.
std::string unused_parameters(const Call& call) {
  std::vector<std::string> list;
  for (const CallParameter& each : call.parameters) {
    list.push_back("[[maybe_unused]] " + parameter_type(*each.type, each.direction) + " " + each.name);
  }
  return join(list, ", ");
}

}  // namespace

void write_servant_class(Writer& writer, const Interface& interface, const Context& context) {
  Writer functions;
  for (const Interface* each : with_bases(interface)) {
    for (const Call& call : calls_of(*each, context.names)) {
      functions.write("$result$ $name$($parameters$) override;",
                      {{"result", call.result_type()}, {"name", call.name}, {"parameters", call.parameter_list()}});
    }
  }
  writer.blank_line();
  writer.write("class $name$ : public virtual ::CORBA::servant_traits<$interface$>::base_type {",
               {{"name", servant_identifier(interface, context)}, {"interface", scoped_name(interface)}});
  if (!functions.empty()) writer.write(" public:\n  $functions$", {{"functions", functions.text()}});
  writer.write("};");
  writer.blank_line();
}

void write_servant_functions(Writer& writer, const Interface& interface, const Context& context) {
  for (const Interface* each : with_bases(interface)) {
    for (const Call& call : calls_of(*each, context.names)) {
      writer.blank_line();
      writer.write(R"(
$result$ $servant$::$name$($parameters$) {
  throw ::CORBA::NO_IMPLEMENT();
}
)",
                   {{"result", call.result_type()},
                    {"servant", servant_identifier(interface, context)},
                    {"name", call.name},
                    {"parameters", unused_parameters(call)}});
    }
  }
}

}  // namespace dimma::idl::cxx
