#include "idl/emit/servants/served_later.hpp"

#include <algorithm>
#include <set>

#include "idl/emit/names/names.hpp"
#include "idl/emit/text/string_literals.hpp"
#include "idl/emit/types/interface_queries.hpp"
#include "idl/emit/types/types.hpp"

namespace dimma::idl::cxx {

std::vector<Call> calls_served_later(const Interface& interface, const VariableNames& names) {
  std::vector<Call> calls = calls_of(interface, names);
  std::set<const Interface*> served_by_bases;
  for (const Interface* base : interface.bases) {
    if (is_abstract(*base)) continue;
    for (const Interface* each : abstract_bases(*base)) served_by_bases.insert(each);
  }
  for (const Interface* base : abstract_bases(interface)) {
    if (served_by_bases.contains(base)) continue;
    for (Call& call : calls_of(*base, names)) calls.push_back(std::move(call));
  }
  std::sort(calls.begin(), calls.end(),
            [](const Call& left, const Call& right) { return left.wire_name < right.wire_name; });
  return calls;
}

std::vector<std::string> values_to_object(const Call& call) {
  std::vector<std::string> list;
  for (const CallParameter& each : call.parameters) {
    if (each.direction != Direction::Out) list.push_back(spell(*each.type) + " " + each.name);
  }
  return list;
}

std::vector<std::string> moved_values(const Call& call) {
  std::vector<std::string> list;
  for (const CallParameter& each : call.parameters) {
    if (each.direction == Direction::Out) continue;
    const bool is_moved = passing(*each.type) != Passing::Value;
    list.push_back(is_moved ? "::std::move(" + each.name + ")" : each.name);
  }
  return list;
}

std::vector<std::string> types_from_object(const Call& call) {
  std::vector<std::string> list;
  if (call.result != nullptr) list.push_back(spell(*call.result));
  for (const CallParameter& each : call.parameters) {
    if (each.direction != Direction::In) list.push_back(spell(*each.type));
  }
  return list;
}

void write_dispatch_later(Writer& writer, const ServantBase& base, const std::string& entries) {
  std::vector<std::string> others;
  for (const Interface* each : base.interface.bases) {
    if (!is_abstract(*each)) others.push_back(base.name_of(*each) + "::_dispatch(_request)");
  }
  if (others.empty()) others.push_back("::PortableServer::Servant::_dispatch(_request)");
  Writer own;
  if (!entries.empty()) {
    own.write(R"(
static constexpr ::dimma::SkeletonEntry _table[] = {
    $entries$
};
if (::dimma::serve(_table, this, _request)) return true;
)",
              {{"entries", entries}});
  }
  writer.write(
      R"(
$specifier$bool $name$::_dispatch(::dimma::ServerRequest& _request) {
  $own$
  return $others$;
}
)",
      {{"specifier", base.specifier}, {"name", base.name}, {"own", own.text()}, {"others", join(others, " || ")}});
  writer.blank_line();
}

void write_search_later(Writer& writer, const ServantBase& base, const Context& context) {
  Writer bases;
  for (const Interface* each : base.interface.bases) {
    if (!is_abstract(*each)) bases.write("$base$::_find_operation(_search);", {{"base", base.name_of(*each)}});
  }
  std::vector<std::string> names;
  for (const Call& call : calls_served_later(base.interface, context.names)) {
    names.push_back(string_literal(call.wire_name));
  }
  Writer own;
  if (!names.empty()) {
    own.write("static constexpr ::std::string_view _names[] = {\n    $names$};", {{"names", join(names, ",\n    ")}});
  }
  writer.write(R"(
$specifier$void $name$::_find_operation(::dimma::OperationSearch& _search) const {
  $own$
  const auto _before = _search.having.size();
  $bases$
  _search.look_behind_bases($stub$::_interface_tag, $names$, _before);
}
)",
               {{"specifier", base.specifier},
                {"name", base.name},
                {"own", own.text()},
                {"bases", bases.text()},
                {"stub", scoped_name(base.interface)},
                {"names", names.empty() ? "{}" : "_names"}});
  writer.blank_line();
}

}  // namespace dimma::idl::cxx
