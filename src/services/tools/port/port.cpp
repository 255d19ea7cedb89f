#include "services/tools/port/port.hpp"

#include "services/tools/common/flags.hpp"
#include "services/tools/common/output.hpp"
#include "services/tools/common/words.hpp"
#include "services/tools/port/report.hpp"

#include <boost/json.hpp>

namespace dimma::tools::port {

namespace {

constexpr const char* purpose =
    "Lists the CORBA names, headers, libraries and options of IDL compilers that the C++ files, IDL files and "
    "makefiles\n"
    "below the folders use: what the classic mapping of dimma has, has differently, or lacks, and what to do about "
    "it.\n"
    "Nothing is compiled except the IDL; names are found without their meaning, also in code that an #if leaves out.\n"
    "The exit status is 1 if a file could not be read.";

// Prints the whole table instead of what some sources use.
void print_table(bool is_json) {
  boost::json::array all;
  for (const Entry& entry : table().entries()) {
    const std::string status(to_string(entry.status));
    if (is_json) {
      all.push_back({{"name", entry.name}, {"kind", entry.kind}, {"status", status}, {"advice", entry.advice}});
    } else {
      print_line(status + ' ' + entry.kind + ' ' + entry.name + (entry.advice.empty() ? "" : ": " + entry.advice));
    }
  }
  if (is_json) print_json(all);
}

}  // namespace

int run(Invocation invocation) {
  std::vector<std::string> paths;
  IdlOptions idl;
  bool is_json = false;
  bool is_list = false;
  Flags flags(invocation.command, purpose);
  flags.toggle("json", is_json, "print JSON");
  flags.texts("include,I", idl.include_directories, "DIR", "a folder of included IDL files, as for dimma-idl");
  flags.texts("define,D", idl.macros, "NAME[=TEXT]", "a macro for IDL files, as for dimma-idl");
  flags.toggle("list", is_list, "print all names that the command knows, instead of those in files");
  flags.more_arguments("DIR", paths, "the folders; a single file is accepted too");
  if (!flags.parse(invocation.arguments)) return done;
  if (is_list) {
    if (!paths.empty()) throw UsageError("--list takes no folder");
    print_table(is_json);
    return done;
  }
  if (paths.empty()) throw UsageError("DIR is missing; '" + invocation.command + " --help' describes it");
  const Report report = examine(table(), find_sources(paths), idl);
  if (is_json) {
    print_json(json_of(report));
  } else {
    print_report(report);
  }
  for (const Unread& each : report.unread) {
    say(programs::Style::warning, printable(each.path) + " was left out: " + each.reason);
  }
  return report.unread.empty() ? done : refused;
}

}  // namespace dimma::tools::port
