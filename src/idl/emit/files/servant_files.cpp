// The files of servants: starting points, which the user edits.

#include "idl/emit/files/files.hpp"

#include "idl/emit/files/file_parts.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/servants/servants.hpp"
#include "idl/emit/text/writer.hpp"

namespace dimma::idl::cxx {

std::string servant_header(const Contents& contents, const FileNames& names, const Context& context) {
  Writer writer;
  write_servant_stamp(writer, names);
  open_guard(writer, names.guard + "_SERVANT");
  writer.write("#include \"$header$\"", {{"header", names.stem + context.options.skeleton_header_suffix}});
  writer.blank_line();
  {
    NamespaceScope scope(writer);
    for (const Interface* interface : contents.interfaces) {
      scope.enter(namespaces(*interface));
      write_servant_class(writer, *interface, context);
    }
  }
  close_guard(writer, names.guard + "_SERVANT");
  return writer.text();
}

std::string servant_source(const Contents& contents, const FileNames& names, const Context& context) {
  Writer writer;
  write_servant_stamp(writer, names);
  writer.write("#include \"$header$\"", {{"header", names.stem + context.options.servant_header_suffix}});
  writer.blank_line();
  NamespaceScope scope(writer);
  for (const Interface* interface : contents.interfaces) {
    scope.enter(namespaces(*interface));
    write_servant_functions(writer, *interface, context);
  }
  scope.enter({});
  return writer.text();
}

}  // namespace dimma::idl::cxx
