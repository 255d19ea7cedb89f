#include "idl/emit/values/values.hpp"

#include <algorithm>

#include "idl/emit/definitions/fields.hpp"
#include "idl/emit/definitions/functions.hpp"
#include "idl/emit/definitions/nested_definitions.hpp"
#include "idl/emit/interfaces/calls.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/types/member_storage.hpp"
#include "idl/emit/types/value_queries.hpp"
#include "idl/emit/values/factories.hpp"
#include "idl/emit/values/value_parts.hpp"

namespace dimma::idl::cxx {

namespace {

std::vector<Field> fields_of(const ValueType& value, const Context& context) {
  return fields_of(value, state_of(value), {}, context.names);
}

// Returns true if the valuetype is custom, or inherits the state of a custom base.
bool is_custom(const ValueType& value) {
  return value.is_custom || (state_base(value) != nullptr && is_custom(*state_base(value)));
}

std::string bases_of(const ValueType& value) {
  std::vector<std::string> bases;
  for (const ValueType* base : value.bases) bases.push_back("public virtual " + scoped_name(*base));
  if (bases.empty()) bases.emplace_back("public virtual ::CORBA::ValueBase");
  if (value.is_custom) bases.emplace_back("public virtual ::CORBA::CustomMarshal");
  for (const Interface* interface : value.supports) {
    bases.push_back("public virtual " + scoped_name(*interface) + "::_operations_type");
  }
  return join(bases, ", ");
}

void write_pure(Writer& writer, const std::vector<Function>& functions) {
  for (const Function& function : functions) {
    if (function.begins_group) writer.blank_line();
    writer.write("virtual $result$ $signature$ = 0;", {{"result", function.result}, {"signature", function.signature}});
  }
}

std::vector<Field> with_visibility(const ValueType& value, const std::vector<Field>& fields, Visibility visibility) {
  const auto members = state_of(value);
  std::vector<Field> chosen;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (members[i]->visibility == visibility) chosen.push_back(fields[i]);
  }
  return chosen;
}

bool forgets(const ValueType& value) {
  const auto members = state_of(value);
  return std::any_of(members.begin(), members.end(), [](const Member* each) { return holds_values(*each->type); });
}

void write_state_class(Writer& writer, const ValueType& value, const Context& context) {
  const std::string name = state_class_identifier(value);
  const auto fields = fields_of(value, context);
  std::string bases = "public virtual " + scoped_name(value);
  if (const ValueType* base = state_base(value)) bases += ", public virtual " + state_class_name(*base);
  writer.blank_line();
  writer.write(R"(
/// The state of valuetype $idl$.
class $name$ : $bases$ {
 public:
)",
               {{"idl", value.full_name()}, {"name", name}, {"bases", bases}});
  {
    const Writer::Indentation inside(writer);
    writer.write("$name$() = default;", {{"name", name}});
    if (!fields.empty()) {
      const Function constructor = members_constructor(name, fields);
      writer.write("explicit $signature$ $body$", {{"signature", constructor.signature}, {"body", constructor.body}});
    }
    for (const Function& accessor : accessors_of(fields)) {
      if (accessor.begins_group) writer.blank_line();
      writer.write("$result$ $signature$ override $body$",
                   {{"result", accessor.result}, {"signature", accessor.signature}, {"body", accessor.body}});
    }
  }
  writer.blank_line();
  writer.write(" protected:\n  ~$name$() override = default;", {{"name", name}});
  write_data(writer, fields);
  writer.write("};");
  writer.write("$alias$", {{"alias", state_class_alias(value)}});
  writer.blank_line();
}

}  // namespace

void write_value_class(Writer& writer, const ValueType& value, const Context& context) {
  const std::string name = identifier(value);
  const auto fields = fields_of(value, context);
  writer.blank_line();
  writer.write("/// valuetype $idl$", {{"idl", value.full_name()}});
  writer.write("class $name$ : $bases$ {", {{"name", name}, {"bases", bases_of(value)}});
  writer.write(" public:");
  {
    const Writer::Indentation inside(writer);
    write_value_names(writer, scoped_name(value));
    write_nested_definitions(writer, value.contents, context);
    write_pure(writer, accessors_of(with_visibility(value, fields, Visibility::Public)));
    for (const Call& call : calls_of(value.contents, context.names)) {
      writer.write("virtual $result$ $name$($parameters$) = 0;",
                   {{"result", call.result_type()}, {"name", call.name}, {"parameters", call.parameter_list()}});
    }
    writer.blank_line();
    if (!value.is_abstract) writer.write(state_functions(forgets(value)));
  }
  writer.blank_line();
  writer.write(" protected:");
  {
    const Writer::Indentation inside(writer);
    write_pure(writer, accessors_of(with_visibility(value, fields, Visibility::Private)));
    writer.write("$name$() = default;\n~$name$() override = default;", {{"name", name}});
  }
  writer.write("};");
  writer.blank_line();
}

void write_state_classes(Writer& writer, NamespaceScope& scope, const Contents& contents, const Context& context) {
  for (const ValueType* value : contents.values) {
    if (value->is_abstract) continue;
    scope.enter(state_class_namespaces(*value));
    write_state_class(writer, *value, context);
    write_factory(writer, scope, *value, context);
  }
}

void write_value_traits(Writer& writer, const ValueType& value) {
  if (value.is_abstract) {
    writer.write(R"(
template <>
struct IDL::traits<$type$> : ::dimma::abstract_valuetype_traits<$type$> {};
)",
                 {{"type", scoped_name(value)}});
    return;
  }
  writer.write(R"(
template <>
struct IDL::traits<$type$> : ::dimma::valuetype_traits<$type$, $state$, $factory$, $truncatable$> {};
)",
               {{"type", scoped_name(value)},
                {"state", state_class_name(value)},
                {"factory", factory_name(value)},
                {"truncatable", value.is_truncatable ? "true" : "false"}});
}

void write_value_functions(Writer& writer, const ValueType& value) {
  std::string more;
  if (value.is_truncatable) more += ", .truncatable_to = &" + scoped_name(*state_base(value)) + "::_value_type";
  if (is_custom(value)) more += ", .is_custom = true";
  write_value_description(writer, value, more, is_complete_by_itself(value) ? state_class_name(value) : "");
  if (value.is_abstract) return writer.blank_line();
  Writer writes;
  Writer reads;
  Writer forgotten;
  if (const ValueType* base = state_base(value)) {
    writes.write("$base$::_write_state(_out);", {{"base", scoped_name(*base)}});
    reads.write("$base$::_read_state(_in);", {{"base", scoped_name(*base)}});
    forgotten.write("$base$::_forget_state();", {{"base", scoped_name(*base)}});
  }
  for (const Member* member : state_of(value)) {
    writes.write("::dimma::cdr::write(_out, $name$());", {{"name", identifier(*member)}});
    reads.write("::dimma::cdr::read(_in, $name$());", {{"name", identifier(*member)}});
    if (holds_values(*member->type)) {
      forgotten.write("$name$() = $type$();", {{"name", identifier(*member)}, {"type", storage_of(*member).type}});
    }
  }
  const bool empty = writes.empty() && !value.is_custom;
  writer.write(R"(
const ::dimma::ValueType& $type$::_type_of_value() const noexcept { return _value_type; }

void $type$::_write_state(::dimma::cdr::Encoder&$out$) const {
  $writes$
}

void $type$::_read_state(::dimma::cdr::Decoder&$in$) {
  $reads$
}
)",
               {{"type", scoped_name(value).substr(2)},
                {"out", empty ? "" : " _out"},
                {"in", empty ? "" : " _in"},
                {"writes", value.is_custom ? "::dimma::write_custom_state(_out, *this);" : writes.text()},
                {"reads", value.is_custom ? "::dimma::read_custom_state(_in, *this);" : reads.text()}});
  writer.blank_line();
  if (!forgets(value)) return;
  writer.write(R"(
void $type$::_forget_state() {
  $forgotten$
}
)",
               {{"type", scoped_name(value).substr(2)}, {"forgotten", forgotten.text()}});
  writer.blank_line();
}

}  // namespace dimma::idl::cxx
