#include "idl/emit/servants/awaitable.hpp"

#include "idl/emit/interfaces/calls.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/servants/request_reading.hpp"
#include "idl/emit/servants/servant_base.hpp"
#include "idl/emit/servants/served_later.hpp"
#include "idl/emit/text/string_literals.hpp"

namespace dimma::idl::cxx {

namespace {

ServantBase awaitable_base(const Interface& interface) {
  return {.interface = interface,
          .name = awaitable_identifier(interface),
          .name_of = awaitable_name,
          .root = "::dimma::asio::AwaitableServant",
          .serves_later = true,
          .specifier = "inline "};
}

std::string result_of(const Call& call) {
  const auto types = types_from_object(call);
  if (types.empty()) return "void";
  return types.size() == 1 ? types.front() : "::std::tuple<" + join(types, ", ") + ">";
}

// Returns the name of a member function that cannot clash with those of operations.
std::string coroutine_server_name(const Call& call) {
  return call.wire_name.starts_with('_') ? "_serve" + call.wire_name : "_serve_op_" + call.wire_name;
}

void write_coroutine_server(Writer& writer, const std::string& name, const Call& call) {
  Writer body;
  write_reading_of_arguments(body, call, false);
  if (!call.raises.empty()) {
    body.write("static constexpr $table$", {{"table", table_of_raised_ids(call, "_raises")}});
  }
  const auto types = join(types_from_object(call), ", ");
  writer.write(R"(
inline void $class$::$function$(void* _object, ::dimma::ServerRequest& _request) {
  auto& _servant = *static_cast<$class$*>(_object);
  $body$
  ::dimma::asio::serve_awaitable<$types$>(_servant, _request, $raises$,
      [&] { return _servant.$name$($arguments$); });
}
)",
               {{"class", name},
                {"function", coroutine_server_name(call)},
                {"body", body.text()},
                {"types", types},
                {"raises", call.raises.empty() ? "{}" : "_raises"},
                {"name", call.name},
                {"arguments", join(moved_values(call), ", ")}});
  writer.blank_line();
}

}  // namespace

void write_awaitable_class(Writer& writer, const Interface& interface, const Context& context) {
  Writer operations;
  Writer servers;
  for (const Call& call : calls_served_later(interface, context.names)) {
    operations.write(
        "virtual ::boost::asio::awaitable<$result$> $name$($parameters$) = 0;",
        {{"result", result_of(call)}, {"name", call.name}, {"parameters", join(values_to_object(call), ", ")}});
    servers.write("static void $function$(void* _object, ::dimma::ServerRequest& _request);",
                  {{"function", coroutine_server_name(call)}});
  }
  writer.blank_line();
  write_servant_base_class(writer, awaitable_base(interface),
                           {.description = " whose operations are coroutines. They run on _executor().",
                            .more_bases = {},
                            .operations = operations.text(),
                            .private_functions = servers.text()});
  writer.blank_line();
}

void write_awaitable_functions(Writer& writer, const Interface& interface, const Context& context) {
  const ServantBase base = awaitable_base(interface);
  Writer entries;
  for (const Call& call : calls_served_later(interface, context.names)) {
    write_coroutine_server(writer, base.name, call);
    entries.write("{$wire_name$, $function$},",
                  {{"wire_name", string_literal(call.wire_name)}, {"function", coroutine_server_name(call)}});
  }
  write_servant_base_functions(writer, base);
  write_dispatch_later(writer, base, entries.text());
  write_search_later(writer, base, context);
}

}  // namespace dimma::idl::cxx
