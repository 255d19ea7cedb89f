// The classes OBV_V.

#include "idl/emit/classic/definitions/members.hpp"
#include "idl/emit/classic/types/spelling.hpp"
#include "idl/emit/classic/types/type_classes.hpp"
#include "idl/emit/classic/valuetypes/accessors.hpp"
#include "idl/emit/classic/valuetypes/value_classes.hpp"
#include "idl/emit/classic/valuetypes/value_parts.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/types/value_queries.hpp"
#include "idl/emit/values/factories.hpp"

namespace dimma::idl::classic {

namespace {

std::string class_name(const ValueType& value) {
  const std::string name = cxx::state_class_name(value);
  return name.substr(name.rfind(':') + 1);
}

std::string bases_of_state_class(const ValueType& value) {
  std::vector<std::string> bases = {"public virtual " + cxx::scoped_name(value)};
  if (const ValueType* const base = cxx::state_base(value)) {
    bases.push_back("public virtual " + cxx::state_class_name(*base));
  }
  if (cxx::is_complete_by_itself(value)) bases.emplace_back("public virtual ::CORBA::DefaultValueRefCountBase");
  return cxx::join(bases, ", ");
}

std::string parameter_name(const Member& member) { return "_" + member.identifier + "_"; }

// The members of a virtual base are set here, since only the most derived class constructs that base.
void write_constructors(cxx::Writer& writer, const ValueType& value) {
  std::vector<std::string> parameters;
  std::string sets;
  for (const Member* each : all_members(value)) {
    parameters.push_back(member_in_type(*each->type, each->identifier) + " " + parameter_name(*each));
    sets += member_name(*each) + "(" + parameter_name(*each) + ");\n";
  }
  std::vector<std::string> zeros;
  for (const Member* each : cxx::state_of(value)) zeros.push_back(storage_name(*each) + "()");
  const std::string list = zeros.empty() ? "" : " : " + cxx::join(zeros, ", ");
  const std::string name = class_name(value);
  writer.write("$name$()$list$ {}", {{"name", name}, {"list", list}});
  if (parameters.empty()) return;
  writer.write("$explicit$$name$($parameters$)$list$ {\n  $sets$\n}",
               {{"explicit", parameters.size() == 1 ? "explicit " : ""},
                {"name", name},
                {"parameters", cxx::join(parameters, ", ")},
                {"list", list},
                {"sets", sets}});
}

void write_accessors(cxx::Writer& writer, const ValueType& value, Visibility visibility) {
  for (const Member* member : cxx::state_of(value)) {
    if (member->visibility != visibility) continue;
    writer.blank_line();
    for (const Accessor& accessor : accessors_of(*member)) {
      const bool forwards = !accessor.forwards.empty();
      writer.write(accessor.body.find('\n') == std::string::npos ? "$result$ $signature$$override$ { $body$ }"
                                                                 : "$result$ $signature$$override$ {\n  $body$\n}",
                   {{"result", accessor.result},
                    {"signature", accessor.signature},
                    {"override", forwards ? "" : " override"},
                    {"body", forwards ? accessor.forwards : accessor.body}});
    }
  }
}

void write_state_class(cxx::Writer& writer, const ValueType& value) {
  const bool is_complete = cxx::is_complete_by_itself(value);
  writer.blank_line();
  writer.write("/// The state of valuetype $idl$.\nclass $name$ : $bases$ {\n $access$:",
               {{"idl", value.full_name()},
                {"name", class_name(value)},
                {"bases", bases_of_state_class(value)},
                {"access", is_complete ? "public" : "protected"}});
  {
    const cxx::Writer::Indentation inside(writer);
    write_constructors(writer, value);
  }
  writer.blank_line();
  writer.write(" public:");
  {
    const cxx::Writer::Indentation inside(writer);
    write_accessors(writer, value, Visibility::Public);
  }
  writer.blank_line();
  writer.write(" protected:");
  {
    const cxx::Writer::Indentation inside(writer);
    writer.write("virtual ~$name$() {}", {{"name", class_name(value)}});
    write_accessors(writer, value, Visibility::Private);
  }
  writer.blank_line();
  writer.write(" private:");
  {
    const cxx::Writer::Indentation inside(writer);
    for (const Member* each : cxx::state_of(value)) {
      writer.write("$declaration$;", {{"declaration", declare_member(*each->type, storage_name(*each))}});
    }
  }
  writer.write("};");
  writer.blank_line();
}

}  // namespace

void write_state_classes(cxx::Writer& writer, const cxx::Contents& contents, const cxx::Context& context) {
  cxx::NamespaceScope scope(writer, context.options.classic.enclosing);
  for (const ValueType* value : contents.values) {
    if (value->is_abstract) continue;
    scope.enter(cxx::state_class_namespaces(*value));
    write_state_class(writer, *value);
  }
}

}  // namespace dimma::idl::classic
