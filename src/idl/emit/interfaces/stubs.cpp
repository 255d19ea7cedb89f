#include "idl/emit/interfaces/stubs.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "idl/emit/definitions/nested_definitions.hpp"
#include "idl/emit/interfaces/asynchronous.hpp"
#include "idl/emit/interfaces/calls.hpp"
#include "idl/emit/interfaces/completion_tokens.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/text/string_literals.hpp"
#include "idl/emit/types/interface_queries.hpp"
#include "idl/emit/types/types.hpp"

namespace dimma::idl::cxx {

namespace {

// Returns " : public virtual A, public virtual B" with `suffix` after the name of each base. A class that has no base
// of the same kind (abstract, local, remote) derives from `root`.
std::string base_clause(const Interface& interface, const std::string& root, const std::string& suffix) {
  std::vector<std::string> bases;
  bool has_root = root.empty();
  for (const Interface* base : interface.bases) {
    has_root = has_root || (is_abstract(*base) == is_abstract(interface) && is_remote(*base) == is_remote(interface));
    bases.push_back("public virtual " + scoped_name(*base) + suffix);
  }
  if (!has_root) bases.insert(bases.begin(), "public virtual " + root);
  return bases.empty() ? "" : " : " + join(bases, ", ");
}

void write_operations_class(Writer& writer, const Interface& interface, const std::vector<Call>& calls) {
  Writer functions;
  for (const Call& call : calls) {
    if (call.may_be_left_out) {
      functions.write("virtual void $name$($types$) {}", {{"name", call.name}, {"types", call.parameter_types()}});
      continue;
    }
    functions.write("virtual $result$ $name$($parameters$) = 0;",
                    {{"result", call.result_type()}, {"name", call.name}, {"parameters", call.parameter_list()}});
  }
  writer.write(R"(
/// The operations that an implementation provides. Skeletons derive from it.
class _operations_type$bases$ {
 public:
  $functions$

 protected:
  ~_operations_type() = default;
};
)",
               {{"bases", base_clause(interface, "", "::_operations_type")}, {"functions", functions.text()}});
}

// Returns the upcall to a servant in this process. `begin` is the code before the call, such as "return ".
std::string local_upcall(const Call& call, const std::string& begin, const std::string& arguments) {
  const std::string upcall = "_local.servant<_operations_type>()->" + call.name + "(" + arguments + ");\n";
  const std::string handler = call.is_oneway ? "_local.raise_of_oneway();" : "_local.raise();";
  return "try {\n  " + begin + upcall + "} catch (...) {\n  " + handler + "\n}";
}

// Returns the call to a servant in this process. Valuetypes in arguments and results are copied, as in a remote call.
std::string local_call(const Call& call, const VariableNames& names) {
  if (!call.names_values()) {
    if (!call.is_oneway) return local_upcall(call, "return ", call.argument_list());
    return local_upcall(call, "", call.argument_list()) + "\nreturn;";
  }
  Writer body;
  Call copied = call;
  std::set<std::string> taken;
  for (CallParameter& parameter : copied.parameters) {
    parameter.name = names.unique("_copy_of_" + parameter.name, taken);
    body.write(
        "$type$ $name$$initial$;",
        {{"type", spell(*parameter.type)}, {"name", parameter.name}, {"initial", initialization(*parameter.type)}});
  }
  const auto copy = [&body](const std::string& writes, const std::string& reads) {
    if (writes.empty()) return;
    body.write("::dimma::copy_values(*this, $writes$, $reads$);",
               {{"writes", lambda("::dimma::cdr::Encoder", "_out", writes)},
                {"reads", lambda("::dimma::cdr::Decoder", "_in", reads)}});
  };
  const auto lines = [](const Call& of, const char* function, const char* stream, Direction but) {
    std::string text;
    for (const CallParameter& each : of.parameters) {
      if (each.direction != but)
        text += std::string("\n  ::dimma::cdr::") + function + "(" + stream + ", " + each.name + ");";
    }
    return text;
  };
  const std::string scope_out = "\n  const ::dimma::cdr::WritingValues _values(_out);";
  const std::string scope_in = "\n  const ::dimma::cdr::ReadingValues _values(_in);";
  const std::string sent = lines(call, "write", "_out", Direction::Out);
  copy(sent.empty() ? "" : scope_out + sent, scope_in + lines(copied, "read", "_in", Direction::Out));
  const bool has_result = call.result != nullptr;
  if (has_result) {
    body.write("$type$ _servants_result$initial$;",
               {{"type", call.result_type()}, {"initial", initialization(*call.result)}});
  }
  body.write("$upcall$",
             {{"upcall", local_upcall(call, has_result ? "_servants_result = " : "", copied.argument_list())}});
  const std::string result_out = has_result ? "\n  ::dimma::cdr::write(_out, _servants_result);" : "";
  const std::string result_in = has_result ? "\n  ::dimma::cdr::read(_in, _result);" : "";
  if (has_result) {
    body.write("$type$ _result$initial$;", {{"type", call.result_type()}, {"initial", initialization(*call.result)}});
  }
  const std::string returned = result_out + lines(copied, "write", "_out", Direction::In);
  copy(returned.empty() ? "" : scope_out + returned, scope_in + result_in + lines(call, "read", "_in", Direction::In));
  body.write(has_result ? "return _result;" : "return;");
  return body.text();
}

void write_function(Writer& writer, const std::string& stub, const Call& call, const VariableNames& names) {
  const std::string raises = raises_table(call, "_raises");
  std::string properties = ".name = " + string_literal(call.wire_name);
  if (call.is_oneway) properties += ", .oneway = true";
  if (!raises.empty()) properties += ", .raises = _raises";
  if (call.sends_sequences()) properties += ", .parted = true";
  const bool has_result = call.result != nullptr;
  writer.write(
      R"(
$result$ $class$::$name$($parameters$) {
  $raises$
  static constexpr ::dimma::Operation _operation{$properties$};
  if (::dimma::LocalCall _local{*this, _operation, &_interface_tag}) {
    $local$
  }
  $declare_result$
  ::dimma::call(
      *this, _operation,
      $write$,
      $read$);
  $return_result$
}
)",
      {{"result", call.result_type()},
       {"class", stub},
       {"name", call.name},
       {"parameters", call.parameter_list()},
       {"local", local_call(call, names)},
       {"raises", raises.empty() ? "" : "static " + raises},
       {"properties", properties},
       {"declare_result", has_result ? call.result_type() + " _result" + initialization(*call.result) + ";" : ""},
       {"write", writer_of_arguments(call)},
       {"read", reader_of_results(call)},
       {"return_result", has_result ? "return _result;" : ""}});
  writer.blank_line();
}

// Returns the name of the first operation, own or inherited, that has a reply; empty if all are oneways. An interface
// with such an operation cannot be used over a protocol without replies (flow).
std::string answered_operation(const Interface& interface, const VariableNames& names,
                               std::set<const Interface*>& visited) {
  if (!visited.insert(&interface).second) return {};
  for (const Call& call : calls_of(interface, names)) {
    if (!call.is_oneway) return call.wire_name;
  }
  for (const Interface* base : interface.bases) {
    if (auto found = answered_operation(*base, names, visited); !found.empty()) return found;
  }
  return {};
}

std::string answered_operation(const Interface& interface, const VariableNames& names) {
  std::set<const Interface*> visited;
  return answered_operation(interface, names, visited);
}

// Returns true if the inheritance graph has so many paths that a search along all of them would be slow.
bool has_many_ways_up(const Interface& interface) {
  constexpr std::size_t few = 64;
  std::map<const Interface*, std::size_t> ways;
  for (const Interface* each : with_bases(interface)) {
    std::size_t& own = ways[each] = 1;
    for (const Interface* base : each->bases) own = std::min(own + ways[base], few + 1);
  }
  return ways[&interface] > few;
}

void write_call_declarations(Writer& writer, const std::vector<Call>& calls, const char* specifier) {
  for (const Call& call : calls) {
    writer.write("virtual $result$ $name$($parameters$)$specifier$;", {{"result", call.result_type()},
                                                                       {"name", call.name},
                                                                       {"parameters", call.parameter_list()},
                                                                       {"specifier", specifier}});
  }
}

// Returns all functions that an implementation overrides, including those of bases that are not local.
std::string local_functions(const Interface& interface, const Context& context) {
  Writer functions;
  write_call_declarations(functions, calls_of(interface, context.names), " = 0");
  for (const Interface* base : all_bases(interface)) {
    const bool is_local = !is_remote(*base) && !is_abstract(*base);
    if (!is_local) write_call_declarations(functions, calls_of(*base, context.names), " override = 0");
  }
  return functions.text();
}

void write_local_class(Writer& writer, const Interface& interface, const Context& context) {
  const std::string name = identifier(interface);
  writer.blank_line();
  writer.write("/// local interface $idl$", {{"idl", interface.full_name()}});
  writer.write("class $name$$bases$ {",
               {{"name", name}, {"bases", base_clause(interface, "::CORBA::LocalObject", "")}});
  writer.write(" public:");
  {
    const Writer::Indentation inside(writer);
    writer.write(R"(
using _ref_type = ::CORBA::object_reference<$scoped$>;
using _traits_type = ::IDL::traits<$scoped$>;
static constexpr ::dimma::InterfaceTag _interface_tag{$id$};

)",
                 {{"scoped", scoped_name(interface)}, {"id", string_literal(interface.repository_id)}});
    write_nested_definitions(writer, interface.contents, context);
    writer.write(R"(
$functions$

bool _statically_is_a(::std::string_view _id) const noexcept override;
)",
                 {{"functions", local_functions(interface, context)}});
  }
  writer.blank_line();
  writer.write(R"(
 protected:
  $name$() = default;
  ~$name$() override = default;
  _ref_type _this() { return _ref_type(this->::CORBA::Object::shared_from_this(), this); }
};
)",
               {{"name", name}, {"scoped", scoped_name(interface)}});
  writer.blank_line();
}

void write_statically_is_a(Writer& writer, const Interface& interface) {
  std::string tests;
  if (has_many_ways_up(interface)) {
    for (const Interface* base : all_bases(interface)) {
      if (!is_abstract(*base)) tests += " || _id == " + scoped_name(*base) + "::_interface_tag.repository_id";
    }
    tests += " || ::CORBA::Object::_statically_is_a(_id)";
  } else {
    for (const Interface* base : interface.bases) {
      if (!is_abstract(*base)) tests += " || " + scoped_name(*base) + "::_statically_is_a(_id)";
    }
  }
  if (tests.empty()) tests = " || ::CORBA::Object::_statically_is_a(_id)";
  for (const Interface* base : abstract_bases(interface)) {
    tests += " || _id == " + scoped_name(*base) + "::_interface_tag.repository_id";
  }
  writer.write(
      R"(
bool $class$::_statically_is_a(::std::string_view _id) const noexcept {
  return _id == _interface_tag.repository_id$bases$;
}
)",
      {{"class", name_in_namespace(interface) + (is_abstract(interface) ? "::_stub_type" : "")}, {"bases", tests}});
  writer.blank_line();
}

// If only the abstract interface of an object is known, its stub has a class of its own, _stub_type.
void write_abstract_class(Writer& writer, const Interface& interface, const Context& context) {
  const std::string name = identifier(interface);
  writer.blank_line();
  writer.write("/// abstract interface $idl$", {{"idl", interface.full_name()}});
  writer.write("class $name$$bases$ {",
               {{"name", name}, {"bases", base_clause(interface, "::CORBA::AbstractBase", "")}});
  writer.write(" public:");
  Writer functions;
  {
    const Writer::Indentation inside(writer);
    writer.write(R"(
using _ref_type = ::CORBA::abstractbase_reference<$scoped$>;
using _traits_type = ::IDL::traits<$scoped$>;
using _operations_type = $scoped$;
class _stub_type;
static constexpr ::dimma::InterfaceTag _interface_tag{$id$};

)",
                 {{"scoped", scoped_name(interface)}, {"id", string_literal(interface.repository_id)}});
    write_nested_definitions(writer, interface.contents, context);
    write_call_declarations(writer, calls_of(interface, context.names), " = 0");
  }
  for (const Interface* base : abstract_bases(interface)) {
    write_call_declarations(functions, calls_of(*base, context.names), " override");
  }
  write_call_declarations(functions, calls_of(interface, context.names), " override");
  writer.blank_line();
  writer.write(R"(
 protected:
  $name$() = default;
  ~$name$() override = default;
};

class $name$::_stub_type : public virtual ::CORBA::Object, public virtual $name$ {
 public:
  $functions$
  bool _statically_is_a(::std::string_view _id) const noexcept override;

 protected:
  friend class ::CORBA::ObjectAccess;
  _stub_type() = default;
  ~_stub_type() override = default;
};
)",
               {{"name", name}, {"functions", functions.text()}});
  writer.blank_line();
}

}  // namespace

void write_stub_class(Writer& writer, const Interface& interface, const Context& context) {
  if (is_abstract(interface)) return write_abstract_class(writer, interface, context);
  if (!is_remote(interface)) return write_local_class(writer, interface, context);
  const std::string name = identifier(interface);
  const auto calls = calls_of(interface, context.names);
  writer.blank_line();
  if (interface.reply_handler != nullptr) {
    writer.write("class $name$;", {{"name", identifier(*interface.reply_handler)}});
    writer.blank_line();
  }
  writer.write("/// interface $idl$", {{"idl", interface.full_name()}});
  writer.write("class $name$$bases$ {", {{"name", name}, {"bases", base_clause(interface, "::CORBA::Object", "")}});
  writer.write(" public:");
  {
    const Writer::Indentation inside(writer);
    writer.write(R"(
using _ref_type = ::CORBA::object_reference<$scoped$>;
using _traits_type = ::IDL::traits<$scoped$>;
static constexpr ::dimma::InterfaceTag _interface_tag{$id$};
/// The name of an operation that is not oneway, of the interface or its bases; empty if there is none.
static constexpr ::std::string_view _answered_operation{$answered$};

)",
                 {{"scoped", scoped_name(interface)},
                  {"id", string_literal(interface.repository_id)},
                  {"answered", string_literal(answered_operation(interface, context.names))}});
    write_nested_definitions(writer, interface.contents, context);
    write_operations_class(writer, interface, calls);
    writer.blank_line();
    write_call_declarations(writer, calls, "");
    for (const Interface* base : bases_to_make(interface)) {
      write_call_declarations(writer, calls_of(*base, context.names), " override");
    }
    write_asynchronous_declarations(writer, interface, context.names);
    if (context.options.completion_tokens) write_token_calls(writer, interface, context.names);
    writer.blank_line();
    writer.write("bool _statically_is_a(::std::string_view _id) const noexcept override;");
  }
  writer.blank_line();
  writer.write(R"(
 protected:
  friend class ::CORBA::ObjectAccess;
  $name$() = default;
  ~$name$() override = default;
};
)",
               {{"name", name}});
  writer.blank_line();
}

void write_stub_functions(Writer& writer, const Interface& interface, const Context& context) {
  const auto write_functions = [&](const Interface& declaring, const std::string& stub) {
    for (const Call& call : calls_of(declaring, context.names)) write_function(writer, stub, call, context.names);
  };
  if (is_abstract(interface)) {
    const std::string stub = identifier(interface) + "::_stub_type";
    for (const Interface* base : abstract_bases(interface)) write_functions(*base, stub);
    write_functions(interface, stub);
  } else if (is_remote(interface)) {
    write_functions(interface, identifier(interface));
    write_asynchronous_functions(writer, interface, context.names);
    if (context.options.completion_tokens) write_token_call_functions(writer, interface, context.names);
    for (const Interface* base : bases_to_make(interface)) write_functions(*base, identifier(interface));
  }
  write_statically_is_a(writer, interface);
}

}  // namespace dimma::idl::cxx
