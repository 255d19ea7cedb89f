#include "idl/emit/classic/servants/call_servers.hpp"

#include <set>

#include "idl/emit/classic/interfaces/interface_parts.hpp"
#include "idl/emit/classic/interfaces/operation_tables.hpp"
#include "idl/emit/classic/types/holders.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/text/string_literals.hpp"

namespace dimma::idl::classic {

namespace {

// The statements of a function that serves a call.
struct Service {
  cxx::Writer declarations;
  cxx::Writer reads;
  cxx::Writer writes;
  std::vector<std::string> arguments;

  void add(const Holder& holder) {
    declarations.write("$text$", {{"text", holder.declaration}});
    reads.write("$text$", {{"text", holder.read}});
    writes.write("$text$", {{"text", holder.write}});
  }
};

Service service_of(const cxx::Call& call, const cxx::Context& context) {
  Service service;
  if (call.returns_values()) service.writes.write("const ::dimma::classic::WrittenValues _values(_out);");
  std::set<std::string> taken = {"_in", "_object", "_out", "_request", "_result", "_servant", "_values"};
  // In the reply the result precedes the output parameters.
  if (call.result != nullptr) service.add(skeleton_holder(*call.result, Role::Result, "_result"));
  for (const cxx::CallParameter& each : call.parameters) {
    const std::string variable = context.names.unique(each.name, taken);
    const Holder holder = skeleton_holder(*each.type, role_of(each.direction), variable);
    service.add(holder);
    service.arguments.push_back(holder.argument);
  }
  return service;
}

void write_exceptions(cxx::Writer& writer, const cxx::Call& call) {
  if (call.raises.empty()) return;
  std::vector<std::string> ids;
  for (const Exception* exception : call.raises) ids.push_back(cxx::string_literal(exception->repository_id));
  writer.write("const char* const $name$[] = {\n    $ids$};",
               {{"name", raises_name(call)}, {"ids", cxx::join(ids, ",\n")}});
}

void write_reply(cxx::Writer& body, const cxx::Call& call, const std::string& writes) {
  if (call.is_oneway) return;
  if (writes.empty()) {
    body.write("_request.reply();");
    return;
  }
  body.write("_request.$reply$([&](::dimma::classic::Output& _out) {\n  $writes$\n});",
             {{"reply", call.returns_sequences() ? "reply_in_parts" : "reply"}, {"writes", writes}});
}

// The scope of ReadValues ends before the upcall. If an exception ended that scope, the values would be emptied, but
// from the upcall on they belong to the servant.
void write_reads(cxx::Writer& body, const cxx::Call& call, const std::string& reads) {
  body.write(call.sends_values() ? "{\n  const ::dimma::classic::ReadValues _values(_in);\n  $reads$\n}" : "$reads$",
             {{"reads", reads}});
}

// Makes the exceptions of an asynchronous call known to the holder that its handler gets.
void write_told_exceptions(cxx::Writer& body, const cxx::Call& call, const Service& service) {
  if (call.told.empty()) return;
  cxx::Call told = call;
  told.raises = call.told;
  write_operation_table(body, told, OperationSends::AtOnce);
  body.write("if ($holder$ != 0) $holder$->_know(_operation);", {{"holder", service.arguments.front()}});
}

void write_call_server(cxx::Writer& writer, const Interface& interface, const cxx::Call& call,
                       const cxx::Context& context) {
  const Service service = service_of(call, context);
  cxx::Writer body;
  body.write("$declarations$", {{"declarations", service.declarations.text()}});
  if (!service.reads.empty()) body.write("::dimma::classic::Input& _in = _request.arguments();");
  write_reads(body, call, service.reads.text());
  write_told_exceptions(body, call, service);
  body.write("$result$static_cast<$skeleton$*>(_object)->$name$($arguments$);",
             {{"result", call.result == nullptr ? "" : "_result = "},
              {"skeleton", cxx::skeleton_name(interface)},
              {"name", call.name},
              {"arguments", cxx::join(service.arguments, ", ")}});
  write_reply(body, call, service.writes.text());
  writer.blank_line();
  write_exceptions(writer, call);
  writer.write("void $function$(void* _object, ::dimma::classic::ServerRequest&$request$) {\n  $body$\n}",
               {{"function", server_name(call)},
                {"request", service.reads.empty() && call.is_oneway ? "" : " _request"},
                {"body", body.text()}});
}

}  // namespace

std::vector<std::string> servers_namespaces(const Interface& interface, const cxx::Context& context) {
  std::vector<std::string> path = {"_serve_" + context.file};
  for (const std::string& part : cxx::namespaces(interface)) path.push_back(part);
  path.push_back(cxx::identifier(interface));
  return path;
}

// An attribute's getter and setter have the same name in C++, but not on the wire.
std::string server_name(const cxx::Call& call) { return call.wire_name.starts_with('_') ? call.wire_name : call.name; }

std::string raises_name(const cxx::Call& call) { return "_raises_by_" + call.wire_name; }

void write_call_servers(cxx::Writer& writer, const std::vector<const Interface*>& interfaces,
                        const cxx::Context& context) {
  cxx::Writer servers;
  {
    cxx::NamespaceScope scope(servers);
    for (const Interface* interface : interfaces) {
      const auto calls = calls_to_make(*interface, context);
      if (calls.empty()) continue;
      scope.enter(servers_namespaces(*interface, context));
      for (const cxx::Call& call : calls) write_call_server(servers, *interface, call, context);
    }
  }
  if (servers.empty()) return;
  writer.write("// Each reads the arguments, makes the upcall and writes the results.\nnamespace {");
  writer.blank_line();
  writer.write("$servers$", {{"servers", servers.text()}});
  writer.blank_line();
  writer.write("}  // namespace");
  writer.blank_line();
}

}  // namespace dimma::idl::classic
