// aida get|list|watch: data by name, for the shell.

#include "client/access.hpp"
#include "command/watching.hpp"
#include "common/run_program.hpp"

#include <algorithm>
#include <csignal>
#include <ctime>
#include <iostream>

#include <unistd.h>

namespace {

using namespace std::chrono_literals;

constexpr const char* synopsis =
    "aida get NAME [PARAMETER=VALUE...] [--type TYPE]\n"
    "       aida list [PATTERN]\n"
    "       aida watch NAME [PARAMETER=VALUE...] [--by WAY] [--period-ms N] [--count N]";
constexpr const char* purpose =
    "get prints a datum, list the data whose names match (* stands for any characters, ? for one), and watch a\n"
    "datum each time it changes, until it is interrupted.";

struct Options {
  std::vector<std::string> words;
  std::string directory = aida::directory_url();
  std::string type;
  std::string qos;
  std::string way = "any";
  std::size_t period_ms = 100;
  std::size_t count = 0;
};

volatile std::sig_atomic_t is_interrupted = 0;

void interrupt_on(int signal) {
  struct sigaction action {};
  action.sa_handler = [](int) { is_interrupted = 1; };
  ::sigaction(signal, &action, nullptr);
}

void print(const std::string& text) {
  std::cout << text;
  if (text.empty() || text.back() != '\n') std::cout << '\n';
  std::cout.flush();
}

template <std::size_t... Index>
aida::Datum get_as(aida::Reference& reference, aida::Type type, const aida::Parameters& parameters,
                   std::index_sequence<Index...>) {
  aida::Datum datum;
  const auto wanted = static_cast<std::size_t>(type);
  const bool is_known =
      ((wanted == Index ? (datum = reference.get<std::variant_alternative_t<Index, aida::Datum>>(parameters), true)
                        : false) ||
       ...);
  static_cast<void>(is_known);
  return datum;
}

// The parameters, which are the words after the name.
aida::Parameters parameters_of(const Options& options) {
  return aida::parameters_of({options.words.begin() + 2, options.words.end()});
}

void get(aida::Access& access, const Options& options) {
  auto reference = access.reference(options.words.at(1), dimma::EngineeringQoS::parse(options.qos));
  const auto parameters = parameters_of(options);
  if (options.type.empty()) return print(aida::to_string(reference.get_datum(parameters)));
  constexpr auto types = std::make_index_sequence<std::variant_size_v<aida::Datum>>();
  print(aida::to_string(get_as(reference, aida::type_named(options.type), parameters, types)));
}

// Prints columns of text, each as wide as its widest cell; the last one is not padded.
void print_rows(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(row.size());
    for (std::size_t i = 0; i + 1 < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size() + 2);
  }
  for (const auto& row : rows) {
    for (std::size_t i = 0; i + 1 < row.size(); ++i) {
      std::cout << row[i] << std::string(widths[i] - row[i].size(), ' ');
    }
    std::cout << row.back() << '\n';
  }
}

void list(aida::Access& access, const Options& options) {
  std::vector<std::vector<std::string>> rows;
  for (const Aida::Entry& entry : access.list(options.words.size() > 1 ? options.words[1] : "*")) {
    const auto& datum = entry.datum();
    rows.push_back({datum.name(), aida::name_of(datum.datum_type()), entry.provider_name(), datum.text()});
  }
  print_rows(rows);
}

std::string time_text(std::uint64_t time_ns) {
  const auto seconds = static_cast<std::time_t>(time_ns / 1'000'000'000);
  std::tm parts{};
  ::localtime_r(&seconds, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%H:%M:%S", &parts);
  const std::string thousandths = std::to_string(1000 + time_ns / 1'000'000 % 1000).substr(1);
  return std::string(text) + '.' + thousandths;
}

std::unique_ptr<aida::Samples> begin_watch(aida::Access& access, const aida::Watching& what) {
  auto samples = aida::watch(access, what);
  std::cerr << "aida: watching " << what.name << " by " << name_of(samples->way()) << std::endl;
  return samples;
}

// Prints samples, and continues after the provider has been unavailable.
void watch(aida::Access& access, const Options& options) {
  const aida::Watching what{options.words.at(1), parameters_of(options), std::chrono::milliseconds(options.period_ms),
                            aida::way_named(options.way)};
  auto samples = begin_watch(access, what);
  std::string printed;
  for (std::size_t changes = 0; is_interrupted == 0 && (options.count == 0 || changes < options.count);) {
    try {
      if (!samples) samples = begin_watch(access, what);
      Aida::Sample sample;
      if (!samples->next(sample, 200ms)) continue;
      const std::string text = sample.problem().empty() ? aida::to_string(aida::taken_out(sample.datum()))
                                                        : "not to be had: " + sample.problem();
      if (text == printed) continue;
      printed = text;
      ++changes;
      print(time_text(sample.time_ns()) + (text.find('\n') == std::string::npos ? "  " : "\n") + text);
    } catch (const aida::Error& error) {
      if (samples) std::cerr << "aida: " << error.what() << "; waiting for it" << std::endl;
      samples.reset();
      ::usleep(200'000);
    }
  }
}

int run(int argc, char** argv) {
  const auto orb = init_orb(argc, argv);
  Options options;
  measure::CommandLine flags(synopsis, purpose);
  flags.text("type", options.type, "of get: double, longs, table, ...; if it is not given, the datum's own")
      .text("qos", options.qos, "of get: the client's end, e.g. processing=nullTask,messages=1")
      .text("by", options.way, "of watch: buffer (one machine), flow (one network), polling; any: the first that works")
      .count("period-ms", options.period_ms, "of watch: how often the datum is looked at (100)", 3'600'000)
      .count("count", options.count, "of watch: so many changes")
      .text("directory", options.directory, "where aida_directory is ($AIDA_DIRECTORY, or this machine)")
      .arguments(options.words);
  if (!flags.parse(argc, argv)) return 0;
  const std::string command = options.words.empty() ? "" : options.words[0];
  if (command != "get" && command != "list" && command != "watch") {
    throw measure::UsageError(command.empty() ? "say get, list or watch" : "there is no command '" + command + "'");
  }
  if (command != "list" && options.words.size() < 2) throw measure::UsageError(command + ": the name is missing");
  if (command == "list" && options.words.size() > 2) throw measure::UsageError("list: one pattern at most");
  try {
    aida::Access access(orb, options.directory);
    if (command == "get") get(access, options);
    if (command == "list") list(access, options);
    if (command == "watch") {
      interrupt_on(SIGINT);
      interrupt_on(SIGTERM);
      watch(access, options);
    }
  } catch (const std::invalid_argument& wrong) {
    throw measure::UsageError(wrong.what());
  }
  orb->destroy();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("aida", [&] { return run(argc, argv); });
}
