// Implements `dimma config check`.
#include "orb/options/config_file.hpp"
#include "services/naming/text/names.hpp"
#include "services/tools/common/flags.hpp"
#include "services/tools/common/output.hpp"
#include "services/tools/config/config.hpp"

#include <boost/json.hpp>

#include <iostream>

namespace dimma::tools::config {

namespace {

using dimma::naming::printable;

boost::json::object json_of(const orb::CheckedConfig& checked) {
  boost::json::array options;
  for (const auto& said : checked.options) {
    options.push_back({{"option", said.option}, {"value", printable(said.value)}, {"from", printable(said.from)}});
  }
  boost::json::array faults;
  for (const auto& fault : checked.faults) {
    faults.push_back({{"line", fault.line}, {"column", fault.column}, {"error", printable(fault.text)}});
  }
  return {{"is_right", checked.faults.empty()}, {"options", options}, {"errors", faults}};
}

}  // namespace

int check(Invocation invocation) {
  std::string file;
  bool is_json = false;
  Flags flags(invocation.command,
              "Reads a config file as an ORB does when it starts. Prints the options that it sets, or its first 20 "
              "errors\nand what to do about them. The exit status is 1 if there are errors. Files that options name "
              "are not read,\nexcept that of a passphrase.");
  flags.toggle("json", is_json, "print JSON");
  flags.argument("FILE", file, "the file");
  if (!flags.parse(invocation.arguments)) return done;
  const auto checked = orb::check_config(file);
  if (is_json) {
    print_json(json_of(checked));
  } else if (!checked.faults.empty()) {
    for (const auto& fault : checked.faults) std::cerr << "dimma: " << printable(orb::text_of(file, fault)) << '\n';
  } else if (checked.options.empty()) {
    print_line(printable(file) + ": there are no options");
  } else {
    for (const auto& said : checked.options) {
      print_line(said.option + ' ' + printable(said.value) + "  (" + printable(said.from) + ')');
    }
  }
  return checked.faults.empty() ? done : refused;
}

}  // namespace dimma::tools::config
