#include "idl/emit/classic/valuetypes/value_classes.hpp"

#include "idl/emit/classic/definitions/members.hpp"
#include "idl/emit/classic/interfaces/signatures.hpp"
#include "idl/emit/classic/valuetypes/accessors.hpp"
#include "idl/emit/classic/valuetypes/factories.hpp"
#include "idl/emit/classic/valuetypes/value_names.hpp"
#include "idl/emit/classic/valuetypes/value_parts.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/types/value_queries.hpp"
#include "idl/emit/values/factories.hpp"

namespace dimma::idl::classic {

namespace {

std::string bases_of(const ValueType& value) {
  std::vector<std::string> bases;
  for (const ValueType* base : value.bases) bases.push_back("public virtual " + cxx::scoped_name(*base));
  if (bases.empty()) bases.emplace_back("public virtual ::CORBA::ValueBase");
  for (const Interface* interface : abstract_interfaces_of(value)) {
    bases.push_back("public virtual " + cxx::scoped_name(*interface));
  }
  return cxx::join(bases, ", ");
}

bool is_definition(const Declaration& content) {
  switch (content.kind) {
    case DeclarationKind::Attribute:
    case DeclarationKind::Initializer:
    case DeclarationKind::Member:
    case DeclarationKind::Operation:
      return false;
    default:
      return true;
  }
}

void write_definitions(cxx::Writer& writer, const ValueType& value, const cxx::Context& context) {
  for (const Declaration* each : value.contents) {
    if (is_definition(*each)) context.write_definition(writer, *each, context);
  }
  for (const Member* each : cxx::state_of(value)) write_anonymous_types(writer, *each->type, each->identifier);
  writer.blank_line();
}

void write_pure_accessors(cxx::Writer& writer, const ValueType& value, Visibility visibility) {
  for (const Member* member : cxx::state_of(value)) {
    if (member->visibility != visibility) continue;
    for (const Accessor& accessor : accessors_of(*member)) {
      if (accessor.forwards.empty()) {
        writer.write("virtual $result$ $signature$ = 0;",
                     {{"result", accessor.result}, {"signature", accessor.signature}});
      } else {
        writer.write("$result$ $signature$ { $body$ }",
                     {{"result", accessor.result}, {"signature", accessor.signature}, {"body", accessor.forwards}});
      }
    }
  }
}

bool forgets(const ValueType& value) {
  for (const Member* each : cxx::state_of(value)) {
    if (cxx::holds_values(*each->type)) return true;
  }
  return false;
}

}  // namespace

void write_value_class(cxx::Writer& writer, const ValueType& value, const cxx::Context& context) {
  const std::string name = cxx::identifier(value);
  writer.blank_line();
  write_value_names(writer, value);
  writer.write("/// valuetype $idl$\nclass $name$ : $bases$ {\n public:",
               {{"idl", value.full_name()}, {"name", name}, {"bases", bases_of(value)}});
  {
    const cxx::Writer::Indentation inside(writer);
    write_common_members(writer, value);
    if (!abstract_interfaces_of(value).empty()) {
      writer.write("static $name$* _downcast(::CORBA::AbstractBase* _reference);", {{"name", name}});
    }
    write_definitions(writer, value, context);
    write_pure_accessors(writer, value, Visibility::Public);
    for (const cxx::Call& call : operations_of(value, context)) {
      writer.write("virtual $result$ $name$($parameters$) = 0;",
                   {{"result", result_type(call)}, {"name", call.name}, {"parameters", parameter_list(call)}});
    }
    if (!value.is_abstract) write_state_functions(writer, forgets(value));
  }
  writer.blank_line();
  writer.write(" protected:");
  {
    const cxx::Writer::Indentation inside(writer);
    write_pure_accessors(writer, value, Visibility::Private);
    writer.write("$name$() {}\nvirtual ~$name$() {}", {{"name", name}});
  }
  writer.write("};");
  writer.blank_line();
  if (!value.is_abstract) write_factory_class(writer, value, context);
}

void write_value_class_source(cxx::Writer& writer, const ValueType& value, const cxx::Context& context) {
  const std::string name = cxx::identifier(value);
  writer.blank_line();
  if (!value.is_abstract) {
    write_description(writer, value, value.is_truncatable ? cxx::scoped_name(*cxx::state_base(value)) : "",
                      cxx::is_complete_by_itself(value) ? cxx::state_class_name(value) : "", context);
  }
  write_value_functions_source(writer, value, value.is_abstract ? "nullptr" : "&" + name + "::_value_description");
  if (!abstract_interfaces_of(value).empty()) {
    writer.write(
        "$scoped$* $name$::_downcast(::CORBA::AbstractBase* _reference) {\n"
        "  return dynamic_cast< $scoped$*>(_reference);\n}",
        {{"name", name}, {"scoped", cxx::scoped_name(value)}});
  }
  if (value.is_abstract) return;
  write_factory_class_source(writer, value, context);
  cxx::Writer writes;
  cxx::Writer reads;
  cxx::Writer forgotten;
  if (const ValueType* const base = cxx::state_base(value)) {
    writes.write("$base$::_write_state(_out);", {{"base", cxx::scoped_name(*base)}});
    reads.write("$base$::_read_state(_in);", {{"base", cxx::scoped_name(*base)}});
    forgotten.write("$base$::_forget_state();", {{"base", cxx::scoped_name(*base)}});
  }
  for (const Member* member : cxx::state_of(value)) {
    writes.write("$text$", {{"text", write_by_accessor(*member)}});
    reads.write("$text$", {{"text", read_by_accessor(*member)}});
    if (cxx::holds_values(*member->type)) forgotten.write("$text$", {{"text", forget_by_accessor(*member)}});
  }
  const bool empty = writes.empty();
  writer.write(R"(

const ::dimma::classic::ValueDescription& $name$::_describe() const { return _value_description; }

void $name$::_write_state(::dimma::classic::Output&$out$) const {
  $writes$
}

void $name$::_read_state(::dimma::classic::Input&$in$) {
  $reads$
}
)",
               {{"name", name},
                {"out", empty ? "" : " _out"},
                {"in", empty ? "" : " _in"},
                {"writes", writes.text()},
                {"reads", reads.text()}});
  if (forgets(value)) {
    writer.blank_line();
    writer.write("void $name$::_forget_state() {\n  $forgotten$\n}", {{"name", name}, {"forgotten", forgotten.text()}});
  }
  writer.blank_line();
}

}  // namespace dimma::idl::classic
