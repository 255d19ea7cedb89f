#include "idl/emit/values/values.hpp"

#include <algorithm>

#include "idl/emit/definitions/fields.hpp"
#include "idl/emit/definitions/functions.hpp"
#include "idl/emit/definitions/nested_definitions.hpp"
#include "idl/emit/interfaces/calls.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/text/string_literals.hpp"
#include "idl/emit/types/member_storage.hpp"
#include "idl/emit/types/types.hpp"
#include "idl/emit/types/value_queries.hpp"

namespace dimma::idl::cxx {

namespace {

std::vector<Field> fields_of(const ValueType& value, const Context& context) {
  return fields_of(value, state_of(value), {}, context.names);
}

std::vector<const Initializer*> initializers_of(const ValueType& value) {
  std::vector<const Initializer*> initializers;
  for (const Declaration* content : value.contents) {
    if (content->kind == DeclarationKind::Initializer) initializers.push_back(&as<Initializer>(*content));
  }
  return initializers;
}

bool has_operations(const std::vector<Declaration*>& contents) {
  return std::any_of(contents.begin(), contents.end(), [](const Declaration* each) {
    return each->kind == DeclarationKind::Operation || each->kind == DeclarationKind::Attribute;
  });
}

bool has_operations(const Interface& interface) {
  const auto bases = all_bases(interface);
  return has_operations(interface.contents) ||
         std::any_of(bases.begin(), bases.end(), [](const Interface* each) { return has_operations(each->contents); });
}

bool is_complete_by_itself(const ValueType& value);

bool find_completeness(const ValueType& value) {
  if (value.is_abstract || value.is_custom || has_operations(value.contents)) return false;
  const auto is_plain = [](const ValueType* base) {
    return base->is_abstract ? !has_operations(base->contents) : is_complete_by_itself(*base);
  };
  return std::all_of(value.bases.begin(), value.bases.end(), is_plain) &&
         std::none_of(value.supports.begin(), value.supports.end(),
                      [](const Interface* each) { return has_operations(*each); });
}

// True if the class with its state is all that it takes to make one.
bool is_complete_by_itself(const ValueType& value) {
  return remembered(value, Property::CompleteByItself, [&] { return find_completeness(value); });
}

// Itself, or by a base whose state it has.
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

std::string factory_identifier(const ValueType& value) { return value.identifier + "_init"; }

std::string factory_name(const ValueType& value) {
  if (!initializers_of(value).empty()) {
    const std::string scope = value.enclosing == nullptr ? "" : scoped_name(*value.enclosing);
    return scope + "::" + factory_identifier(value);
  }
  if (!is_complete_by_itself(value)) return "::dimma::NamedFactory<" + scoped_name(value) + ">";
  return "::dimma::ReadyFactory<" + state_class_name(value) + ">";
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

const char* state_functions(bool forgets) {
  return forgets ? R"(
const ::dimma::ValueType& _type_of_value() const noexcept override;
void _write_state(::dimma::cdr::Encoder& _out) const override;
void _read_state(::dimma::cdr::Decoder& _in) override;
void _forget_state() override;
)"
                 : R"(
const ::dimma::ValueType& _type_of_value() const noexcept override;
void _write_state(::dimma::cdr::Encoder& _out) const override;
void _read_state(::dimma::cdr::Decoder& _in) override;
)";
}

void write_names(Writer& writer, const std::string& scoped) {
  writer.write(R"(
using _ref_type = ::CORBA::valuetype_reference<$scoped$>;
using _traits_type = ::IDL::traits<$scoped$>;
static const ::dimma::ValueType _value_type;

)",
               {{"scoped", scoped}});
}

void write_factory_class(Writer& writer, const ValueType& value, const Context& context) {
  Writer creators;
  for (const Initializer* initializer : initializers_of(value)) {
    Call call;
    std::set<std::string> taken;
    for (const Parameter* parameter : initializer->parameters) {
      call.parameters.push_back(
          {parameter->direction, parameter->type, context.names.unique(parameter->identifier, taken)});
    }
    creators.write(
        "virtual ::CORBA::valuetype_reference<$value$> $name$($parameters$) = 0;",
        {{"value", scoped_name(value)}, {"name", identifier(*initializer)}, {"parameters", call.parameter_list()}});
  }
  writer.blank_line();
  writer.write(R"(
/// Base of the factories of valuetype $idl$.
class $name$ : public ::CORBA::ValueFactoryBase {
 public:
  using _ref_type = ::CORBA::valuefactory_reference<$name$>;

  $creators$
  /// The id to register the factory by.
  ::std::string _obv_repository_id() const override { return $id$; }

 protected:
  $name$() = default;
  ~$name$() override = default;
};
)",
               {{"idl", value.full_name()},
                {"name", factory_identifier(value)},
                {"creators", creators.text()},
                {"id", string_literal(value.repository_id)}});
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
    write_names(writer, scoped_name(value));
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

void write_value_box_class(Writer& writer, const ValueBox& box) {
  writer.blank_line();
  writer.write(R"(
/// valuetype $idl$: a box
class $name$ : public ::dimma::ValueBox<$boxed$> {
 public:
)",
               {{"idl", box.full_name()}, {"name", identifier(box)}, {"boxed", spell(*box.boxed)}});
  {
    const Writer::Indentation inside(writer);
    write_names(writer, scoped_name(box));
    writer.write(R"(
$name$();
explicit $name$($boxed$ _value);

::CORBA::valuetype_reference<::CORBA::ValueBase> _copy_value() const override;
$functions$
)",
                 {{"name", identifier(box)},
                  {"boxed", spell(*box.boxed)},
                  {"functions", state_functions(holds_values(*box.boxed))}});
  }
  writer.blank_line();
  writer.write(R"(
 protected:
  ~$name$() override;
};
)",
               {{"name", identifier(box)}});
  writer.blank_line();
}

void write_state_classes(Writer& writer, NamespaceScope& scope, const Contents& contents, const Context& context) {
  for (const ValueType* value : contents.values) {
    if (value->is_abstract) continue;
    scope.enter(state_class_namespaces(*value));
    write_state_class(writer, *value, context);
    const bool has_initializers = !initializers_of(*value).empty();
    if (!has_initializers && context.names.declares(factory_identifier(*value))) continue;
    scope.enter(namespaces(*value));
    if (has_initializers) {
      write_factory_class(writer, *value, context);
    } else {
      writer.write("using $name$ = $factory$;",
                   {{"name", factory_identifier(*value)}, {"factory", factory_name(*value)}});
    }
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

void write_value_box_traits(Writer& writer, const ValueBox& box) {
  writer.write(R"(
template <>
struct IDL::traits<$type$> : ::dimma::value_box_traits<$type$, $boxed$> {};
)",
               {{"type", scoped_name(box)}, {"boxed", spell(*box.boxed)}});
}

namespace {

// Writes the description of the type for the ORB; `made`: the class to make an empty one of, if that is possible.
void write_description(Writer& writer, const Declaration& declaration, const std::string& more,
                       const std::string& made) {
  const std::string type = scoped_name(declaration).substr(2);
  std::string description = ".repository_id = " + string_literal(declaration.repository_id) + more;
  if (!made.empty()) description += ", .make = ::dimma::make_value<" + made + ">";
  writer.write("constinit const ::dimma::ValueType $type$::_value_type{$description$};",
               {{"type", type}, {"description", description}});
  if (!made.empty()) {
    writer.write("namespace _values::$type$ {\nstatic const ::dimma::KnownValueType _known{::$type$::_value_type};\n}",
                 {{"type", type}});
  }
}

}  // namespace

void write_value_functions(Writer& writer, const ValueType& value) {
  std::string more;
  if (value.is_truncatable) more += ", .truncatable_to = &" + scoped_name(*state_base(value)) + "::_value_type";
  if (is_custom(value)) more += ", .is_custom = true";
  write_description(writer, value, more, is_complete_by_itself(value) ? state_class_name(value) : "");
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

void write_value_box_functions(Writer& writer, const ValueBox& box) {
  const std::string type = scoped_name(box).substr(2);
  const std::string boxed = spell(*box.boxed);
  write_description(writer, box, "", scoped_name(box));
  writer.write(R"(
$type$::$name$() = default;
$type$::$name$($boxed$ _value) : ::dimma::ValueBox<$boxed$>(::std::move(_value)) {}
$type$::~$name$() = default;

::CORBA::valuetype_reference<::CORBA::ValueBase> $type$::_copy_value() const {
  return ::CORBA::make_reference<::$type$>(_value());
}
const ::dimma::ValueType& $type$::_type_of_value() const noexcept { return _value_type; }

void $type$::_write_state(::dimma::cdr::Encoder& _out) const { ::dimma::cdr::write(_out, _value()); }

void $type$::_read_state(::dimma::cdr::Decoder& _in) { ::dimma::cdr::read(_in, _value()); }
)",
               {{"type", type}, {"name", identifier(box)}, {"boxed", boxed}});
  if (holds_values(*box.boxed)) {
    writer.write("\nvoid $type$::_forget_state() { _value() = $boxed$(); }", {{"type", type}, {"boxed", boxed}});
  }
  writer.blank_line();
}

}  // namespace dimma::idl::cxx
