#include "idl/emit/classic/interfaces/operation_tables.hpp"

#include <string>
#include <vector>

#include "idl/emit/names/names.hpp"
#include "idl/emit/text/string_literals.hpp"

namespace dimma::idl::classic {

void write_operation_table(cxx::Writer& body, const cxx::Call& call, OperationSends sends) {
  std::vector<std::string> entries;
  for (const Exception* exception : call.raises) {
    entries.push_back("{" + cxx::string_literal(exception->repository_id) + ", &::dimma::classic::raise_exception< " +
                      cxx::scoped_name(*exception) + ">}");
  }
  if (!entries.empty()) {
    body.write("static const ::dimma::classic::ExceptionEntry _raises[] = {\n    $entries$};",
               {{"entries", cxx::join(entries, ",\n")}});
  }
  body.write(
      "static const ::dimma::classic::Operation _operation = {$name$, $oneway$, $raises$, $count$, nullptr, $parted$};",
      {{"name", cxx::string_literal(call.wire_name)},
       {"oneway", call.is_oneway ? "true" : "false"},
       {"raises", entries.empty() ? "nullptr" : "_raises"},
       {"count", std::to_string(entries.size())},
       {"parted", sends == OperationSends::InParts ? "true" : "false"}});
}

}  // namespace dimma::idl::classic
