#include "idl/emit/servants/skeletons.hpp"

#include <algorithm>
#include <set>
#include <sstream>

#include "idl/emit/interfaces/calls.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/servants/request_reading.hpp"
#include "idl/emit/servants/servant_base.hpp"
#include "idl/emit/text/string_literals.hpp"
#include "idl/emit/types/interface_queries.hpp"

namespace dimma::idl::cxx {

namespace {

ServantBase skeleton_base(const Interface& interface) {
  return {.interface = interface,
          .name = skeleton_identifier(interface),
          .name_of = skeleton_name,
          .root = "::PortableServer::Servant",
          .serves_later = false,
          .specifier = ""};
}

// Returns the namespace of the functions that serve an interface's calls, including those of bases in other files. It
// mirrors the interface's own namespace, so that two interfaces never share one.
std::string servers_namespace(const Interface& interface, const Context& context) {
  return "_serve_" + context.file + scoped_name(interface);
}

// Returns "op" or "_get_x": operations and attributes never have the same name, but a getter and a setter do in C++.
std::string server_name(const Call& call) { return call.wire_name.starts_with('_') ? call.wire_name : call.name; }

std::string raises_name(const Call& call) { return "_raises_by_" + call.wire_name; }

// Returns the lines of the text without indentation and without blank lines.
std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    const std::size_t begin = line.find_first_not_of(' ');
    if (begin != std::string::npos) lines.push_back(line.substr(begin));
  }
  return lines;
}

void write_call_server(Writer& writer, const Interface& interface, const Call& call) {
  Writer body;
  write_reading_of_arguments(body, call);
  body.write("$result$_servant.$name$($arguments$);",
             {{"result", call.result == nullptr ? "" : "const auto _result = "},
              {"name", call.name},
              {"arguments", call.argument_list()}});
  if (call.returns_sequences() && !call.is_oneway) {
    body.write(call.returns_loans() ? "::dimma::reply_with_loans(_request, $results$);" : "_request.reply($results$);",
               {{"results", writer_of_results(call)}});
  } else if (!call.is_oneway) {
    const std::string results = result_writes(call);
    body.write(results.empty() ? "_request.reply();" : "auto& _out = _request.reply();");
    for (const std::string& line : lines_of(results)) body.write("$line$", {{"line", line}});
  }
  const bool uses_request = has_inputs(call) || call.has_context || !call.is_oneway;
  writer.blank_line();
  if (!call.raises.empty()) {
    writer.write("constexpr $table$", {{"table", table_of_raised_ids(call, raises_name(call))}});
  }
  writer.write(R"(
void $function$(void* _object, ::dimma::ServerRequest&$request$) {
  auto& _servant = *static_cast<$operations$*>(_object);
  $body$
}
)",
               {{"function", server_name(call)},
                {"operations", scoped_name(interface) + "::_operations_type"},
                {"request", uses_request ? " _request" : ""},
                {"body", body.text()}});
}

std::string table_name(const Interface& interface) { return "_table" + skeleton_identifier(interface); }

struct TableEntry {
  std::string wire_name;
  std::string declared_by;  // the base that declares the call; empty for the interface's own calls
  std::string function;
  std::string raises;  // the name of the table of exceptions; empty if there is none
};

// Returns the calls of the interface and its bases, sorted by name on the wire.
std::vector<TableEntry> table_of(const Interface& interface, const Context& context) {
  std::vector<TableEntry> table;
  for (const Interface* each : with_bases(interface)) {
    const std::string scope = servers_namespace(*each, context) + "::";
    for (const Call& call : calls_of(*each, context.names)) {
      table.push_back({call.wire_name, each == &interface ? "" : scoped_name(*each), scope + server_name(call),
                       call.raises.empty() ? "" : scope + raises_name(call)});
    }
  }
  std::sort(table.begin(), table.end(),
            [](const TableEntry& left, const TableEntry& right) { return left.wire_name < right.wire_name; });
  return table;
}

void write_dispatch(Writer& writer, const Interface& interface, const Context& context) {
  const std::string skeleton = skeleton_identifier(interface);
  const auto table = table_of(interface, context);
  if (table.empty()) {
    writer.write(R"(
bool $skeleton$::_dispatch(::dimma::ServerRequest& _request) {
  return ::PortableServer::Servant::_dispatch(_request);
}
)",
                 {{"skeleton", skeleton}});
    return;
  }
  const bool has_others =
      std::any_of(table.begin(), table.end(), [](const TableEntry& each) { return !each.declared_by.empty(); });
  Writer entries;
  for (const TableEntry& entry : table) {
    std::string more = entry.raises.empty() ? "" : ", " + entry.raises;
    if (!entry.declared_by.empty()) {
      more += (more.empty() ? ", {}, &" : ", &") + entry.declared_by + "::_interface_tag";
    }
    entries.write("{$wire_name$, $function$$more$},",
                  {{"wire_name", string_literal(entry.wire_name)}, {"function", entry.function}, {"more", more}});
  }
  writer.write(R"(
static constexpr ::dimma::SkeletonEntry $table$[] = {
    $entries$
};

bool $skeleton$::_dispatch(::dimma::ServerRequest& _request) {
  auto* const _own = static_cast<$operations$*>(this);
  if (::dimma::$serve$_own, _request)) return true;
  return ::PortableServer::Servant::_dispatch(_request);
}
)",
               {{"skeleton", skeleton},
                {"table", table_name(interface)},
                {"entries", entries.text()},
                {"serve", (has_others ? "serve_with_bases(" : "serve(") + table_name(interface) +
                              (has_others ? ", *this, " : ", ")},
                {"operations", scoped_name(interface) + "::_operations_type"}});
}

void write_search(Writer& writer, const Interface& interface, const Context& context) {
  const bool has_table = !table_of(interface, context).empty();
  Writer bases;
  for (const Interface* base : interface.bases) {
    if (!is_abstract(*base)) bases.write("$base$::_find_operation(_search);", {{"base", skeleton_name(*base)}});
  }
  for (const Interface* base : abstract_bases(interface)) {
    bases.write("_search.look_in($base$::_interface_tag, {});", {{"base", scoped_name(*base)}});
  }
  writer.blank_line();
  writer.write(R"(
void $skeleton$::_find_operation(::dimma::OperationSearch& _search) const {
  _search.look_in($stub$::_interface_tag, $table$);
  $bases$
}
)",
               {{"skeleton", skeleton_identifier(interface)},
                {"stub", scoped_name(interface)},
                {"table", has_table ? table_name(interface) : "{}"},
                {"bases", bases.text()}});
}

}  // namespace

void write_skeleton_class(Writer& writer, const Interface& interface, const Context& context) {
  writer.blank_line();
  if (context.options.deferred && !is_reply_handler(interface)) {
    writer.write("class $name$;  // for servants that reply later", {{"name", deferred_identifier(interface)}});
  }
  if (context.options.awaitable && !is_reply_handler(interface)) {
    writer.write("class $name$;  // for servants that are coroutines", {{"name", awaitable_identifier(interface)}});
  }
  write_servant_base_class(writer, skeleton_base(interface),
                           {.description = ".",
                            .more_bases = ", public virtual " + scoped_name(interface) + "::_operations_type",
                            .operations = {},
                            .private_functions = {}});
  writer.write("$alias$", {{"alias", skeleton_alias(interface)}});
  writer.blank_line();
}

void write_call_servers(Writer& writer, const std::vector<const Interface*>& interfaces, const Context& context) {
  std::set<const Interface*> done;
  Writer servers;
  for (const Interface* interface : interfaces) {
    for (const Interface* each : with_bases(*interface)) {
      const auto calls = calls_of(*each, context.names);
      if (calls.empty() || !done.insert(each).second) continue;
      servers.blank_line();
      servers.write("namespace $name$ {", {{"name", servers_namespace(*each, context)}});
      for (const Call& call : calls) write_call_server(servers, *each, call);
      servers.blank_line();
      servers.write("}  // namespace $name$", {{"name", servers_namespace(*each, context)}});
    }
  }
  if (servers.empty()) return;
  writer.write(R"(
// Each reads the arguments, makes the upcall and writes the results.
namespace {
)");
  writer.blank_line();
  writer.write("$servers$", {{"servers", servers.text()}});
  writer.blank_line();
  writer.write("}  // namespace");
  writer.blank_line();
}

void write_skeleton_functions(Writer& writer, const Interface& interface, const Context& context) {
  write_servant_base_functions(writer, skeleton_base(interface));
  write_dispatch(writer, interface, context);
  write_search(writer, interface, context);
  writer.blank_line();
}

}  // namespace dimma::idl::cxx
