// The files of stubs: the types and references of an IDL file, and its asynchronous calls.

#include "idl/emit/files/files.hpp"

#include <algorithm>
#include <iterator>

#include "idl/emit/codecs/batches.hpp"
#include "idl/emit/codecs/codecs.hpp"
#include "idl/emit/codecs/sequences.hpp"
#include "idl/emit/contents/needed_headers.hpp"
#include "idl/emit/definitions/exceptions.hpp"
#include "idl/emit/definitions/nested_definitions.hpp"
#include "idl/emit/definitions/printing.hpp"
#include "idl/emit/definitions/structs.hpp"
#include "idl/emit/definitions/typecodes.hpp"
#include "idl/emit/definitions/unions.hpp"
#include "idl/emit/files/definitions.hpp"
#include "idl/emit/files/file_parts.hpp"
#include "idl/emit/interfaces/asynchronous.hpp"
#include "idl/emit/interfaces/completion_tokens.hpp"
#include "idl/emit/interfaces/stubs.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/emit/types/interface_queries.hpp"
#include "idl/emit/types/typecode_kinds.hpp"
#include "idl/emit/values/values.hpp"

namespace dimma::idl::cxx {

namespace {

void write_functions_of_unfinished(Writer& writer, NamespaceScope& scope, const Contents& contents,
                                   const Context& context) {
  for (const Declaration* type : contents.types) {
    if (!context.unfinished.contains(type)) continue;
    scope.enter(namespaces(*type));
    if (type->kind == DeclarationKind::Struct) write_struct_functions(writer, as<Struct>(*type), context);
    if (type->kind == DeclarationKind::Union) write_union_functions(writer, as<Union>(*type), context);
    if (type->kind == DeclarationKind::Exception) write_exception_functions(writer, as<Exception>(*type), context);
  }
}

// A class template creates stubs. It is instantiated in the stub source, and declared extern in the stub header.
void write_instances(Writer& writer, const Contents& contents, const std::string& how) {
  for (const Declaration* type : contents.types) {
    if (type->kind != DeclarationKind::Interface || !is_remote(as<Interface>(*type))) continue;
    writer.write("$how$template struct dimma::stub_class<$name$>;", {{"how", how}, {"name", scoped_name(*type)}});
  }
  writer.blank_line();
}

// Writes a using-declaration of the global operator<< into each namespace. Without it, the operators of the namespace's
// own types would hide those of the library's types.
void use_stream_operators(Writer& writer, const Contents& contents) {
  std::set<std::vector<std::string>> all;
  for (const Declaration* each : contents.definitions) all.insert(namespaces(*each));
  all.erase(std::vector<std::string>{});
  for (const std::vector<std::string>& path : all) {
    writer.write("namespace $name$ {\nusing ::operator<<;\n}", {{"name", join(path, "::")}});
  }
}

bool has_unions(const Contents& contents) {
  return std::any_of(contents.types.begin(), contents.types.end(),
                     [](const Declaration* type) { return type->kind == DeclarationKind::Union; });
}

bool has_batches(const Needed& needed) {
  return std::any_of(needed.elements.begin(), needed.elements.end(),
                     [](const Declaration* type) { return goes_in_batches(*type); });
}

std::string forward_guard(const Declaration& interface) {
  return "DIMMA_FORWARD_" + interface.identifier + "_" + fingerprint(interface.full_name());
}

// Writes the codecs of references to interfaces that other files define. Only those files use the objects.
void write_forward_codecs(Writer& writer, const Contents& contents) {
  for (const Declaration* interface : contents.defined_elsewhere) {
    writer.write(R"(
#ifndef $guard$
#define $guard$
template <>
struct dimma::cdr::codec<::CORBA::object_reference<$name$>> {
  static constexpr ::std::size_t octets_min = codec<::CORBA::object_reference<::CORBA::Object>>::octets_min;
  static void write(Encoder& _out, const ::CORBA::object_reference<$name$>& _value);
  static void read(Decoder& _in, ::CORBA::object_reference<$name$>& _value);
};
#endif
)",
                 {{"guard", forward_guard(*interface)}, {"name", scoped_name(*interface)}});
  }
}

// Writes the functions of codecs that an included header has declared for interfaces of this file.
void write_forward_codec_functions(Writer& writer, const Contents& contents) {
  for (const Declaration* interface : contents.declared_elsewhere) {
    writer.write(R"(
#ifdef $guard$
void dimma::cdr::codec<::CORBA::object_reference<$name$>>::write(
    Encoder& _out, const ::CORBA::object_reference<$name$>& _value) {
  write_object(_out, _value);
}
void dimma::cdr::codec<::CORBA::object_reference<$name$>>::read(
    Decoder& _in, ::CORBA::object_reference<$name$>& _value) {
  _value = narrow_unchecked<$name$>(read_object(_in));
}
#endif
)",
                 {{"guard", forward_guard(*interface)}, {"name", scoped_name(*interface)}});
  }
}

bool has_token_calls(const Contents& contents, const Context& context) {
  return context.options.completion_tokens &&
         std::any_of(contents.types.begin(), contents.types.end(), [](const Declaration* type) {
           return type->kind == DeclarationKind::Interface && takes_tokens(as<Interface>(*type));
         });
}

bool is_in_stub_source(const Declaration& declaration) {
  return declaration.kind == DeclarationKind::Exception || declaration.kind == DeclarationKind::Interface;
}

}  // namespace

std::string stub_header(const Contents& contents, const FileNames& names, const Context& context) {
  Writer writer;
  write_stamp(writer, names);
  open_guard(writer, names.guard + "_STUB");
  Writer needed;
  const Needed all_needed = needed_headers(contents);
  for (const std::string& header : all_needed.headers) needed.write("#include <$header$>", {{"header", header}});
  if (has_token_calls(contents, context)) needed.write("#include <dimma/generated/async_operation.hpp>");
  writer.write(R"(
#include <dimma/corba.hpp>
$needed$
$streams$

#include <array>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

)",
               {{"needed", needed.text()},
                {"streams", context.options.stream_operators ? "#include <dimma/stream_operators.hpp>" : ""}});
  write_includes(writer, contents.inclusions, context.options.stub_header_suffix, all_needed.orb_parts);
  {
    NamespaceScope scope(writer);
    for (const ForwardDeclaration* forward : contents.declared_in_circle) {
      scope.enter(namespaces(*forward->target));
      write_definition(writer, *forward, context);
    }
    for (const Declaration* declaration : without_repeated_forwards(contents.definitions)) {
      scope.enter(namespaces(*declaration));
      write_definition(writer, *declaration, context);
    }
    write_functions_of_unfinished(writer, scope, contents, context);
    write_state_classes(writer, scope, contents, context);
  }
  for (const Declaration* type : contents.types) write_traits(writer, *type);
  writer.blank_line();
  write_instances(writer, contents, "extern ");
  for (const Declaration* type : contents.types) {
    if (has_typecode(*type)) write_typecode_trait(writer, *type);
  }
  writer.blank_line();
  write_forward_codecs(writer, contents);
  for (const Declaration* type : contents.types) write_codec(writer, *type, all_needed.elements);
  writer.blank_line();
  write_sequence_codecs(writer, contents, context.names, "extern ");
  write_printers(writer, contents);
  if (context.options.stream_operators) use_stream_operators(writer, contents);
  write_includes(writer, contents.late_inclusions, context.options.stub_header_suffix);
  close_guard(writer, names.guard + "_STUB");
  return writer.text();
}

std::string stub_source(const Contents& contents, const FileNames& names, const Context& context) {
  const Needed needed = needed_headers(contents);
  Writer writer;
  write_stamp(writer, names);
  writer.write(R"(
#include "$header$"

#include <dimma/generated/call.hpp>
$batches$
$unions$

)",
               {{"header", names.stem + context.options.stub_header_suffix},
                {"batches", has_batches(needed) ? "#include <dimma/generated/cdr/batches.hpp>" : ""},
                {"unions", has_unions(contents) ? "#include <dimma/generated/cdr/union_codec.hpp>" : ""}});
  write_typecodes(writer, contents.typecodes, context);
  write_instances(writer, contents, "");
  write_forward_codec_functions(writer, contents);
  for (const Declaration* type : contents.types) write_codec_functions(writer, *type, needed.elements);
  write_sequence_codecs(writer, contents, context.names, "");
  for (const Declaration* type : contents.types) write_printer_function(writer, *type);
  NamespaceScope scope(writer);
  for (const Declaration* type : contents.types) {
    if (!is_in_stub_source(*type)) continue;
    scope.enter(namespaces(*type));
    if (type->kind == DeclarationKind::Exception) write_exception_source(writer, as<Exception>(*type));
    if (type->kind == DeclarationKind::Interface) write_stub_functions(writer, as<Interface>(*type), context);
  }
  scope.enter({});
  return writer.text();
}

std::string asynchronous_header(const Contents& contents, const FileNames& names, const Context& context) {
  Writer writer;
  write_stamp(writer, names);
  open_guard(writer, names.guard + "_AMI");
  writer.write("#include \"$header$\"", {{"header", names.stem + context.options.skeleton_header_suffix}});
  writer.blank_line();
  // An included file has such a header only if it has asynchronous calls.
  std::vector<const Inclusion*> inclusions;
  for (const auto* all : {&contents.inclusions, &contents.late_inclusions}) {
    std::copy_if(all->begin(), all->end(), std::back_inserter(inclusions),
                 [&](const Inclusion* each) { return contents.asynchronous_files.contains(each->file); });
  }
  write_includes(writer, inclusions, context.options.asynchronous_header_suffix);
  for (const Interface* interface : contents.interfaces) write_asynchronous_traits(writer, *interface);
  close_guard(writer, names.guard + "_AMI");
  return writer.text();
}

}  // namespace dimma::idl::cxx
