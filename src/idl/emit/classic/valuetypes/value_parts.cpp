#include "idl/emit/classic/valuetypes/value_parts.hpp"

#include <algorithm>

#include "idl/emit/names/names.hpp"
#include "idl/emit/text/string_literals.hpp"
#include "idl/emit/types/interface_queries.hpp"
#include "idl/emit/types/value_queries.hpp"

namespace dimma::idl::classic {

namespace {

// Adds what is not in the list yet.
void add(std::vector<const Interface*>& all, const Interface* interface) {
  if (std::find(all.begin(), all.end(), interface) == all.end()) all.push_back(interface);
}

}  // namespace

std::vector<const Member*> all_members(const ValueType& value) {
  std::vector<const Member*> members;
  if (const ValueType* const base = cxx::state_base(value)) members = all_members(*base);
  for (const Member* each : cxx::state_of(value)) members.push_back(each);
  return members;
}

std::vector<const Interface*> abstract_interfaces_of(const ValueType& value) {
  std::vector<const Interface*> all;
  for (const Interface* supported : value.supports) {
    if (cxx::is_abstract(*supported)) {
      add(all, supported);
    } else {
      for (const Interface* base : cxx::abstract_bases(*supported)) add(all, base);
    }
  }
  return all;
}

std::vector<cxx::Call> operations_of(const ValueType& value, const cxx::Context& context) {
  std::vector<const Interface*> interfaces;
  for (const Interface* supported : value.supports) {
    for (const Interface* each : cxx::with_bases(*supported)) {
      if (!cxx::is_abstract(*each)) add(interfaces, each);
    }
  }
  auto calls = cxx::calls_of_each(interfaces, context.names);
  for (const cxx::Call& call : cxx::calls_of(value.contents, context.names)) calls.push_back(call);
  return calls;
}

void write_state_functions(cxx::Writer& writer, bool holds_values) {
  writer.write(R"(
static const ::dimma::classic::ValueDescription _value_description;
const ::dimma::classic::ValueDescription& _describe() const override;
void _write_state(::dimma::classic::Output& _out) const override;
void _read_state(::dimma::classic::Input& _in) override;
$forget$
)",
               {{"forget", holds_values ? "void _forget_state() override;" : ""}});
}

void write_description(cxx::Writer& writer, const Declaration& value, const std::string& truncatable_to,
                       const std::string& made, const cxx::Context& context) {
  const std::string name = cxx::identifier(value);
  writer.write("const ::dimma::classic::ValueDescription $name$::_value_description = {$id$, $base$, $make$, 0};",
               {{"name", name},
                {"id", cxx::string_literal(value.repository_id)},
                {"base", truncatable_to.empty() ? "nullptr" : "&" + truncatable_to + "::_value_description"},
                {"make", made.empty() ? "nullptr" : "&::dimma::classic::make_value< " + made + ">"}});
  if (!made.empty()) {
    writer.write("static const ::dimma::classic::KnownValue _known_$name$_of_$file$($name$::_value_description);",
                 {{"name", name}, {"file", context.file}});
  }
  writer.blank_line();
}

}  // namespace dimma::idl::classic
