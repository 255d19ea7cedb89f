// Implements `dimma access check`.
#include "services/naming/text/names.hpp"
#include "services/tools/access/access.hpp"
#include "services/tools/common/flags.hpp"
#include "services/tools/common/output.hpp"

#include <dimma/access.hpp>

#include <boost/json.hpp>

namespace dimma::tools::access {

int check(Invocation invocation) {
  std::string file;
  bool is_json = false;
  Flags flags(invocation.command,
              "Reads a file of access rules as an ORB does when it starts. Prints the number of rules, or the place of "
              "an\nerror and what was expected there. The exit status is 1 if the file is invalid.");
  flags.toggle("json", is_json, "print JSON");
  flags.argument("FILE", file, "the file");
  if (!flags.parse(invocation.arguments)) return done;
  try {
    const auto rules = AccessRules::read_file(file);
    if (is_json) {
      print_json(boost::json::object{{"is_right", true}, {"rules", rules->size()}});
    } else if (rules->size() == 0) {
      print_line(file + ": there are no rules, so that everything is refused");
    } else {
      print_line(file + ": " + std::to_string(rules->size()) + (rules->size() == 1 ? " rule" : " rules"));
    }
    return done;
  } catch (const AccessRulesError& wrong) {
    if (!is_json) throw Failure(refused, wrong.what());
    print_json(boost::json::object{{"is_right", false},
                                   {"line", wrong.line()},
                                   {"column", wrong.column()},
                                   {"error", dimma::naming::printable(wrong.what())}});
    return refused;
  }
}

}  // namespace dimma::tools::access
