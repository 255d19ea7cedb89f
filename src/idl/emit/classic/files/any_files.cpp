#include "idl/emit/classic/files/any_files.hpp"

#include "idl/emit/classic/anys/any_operators.hpp"
#include "idl/emit/classic/anys/typecode_constants.hpp"
#include "idl/emit/classic/files/inclusions.hpp"
#include "idl/emit/files/file_parts.hpp"
#include "idl/emit/names/names.hpp"

namespace dimma::idl::classic {

namespace {

void write_any_declarations(cxx::Writer& writer, const cxx::Contents& contents, const cxx::Context& context) {
  cxx::NamespaceScope scope(writer, context.options.classic.enclosing);
  for (const Declaration* declaration : contents.definitions) {
    scope.enter(cxx::namespaces(*declaration));
    write_typecode_declaration(writer, *declaration);
    write_any_operators(writer, *declaration);
  }
}

}  // namespace

void write_any_definitions(cxx::Writer& writer, const cxx::Contents& contents, const cxx::Context& context) {
  write_typecode_constants(writer, contents, context);
  cxx::NamespaceScope scope(writer, context.options.classic.enclosing);
  for (const Declaration* declaration : contents.definitions) {
    scope.enter(cxx::namespaces(*declaration));
    write_any_operators_source(writer, *declaration, context);
  }
}

std::string any_header(const cxx::Contents& contents, const cxx::FileNames& names, const cxx::Context& context) {
  const EmitOptions& options = context.options;
  const std::string& suffix = options.classic.any_header_suffix;
  cxx::Writer writer;
  write_stamp(writer, names);
  open_guard(writer, names.guard + "_CLASSIC_ANY");
  write_inclusion(writer, names.stem + options.stub_header_suffix);
  write_inclusions(writer, contents.inclusions, suffix, options.classic.keeps_include_paths);
  write_any_declarations(writer, contents, context);
  writer.blank_line();
  write_inclusions(writer, contents.late_inclusions, suffix, options.classic.keeps_include_paths);
  close_guard(writer, names.guard + "_CLASSIC_ANY");
  return writer.text();
}

std::string any_source(const cxx::Contents& contents, const cxx::FileNames& names, const cxx::Context& context) {
  const EmitOptions& options = context.options;
  cxx::Writer writer;
  write_stamp(writer, names);
  write_inclusion(writer,
                  names.stem + (options.classic.stub_header_has_any_code() ? options.stub_header_suffix
                                                                           : options.classic.any_header_suffix));
  writer.write("#include <dimma/classic/generated/any_values.hpp>");
  writer.blank_line();
  write_any_definitions(writer, contents, context);
  return writer.text();
}

}  // namespace dimma::idl::classic
