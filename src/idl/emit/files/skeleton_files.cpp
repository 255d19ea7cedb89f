// The files of skeletons, of those with deferred replies, and of those whose operations are coroutines.

#include "idl/emit/files/files.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include "idl/emit/files/file_parts.hpp"
#include "idl/emit/interfaces/asynchronous.hpp"
#include "idl/emit/interfaces/calls.hpp"
#include "idl/emit/interfaces/stubs.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/servants/awaitable.hpp"
#include "idl/emit/servants/deferred.hpp"
#include "idl/emit/servants/skeletons.hpp"
#include "idl/emit/servants/ties.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/emit/types/interface_queries.hpp"
#include "idl/emit/values/values.hpp"

namespace dimma::idl::cxx {

namespace {

bool has_reply_handlers(const Contents& contents) {
  return std::any_of(contents.interfaces.begin(), contents.interfaces.end(),
                     [](const Interface* each) { return each->reply_handler != nullptr; });
}

// Returns the included files that define bases of the interfaces: the skeletons of an interface derive from theirs.
std::vector<const Inclusion*> inclusions_with_bases(const Contents& contents) {
  std::set<FileId> files;
  for (const Interface* interface : contents.interfaces) {
    for (const Interface* base : interface->bases) {
      if (!is_abstract(*base)) files.insert(base->file);
    }
  }
  std::vector<const Inclusion*> inclusions;
  for (const auto* all : {&contents.inclusions, &contents.late_inclusions}) {
    std::copy_if(all->begin(), all->end(), std::back_inserter(inclusions),
                 [&](const Inclusion* each) { return files.contains(each->file); });
  }
  return inclusions;
}

bool returns_loans(const Contents& contents, const Context& context) {
  const auto does = [&](const Interface* interface) {
    const auto calls = calls_of(*interface, context.names);
    return std::any_of(calls.begin(), calls.end(), [](const Call& call) { return call.returns_loans(); });
  };
  return std::any_of(contents.interfaces.begin(), contents.interfaces.end(), [&](const Interface* interface) {
    const auto interfaces = with_bases(*interface);
    return std::any_of(interfaces.begin(), interfaces.end(), does);
  });
}

}  // namespace

std::string skeleton_header(const Contents& contents, const FileNames& names, const Context& context) {
  Writer writer;
  write_stamp(writer, names);
  open_guard(writer, names.guard + "_SKEL");
  writer.write(R"(
#include "$header$"

$needed$
#include <dimma/portable_server.hpp>

#include <memory>

)",
               {{"header", names.stem + context.options.stub_header_suffix},
                {"needed", has_reply_handlers(contents) ? "#include <dimma/generated/reply_handler_skel.hpp>" : ""}});
  write_includes(writer, contents.inclusions, context.options.skeleton_header_suffix);
  {
    NamespaceScope scope(writer);
    for (const Interface* interface : contents.interfaces) {
      scope.enter(skeleton_namespaces(*interface));
      write_skeleton_class(writer, *interface, context);
    }
  }
  for (const Interface* interface : contents.interfaces) write_servant_traits(writer, *interface, context);
  for (const ValueType* value : contents.values) write_value_servant_traits(writer, *value);
  write_includes(writer, contents.late_inclusions, context.options.skeleton_header_suffix);
  close_guard(writer, names.guard + "_SKEL");
  return writer.text();
}

std::string skeleton_source(const Contents& contents, const FileNames& names, const Context& context) {
  Writer writer;
  write_stamp(writer, names);
  writer.write(R"(
#include "$header$"

$loaned$
#include <dimma/generated/server_request.hpp>

)",
               {{"header", names.stem + context.options.skeleton_header_suffix},
                {"loaned", returns_loans(contents, context) ? "#include <dimma/generated/loaned_reply.hpp>" : ""}});
  write_call_servers(writer, contents.interfaces, context);
  NamespaceScope scope(writer);
  for (const Interface* interface : contents.interfaces) {
    scope.enter(skeleton_namespaces(*interface));
    write_skeleton_functions(writer, *interface, context);
  }
  scope.enter({});
  return writer.text();
}

std::string deferred_header(const Contents& contents, const FileNames& names, const Context& context) {
  Writer writer;
  write_stamp(writer, names);
  open_guard(writer, names.guard + "_DEFERRED");
  writer.write(R"(
#include "$header$"

#include <dimma/deferred_reply.hpp>

)",
               {{"header", names.stem + context.options.skeleton_header_suffix}});
  write_includes(writer, inclusions_with_bases(contents), context.options.deferred_header_suffix);
  {
    NamespaceScope scope(writer);
    for (const Interface* interface : contents.interfaces) {
      if (is_reply_handler(*interface)) continue;
      scope.enter(skeleton_namespaces(*interface));
      write_deferred_class(writer, *interface, context);
    }
  }
  close_guard(writer, names.guard + "_DEFERRED");
  return writer.text();
}

std::string deferred_source(const Contents& contents, const FileNames& names, const Context& context) {
  Writer writer;
  write_stamp(writer, names);
  writer.write("#include \"$header$\"", {{"header", names.stem + context.options.deferred_header_suffix}});
  writer.blank_line();
  NamespaceScope scope(writer);
  for (const Interface* interface : contents.interfaces) {
    if (is_reply_handler(*interface)) continue;
    scope.enter(skeleton_namespaces(*interface));
    write_deferred_functions(writer, *interface, context);
  }
  scope.enter({});
  return writer.text();
}

std::string awaitable_header(const Contents& contents, const FileNames& names, const Context& context) {
  Writer writer;
  write_stamp(writer, names);
  open_guard(writer, names.guard + "_ASIO");
  writer.write(R"(
#include "$header$"

#include <dimma/asio/servant.hpp>

)",
               {{"header", names.stem + context.options.skeleton_header_suffix}});
  write_includes(writer, inclusions_with_bases(contents), context.options.awaitable_header_suffix);
  NamespaceScope scope(writer);
  for (const Interface* interface : contents.interfaces) {
    if (is_reply_handler(*interface)) continue;
    scope.enter(skeleton_namespaces(*interface));
    write_awaitable_class(writer, *interface, context);
    write_awaitable_functions(writer, *interface, context);
  }
  scope.enter({});
  close_guard(writer, names.guard + "_ASIO");
  return writer.text();
}

}  // namespace dimma::idl::cxx
