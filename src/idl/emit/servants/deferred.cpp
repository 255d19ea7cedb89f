#include "idl/emit/servants/deferred.hpp"

#include <string>

#include "idl/emit/interfaces/calls.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/servants/request_reading.hpp"
#include "idl/emit/servants/servant_base.hpp"
#include "idl/emit/servants/served_later.hpp"
#include "idl/emit/text/string_literals.hpp"

namespace dimma::idl::cxx {

namespace {

ServantBase deferred_base(const Interface& interface) {
  return {.interface = interface,
          .name = deferred_identifier(interface),
          .name_of = deferred_name,
          .root = "::PortableServer::Servant",
          .serves_later = true,
          .specifier = ""};
}

std::string reply_type(const Call& call) {
  return "::dimma::deferred_reply<" + join(types_from_object(call), ", ") + ">";
}

std::string deferred_parameters(const Call& call) {
  auto list = values_to_object(call);
  list.push_back(reply_type(call) + " _reply");
  return join(list, ", ");
}

// Returns the name of a function in a namespace that only this interface uses.
std::string deferred_server_name(const Call& call) {
  return call.wire_name.starts_with('_') ? call.wire_name : call.name;
}

void write_deferred_server(Writer& writer, const std::string& name, const Call& call) {
  Writer body;
  write_reading_of_arguments(body, call, false);
  if (!call.raises.empty()) {
    body.write("static constexpr $table$", {{"table", table_of_raised_ids(call, "_raises")}});
  }
  auto arguments = moved_values(call);
  arguments.push_back(reply_type(call) + "(_deferred)");
  writer.blank_line();
  writer.write(R"(
void $function$(void* _object, ::dimma::ServerRequest& _request) {
  auto& _servant = *static_cast<$class$*>(_object);
  $body$
  ::dimma::serve_deferred(
      _request, $raises$,
      [&](const auto& _deferred) { _servant.$name$($arguments$); });
}
)",
               {{"function", deferred_server_name(call)},
                {"class", name},
                {"body", body.text()},
                {"raises", call.raises.empty() ? "{}" : "_raises"},
                {"name", call.name},
                {"arguments", join(arguments, ", ")}});
}

}  // namespace

void write_deferred_class(Writer& writer, const Interface& interface, const Context& context) {
  Writer operations;
  for (const Call& call : calls_served_later(interface, context.names)) {
    operations.write("virtual void $name$($parameters$) = 0;",
                     {{"name", call.name}, {"parameters", deferred_parameters(call)}});
  }
  writer.blank_line();
  write_servant_base_class(writer, deferred_base(interface),
                           {.description = " that reply later. The arguments are the servant's own.",
                            .more_bases = {},
                            .operations = operations.text(),
                            .private_functions = {}});
  writer.blank_line();
}

void write_deferred_functions(Writer& writer, const Interface& interface, const Context& context) {
  const std::string name = deferred_identifier(interface);
  const std::string scope = "_serve" + name;
  Writer servers;
  Writer entries;
  for (const Call& call : calls_served_later(interface, context.names)) {
    write_deferred_server(servers, deferred_name(interface), call);
    entries.write(
        "{$wire_name$, $scope$::$function$},",
        {{"wire_name", string_literal(call.wire_name)}, {"scope", scope}, {"function", deferred_server_name(call)}});
  }
  if (!servers.empty()) {
    writer.write("namespace $scope$ {\nnamespace {", {{"scope", scope}});
    writer.write("$servers$", {{"servers", servers.text()}});
    writer.blank_line();
    writer.write("}  // namespace\n}  // namespace $scope$", {{"scope", scope}});
    writer.blank_line();
  }
  const ServantBase base = deferred_base(interface);
  write_servant_base_functions(writer, base);
  write_dispatch_later(writer, base, entries.text());
  write_search_later(writer, base, context);
}

}  // namespace dimma::idl::cxx
