#include "idl/emit/classic/anys/any_operators.hpp"

#include <string>
#include <vector>

#include "idl/emit/classic/anys/typecode_constants.hpp"
#include "idl/emit/classic/definitions/exceptions.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/types/interface_queries.hpp"
#include "idl/emit/types/typecode_kinds.hpp"

namespace dimma::idl::classic {

namespace {

// One operator: its parameter `_value`, and the statement of its function, which uses `$typecode$`.
struct Operator {
  bool inserts;
  const char* parameter;
  const char* body;
};

using Operators = std::vector<Operator>;

// An extracted value belongs to the Any. The mapping's older form of extraction returns it as one that is not const.
const Operators& operators_of_value() {
  static const Operators operators = {
      {true, "const $type$& _value", "::dimma::classic::insert_copy(_any, $typecode$, _value);"},
      {true, "$type$* _value", "::dimma::classic::insert_owned(_any, $typecode$, _value);"},
      {false, "const $type$*& _value", "return ::dimma::classic::extract_pointer(_any, $typecode$, _value);"},
      {false, "$type$*& _value",
       "return ::dimma::classic::extract_pointer(_any, $typecode$, const_cast<const $type$*&>(_value));"}};
  return operators;
}

const Operators& operators_of_exception() {
  static const Operators operators = {
      {true, "const $type$& _value", "::dimma::classic::insert_exception_copy(_any, $typecode$, _value);"},
      {true, "$type$* _value", "::dimma::classic::insert_exception_owned(_any, $typecode$, _value);"},
      {false, "const $type$*& _value", "return ::dimma::classic::extract_exception(_any, $typecode$, _value);"},
      {false, "$type$*& _value",
       "return ::dimma::classic::extract_exception(_any, $typecode$, const_cast<const $type$*&>(_value));"}};
  return operators;
}

const Operators& operators_of_enum() {
  static const Operators operators = {
      {true, "$type$ _value", "::dimma::classic::insert_copy(_any, $typecode$, _value);"},
      {false, "$type$& _value", "return ::dimma::classic::extract_value(_any, $typecode$, _value);"}};
  return operators;
}

const Operators& operators_of_array() {
  static const Operators operators = {
      {true, "const $type$_forany& _value", "::dimma::classic::insert_array(_any, $typecode$, _value);"},
      {false, "$type$_forany& _value", "return ::dimma::classic::extract_array(_any, $typecode$, _value);"}};
  return operators;
}

const Operators& operators_of_interface() {
  static const Operators operators = {
      {true, "$type$_ptr _value", "::dimma::classic::insert_reference(_any, $typecode$, _value);"},
      {true, "$type$_ptr* _value",
       "::dimma::classic::insert_owned_reference(_any, $typecode$, *_value);\n*_value = nullptr;"},
      {false, "$type$_ptr& _value", "return ::dimma::classic::extract_reference(_any, $typecode$, _value);"}};
  return operators;
}

// Inserting counts a reference, or takes the caller's one over. An extracted value belongs to the Any.
const Operators& operators_of_valuetype() {
  static const Operators operators = {
      {true, "$type$* _value", "::dimma::classic::insert_valuetype(_any, $typecode$, _value);"},
      {true, "$type$** _value", "::dimma::classic::insert_owned_valuetype(_any, $typecode$, *_value);\n*_value = 0;"},
      {false, "$type$*& _value", "return ::dimma::classic::extract_valuetype(_any, $typecode$, _value);"}};
  return operators;
}

const Operators& operators_of_abstract() {
  static const Operators operators = {
      {true, "$type$_ptr _value", "::dimma::classic::insert_abstract(_any, $typecode$, _value);"},
      {true, "$type$_ptr* _value", "::dimma::classic::insert_owned_abstract(_any, $typecode$, *_value);\n*_value = 0;"},
      {false, "$type$_ptr& _value", "return ::dimma::classic::extract_abstract(_any, $typecode$, _value);"}};
  return operators;
}

const Operators& operators_of(const Declaration& declaration) {
  static const Operators none;
  if (!cxx::has_typecode(declaration)) return none;
  switch (declaration.kind) {
    case DeclarationKind::Enum:
      return operators_of_enum();
    case DeclarationKind::Exception:
      return operators_of_exception();
    case DeclarationKind::Interface:
      return cxx::is_abstract(as<Interface>(declaration)) ? operators_of_abstract() : operators_of_interface();
    case DeclarationKind::Struct:
    case DeclarationKind::Union:
      return operators_of_value();
    case DeclarationKind::ValueBox:
    case DeclarationKind::ValueType:
      return operators_of_valuetype();
    case DeclarationKind::Typedef: {
      const TypeKind kind = as<Typedef>(declaration).type->kind;
      if (kind == TypeKind::Array) return operators_of_array();
      return kind == TypeKind::Sequence ? operators_of_value() : none;
    }
    default:
      return none;
  }
}

void add_with_nested(std::vector<const Declaration*>& all, const Declaration& declaration) {
  const auto add_nested = [&](const std::vector<Declaration*>& nested) {
    for (const Declaration* each : nested) add_with_nested(all, *each);
  };
  switch (declaration.kind) {
    case DeclarationKind::Exception:
      add_nested(as<Exception>(declaration).nested_types);
      break;
    case DeclarationKind::Interface:
      add_nested(as<Interface>(declaration).contents);
      break;
    case DeclarationKind::Struct:
      add_nested(as<Struct>(declaration).nested_types);
      break;
    case DeclarationKind::Union:
      add_nested(as<Union>(declaration).nested_types);
      break;
    case DeclarationKind::ValueType:
      add_nested(as<ValueType>(declaration).contents);
      break;
    default:
      break;
  }
  all.push_back(&declaration);
}

std::vector<const Declaration*> with_nested_types(const Declaration& declaration) {
  std::vector<const Declaration*> all;
  add_with_nested(all, declaration);
  return all;
}

std::string replaced(const char* text, const Declaration& declaration) {
  cxx::Writer writer;
  writer.write(text, {{"type", cxx::scoped_name(declaration)}, {"typecode", typecode_constant(declaration)}});
  std::string result = writer.text();
  while (result.ends_with('\n')) result.pop_back();
  return result;
}

// Returns "void operator<<=(::CORBA::Any& _any, const ::M::S& _value)".
std::string head_of(const Operator& subject, const Declaration& declaration) {
  const std::string parameter = replaced(subject.parameter, declaration);
  return subject.inserts ? "void operator<<=(::CORBA::Any& _any, " + parameter + ")"
                         : "::CORBA::Boolean operator>>=(const ::CORBA::Any& _any, " + parameter + ")";
}

}  // namespace

void write_any_operators(cxx::Writer& writer, const Declaration& declaration) {
  for (const Declaration* each : with_nested_types(declaration)) {
    for (const Operator& subject : operators_of(*each)) writer.write("$head$;", {{"head", head_of(subject, *each)}});
  }
}

void write_any_operators_source(cxx::Writer& writer, const Declaration& declaration, const cxx::Context& context) {
  for (const Declaration* each : with_nested_types(declaration)) {
    if (inserts_itself(*each, context)) {
      writer.write("void $scope$::_insert(::CORBA::Any& _any) const { _any <<= *this; }",
                   {{"scope", cxx::name_in_namespace(*each)}});
    }
    for (const Operator& subject : operators_of(*each)) {
      writer.write("$head$ {\n  $body$\n}",
                   {{"head", head_of(subject, *each)}, {"body", replaced(subject.body, *each)}});
    }
  }
}

}  // namespace dimma::idl::classic
