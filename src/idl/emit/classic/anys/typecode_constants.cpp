#include "idl/emit/classic/anys/typecode_constants.hpp"

#include <string_view>

#include "idl/emit/classic/typecodes/typecode_octets.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/types/typecode_kinds.hpp"

namespace dimma::idl::classic {

namespace {

constexpr std::size_t octets_in_a_line = 24;

std::string constant_name(const Declaration& declaration) { return "_tc_" + declaration.identifier; }

// Every escape sequence has three digits, so that a digit which follows cannot become a part of it. A question mark
// could begin a trigraph.
std::string within_literal(unsigned char octet) {
  const bool is_printable = octet >= ' ' && octet <= '~';
  if (is_printable && octet != '"' && octet != '\\' && octet != '?') return {static_cast<char>(octet)};
  const unsigned value = octet;
  return {'\\', static_cast<char>('0' + value / 64), static_cast<char>('0' + value / 8 % 8),
          static_cast<char>('0' + value % 8)};
}

// Returns string literals that the C++ compiler joins, one in a line.
std::string literals(std::string_view octets) {
  std::string text;
  for (std::size_t i = 0; i < octets.size(); ++i) {
    if (i % octets_in_a_line == 0) text += i == 0 ? "\"" : "\"\n\"";
    text += within_literal(static_cast<unsigned char>(octets[i]));
  }
  return text + "\"";
}

// Returns the name of the constant in its namespace: "I::_tc_S".
std::string constant_in_namespace(const Declaration& declaration) {
  const std::string name = constant_name(declaration);
  return cxx::is_in_namespace(declaration) ? name : cxx::name_in_namespace(*declaration.enclosing) + "::" + name;
}

}  // namespace

std::string typecode_constant(const Declaration& declaration) {
  const std::string scope = declaration.enclosing == nullptr ? "" : cxx::scoped_name(*declaration.enclosing);
  return scope + "::" + constant_name(declaration);
}

void write_typecode_declaration(cxx::Writer& writer, const Declaration& declaration) {
  if (!cxx::has_typecode(declaration)) return;
  writer.write(
      "$specifier$ const ::CORBA::TypeCode_ptr $name$;",
      {{"specifier", cxx::is_in_namespace(declaration) ? "extern" : "static"}, {"name", constant_name(declaration)}});
}

void write_typecode_constants(cxx::Writer& writer, const cxx::Contents& contents, const cxx::Context& context) {
  cxx::NamespaceScope scope(writer, context.options.classic.enclosing);
  std::size_t number = 0;
  for (const Declaration* each : contents.typecodes) {
    scope.enter(cxx::namespaces(*each));
    const std::string octets = typecode_octets(*each);
    writer.write(R"(
// $idl$
static ::CORBA::TypeCode $typecode$(
    $octets$,
    $count$);
const ::CORBA::TypeCode_ptr $constant$ = &$typecode$;
)",
                 {{"idl", each->full_name()},
                  {"typecode", "_typecode_" + std::to_string(++number) + "_of_" + context.file},
                  {"octets", literals(octets)},
                  {"count", std::to_string(octets.size())},
                  {"constant", constant_in_namespace(*each)}});
    writer.blank_line();
  }
}

}  // namespace dimma::idl::classic
