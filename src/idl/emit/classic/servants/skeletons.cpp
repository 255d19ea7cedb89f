#include "idl/emit/classic/servants/skeletons.hpp"

#include <algorithm>

#include "idl/emit/classic/interfaces/interface_parts.hpp"
#include "idl/emit/classic/interfaces/signatures.hpp"
#include "idl/emit/classic/servants/call_servers.hpp"
#include "idl/emit/interfaces/calls.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/text/string_literals.hpp"
#include "idl/emit/types/interface_queries.hpp"

namespace dimma::idl::classic {

namespace {

constexpr const char* root = "::PortableServer::ServantBase";

// Returns the skeletons of the direct bases, or the class of all servants.
std::vector<std::string> skeletons_of_bases(const Interface& interface) {
  std::vector<std::string> bases;
  for (const Interface* base : interface.bases) {
    if (!cxx::is_abstract(*base)) bases.push_back(cxx::skeleton_name(*base));
  }
  if (bases.empty()) bases.emplace_back(root);
  return bases;
}

std::string table_name(const Interface& interface) { return "_table_of_" + skeleton_class(interface); }

void write_table(cxx::Writer& writer, const Interface& interface, std::vector<cxx::Call> calls,
                 const cxx::Context& context) {
  std::sort(calls.begin(), calls.end(),
            [](const cxx::Call& left, const cxx::Call& right) { return left.wire_name < right.wire_name; });
  std::string scope;
  for (const std::string& part : servers_namespaces(interface, context)) scope += "::" + part;
  cxx::Writer entries;
  for (const cxx::Call& call : calls) {
    entries.write("::dimma::classic::SkeletonEntry($name$, &$scope$::$function$, $raises$, $count$),",
                  {{"name", cxx::string_literal(call.wire_name)},
                   {"scope", scope},
                   {"function", server_name(call)},
                   {"raises", call.raises.empty() ? "nullptr" : scope + "::" + raises_name(call)},
                   {"count", std::to_string(call.raises.size())}});
  }
  writer.write("static const ::dimma::classic::SkeletonEntry $table$[] = {\n    $entries$\n};",
               {{"table", table_name(interface)}, {"entries", entries.text()}});
  writer.blank_line();
}

void write_dispatch(cxx::Writer& writer, const Interface& interface, const cxx::Context& context) {
  const auto calls = calls_to_make(interface, context);
  std::vector<std::string> steps;
  if (!calls.empty()) {
    write_table(writer, interface, calls, context);
    steps.push_back("::dimma::classic::serve(" + table_name(interface) + ", this, _request)");
  }
  for (const std::string& base : skeletons_of_bases(interface)) steps.push_back(base + "::_dispatch(_request)");
  writer.write(R"(
bool $class$::_dispatch(::dimma::classic::ServerRequest& _request) {
  return $steps$;
}
)",
               {{"class", skeleton_class(interface)}, {"steps", cxx::join(steps, " || ")}});
  writer.blank_line();
}

}  // namespace

std::string skeleton_class(const Interface& interface) {
  const std::string name = cxx::skeleton_name(interface);
  return name.substr(name.rfind(':') + 1);
}

void write_skeleton(cxx::Writer& writer, const Interface& interface, const cxx::Context& context) {
  const std::string name = skeleton_class(interface);
  std::vector<std::string> bases;
  for (const std::string& base : skeletons_of_bases(interface)) bases.push_back("public virtual " + base);
  cxx::Writer operations;
  for (const cxx::Call& call : calls_to_make(interface, context)) {
    // A reply handler need not implement the operations for a oneway, which have no result.
    operations.write(
        call.may_be_left_out ? "virtual void $name$($types$) {}" : "virtual $result$ $name$($parameters$) = 0;",
        {{"result", result_type(call)},
         {"name", call.name},
         {"parameters", parameter_list(call)},
         {"types", parameter_types(call)}});
  }
  writer.blank_line();
  writer.write("/// The base of the servants of interface $idl$.", {{"idl", interface.full_name()}});
  writer.write(R"(
class $name$ : $bases$ {
 public:
  virtual ~$name$() {}

  $stub$_ptr _this();

  $operations$

  virtual bool _dispatch(::dimma::classic::ServerRequest& _request);
  virtual void* _operations(const ::dimma::classic::Interface& _wanted);
  virtual const char* _most_derived_id() const;
  virtual ::CORBA::Boolean _has_interface(const char* _id) const;

 protected:
  $name$() {}
};
)",
               {{"name", name},
                {"bases", cxx::join(bases, ", ")},
                {"stub", cxx::scoped_name(interface)},
                {"operations", operations.text()}});
  writer.blank_line();
}

void write_skeleton_source(cxx::Writer& writer, const Interface& interface, const cxx::Context& context) {
  const auto bases = skeletons_of_bases(interface);
  cxx::Writer casts;
  std::string ids;
  for (std::size_t index = 0; index + 1 < bases.size(); ++index) {
    casts.write("if (void* const _base = $base$::_operations(_wanted)) return _base;", {{"base", bases[index]}});
  }
  for (const std::string& base : bases) ids += " || " + base + "::_has_interface(_id)";
  ids += comparisons_with(cxx::bases_to_make(interface));
  writer.blank_line();
  write_dispatch(writer, interface, context);
  writer.write(R"(
$stub$_ptr $class$::_this() {
  return static_cast<$stub$_ptr>(_this_as($stub$::_interface));
}

void* $class$::_operations(const ::dimma::classic::Interface& _wanted) {
  if (&_wanted == &$stub$::_interface) return this;
  $casts$
  return $last$::_operations(_wanted);
}

const char* $class$::_most_derived_id() const { return $stub$::_interface.repository_id; }

::CORBA::Boolean $class$::_has_interface(const char* _id) const {
  return ::std::strcmp(_id, $stub$::_interface.repository_id) == 0$ids$;
}
)",
               {{"class", skeleton_class(interface)},
                {"stub", cxx::scoped_name(interface)},
                {"casts", casts.text()},
                {"last", bases.back()},
                {"ids", ids}});
  writer.blank_line();
}

}  // namespace dimma::idl::classic
