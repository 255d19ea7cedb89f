#include "idl/emit/definitions/printing.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "idl/emit/definitions/bits.hpp"
#include "idl/emit/definitions/fields.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/text/string_literals.hpp"
#include "idl/emit/types/enum_queries.hpp"

namespace dimma::idl::cxx {

namespace {

bool is_printed(const Declaration& declaration) {
  switch (declaration.kind) {
    case DeclarationKind::Bitmask:
    case DeclarationKind::Bitset:
    case DeclarationKind::Enum:
    case DeclarationKind::Exception:
    case DeclarationKind::Struct:
    case DeclarationKind::Union:
      return true;
    default:
      return false;
  }
}

void write_text(Writer& body, const std::string& text) {
  body.write("::dimma::print_text(_out, $text$);", {{"text", string_literal(text)}});
}

void write_value(Writer& body, const std::string& value) {
  body.write("::dimma::print(_out, $value$);", {{"value", value}});
}

// Writes code that prints "M::S{a=1,b=2}". The base is printed first, without a member name.
void write_members(Writer& body, const Declaration& owner, const std::vector<Member*>& members, const Struct* base) {
  std::string before = owner.full_name() + "{";
  if (base != nullptr) {
    write_text(body, before);
    write_value(body, "static_cast<const " + scoped_name(*base) + "&>(_value)");
    before = ",";
  }
  const std::vector<std::string> accesses = accesses_of(owner, members, "_value");
  for (std::size_t i = 0; i < members.size(); ++i) {
    write_text(body, before + members[i]->identifier + "=");
    write_value(body, accesses[i]);
    before = ",";
  }
  write_text(body, before == "," ? "}" : before + "}");
}

void write_union_body(Writer& body, const Union& subject) {
  write_text(body, subject.full_name() + "{_d=");
  write_value(body, "_value._d()");
  Writer cases;
  for (std::size_t i = 0; i < subject.branches.size(); ++i) {
    const UnionBranch& branch = *subject.branches[i];
    cases.write(
        "case $number$:\n  ::dimma::print_text(_out, $label$);\n  ::dimma::print(_out, _value.$name$());\n  break;",
        {{"number", std::to_string(i + 1)},
         {"label", string_literal("," + branch.identifier + "=")},
         {"name", identifier(branch)}});
  }
  body.write("switch ($type$::_branch_of(_value._d())) {\n  $cases$\n  default:\n    break;\n}",
             {{"type", scoped_name(subject)}, {"cases", cases.text()}});
  write_text(body, "}");
}

void write_enum_body(Writer& body, const Enum& enumeration) {
  const std::string type = string_literal(enumeration.full_name());
  if (!has_own_values(enumeration)) {
    std::vector<std::string> names;
    for (const Enumerator* each : enumeration.enumerators) names.push_back(string_literal(each->identifier));
    body.write(R"(
static constexpr const char* _names[] = {
    $names$};
::dimma::print_enumerator(_out, $type$, _names, $count$, static_cast<::std::uint64_t>(_value));
)",
               {{"names", join(names, ",\n")}, {"type", type}, {"count", std::to_string(names.size())}});
    return;
  }
  Writer cases;
  for (const Enumerator* each : enumeration.enumerators) {
    cases.write(
        "case $name$:\n  return ::dimma::print_text(_out, $text$);",
        {{"name", scoped_name(*each)}, {"text", string_literal(enumeration.full_name() + "::" + each->identifier)}});
  }
  body.write(
      "switch (_value) {\n  $cases$\n}\n"
      "::dimma::print_number(_out, $type$, static_cast<::std::uint64_t>(_value));",
      {{"cases", cases.text()}, {"type", type}});
}

void write_bitmask_body(Writer& body, const Bitmask& mask) {
  body.write("const char* _before = \"\";");
  write_text(body, mask.full_name() + "{");
  for (const BitValue* value : mask.values) {
    body.write(
        "if ((_value & $flag$) != 0) {\n  ::dimma::print_text(_out, _before);\n  ::dimma::print_text(_out, $text$);\n  "
        "_before = \"|\";\n}",
        {{"flag", scoped_name(mask) + "::" + identifier(*value)}, {"text", string_literal(value->identifier)}});
  }
  write_text(body, "}");
}

void write_bitset_body(Writer& body, const Bitset& set) {
  std::string before = set.full_name() + "{";
  for (const Bitfield* field : all_fields(set)) {
    write_text(body, before + field->identifier + "=");
    write_value(body, "_value." + identifier(*field) + "()");
    before = ",";
  }
  write_text(body, before == "," ? "}" : before + "}");
}

std::string body_of(const Declaration& declaration) {
  Writer body;
  switch (declaration.kind) {
    case DeclarationKind::Bitmask:
      write_bitmask_body(body, as<Bitmask>(declaration));
      break;
    case DeclarationKind::Bitset:
      write_bitset_body(body, as<Bitset>(declaration));
      break;
    case DeclarationKind::Enum:
      write_enum_body(body, as<Enum>(declaration));
      break;
    case DeclarationKind::Exception:
      write_members(body, declaration, as<Exception>(declaration).members, nullptr);
      break;
    case DeclarationKind::Struct:
      write_members(body, declaration, as<Struct>(declaration).members, as<Struct>(declaration).base);
      break;
    default:
      write_union_body(body, as<Union>(declaration));
      break;
  }
  return body.text();
}

}  // namespace

void write_printers(Writer& writer, const Contents& contents) {
  std::set<std::vector<std::string>> with_enums;
  for (const Declaration* type : contents.types) {
    if (!is_printed(*type)) continue;
    if (type->kind == DeclarationKind::Enum) with_enums.insert(namespaces(*type));
    writer.write(R"(
template <>
struct dimma::printer<$type$> {
  static void print(::std::ostream& _out, const $type$& _value);
};
)",
                 {{"type", scoped_name(*type)}});
  }
  NamespaceScope scope(writer);
  for (const auto& path : with_enums) {
    scope.enter(path);
    writer.write("using ::dimma::operator<<;");
  }
}

void write_printer_function(Writer& writer, const Declaration& declaration) {
  if (!is_printed(declaration)) return;
  const std::string body = body_of(declaration);
  const bool uses_value = body.find("_value") != std::string::npos;
  writer.write(R"(
void dimma::printer<$type$>::print(::std::ostream& _out, const $type$&$value$) {
  $body$
}
)",
               {{"type", scoped_name(declaration)}, {"value", uses_value ? " _value" : ""}, {"body", body}});
  writer.blank_line();
}

void write_insertion_operator(Writer& writer, const Declaration& declaration) {
  writer.write(R"(
template <::std::same_as<$name$> _same>
friend ::std::ostream& operator<<(::std::ostream& _out, const _same& _value) {
  return ::dimma::write_on(_out, _value);
}
)",
               {{"name", identifier(declaration)}});
}

}  // namespace dimma::idl::cxx
