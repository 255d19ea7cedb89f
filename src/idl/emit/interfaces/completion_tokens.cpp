#include "idl/emit/interfaces/completion_tokens.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "idl/emit/interfaces/calls.hpp"
#include "idl/emit/text/string_literals.hpp"
#include "idl/emit/types/interface_queries.hpp"
#include "idl/emit/types/types.hpp"

namespace dimma::idl::cxx {

namespace {

struct TokenCall {
  const Interface* declaring;
  Call call;
  std::string name;  // "async_op"
};

// Returns the interfaces whose calls the stub itself implements: the abstract bases and the interface.
std::vector<const Interface*> declaring(const Interface& interface) {
  auto all = bases_to_make(interface);
  all.push_back(&interface);
  return all;
}

bool is_of_attribute(const Call& call) { return call.wire_name.starts_with('_'); }

// Returns "op" for an operation, and "get_" or "set_" with the name of the attribute otherwise.
std::string word_of(const Call& call) { return is_of_attribute(call) ? call.wire_name.substr(1) : call.wire_name; }

// Chooses the names of the calls. Bases come first, so that an interface does not hide calls of its bases.
class TokenCalls {
 public:
  explicit TokenCalls(const VariableNames& names) : names_(names) {}

  const std::vector<TokenCall>& of(const Interface& interface) {
    const auto known = known_.find(&interface);
    return known != known_.end() ? known->second : known_.emplace(&interface, made(interface)).first->second;
  }

 private:
  static void add_names(const Interface& interface, std::set<std::string>& taken) {
    for (const Declaration* each : interface.contents) taken.insert(identifier(*each));
    for (const AsynchronousCall& each : interface.asynchronous) taken.insert(each.name);
  }

  // Returns the names that the interface's calls cannot have. The names of calls that this interface declares again,
  // since several of its bases have them, are not among these: such a call keeps its name.
  std::set<std::string> taken(const Interface& interface, const std::vector<const Interface*>& made_here) {
    std::set<std::string> names;
    add_names(interface, names);
    for (const Interface* base : all_bases(interface)) {
      add_names(*base, names);
      if (!takes_tokens(*base)) continue;
      for (const TokenCall& each : of(*base)) {
        if (std::find(made_here.begin(), made_here.end(), each.declaring) == made_here.end()) names.insert(each.name);
      }
    }
    return names;
  }

  // Names are chosen for operations of the IDL before implied operations, and for operations before attributes.
  std::vector<TokenCall> made(const Interface& interface) {
    const auto made_here = declaring(interface);
    std::vector<TokenCall> calls;
    for (const Interface* each : made_here) {
      for (Call& call : calls_of(*each, names_)) calls.push_back({each, std::move(call), {}});
    }
    auto names = taken(interface, made_here);
    for (const bool of_attributes : {false, true}) {
      for (TokenCall& each : calls) {
        if (is_of_attribute(each.call) != of_attributes) continue;
        std::string middle;
        do {
          each.name = "async_" + middle + word_of(each.call);
          middle += "ami_";
        } while (!names.insert(each.name).second);
      }
    }
    return calls;
  }

  const VariableNames& names_;
  std::map<const Interface*, std::vector<TokenCall>> known_;
};

bool is_array(const Type& type) { return resolve_aliases(type).kind == TypeKind::Array; }

// Arguments are passed by value, so that the caller can move them. Arrays are passed by reference, which saves a copy.
std::string argument_type(const Type& type) { return is_array(type) ? "const " + spell(type) + "&" : spell(type); }

struct PassedValues {
  std::vector<std::string> types;
  std::string accesses;  // "::dimma::cdr::write(_out, ::std::get<0>(_arguments));" and so on, each on its own line

  void add(const Type& type, const std::string& function) {
    accesses += "\n  ::dimma::cdr::" + function + "::std::get<" + std::to_string(types.size()) + ">(_values_of));";
    types.push_back(spell(type));
  }
};

PassedValues arguments_of(const Call& call) {
  PassedValues values;
  if (call.sends_values()) values.accesses = "\n  const ::dimma::cdr::WritingValues _values(_out);";
  if (call.is_oneway && call.sends_loans()) values.accesses += "\n  const ::dimma::cdr::GivingLoans _loans(_out);";
  for (const CallParameter& each : call.parameters) {
    if (each.direction != Direction::Out) values.add(*each.type, "write(_out, ");
  }
  if (call.has_context) values.accesses += "\n  _out.put(::std::uint32_t{0});";
  return values;
}

PassedValues results_of(const Call& call) {
  PassedValues values;
  if (call.returns_values()) values.accesses = "\n  const ::dimma::cdr::ReadingValues _values(_in);";
  if (call.result != nullptr) values.add(*call.result, "read(_in, ");
  for (const CallParameter& each : call.parameters) {
    if (each.direction != Direction::In) values.add(*each.type, "read(_in, ");
  }
  return values;
}

void write_declaration(Writer& writer, const TokenCall& each, const VariableNames& names) {
  std::set<std::string> taken;
  std::string parameters;
  std::string passed;
  for (const CallParameter& parameter : each.call.parameters) {
    if (parameter.direction == Direction::Out) continue;
    const std::string name = names.unique(parameter.name, taken);
    parameters += argument_type(*parameter.type) + " " + name + ", ";
    passed += ", ";
    passed +=
        is_array(*parameter.type) || passing(*parameter.type) == Passing::Value ? name : "::std::move(" + name + ")";
  }
  writer.write(R"(
struct _$name$ {
  using arguments = ::std::tuple<$arguments$>;
  using results = ::std::tuple<$results$>;
  static const ::dimma::Operation& operation() noexcept;
  static void write(::dimma::cdr::Encoder& _out, const arguments& _values_of);
  static void read(::dimma::cdr::Decoder& _in, results& _values_of);
};
template <class _Token = ::dimma::DefaultToken>
auto $name$($parameters$_Token&& _token = _Token()) const {
  return ::dimma::Initiation<_Token, _$name$>::start(*this, ::std::forward<_Token>(_token)$passed$);
}
)",
               {{"name", each.name},
                {"arguments", join(arguments_of(each.call).types, ", ")},
                {"results", join(results_of(each.call).types, ", ")},
                {"parameters", parameters},
                {"passed", passed}});
}

void write_functions(Writer& writer, const std::string& stub, const TokenCall& each) {
  const PassedValues arguments = arguments_of(each.call);
  const PassedValues results = results_of(each.call);
  const std::string raises = raises_table(each.call, "_raises");
  std::string properties = ".name = " + string_literal(each.call.wire_name);
  if (each.call.is_oneway) properties += ", .oneway = true";
  if (!raises.empty()) properties += ", .raises = _raises";
  writer.write(R"(
const ::dimma::Operation& $class$::_$name$::operation() noexcept {
  $raises$
  static constexpr ::dimma::Operation _operation{$properties$};
  return _operation;
}
void $class$::_$name$::write(::dimma::cdr::Encoder&$out$, const arguments&$written$) {$writes$
}
void $class$::_$name$::read(::dimma::cdr::Decoder&$in$, results&$read$) {$reads$
}
)",
               {{"class", stub},
                {"name", each.name},
                {"raises", raises.empty() ? "" : "static " + raises},
                {"properties", properties},
                {"out", arguments.accesses.empty() ? "" : " _out"},
                {"written", arguments.types.empty() ? "" : " _values_of"},
                {"writes", arguments.accesses},
                {"in", results.accesses.empty() ? "" : " _in"},
                {"read", results.types.empty() ? "" : " _values_of"},
                {"reads", results.accesses}});
  writer.blank_line();
}

}  // namespace

bool takes_tokens(const Interface& interface) {
  return is_remote(interface) && !interface.is_marked("flow") && !is_reply_handler(interface);
}

void write_token_calls(Writer& writer, const Interface& interface, const VariableNames& names) {
  if (!takes_tokens(interface)) return;
  TokenCalls all(names);
  const auto& calls = all.of(interface);
  if (calls.empty()) return;
  writer.blank_line();
  writer.write(
      "// With a completion token. Each completes with an ::std::exception_ptr, the result, and the inout and out "
      "parameters.");
  for (const TokenCall& each : calls) write_declaration(writer, each, names);
}

void write_token_call_functions(Writer& writer, const Interface& interface, const VariableNames& names) {
  if (!takes_tokens(interface)) return;
  TokenCalls all(names);
  for (const TokenCall& each : all.of(interface)) write_functions(writer, identifier(interface), each);
}

}  // namespace dimma::idl::cxx
