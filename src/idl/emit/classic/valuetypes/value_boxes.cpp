#include "idl/emit/classic/valuetypes/value_boxes.hpp"

#include <string>
#include <vector>

#include "idl/emit/classic/definitions/members.hpp"
#include "idl/emit/classic/types/argument_types.hpp"
#include "idl/emit/classic/types/spelling.hpp"
#include "idl/emit/classic/types/transfer.hpp"
#include "idl/emit/classic/types/type_classes.hpp"
#include "idl/emit/classic/valuetypes/accessors.hpp"
#include "idl/emit/classic/valuetypes/value_names.hpp"
#include "idl/emit/classic/valuetypes/value_parts.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/types/value_queries.hpp"

namespace dimma::idl::classic {

namespace {

// The class template from which a box derives, as its constructors name it and with its arguments.
struct BoxBase {
  std::string name;
  std::string arguments;

  std::string spelled() const { return "::dimma::classic::" + name + "< " + arguments + ">"; }
};

BoxBase base_of(const Type& type) {
  const std::string spelled = spell(type);
  switch (class_of(type)) {
    case TypeClass::Scalar:
      return {"FixedBox", spelled};
    case TypeClass::FixedStruct:
      return {"FixedBox", spelled + ", const " + spelled + "&"};
    case TypeClass::String:
      return {"TextBox", "char"};
    case TypeClass::WideString:
      return {"TextBox", "::CORBA::WChar"};
    case TypeClass::Object:
      return {"ReferenceBox", spelled};
    case TypeClass::Sequence:
      return {"SequenceBox", spelled};
    case TypeClass::VariableStruct:
      return {"VariableBox", spelled + ", " + spelled + "_var, " + spelled + "_out"};
    default:
      return {"ArrayBox", spelled + "_traits"};
  }
}

// Returns the types from which a box is made.
std::vector<std::string> initial_types(const Type& type) {
  const TypeClass kind = class_of(type);
  if (kind != TypeClass::String && kind != TypeClass::WideString) return {in_type(type)};
  return {spell(type), in_type(type), "const " + spell_var(type) + "&"};
}

// Returns the value within the box, in a function that is const or in one that is not.
std::string contents(const ValueBox& box, bool is_constant) {
  const TypeClass kind = class_of(*box.boxed);
  const bool has_owner = kind == TypeClass::VariableStruct || kind == TypeClass::Sequence;
  if (has_owner) return is_constant ? "_boxed.in()" : "_boxed.inout()";
  return is_constant && kind == TypeClass::Object ? "_boxed.in()" : "_boxed";
}

void write_accessors(cxx::Writer& writer, const std::vector<Accessor>& accessors) {
  writer.blank_line();
  for (const Accessor& accessor : accessors) {
    const std::string& body = accessor.forwards.empty() ? accessor.body : accessor.forwards;
    writer.write(body.find('\n') == std::string::npos ? "$result$ $signature$ { $body$ }"
                                                      : "$result$ $signature$ {\n  $body$\n}",
                 {{"result", accessor.result}, {"signature", accessor.signature}, {"body", body}});
  }
}

// The box of a struct or union has the members' accessors itself.
void write_member_accessors(cxx::Writer& writer, const ValueBox& box) {
  const Declaration* const named = named_declaration(resolve_aliases(*box.boxed));
  if (named == nullptr) return;
  const std::string constant = contents(box, true);
  const std::string changeable = contents(box, false);
  if (named->kind == DeclarationKind::Struct) {
    for (const Member* each : as<Struct>(*named).members) {
      write_anonymous_types(writer, *each->type, each->identifier);
      write_accessors(writer, accessors_in_box(*each, constant, changeable));
    }
  }
  if (named->kind == DeclarationKind::Union) {
    const std::string discriminator = spell(*as<Union>(*named).discriminator);
    writer.blank_line();
    writer.write("$type$ _d() const { return $constant$._d(); }\nvoid _d($type$ _value) { $changeable$._d(_value); }",
                 {{"type", discriminator}, {"constant", constant}, {"changeable", changeable}});
    for (const UnionBranch* each : as<Union>(*named).branches) {
      write_anonymous_types(writer, *each->type, each->identifier);
      write_accessors(writer, accessors_in_box(*each, constant, changeable));
    }
  }
}

}  // namespace

void write_value_box(cxx::Writer& writer, const ValueBox& box) {
  const std::string name = cxx::identifier(box);
  const BoxBase base = base_of(*box.boxed);
  writer.blank_line();
  write_value_names(writer, box);
  writer.write("/// valuetype $idl$: a box\nclass $name$ : public $base$ {\n public:",
               {{"idl", box.full_name()}, {"name", name}, {"base", base.spelled()}});
  {
    const cxx::Writer::Indentation inside(writer);
    write_common_members(writer, box);
    writer.write("$name$() {}", {{"name", name}});
    for (const std::string& type : initial_types(*box.boxed)) {
      writer.write(R"(
$name$($type$ _value) : $base$(_value) {}
$name$& operator=($type$ _value) {
  this->_value(_value);
  return *this;
}
)",
                   {{"name", name}, {"type", type}, {"base", base.spelled()}});
    }
    write_member_accessors(writer, box);
    writer.write(R"(

::CORBA::ValueBase* _copy_value() override;
)");
    write_state_functions(writer, cxx::holds_values(*box.boxed));
  }
  writer.blank_line();
  writer.write(" protected:\n  virtual ~$name$() {}\n};", {{"name", name}});
  writer.blank_line();
}

void write_value_box_source(cxx::Writer& writer, const ValueBox& box, const cxx::Context& context) {
  const Type& type = *box.boxed;
  const std::string name = cxx::identifier(box);
  const TypeClass kind = class_of(type);
  const bool is_owner = kind == TypeClass::String || kind == TypeClass::WideString || kind == TypeClass::Object;
  writer.blank_line();
  write_description(writer, box, "", cxx::scoped_name(box), context);
  write_value_functions_source(writer, box, "&" + name + "::_value_description");
  writer.write(R"(

::CORBA::ValueBase* $name$::_copy_value() { return new $name$(*this); }
const ::dimma::classic::ValueDescription& $name$::_describe() const { return _value_description; }

void $name$::_write_state(::dimma::classic::Output& _out) const {
  $write$
}

void $name$::_read_state(::dimma::classic::Input& _in) {
  $read$
}
)",
               {{"name", name},
                {"write", write_value(type, is_owner ? "_boxed.in()" : contents(box, true))},
                {"read", read_value(type, contents(box, false))}});
  if (cxx::holds_values(type)) {
    writer.blank_line();
    writer.write("void $name$::_forget_state() { *this = $name$()._value(); }", {{"name", name}});
  }
  writer.blank_line();
}

}  // namespace dimma::idl::classic
