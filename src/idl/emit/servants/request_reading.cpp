#include "idl/emit/servants/request_reading.hpp"

#include <algorithm>
#include <vector>

#include "idl/emit/text/string_literals.hpp"
#include "idl/emit/types/types.hpp"

namespace dimma::idl::cxx {

bool has_inputs(const Call& call) {
  return std::any_of(call.parameters.begin(), call.parameters.end(),
                     [](const CallParameter& each) { return each.direction != Direction::Out; });
}

void write_reading_of_arguments(Writer& body, const Call& call, bool with_outs) {
  if (has_inputs(call) || call.has_context) body.write("auto& _in = _request.arguments();");
  Writer reads;
  // The scope of ReadingValues ends before the upcall. If an exception ended that scope, ReadingValues would empty the
  // values that were read, but from the upcall on they belong to the servant.
  Writer& reading = call.sends_values() ? reads : body;
  if (call.sends_values()) reads.write("const ::dimma::cdr::ReadingValues _values(_in);");
  for (const CallParameter& parameter : call.parameters) {
    if (parameter.direction == Direction::Out && !with_outs) continue;
    body.write(
        "$type$ $name$$initial$;",
        {{"type", spell(*parameter.type)}, {"name", parameter.name}, {"initial", initialization(*parameter.type)}});
    if (parameter.direction == Direction::Out) continue;
    reading.write("::dimma::cdr::read(_in, $name$);", {{"name", parameter.name}});
  }
  if (!call.told.empty()) {
    body.write("static $table$", {{"table", exception_table(call.told, "_told")}});
    reading.write("if ($holder$) $holder$->_know(_told);", {{"holder", call.parameters.front().name}});
  }
  if (!reads.empty()) body.write("{\n  $reads$\n}", {{"reads", reads.text()}});
  if (call.has_context) body.write("::dimma::cdr::read<::std::vector<::std::string>>(_in);");
}

std::string table_of_raised_ids(const Call& call, const std::string& name) {
  std::vector<std::string> ids;
  for (const Exception* exception : call.raises) ids.push_back(string_literal(exception->repository_id));
  return "::std::string_view " + name + "[] = {\n    " + join(ids, ",\n    ") + "};";
}

}  // namespace dimma::idl::cxx
