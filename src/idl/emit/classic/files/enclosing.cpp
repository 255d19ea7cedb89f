#include "idl/emit/classic/files/enclosing.hpp"

#include <set>
#include <string>
#include <vector>

#include "idl/emit/names/names.hpp"

namespace dimma::idl::classic {

namespace {

void write_directives(cxx::Writer& writer, const std::set<std::string>& modules, const cxx::Context& context) {
  const std::vector<std::string>& path = context.options.classic.enclosing;
  if (path.empty()) return;
  std::string scope;
  for (const std::string& part : path) scope += "::" + part;
  {
    cxx::NamespaceScope scopes(writer, path);
    scopes.enter({});
    for (const std::string& module : modules) writer.write("namespace $module$ {}", {{"module", module}});
  }
  writer.blank_line();
  for (const std::string& module : modules) {
    writer.write("namespace $module$ {\nusing namespace $scope$::$module$;\n}", {{"module", module}, {"scope", scope}});
  }
  writer.blank_line();
}

void insert_outermost(std::set<std::string>& modules, const std::vector<std::string>& path) {
  if (!path.empty()) modules.insert(path.front());
}

}  // namespace

void write_directives_of_stubs(cxx::Writer& writer, const cxx::Contents& contents, const cxx::Context& context) {
  std::set<std::string> modules;
  for (const Declaration* each : contents.definitions) insert_outermost(modules, cxx::namespaces(*each));
  write_directives(writer, modules, context);
}

void write_directives_of_skeletons(cxx::Writer& writer, const cxx::Contents& contents, const cxx::Context& context) {
  std::set<std::string> modules;
  for (const Interface* each : contents.interfaces) insert_outermost(modules, cxx::skeleton_namespaces(*each));
  write_directives(writer, modules, context);
}

}  // namespace dimma::idl::classic
