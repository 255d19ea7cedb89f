#include "idl/emit/classic/files/files.hpp"

#include <algorithm>

#include <algorithm>

#include "idl/emit/classic/anys/any_operators.hpp"
#include "idl/emit/classic/codecs/codecs.hpp"
#include "idl/emit/classic/files/any_files.hpp"
#include "idl/emit/classic/files/definitions.hpp"
#include "idl/emit/classic/files/enclosing.hpp"
#include "idl/emit/classic/files/inclusions.hpp"
#include "idl/emit/classic/servants/call_servers.hpp"
#include "idl/emit/classic/servants/skeletons.hpp"
#include "idl/emit/classic/servants/ties.hpp"
#include "idl/emit/classic/valuetypes/value_classes.hpp"
#include "idl/emit/files/file_parts.hpp"
#include "idl/emit/interfaces/calls.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/emit/types/interface_queries.hpp"
#include "idl/emit/types/value_queries.hpp"

namespace dimma::idl::classic {

namespace {

void write_declarations(cxx::Writer& writer, const cxx::Contents& contents, const cxx::Context& context) {
  cxx::NamespaceScope scope(writer, context.options.classic.enclosing);
  for (const ForwardDeclaration* forward : contents.declared_in_circle) {
    scope.enter(cxx::namespaces(*forward->target));
    write_declaration(writer, *forward, context);
  }
  for (const Declaration* declaration : contents.definitions) {
    scope.enter(cxx::namespaces(*declaration));
    write_declaration(writer, *declaration, context);
    if (context.options.classic.stub_header_has_any_code()) write_any_operators(writer, *declaration);
  }
}

bool has_asynchronous_calls(const cxx::Contents& contents) {
  return std::any_of(contents.interfaces.begin(), contents.interfaces.end(),
                     [](const Interface* each) { return each->reply_handler != nullptr; });
}

void write_skeletons(cxx::Writer& writer, const cxx::Contents& contents, const cxx::Context& context) {
  write_directives_of_skeletons(writer, contents, context);
  cxx::NamespaceScope scope(writer, context.options.classic.enclosing);
  for (const Interface* interface : contents.interfaces) {
    scope.enter(cxx::skeleton_namespaces(*interface));
    write_skeleton(writer, *interface, context);
  }
  for (const Interface* interface : contents.interfaces) {
    scope.enter(cxx::skeleton_namespaces(*interface));
    write_tie(writer, *interface, context);
  }
}

void write_skeleton_sources(cxx::Writer& writer, const cxx::Contents& contents, const cxx::Context& context) {
  write_call_servers(writer, contents.interfaces, context);
  cxx::NamespaceScope scope(writer, context.options.classic.enclosing);
  for (const Interface* interface : contents.interfaces) {
    scope.enter(cxx::skeleton_namespaces(*interface));
    write_skeleton_source(writer, *interface, context);
  }
}

bool has_boxes(const cxx::Contents& contents) {
  return std::any_of(contents.types.begin(), contents.types.end(),
                     [](const Declaration* each) { return each->kind == DeclarationKind::ValueBox; });
}

bool has_abstract(const cxx::Contents& contents) {
  return std::any_of(contents.types.begin(), contents.types.end(), [](const Declaration* each) {
    return each->kind == DeclarationKind::Interface && cxx::is_abstract(as<Interface>(*each));
  });
}

// Returns true if any type or call of the file has values, or an Any, which may contain some.
bool uses_values(const cxx::Contents& contents, const cxx::Context& context) {
  const auto passes_values = [&](const Interface* interface) {
    const auto calls = calls_of(*interface, context.names);
    return std::any_of(calls.begin(), calls.end(),
                       [](const cxx::Call& call) { return call.sends_values() || call.returns_values(); });
  };
  return std::any_of(contents.types.begin(), contents.types.end(),
                     [](const Declaration* each) { return cxx::holds_values(*each); }) ||
         std::any_of(contents.interfaces.begin(), contents.interfaces.end(), passes_values);
}

}  // namespace

std::string stub_header(const cxx::Contents& contents, const cxx::FileNames& names, const cxx::Context& context) {
  const EmitOptions& options = context.options;
  cxx::Writer writer;
  write_stamp(writer, names);
  open_guard(writer, names.guard + "_CLASSIC");
  writer.write(R"(
#include <dimma/classic/values/array_sequence.hpp>
#include <dimma/classic/generated/codec.hpp>
#include <dimma/classic/corba.hpp>
$boxes$
$values$
$abstract$
)",
               {{"boxes", has_boxes(contents) ? "#include <dimma/classic/valuetypes/value_box.hpp>" : ""},
                {"values", uses_values(contents, context) ? "#include <dimma/classic/generated/values.hpp>" : ""},
                {"abstract", has_abstract(contents) ? "#include <dimma/classic/generated/abstract.hpp>" : ""}});
  writer.blank_line();
  write_inclusions(writer, contents.inclusions, options.stub_header_suffix, options.classic.keeps_include_paths);
  write_orb_parts(writer, contents, options.stub_header_suffix);
  write_directives_of_stubs(writer, contents, context);
  write_declarations(writer, contents, context);
  for (const Declaration* type : contents.typecodes) write_codec(writer, *type);
  write_state_classes(writer, contents, context);
  if (options.classic.combines_files) write_skeletons(writer, contents, context);
  writer.blank_line();
  write_inclusions(writer, contents.late_inclusions, options.stub_header_suffix, options.classic.keeps_include_paths);
  close_guard(writer, names.guard + "_CLASSIC");
  return writer.text();
}

std::string stub_source(const cxx::Contents& contents, const cxx::FileNames& names, const cxx::Context& context) {
  const EmitOptions& options = context.options;
  cxx::Writer writer;
  write_stamp(writer, names);
  // A stub calls the servant's class if the object is in the same process. This takes the class, but no function of it.
  const bool has_any_code = options.classic.any_code == AnyCode::InStubFiles;
  const bool needs_skeletons = options.skeletons && !options.classic.combines_files;
  write_inclusion(writer, names.stem + (needs_skeletons ? options.skeleton_header_suffix : options.stub_header_suffix));
  if (has_asynchronous_calls(contents)) writer.write("#include <dimma/classic/generated/begin_call.hpp>");
  writer.write(R"(
$any_values$
#include <dimma/classic/generated/call.hpp>
#include <dimma/classic/generated/local_call.hpp>
#include <dimma/classic/generated/union_branch.hpp>

#include <cstring>
#include <utility>
)",
               {{"any_values", has_any_code ? "#include <dimma/classic/generated/any_values.hpp>" : ""}});
  writer.blank_line();
  for (const Declaration* type : contents.typecodes) write_codec_source(writer, *type);
  {
    cxx::NamespaceScope scope(writer, context.options.classic.enclosing);
    for (const Declaration* declaration : contents.definitions) {
      scope.enter(cxx::namespaces(*declaration));
      write_declaration_source(writer, *declaration, context);
    }
  }
  if (has_any_code) write_any_definitions(writer, contents, context);
  if (options.classic.combines_files) write_skeleton_sources(writer, contents, context);
  return writer.text();
}

std::string skeleton_header(const cxx::Contents& contents, const cxx::FileNames& names, const cxx::Context& context) {
  const EmitOptions& options = context.options;
  cxx::Writer writer;
  write_stamp(writer, names);
  open_guard(writer, names.guard + "_CLASSIC_SKEL");
  write_inclusion(writer, names.stem + options.stub_header_suffix);
  write_inclusions(writer, contents.inclusions, options.skeleton_header_suffix, options.classic.keeps_include_paths);
  write_orb_parts(writer, contents, options.skeleton_header_suffix);
  write_skeletons(writer, contents, context);
  writer.blank_line();
  write_inclusions(writer, contents.late_inclusions, options.skeleton_header_suffix,
                   options.classic.keeps_include_paths);
  close_guard(writer, names.guard + "_CLASSIC_SKEL");
  return writer.text();
}

std::string skeleton_source(const cxx::Contents& contents, const cxx::FileNames& names, const cxx::Context& context) {
  cxx::Writer writer;
  write_stamp(writer, names);
  write_inclusion(writer, names.stem + context.options.skeleton_header_suffix);
  if (has_asynchronous_calls(contents)) writer.write("#include <dimma/classic/generated/call.hpp>");
  writer.write("#include <cstring>");
  writer.blank_line();
  write_skeleton_sources(writer, contents, context);
  return writer.text();
}

}  // namespace dimma::idl::classic
