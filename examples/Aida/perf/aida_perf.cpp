// aida_perf TEST DATAFILE COMMENT, aida_perf table, aida_perf report --output DIR: the tests of SLAC's "Preliminary
// Aida Performance Testing Report", with dimma's Aida.

#include "common/run_program.hpp"
#include "measure/machine.hpp"
#include "measure/pinning.hpp"
#include "measure/table.hpp"
#include "perf/data_file.hpp"
#include "perf/forms.hpp"
#include "perf/goals.hpp"
#include "perf/own_orb.hpp"
#include "perf/report.hpp"
#include "perf/servers.hpp"
#include "perf/tests.hpp"

#include <charconv>
#include <filesystem>
#include <iostream>

namespace {

constexpr const char* synopsis =
    "aida_perf TEST DATAFILE COMMENT [flags]\n"
    "       aida_perf table [flags]\n"
    "       aida_perf forms\n"
    "       aida_perf report --output DIR [--quick] [flags]";
constexpr const char* purpose =
    "TEST, 1 to 11, writes the time of each get to DATAFILE (.csv or .mat, or both where it has no suffix):\n"
    "1, 2 simple get of a double and a long; 3, 4 get by reference of the same; 5 of a DaValue with its text;\n"
    "6 of a struct in an any; 7 arrays of 10 to 1,000,000 longs; 8 a long run; 9 real providers; 10 nine clients at\n"
    "once, tests 1 to 6; 11 nine clients, two providers alternating.\n"
    "table prints tests 1 to 6, forms what the IDL type of a DaValue costs, and report makes a page of all tests, "
    "with\n"
    "data files and plots.\n"
    "Without --directory it starts a directory and providers of its own.";

struct Options {
  std::vector<std::string> words;
  std::string directory;
  std::string output;
  std::string qos = perf::usual_qos;
  std::string server_qos = "processing=nullTask,messages=1";
  std::size_t iterations = 0;
  bool is_quick = false;
  // The file to which the process that serves bare calls writes its reference.
  std::string ior_file;
};

int number_of(const std::string& text) {
  int number = 0;
  const auto end = text.data() + text.size();
  if (std::from_chars(text.data(), end, number).ptr != end || number < 1 || number > perf::tests_max) {
    throw measure::UsageError("there is no test '" + text + "', but 1 to " + std::to_string(perf::tests_max) +
                              ", table, forms and report");
  }
  return number;
}

perf::Extent extent_of(const Options& options) {
  perf::Extent extent = options.is_quick ? perf::quick_extent() : perf::Extent();
  if (options.iterations != 0) extent.iterations = extent.long_run = extent.alternating_gets = options.iterations;
  return extent;
}

// The directory of --directory, or servers that are started here.
class Peers {
 public:
  explicit Peers(const Options& options, std::optional<int> processor) : url_(options.directory) {
    if (!url_.empty()) return;
    servers_.emplace(processor);
    servers_->provide({"test", "history", "machine"}, options.server_qos);
    url_ = servers_->directory_url();
  }
  const std::string& url() const noexcept { return url_; }

 private:
  std::optional<perf::Servers> servers_;
  std::string url_;
};

void run_test(const Options& options, int test) {
  const bool is_nine = test >= 10;
  const auto placement = is_nine ? measure::Placement() : measure::apart();
  const Peers peers(options, placement.server);
  perf::Result result;
  perf::ClientRuns runs;
  if (is_nine) {
    result = perf::run_nine(test, {peers.url(), options.qos, {}, 0}, extent_of(options), runs);
  } else {
    const measure::Pinned pinned(placement.client);
    const perf::OwnOrb orb;
    aida::Access access(orb.get(), peers.url());
    result = perf::run_test(test, access, dimma::EngineeringQoS::parse(options.qos), extent_of(options));
  }
  result.comment = options.words.size() > 2 ? options.words[2] : "";
  perf::write_data(result, options.words[1]);
  perf::print_table({result}, std::cout);
  if (test == 10) {
    std::cout << "\nStart times\n";
    perf::print_starts(runs, std::cout);
  }
  if (is_nine) std::cout << "\n" << static_cast<std::size_t>(runs.gets_per_s) << " gets a second of all nine\n";
}

void print_tests(const Options& options) {
  const auto placement = measure::apart();
  const Peers peers(options, placement.server);
  const measure::Pinned pinned(placement.client);
  const perf::OwnOrb orb;
  aida::Access access(orb.get(), peers.url());
  std::cout << "Aida, tests 1 to 6: " << extent_of(options).iterations << " gets, each run twice\n"
            << measure::describe_machine() << "\n\n";
  std::vector<perf::Result> results;
  for (int test = 1; test <= 6; ++test) {
    results.push_back(perf::run_test(test, access, dimma::EngineeringQoS::parse(options.qos), extent_of(options)));
  }
  perf::print_table(results, std::cout);
  std::cout << "\nfirst: the very first get, with its connections; the report's means of 2004 were 2.5 ms (simple), "
               "1.6 ms (ref.get),\n4.5 ms (DaValue) and 3 ms (struct by Any)\n";
}

void print_forms(const Options& options) {
  const measure::Pinned pinned(measure::apart().client);
  measure::TextTable table({"a value of 11 times and 11 doubles as", "octets", "write", "read"});
  for (const perf::Form& form : perf::measure_forms(options.is_quick ? 20 : 200)) {
    table.add({form.name, measure::fixed(form.octets, 0), measure::fixed(form.write_us, 2) + " µs",
               measure::fixed(form.read_us, 2) + " µs"});
  }
  table.print(std::cout);
}

void check_output(const std::string& folder) {
  if (folder.empty()) throw measure::UsageError("--output is missing");
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error || !std::filesystem::is_directory(folder)) throw measure::UsageError("--output: cannot write to " + folder);
}

int run(int argc, char** argv) {
  Options options;
  measure::CommandLine flags(synopsis, purpose);
  flags.text("directory", options.directory, "where aida_directory is; if it is not given, one is started")
      .text("qos", options.qos, std::string("of the client's end of references (") + perf::usual_qos + ")")
      .text("server-qos", options.server_qos,
            "of the ends of providers that are started (processing=nullTask,messages=1)")
      .count("iterations", options.iterations, "gets of a run (900, of test 8 20000, of test 11 5000)", 10'000'000)
      .text("output", options.output, "of report: the folder, made if it is not there")
      .toggle("quick", options.is_quick, "within two minutes")
      .text("ior-file", options.ior_file, "of the command bare, which report starts: where its reference is written")
      .arguments(options.words);
  if (!flags.parse(argc, argv)) return 0;
  if (options.words.empty()) throw measure::UsageError("say which test: 1 to 11, table, forms or report");
  if (options.words[0] == "bare") return perf::serve_bare(options.ior_file, options.qos);
  if (options.words[0] == "report") {
    check_output(options.output);
    if (!options.directory.empty()) throw measure::UsageError("--directory: report has servers of its own");
    perf::report({options.output, options.qos, extent_of(options), options.is_quick});
    std::cout << "written: " << options.output << "/report.html" << std::endl;
  } else if (options.words[0] == "table") {
    print_tests(options);
  } else if (options.words[0] == "forms") {
    print_forms(options);
  } else {
    const int test = number_of(options.words[0]);
    if (options.words.size() < 2) throw measure::UsageError("the data file is missing");
    if (options.words.size() > 3)
      throw measure::UsageError("'" + options.words[3] + "' is too much: quote the comment");
    run_test(options, test);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("aida_perf", [&] { return run(argc, argv); });
}
