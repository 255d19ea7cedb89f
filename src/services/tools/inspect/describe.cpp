#include "services/tools/common/flags.hpp"
#include "services/tools/common/output.hpp"
#include "services/tools/common/words.hpp"
#include "services/tools/inspect/inspect.hpp"
#include "services/tools/inspect/inspected.hpp"

#include <boost/json.hpp>

#include <fstream>

namespace dimma::tools::inspect {

namespace {

std::string text_of(const boost::json::value& object, const char* name) {
  return printable(boost::json::value_to<std::string>(object.at(name)));
}

void print_process(const boost::json::value& process) {
  print_line(text_of(process, "program") + ' ' + std::to_string(process.at("pid").to_number<std::int64_t>()) + " at " +
             text_of(process, "host") + ": " + std::to_string(process.at("threads").to_number<std::int64_t>()) +
             " threads, " + std::to_string(process.at("descriptors").to_number<std::int64_t>()) + " descriptors, " +
             std::to_string(process.at("resident_octets").to_number<std::int64_t>() / 1024) + " KiB");
}

void print_part(const boost::json::value& part) {
  print_line(text_of(part, "part") + ": " + text_of(part, "summary"));
  for (const auto& line : part.at("lines").as_array()) {
    const std::string usage = text_of(line, "usage");
    print_line("  " + text_of(line, "name") + ": " + text_of(line, "planned") + (usage.empty() ? "" : "; " + usage));
  }
}

void write_file(const std::string& path, const std::string& content) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << content;
  file.close();
  if (!file) throw Failure(refused, printable(path) + " cannot be written");
}

}  // namespace

int run_describe(Invocation invocation) {
  std::string target;
  bool is_json = false;
  Flags flags(invocation.command,
              "Prints the endpoints and bindings of a running process: the plan of each, and the resources in use. "
              "The\nprocess must be started with --dimma-inspect, or with --dimma-inspect-objects on. With --json: "
              "everything\nthat it reports, with the metrics of its operations.");
  flags.toggle("json", is_json, "print JSON");
  flags.argument("TARGET", target, target_help);
  if (!flags.parse(invocation.arguments)) return done;
  const auto described = inspected(invocation.orb, target)->description();
  if (is_json) {
    print_json(described);
    return done;
  }
  try {
    print_process(described.at("process"));
    for (const auto& part : described.at("parts").as_array()) print_part(part);
  } catch (const std::exception&) {
    throw Failure(refused, "the answer is not from this version of dimma");
  }
  return done;
}

int run_record(Invocation invocation) {
  std::string target;
  std::string capture_file;
  std::string calls_file;
  Flags flags(invocation.command,
              "Writes the last calls that a running process has recorded: with --dimma-capture their messages, as a "
              "capture\nfor Wireshark; with --dimma-recorder the calls with the time of each stage, as JSON.");
  flags.text("pcap", capture_file, "FILE", "where to write the messages");
  flags.text("calls", calls_file, "FILE", "where to write the calls");
  flags.argument("TARGET", target, target_help);
  if (!flags.parse(invocation.arguments)) return done;
  if (capture_file.empty() && calls_file.empty()) {
    throw UsageError("nothing to write; use --pcap FILE, --calls FILE or both");
  }
  constexpr std::uint32_t calls_max = 100'000;
  const auto process = inspected(invocation.orb, target);
  if (!capture_file.empty()) write_file(capture_file, process->capture());
  if (!calls_file.empty()) write_file(calls_file, process->calls(calls_max) + '\n');
  return done;
}

}  // namespace dimma::tools::inspect
