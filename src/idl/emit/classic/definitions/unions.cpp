#include "idl/emit/classic/definitions/unions.hpp"

#include "idl/emit/classic/definitions/members.hpp"
#include "idl/emit/classic/definitions/union_parts.hpp"
#include "idl/emit/classic/types/argument_types.hpp"
#include "idl/emit/classic/types/spelling.hpp"
#include "idl/emit/classic/types/type_classes.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/types/labels.hpp"

namespace dimma::idl::classic {

namespace {

std::string slice_type(const Branch& branch) {
  const Type& type = *branch.declaration->type;
  if (type.kind == TypeKind::Array) return "_" + branch.declaration->identifier + "_slice";
  return spell(type) + "_slice";
}

// Writes a modifier and an accessor that need no function of the source.
void write_scalar_accessors(cxx::Writer& writer, const Branch& branch) {
  writer.write(R"(
void $name$($type$ _value) {
  _clear();
  $access$ = _value;
  _held = $number$;
  _discriminator = $label$;
}
$type$ $name$() const {
  _check($number$);
  return $access$;
}
)",
               {{"name", branch.name},
                {"type", spell(*branch.declaration->type)},
                {"access", branch.access},
                {"number", std::to_string(branch.number)},
                {"label", branch.first_label}});
}

void write_getter(cxx::Writer& writer, const Branch& branch, const std::string& result, const std::string& qualifier,
                  const std::string& value) {
  writer.write(R"(
$result$ $name$()$qualifier$ {
  _check($number$);
  return $value$;
}
)",
               {{"result", result},
                {"name", branch.name},
                {"qualifier", qualifier},
                {"number", std::to_string(branch.number)},
                {"value", value}});
}

void write_string_accessors(cxx::Writer& writer, const Branch& branch, const std::string& character,
                            const std::string& prefix) {
  const std::string element = prefix == "W" ? "WideString" : "String";
  writer.write(R"(
void $name$($character$* _value);
void $name$(const $character$* _value);
void $name$(const ::CORBA::$prefix$String_var& _value) { $name$(_value.in()); }
void $name$(const ::dimma::classic::$element$Member& _value) { $name$(_value.in()); }
void $name$(const ::dimma::classic::$element$Element& _value) { $name$(_value.in()); }
)",
               {{"name", branch.name}, {"character", character}, {"prefix", prefix}, {"element", element}});
  write_getter(writer, branch, "const " + character + "*", " const", branch.access + ".in()");
}

void write_accessors(cxx::Writer& writer, const Branch& branch) {
  const Type& type = *branch.declaration->type;
  writer.blank_line();
  switch (class_of(type)) {
    case TypeClass::Scalar:
      write_scalar_accessors(writer, branch);
      return;
    case TypeClass::String:
      write_string_accessors(writer, branch, "char", "");
      return;
    case TypeClass::WideString:
      write_string_accessors(writer, branch, "::CORBA::WChar", "W");
      return;
    default:
      break;
  }
  writer.write("void $name$($type$ _value);",
               {{"name", branch.name}, {"type", member_in_type(type, branch.declaration->identifier)}});
  if (class_of(type) == TypeClass::Object) {
    write_getter(writer, branch, spell_ptr(type), " const", branch.access + ".in()");
  } else if (branch.is_array) {
    const std::string slice = slice_type(branch);
    write_getter(writer, branch, slice + "*", " const", "const_cast< " + slice + "*>(" + branch.access + ")");
  } else {
    write_getter(writer, branch, "const " + spell(type) + "&", " const", branch.access);
    write_getter(writer, branch, spell(type) + "&", "", branch.access);
  }
}

// The types are members of the class, so that its functions can construct values of them.
void write_held_types(cxx::Writer& writer, const std::vector<Branch>& branches) {
  for (const Branch& branch : branches) {
    const Type& type = *branch.declaration->type;
    if (branch.is_array) {
      writer.write("struct $held$ {\n  $value$;\n};",
                   {{"held", branch.held_type}, {"value", declare_member(type, "value")}});
    } else {
      writer.write("typedef $type$ $held$;", {{"type", spell_member(type)}, {"held", branch.held_type}});
    }
  }
}

void write_data(cxx::Writer& writer, const Union& subject, const std::vector<Branch>& branches) {
  std::string members;
  for (const Branch& branch : branches) members += branch.held_type + " " + branch.name + ";\n";
  writer.write(
      R"(
union _Branches {
  _Branches() {}
  ~_Branches() {}
  $members$
};

static unsigned _branch_of($discriminator$ _label);
[[noreturn]] static void _refuse();
void _check(unsigned _number) const {
  if (_held != _number) _refuse();
}
void _clear();
void _select(unsigned _number, $discriminator$ _label);
void _copy(const $name$& _other);
void _move($name$& _other);

$discriminator$ _discriminator;
unsigned _held;  // the number of the branch that has a value; 0 for none
_Branches _branches;
)",
      {{"members", members}, {"discriminator", spell(*subject.discriminator)}, {"name", cxx::identifier(subject)}});
}

}  // namespace

void write_union(cxx::Writer& writer, const Union& subject, const cxx::Context& context) {
  const std::string name = cxx::identifier(subject);
  const std::vector<Branch> branches = branches_of(subject);
  writer.blank_line();
  writer.write("/// union $idl$\nclass $name$ {\n public:", {{"idl", subject.full_name()}, {"name", name}});
  {
    const cxx::Writer::Indentation inside(writer);
    writer.write("typedef $var$ _var_type;", {{"var", var_template(subject)}});
    write_nested_types(writer, subject.nested_types, context);
    for (const Branch& branch : branches) {
      write_anonymous_types(writer, *branch.declaration->type, branch.declaration->identifier);
    }
    writer.write(R"(
$name$();
$name$(const $name$& _other);
$name$($name$&& _other);
~$name$();
$name$& operator=(const $name$& _other);
$name$& operator=($name$&& _other);

void _d($discriminator$ _label);
$discriminator$ _d() const { return _discriminator; }
$default$
)",
                 {{"name", name},
                  {"discriminator", spell(*subject.discriminator)},
                  {"default", cxx::has_labels_of_none(subject) ? "void _default();" : ""}});
    for (const Branch& branch : branches) write_accessors(writer, branch);
  }
  writer.blank_line();
  writer.write(" private:");
  {
    const cxx::Writer::Indentation inside(writer);
    writer.write("friend struct ::dimma::classic::codec< $type$>;", {{"type", cxx::scoped_name(subject)}});
    write_held_types(writer, branches);
    write_data(writer, subject, branches);
  }
  writer.write("};");
  write_var_and_out(writer, subject);
}

}  // namespace dimma::idl::classic
