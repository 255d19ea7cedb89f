#include "idl/emit/classic/definitions/exceptions.hpp"

#include "idl/emit/classic/definitions/members.hpp"
#include "idl/emit/classic/types/spelling.hpp"
#include "idl/emit/classic/types/type_classes.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/text/string_literals.hpp"
#include "idl/emit/types/typecode_kinds.hpp"

namespace dimma::idl::classic {

namespace {

// The names of members begin with a letter, so that these clash with none.
std::string parameter_name(const Member& member) { return "_" + member.identifier + "_"; }

std::string parameters(const Exception& exception) {
  std::vector<std::string> all;
  for (const Member* each : exception.members) {
    all.push_back(member_in_type(*each->type, each->identifier) + " " + parameter_name(*each));
  }
  return cxx::join(all, ", ");
}

// Returns ": a(), b()", which leaves no number without a value.
std::string initialisers(const Exception& exception) {
  std::vector<std::string> all;
  for (const Member* each : exception.members) all.push_back(member_name(*each) + "()");
  return all.empty() ? "" : " : " + cxx::join(all, ", ");
}

std::string assignment(const Member& member) {
  const std::string name = member_name(member);
  const std::string parameter = parameter_name(member);
  switch (class_of(*member.type)) {
    case TypeClass::Object:
      return name + " = ::dimma::classic::duplicate_reference(" + parameter + ");\n";
    case TypeClass::FixedArray:
    case TypeClass::VariableArray:
      return copy_array(*member.type, name, parameter) + "\n";
    default:
      return name + " = " + parameter + ";\n";
  }
}

std::string assignments(const Exception& exception) {
  std::string all;
  for (const Member* each : exception.members) all += assignment(*each);
  return all;
}

// Exceptions of local interfaces, which are never sent, have no codec.
bool is_sent(const Exception& exception) { return cxx::has_typecode(exception); }

}  // namespace

bool inserts_itself(const Declaration& declaration, const cxx::Context& context) {
  return declaration.kind == DeclarationKind::Exception && cxx::has_typecode(declaration) &&
         context.options.classic.stub_header_has_any_code();
}

void write_exception(cxx::Writer& writer, const Exception& exception, const cxx::Context& context) {
  const std::string name = cxx::identifier(exception);
  writer.blank_line();
  writer.write("/// exception $idl$\nclass $name$ : public ::CORBA::UserException {\n public:",
               {{"idl", exception.full_name()}, {"name", name}});
  {
    const cxx::Writer::Indentation inside(writer);
    write_nested_types(writer, exception.nested_types, context);
    write_members(writer, exception.members);
    if (!exception.members.empty()) writer.blank_line();
    writer.write("$name$();", {{"name", name}});
    if (!exception.members.empty()) {
      writer.write("$explicit$$name$($parameters$);", {{"explicit", exception.members.size() == 1 ? "explicit " : ""},
                                                       {"name", name},
                                                       {"parameters", parameters(exception)}});
    }
    writer.write(
        R"(
static const char* const _PD_repoId;  // omniORB's name for the repository id
static $name$* _downcast(::CORBA::Exception* _exception);
static const $name$* _downcast(const ::CORBA::Exception* _exception);
static $name$* _narrow(::CORBA::Exception* _exception);
void _raise() const override;
const char* _name() const override;
const char* _rep_id() const override;
$encode$
$insert$
)",
        {{"name", name},
         {"insert", inserts_itself(exception, context) ? "void _insert(::CORBA::Any& _any) const override;" : ""},
         {"encode", is_sent(exception) ? "void _encode(::dimma::classic::Output& _out) const override;" : ""}});
  }
  writer.write("};");
  writer.blank_line();
}

void write_exception_source(cxx::Writer& writer, const Exception& exception) {
  const std::string type = cxx::scoped_name(exception);
  const std::string scope = cxx::name_in_namespace(exception);
  const std::string name = cxx::identifier(exception);
  writer.blank_line();
  writer.write("const char* const $scope$::_PD_repoId = $id$;",
               {{"scope", scope}, {"id", cxx::string_literal(exception.repository_id)}});
  writer.write("$scope$::$name$()$initialisers$ {}",
               {{"scope", scope}, {"name", name}, {"initialisers", initialisers(exception)}});
  if (!exception.members.empty()) {
    writer.write("$scope$::$name$($parameters$)$initialisers$ {\n  $assignments$\n}",
                 {{"scope", scope},
                  {"name", name},
                  {"parameters", parameters(exception)},
                  {"initialisers", initialisers(exception)},
                  {"assignments", assignments(exception)}});
  }
  writer.write(R"(
$type$* $scope$::_downcast(::CORBA::Exception* _exception) {
  return dynamic_cast< $type$*>(_exception);
}
const $type$* $scope$::_downcast(const ::CORBA::Exception* _exception) {
  return dynamic_cast<const $type$*>(_exception);
}
$type$* $scope$::_narrow(::CORBA::Exception* _exception) {
  return dynamic_cast< $type$*>(_exception);
}
void $scope$::_raise() const { throw *this; }
const char* $scope$::_name() const { return $bare$; }
const char* $scope$::_rep_id() const { return $id$; }
$encode$
)",
               {{"type", type},
                {"scope", scope},
                {"bare", cxx::string_literal(exception.identifier)},
                {"id", cxx::string_literal(exception.repository_id)},
                {"encode", is_sent(exception) ? "void " + scope +
                                                    "::_encode(::dimma::classic::Output& _out) const {\n  "
                                                    "::dimma::classic::codec< " +
                                                    type + ">::write(_out, *this);\n}"
                                              : ""}});
  writer.blank_line();
}

}  // namespace dimma::idl::classic
