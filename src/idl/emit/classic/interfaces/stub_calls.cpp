#include "idl/emit/classic/interfaces/stub_calls.hpp"

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "idl/emit/classic/interfaces/operation_tables.hpp"
#include "idl/emit/classic/interfaces/signatures.hpp"
#include "idl/emit/classic/types/holders.hpp"
#include "idl/emit/names/names.hpp"

namespace dimma::idl::classic {

namespace {

// The statements of a stub that sends a request.
struct Transfer {
  cxx::Writer declarations;
  cxx::Writer writes;
  cxx::Writer reads;
  cxx::Writer finishes;

  void add(const Holder& holder) {
    declarations.write("$text$", {{"text", holder.declaration}});
    writes.write("$text$", {{"text", holder.write}});
    reads.write("$text$", {{"text", holder.read}});
    finishes.write("$text$", {{"text", holder.finish}});
  }
};

// Returns the name of the local variable that belongs to a parameter.
std::string variable_for(const std::string& parameter, std::set<std::string>& taken, const cxx::Context& context) {
  return context.names.unique(parameter.starts_with('_') ? parameter + "_" : "_" + parameter, taken);
}

Transfer transfer_of(const cxx::Call& call, const cxx::Context& context) {
  Transfer transfer;
  if (call.sends_values()) transfer.writes.write("const ::dimma::classic::WrittenValues _values(_out);");
  if (call.returns_values()) transfer.reads.write("const ::dimma::classic::ReadValues _values(_in);");
  std::set<std::string> taken = {"_in", "_local", "_operation", "_out", "_raises", "_result", "_values"};
  for (const cxx::CallParameter& each : call.parameters) taken.insert(each.name);
  Holder result;
  if (call.result != nullptr) result = stub_holder(*call.result, Role::Result, "", "_result");
  const std::string finish = std::exchange(result.finish, "");
  // In the reply the result precedes the output parameters, but the function returns it last.
  transfer.add(result);
  for (const cxx::CallParameter& each : call.parameters) {
    const std::string variable = variable_for(each.name, taken, context);
    transfer.add(stub_holder(*each.type, role_of(each.direction), each.name, variable));
  }
  transfer.finishes.write("$text$", {{"text", finish}});
  return transfer;
}

// Returns a lambda whose only parameter is the stream, or a constant that replaces it if the lambda would do nothing.
std::string lambda(const std::string& stream, const std::string& name, const std::string& lines) {
  if (lines.empty()) return "::dimma::classic::no_values";
  cxx::Writer writer;
  writer.write("[&](::dimma::classic::$stream$& $name$) {\n  $lines$\n}",
               {{"stream", stream}, {"name", name}, {"lines", lines}});
  std::string text = writer.text();
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

void write_local_call(cxx::Writer& body, const Interface& interface, const cxx::Call& call) {
  body.write(R"(
::dimma::classic::LocalCall _local(*this, _operation, $stub$::_interface);
if (_local.is_here()) {
  try {
    $return$_local.servant< $skeleton$>()->$name$($arguments$);
  } catch (...) {
    _local.$raise$();
  }
  $end$
}
)",
             {{"stub", cxx::scoped_name(interface)},
              {"return", call.result == nullptr ? "" : "return "},
              {"skeleton", cxx::skeleton_name(interface)},
              {"name", call.name},
              {"arguments", argument_list(call)},
              {"raise", call.is_oneway ? "raise_of_oneway" : "raise"},
              {"end", call.result == nullptr ? "return;" : ""}});
}

}  // namespace

void write_stub_call(cxx::Writer& writer, const StubClass& stub, const cxx::Call& call, const cxx::Context& context) {
  const Transfer transfer = transfer_of(call, context);
  cxx::Writer body;
  write_operation_table(body, call, call.sends_sequences() ? OperationSends::InParts : OperationSends::AtOnce);
  // A value is copied even in a call within the process, so that such a call goes through the ORB.
  const bool may_be_local = context.options.skeletons && stub.served != nullptr && !call.names_values();
  if (may_be_local) write_local_call(body, *stub.served, call);
  body.write(R"(
$declarations$
::dimma::classic::call(*this, _operation, $write$, $read$);
$finishes$
)",
             {{"declarations", transfer.declarations.text()},
              {"write", lambda("Output", "_out", transfer.writes.text())},
              {"read", lambda("Input", "_in", transfer.reads.text())},
              {"finishes", transfer.finishes.text()}});
  writer.blank_line();
  writer.write("$result$ $class$::$name$($parameters$) {\n  $body$\n}", {{"result", result_type(call)},
                                                                         {"class", stub.name},
                                                                         {"name", call.name},
                                                                         {"parameters", parameter_list(call)},
                                                                         {"body", body.text()}});
}

}  // namespace dimma::idl::classic
