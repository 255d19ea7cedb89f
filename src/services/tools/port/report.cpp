#include "services/tools/port/report.hpp"

#include "services/tools/common/output.hpp"
#include "services/tools/common/words.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace dimma::tools::port {

namespace {

// "1 file", "2 files"
std::string counted(std::size_t number, const std::string& noun) {
  return std::to_string(number) + ' ' + noun + (number == 1 ? "" : "s");
}

std::string text_of(const Place& place) {
  return printable(place.file) + (place.line == 0 ? "" : ":" + std::to_string(place.line));
}

std::string right_aligned(std::size_t number) {
  constexpr std::size_t columns = 7;
  const std::string text = std::to_string(number);
  return std::string(columns - std::min(columns, text.size()), ' ') + text;
}

// The IDL files with an error of the same text count together.
std::vector<Count> refusals(const Report& report) {
  std::map<std::string, Count> by_text;
  for (const RefusedIdl& file : report.refused) {
    std::set<std::string> seen;
    for (const IdlError& error : file.errors) {
      Count& count = by_text[error.text];
      if (count.uses++ == 0) {
        count.entry.name = error.text;
        count.example = error.place;
        if (error.is_missing_include) count.entry.advice = "use -I DIR";
      }
      if (seen.insert(error.text).second) ++count.files;
    }
  }
  std::vector<Count> counts;
  for (auto& [text, count] : by_text) counts.push_back(std::move(count));
  std::stable_sort(counts.begin(), counts.end(),
                   [](const Count& one, const Count& other) { return one.files > other.files; });
  return counts;
}

void print_counts(const std::string& heading, const std::vector<Count>& counts) {
  if (counts.empty()) return;
  std::size_t width = 0;
  constexpr std::size_t width_max = 44;
  for (const Count& count : counts) width = std::max(width, std::min(width_max, count.entry.name.size()));
  print_line("\n" + heading + "\n   uses   files");
  const std::string indent(19, ' ');
  for (const Count& count : counts) {
    const std::string name = printable(count.entry.name);
    const std::string between = name.size() > width ? '\n' + indent : std::string(width - name.size() + 2, ' ');
    print_line(right_aligned(count.uses) + ' ' + right_aligned(count.files) + "  " + name + between +
               text_of(count.example));
    if (!count.entry.advice.empty()) print_line(indent + printable(count.entry.advice));
  }
}

boost::json::array json_of(const std::vector<IdlError>& errors) {
  boost::json::array all;
  for (const IdlError& error : errors) {
    all.push_back(
        {{"file", printable(error.place.file)}, {"line", error.place.line}, {"error", printable(error.text)}});
  }
  return all;
}

}  // namespace

void print_report(const Report& report) {
  const auto& [has, differs, lacks] = report.corba_files_by_status;
  const auto& [cpp, idl, build] = report.files_by_kind;
  const std::size_t using_corba = has + differs + lacks;
  print_line(counted(cpp, "C++ file") + " and " + counted(build, "makefile") + " were read" +
             (report.generated == 0 ? "" : "; " + counted(report.generated, "generated file") + " left out"));
  print_line("  " + counted(using_corba, "C++ file") + (using_corba == 1 ? " uses CORBA" : " use CORBA"));
  print_line("    " + std::to_string(has) + " only what dimma has");
  print_line("    " + std::to_string(differs) + " also what dimma has differently");
  print_line("    " + std::to_string(lacks) + " also what dimma lacks");
  print_line(counted(idl, "IDL file") + ", of which dimma-idl --classic compiles " +
             std::to_string(idl - report.refused.size()));
  print_counts("refused by dimma-idl --classic:", refusals(report));
  print_counts("lacking:", report.usage.counts(Status::lacks));
  print_counts("different:", report.usage.counts(Status::differs));
  print_counts("available:", report.usage.counts(Status::has));
}

boost::json::object json_of(const Report& report) {
  boost::json::array names;
  for (const Status status : {Status::lacks, Status::differs, Status::has}) {
    for (const Count& count : report.usage.counts(status)) {
      names.push_back({{"name", printable(count.entry.name)},
                       {"kind", count.entry.kind},
                       {"status", std::string(to_string(status))},
                       {"uses", count.uses},
                       {"files", count.files},
                       {"example", {{"file", printable(count.example.file)}, {"line", count.example.line}}},
                       {"advice", count.entry.advice}});
    }
  }
  boost::json::array refused;
  for (const RefusedIdl& file : report.refused) {
    refused.push_back({{"file", printable(file.file)}, {"errors", json_of(file.errors)}});
  }
  boost::json::array unread;
  for (const Unread& file : report.unread) {
    unread.push_back({{"file", printable(file.path)}, {"reason", file.reason}});
  }
  const auto& [has, differs, lacks] = report.corba_files_by_status;
  const auto& [cpp, idl, build] = report.files_by_kind;
  return {{"cpp_files", cpp},
          {"generated_files", report.generated},
          {"corba_files", {{"has", has}, {"differs", differs}, {"lacks", lacks}}},
          {"idl_files", idl},
          {"build_files", build},
          {"refused_idl", refused},
          {"names", names},
          {"unread", unread}};
}

}  // namespace dimma::tools::port
