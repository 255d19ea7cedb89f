#include "idl/emit/classic/definitions/union_functions.hpp"

#include <functional>

#include "idl/emit/classic/definitions/members.hpp"
#include "idl/emit/classic/definitions/union_parts.hpp"
#include "idl/emit/classic/types/argument_types.hpp"
#include "idl/emit/classic/types/spelling.hpp"
#include "idl/emit/classic/types/type_classes.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/types/labels.hpp"

namespace dimma::idl::classic {

namespace {

// Returns "switch (...)" with the statement of each branch; an empty statement makes no case.
std::string switch_over(const std::string& value, const std::vector<Branch>& branches,
                        const std::function<std::string(const Branch&)>& statement) {
  std::string cases;
  for (const Branch& branch : branches) {
    const std::string text = statement(branch);
    if (!text.empty()) cases += "  case " + std::to_string(branch.number) + ":\n    " + text + "\n    break;\n";
  }
  return cases.empty() ? "" : "switch (" + value + ") {\n" + cases + "  default:\n    break;\n}";
}

std::string construct(const Branch& branch, const std::string& arguments) {
  return "new (&_branches." + branch.name + ") " + branch.held_type + "(" + arguments + ");";
}

void write_lifetime(cxx::Writer& writer, const Union& subject) {
  const cxx::InitialState initial = cxx::initial_state(subject);
  writer.write(R"(
$scope$::$name$() : _discriminator($label$), _held(0) { _select($branch$, $label$); }
$scope$::$name$(const $name$& _other) : _discriminator(_other._discriminator), _held(0) { _copy(_other); }
$scope$::$name$($name$&& _other) : _discriminator(_other._discriminator), _held(0) { _move(_other); }
$scope$::~$name$() { _clear(); }

$type$& $scope$::operator=(const $name$& _other) {
  $name$ _copied(_other);
  return *this = ::std::move(_copied);
}

$type$& $scope$::operator=($name$&& _other) {
  if (this == &_other) return *this;
  $name$ _moved(::std::move(_other));  // it may be within a value that _clear() destroys
  _clear();
  _move(_moved);
  return *this;
}
)",
               {{"scope", cxx::name_in_namespace(subject)},
                {"name", cxx::identifier(subject)},
                {"type", cxx::scoped_name(subject)},
                {"label", initial.label},
                {"branch", std::to_string(initial.branch)}});
}

// Writes the functions that end and begin the lifetime of a branch's value.
void write_branch_changes(cxx::Writer& writer, const Union& subject, const std::vector<Branch>& branches) {
  const auto destroyed = [](const Branch& each) {
    return each.is_scalar ? "" : "::dimma::classic::destroy_branch(_branches." + each.name + ");";
  };
  const auto made = [](const Branch& each) { return construct(each, ""); };
  const auto copied = [](const Branch& each) { return construct(each, "_other._branches." + each.name); };
  const auto moved = [](const Branch& each) {
    return construct(each, "::std::move(_other._branches." + each.name + ")");
  };
  writer.write(R"(

void $scope$::_clear() {
  $destroy$
  _held = 0;
}

void $scope$::_select(unsigned _number, $discriminator$ _label) {
  if (_number != _held) {
    _clear();
    $make$
    _held = _number;
  }
  _discriminator = _label;
}

void $scope$::_copy(const $name$& _other) {
  $copy$
  _discriminator = _other._discriminator;
  _held = _other._held;
}

void $scope$::_move($name$& _other) {
  $move$
  _discriminator = _other._discriminator;
  _held = _other._held;
}
)",
               {{"scope", cxx::name_in_namespace(subject)},
                {"name", cxx::identifier(subject)},
                {"discriminator", spell(*subject.discriminator)},
                {"destroy", switch_over("_held", branches, destroyed)},
                {"make", switch_over("_number", branches, made)},
                {"copy", switch_over("_other._held", branches, copied)},
                {"move", switch_over("_other._held", branches, moved)}});
}

void write_discriminator(cxx::Writer& writer, const Union& subject) {
  const std::string cases = cxx::branch_of_label(subject);
  writer.write(R"(

unsigned $scope$::_branch_of($discriminator$$label$) {
  $cases$
}

void $scope$::_refuse() { throw ::CORBA::BAD_PARAM(0, ::CORBA::COMPLETED_NO); }

void $scope$::_d($discriminator$ _label) {
  if (_branch_of(_label) != _held) _refuse();
  _discriminator = _label;
}
)",
               {{"scope", cxx::name_in_namespace(subject)},
                {"discriminator", spell(*subject.discriminator)},
                {"label", cases.find("_label") == std::string::npos ? "" : " _label"},
                {"cases", cases}});
  if (!cxx::has_labels_of_none(subject)) return;
  writer.write(R"(

void $scope$::_default() {
  _clear();
  _discriminator = $label$;
}
)",
               {{"scope", cxx::name_in_namespace(subject)}, {"label", cxx::initial_state(subject).label}});
}

// Writes a modifier. The value may be part of the union, so that it is copied before the union is cleared.
void write_modifier(cxx::Writer& writer, const Union& subject, const Branch& branch, const std::string& parameter,
                    const std::string& copy) {
  writer.write(R"(

void $scope$::$name$($parameter$ _value) {
  $copy$
  _clear();
  $construct$
  _held = $number$;
  _discriminator = $label$;
}
)",
               {{"scope", cxx::name_in_namespace(subject)},
                {"name", branch.name},
                {"parameter", parameter},
                {"copy", copy},
                {"construct", construct(branch, "::std::move(_copied)")},
                {"number", std::to_string(branch.number)},
                {"label", branch.first_label}});
}

void write_modifiers(cxx::Writer& writer, const Union& subject, const Branch& branch) {
  const Type& type = *branch.declaration->type;
  const std::string initialised = branch.held_type + " _copied(_value);";
  switch (class_of(type)) {
    case TypeClass::Scalar:
      break;
    case TypeClass::String:
      write_modifier(writer, subject, branch, "char*", initialised);
      write_modifier(writer, subject, branch, "const char*", initialised);
      break;
    case TypeClass::WideString:
      write_modifier(writer, subject, branch, "::CORBA::WChar*", initialised);
      write_modifier(writer, subject, branch, "const ::CORBA::WChar*", initialised);
      break;
    case TypeClass::Object:
      write_modifier(writer, subject, branch, spell_ptr(type),
                     branch.held_type + " _copied(::dimma::classic::duplicate_reference(_value));");
      break;
    case TypeClass::FixedArray:
    case TypeClass::VariableArray:
      write_modifier(writer, subject, branch, member_in_type(type, branch.declaration->identifier),
                     branch.held_type + " _copied;\n" + copy_array(type, "_copied.value", "_value"));
      break;
    default:
      write_modifier(writer, subject, branch, in_type(type), initialised);
      break;
  }
}

}  // namespace

void write_union_source(cxx::Writer& writer, const Union& subject) {
  const std::vector<Branch> branches = branches_of(subject);
  writer.blank_line();
  write_lifetime(writer, subject);
  write_branch_changes(writer, subject, branches);
  write_discriminator(writer, subject);
  for (const Branch& branch : branches) write_modifiers(writer, subject, branch);
  writer.blank_line();
}

}  // namespace dimma::idl::classic
