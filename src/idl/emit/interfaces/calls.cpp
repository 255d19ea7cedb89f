#include "idl/emit/interfaces/calls.hpp"

#include <algorithm>
#include <utility>

#include "idl/emit/text/string_literals.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/emit/types/types.hpp"
#include "idl/emit/types/value_queries.hpp"

namespace dimma::idl::cxx {

namespace {

std::vector<const Exception*> exceptions_of(const std::vector<const Declaration*>& raises) {
  std::vector<const Exception*> exceptions;
  for (const Declaration* raised : raises) {
    if (raised->kind == DeclarationKind::Exception) exceptions.push_back(&as<Exception>(*raised));
  }
  return exceptions;
}

Call call_of(const Operation& operation, const VariableNames& names) {
  Call call;
  call.name = identifier(operation);
  call.wire_name = operation.identifier;
  call.is_oneway = operation.is_oneway;
  call.has_context = !operation.context.empty();
  call.may_be_left_out = operation.may_be_left_out;
  call.tells_exception = operation.tells_exception;
  call.told = exceptions_of(operation.told);
  if (!is_void(*operation.result)) call.result = operation.result;
  call.raises = exceptions_of(operation.raises);
  std::set<std::string> taken;
  for (const Parameter* parameter : operation.parameters) {
    call.parameters.push_back({parameter->direction, parameter->type, names.unique(parameter->identifier, taken)});
  }
  return call;
}

Call getter_of(const Attribute& attribute) {
  Call call;
  call.name = identifier(attribute);
  call.wire_name = "_get_" + attribute.identifier;
  call.result = attribute.type;
  call.raises = exceptions_of(attribute.get_raises);
  return call;
}

Call setter_of(const Attribute& attribute) {
  Call call;
  call.name = identifier(attribute);
  call.wire_name = "_set_" + attribute.identifier;
  call.parameters.push_back({Direction::In, attribute.type, "_value"});
  call.raises = exceptions_of(attribute.set_raises);
  return call;
}

}  // namespace

std::string Call::result_type() const { return result == nullptr ? "void" : spell(*result); }

std::string Call::parameter_list() const {
  std::vector<std::string> list;
  for (const CallParameter& parameter : parameters) {
    list.push_back(parameter_type(*parameter.type, parameter.direction) + " " + parameter.name);
  }
  return join(list, ", ");
}

std::string Call::parameter_types() const {
  std::vector<std::string> list;
  for (const CallParameter& parameter : parameters)
    list.push_back(parameter_type(*parameter.type, parameter.direction));
  return join(list, ", ");
}

std::string Call::argument_writes() const {
  std::string lines = sends_values() ? "\n  const ::dimma::cdr::WritingValues _values(_out);" : "";
  if (is_oneway && sends_loans()) lines += "\n  const ::dimma::cdr::GivingLoans _loans(_out);";
  for (const CallParameter& parameter : parameters) {
    if (parameter.direction != Direction::Out) lines += "\n  ::dimma::cdr::write(_out, " + parameter.name + ");";
  }
  if (has_context) lines += "\n  _out.put(::std::uint32_t{0});";
  return lines;
}

std::string lambda(const std::string& parameter_class, const std::string& parameter, const std::string& lines,
                   const std::string& captures) {
  if (lines.empty()) return "::dimma::no_values";
  return "[" + captures + "](" + parameter_class + "& " + parameter + ") {" + lines + "\n}";
}

namespace {

// Returns the name if there is only one; nullptr if there are several, or if there is more to do than to write or read
// it.
const std::string* only_value(const std::vector<std::string>& values, bool is_more) {
  return is_more || values.size() != 1 ? nullptr : &values.front();
}

std::string lines_of(const std::vector<std::string>& values, const std::string& begin, const std::string& function) {
  std::string lines = begin;
  for (const std::string& value : values) lines += "\n  ::dimma::cdr::" + function + ", " + value + ");";
  return lines;
}

std::vector<std::string> values_but(const Call& call, Direction but) {
  std::vector<std::string> values;
  if (but == Direction::In && call.result != nullptr) values.push_back("_result");
  for (const CallParameter& parameter : call.parameters) {
    if (parameter.direction != but) values.push_back(parameter.name);
  }
  return values;
}

}  // namespace

std::string writer_of_arguments(const Call& call) {
  const auto values = values_but(call, Direction::Out);
  const std::string* const only =
      only_value(values, call.sends_values() || call.has_context || (call.is_oneway && call.sends_loans()));
  if (only != nullptr) return "::dimma::writing(" + *only + ")";
  return lambda("::dimma::cdr::Encoder", "_out", call.argument_writes());
}

std::string writer_of_results(const Call& call) {
  const auto values = values_but(call, Direction::In);
  const std::string* const only = only_value(values, call.returns_values());
  if (only != nullptr) return "::dimma::writing(" + *only + ")";
  return lambda("::dimma::cdr::Encoder", "_out", result_writes(call));
}

std::string result_writes(const Call& call) {
  const std::string scope = call.returns_values() ? "\n  const ::dimma::cdr::WritingValues _values(_out);" : "";
  return lines_of(values_but(call, Direction::In), scope, "write(_out");
}

std::string reader_of_results(const Call& call) {
  const auto values = values_but(call, Direction::In);
  const std::string* const only = only_value(values, call.returns_values());
  if (only != nullptr) return "::dimma::reading(" + *only + ")";
  const std::string scope = call.returns_values() ? "\n  const ::dimma::cdr::ReadingValues _values(_in);" : "";
  return lambda("::dimma::cdr::Decoder", "_in", lines_of(values, scope, "read(_in"));
}

std::string Call::argument_list() const {
  std::vector<std::string> list;
  for (const CallParameter& parameter : parameters) {
    const bool moved = parameter.direction == Direction::In && passing(*parameter.type) == Passing::Reference;
    list.push_back(moved ? "::std::move(" + parameter.name + ")" : parameter.name);
  }
  return join(list, ", ");
}

namespace {

using Query = bool (*)(const Type&);

bool sends(const Call& call, Query query) {
  return std::any_of(call.parameters.begin(), call.parameters.end(), [query](const CallParameter& each) {
    return each.direction != Direction::Out && query(*each.type);
  });
}

bool returns(const Call& call, Query query) {
  return (call.result != nullptr && query(*call.result)) ||
         std::any_of(call.parameters.begin(), call.parameters.end(), [query](const CallParameter& each) {
           return each.direction != Direction::In && query(*each.type);
         });
}

}  // namespace

bool Call::sends_values() const { return sends(*this, holds_values); }
bool Call::returns_values() const { return returns(*this, holds_values); }
bool Call::sends_sequences() const { return sends(*this, holds_sequences); }
bool Call::returns_sequences() const { return returns(*this, holds_sequences); }
bool Call::sends_loans() const { return sends(*this, is_loaned); }
bool Call::returns_loans() const { return returns(*this, is_loaned); }

bool Call::names_values() const {
  if (tells_exception) return false;  // the value in the exception holder is not changed
  return (result != nullptr && names_valuetype(*result)) ||
         std::any_of(parameters.begin(), parameters.end(),
                     [](const CallParameter& each) { return names_valuetype(*each.type); });
}

std::vector<Call> calls_of(const Interface& interface, const VariableNames& names) {
  return calls_of(interface.contents, names);
}

std::vector<Call> calls_of_each(const std::vector<const Interface*>& interfaces, const VariableNames& names) {
  std::vector<Call> calls;
  for (const Interface* each : interfaces) {
    for (Call& call : calls_of(*each, names)) calls.push_back(std::move(call));
  }
  return calls;
}

std::vector<Call> calls_of(const std::vector<Declaration*>& contents, const VariableNames& names) {
  std::vector<Call> calls;
  for (const Declaration* declaration : contents) {
    if (declaration->kind == DeclarationKind::Operation) {
      calls.push_back(call_of(as<Operation>(*declaration), names));
    } else if (declaration->kind == DeclarationKind::Attribute) {
      const auto& attribute = as<Attribute>(*declaration);
      calls.push_back(getter_of(attribute));
      if (!attribute.is_readonly) calls.push_back(setter_of(attribute));
    }
  }
  return calls;
}

Call call_of(const AsynchronousCall& asynchronous, const VariableNames& names) {
  if (asynchronous.of->kind == DeclarationKind::Operation) return call_of(as<Operation>(*asynchronous.of), names);
  const auto& attribute = as<Attribute>(*asynchronous.of);
  return asynchronous.sets ? setter_of(attribute) : getter_of(attribute);
}

std::string raises_table(const Call& call, const std::string& name) { return exception_table(call.raises, name); }

std::string exception_table(const std::vector<const Exception*>& exceptions, const std::string& name) {
  if (exceptions.empty()) return {};
  std::vector<std::string> entries;
  for (const Exception* exception : exceptions) {
    entries.push_back("{" + string_literal(exception->repository_id) + ", ::dimma::raise_user_exception<" +
                      scoped_name(*exception) + ">}");
  }
  return "constexpr ::dimma::ExceptionEntry " + name + "[] = {\n    " + join(entries, ",\n    ") + "};";
}

}  // namespace dimma::idl::cxx
