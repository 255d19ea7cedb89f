#include "idl/emit/interfaces/asynchronous.hpp"

#include "idl/emit/interfaces/calls.hpp"
#include "idl/emit/text/string_literals.hpp"
#include "idl/emit/types/types.hpp"

namespace dimma::idl::cxx {

namespace {

// The parameters of a `sendc_` operation: the handler, and the values that are sent to the object.
struct Signature {
  std::string handler;
  std::vector<CallParameter> arguments;
  std::string list;
};

Signature signature_of(const Interface& interface, const Call& call, const VariableNames& names) {
  Signature signature;
  std::set<std::string> taken;
  for (const CallParameter& parameter : call.parameters) taken.insert(parameter.name);
  signature.handler = names.unique("ami_handler", taken);
  signature.list = "::CORBA::object_reference<" + scoped_name(*interface.reply_handler) + "> " + signature.handler;
  for (const CallParameter& parameter : call.parameters) {
    if (parameter.direction == Direction::Out) continue;
    signature.arguments.push_back(parameter);
    signature.list += ", " + parameter_type(*parameter.type, Direction::In) + " " + parameter.name;
  }
  return signature;
}

// Returns the captures of a lambda: "a, b = ::std::move(b)".
std::string captures(const Signature& signature) {
  std::vector<std::string> list;
  for (const CallParameter& each : signature.arguments) {
    const bool is_moved = passing(*each.type) == Passing::Reference;
    list.push_back(is_moved ? each.name + " = ::std::move(" + each.name + ")" : each.name);
  }
  return join(list, ", ");
}

struct Results {
  std::string members;
  std::string reads;
  std::string arguments;  // the arguments of the handler's operation
  unsigned count = 0;
};

Results results_of(const AsynchronousCall& asynchronous, const Call& call) {
  Results results;
  if (call.returns_values()) results.reads = "\n  const ::dimma::cdr::ReadingValues _values(_in);";
  for (const Parameter* parameter : asynchronous.answer->parameters) {
    const std::string name = "_" + std::to_string(++results.count);
    results.members += spell(*parameter->type) + " " + name + initialization(*parameter->type) + ";\n";
    results.reads += "\n  ::dimma::cdr::read(_in, _results." + name + ");";
    const std::string value = "_results." + name;
    results.arguments += results.arguments.empty() ? "" : ", ";
    results.arguments += passing(*parameter->type) == Passing::Reference ? "::std::move(" + value + ")" : value;
  }
  return results;
}

void write_function(Writer& writer, const Interface& interface, const AsynchronousCall& asynchronous,
                    const VariableNames& names) {
  Call call = call_of(asynchronous, names);
  call.is_oneway = false;  // the handler gets a reply
  const Signature signature = signature_of(interface, call, names);
  const Results results = results_of(asynchronous, call);
  const std::string raises = raises_table(call, "_raises");
  const std::string handler = scoped_name(*interface.reply_handler);
  writer.write(R"(
void $class$::$name$($parameters$) {
  $raises$
  static constexpr ::dimma::Operation _operation{.name = $wire_name$$more$};
  struct _Results {
    $members$
  };
  ::dimma::begin_call<_Results>(
      *this, _operation, ::std::move($handler$),
      $write$,
      [](::dimma::cdr::Decoder&$in$, _Results&$into$) {$reads$
      },
      []($handler_class$& _handler, _Results&$from$) { _handler.$answer$($arguments$); },
      &$handler_class$::$failure$);
}
)",
               {{"class", identifier(interface)},
                {"name", escaped(asynchronous.name)},
                {"parameters", signature.list},
                {"raises", raises.empty() ? "" : "static " + raises},
                {"wire_name", string_literal(call.wire_name)},
                {"more", raises.empty() ? "" : ", .raises = _raises"},
                {"members", results.members},
                {"handler", signature.handler},
                {"write", lambda("::dimma::cdr::Encoder", "_out", call.argument_writes(), captures(signature))},
                {"in", results.reads.empty() ? "" : " _in"},
                {"into", results.reads.empty() ? "" : " _results"},
                {"reads", results.reads},
                {"handler_class", handler},
                {"from", results.arguments.empty() ? "" : " _results"},
                {"answer", identifier(*asynchronous.answer)},
                {"arguments", results.arguments},
                {"failure", identifier(*asynchronous.failure)}});
  writer.blank_line();
}

}  // namespace

void write_asynchronous_declarations(Writer& writer, const Interface& interface, const VariableNames& names) {
  if (interface.asynchronous.empty()) return;
  writer.blank_line();
  writer.write("// Without waiting for the reply, which goes to the handler.");
  for (const AsynchronousCall& each : interface.asynchronous) {
    writer.write(
        "void $name$($parameters$);",
        {{"name", escaped(each.name)}, {"parameters", signature_of(interface, call_of(each, names), names).list}});
  }
}

void write_asynchronous_functions(Writer& writer, const Interface& interface, const VariableNames& names) {
  for (const AsynchronousCall& each : interface.asynchronous) write_function(writer, interface, each, names);
}

void write_asynchronous_traits(Writer& writer, const Interface& interface) {
  if (interface.reply_handler == nullptr) return;
  writer.write(R"(
template <>
struct CORBA::amic_traits<$name$> : ::IDL::traits<$name$> {
  using replyhandler_base_type = ::CORBA::servant_traits<$handler$>::base_type;
  using replyhandler_servant_ref_type = ::CORBA::servant_traits<$handler$>::ref_type;
  using replyhandler_weak_servant_ref_type = ::CORBA::servant_traits<$handler$>::weak_ref_type;
  using replyhandler_traits = ::IDL::traits<$handler$>;
  using replyhandler_ref_type = replyhandler_traits::ref_type;
  using replyhandler_weak_ref_type = replyhandler_traits::weak_ref_type;
};
)",
               {{"name", scoped_name(interface)}, {"handler", scoped_name(*interface.reply_handler)}});
}

}  // namespace dimma::idl::cxx
