// dimma-bench compare: the differences between two reports that are larger than the noise.

#include "experiment.hpp"
#include "measure/command_line.hpp"
#include "measure/json.hpp"
#include "measure/table.hpp"
#include "report/comparison.hpp"

#include <cmath>
#include <fstream>
#include <iostream>
#include <sstream>

namespace bench {
namespace {

using measure::fixed;

constexpr std::size_t octets_max = std::size_t{256} << 20;

struct Asked {
  std::size_t least_percent = 5;
  bool all = false;
  bool json = false;

  double least() const { return static_cast<double>(least_percent) / 100; }
};

JsonInput read(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::string text;
  for (char piece[65536]; in.read(piece, sizeof piece) || in.gcount() > 0;) {
    text.append(piece, static_cast<std::size_t>(in.gcount()));
    if (text.size() > octets_max) throw measure::UsageError(file + ": it is too long to be a report");
  }
  if (text.empty()) throw measure::UsageError(file + ": it cannot be read, or there is nothing in it");
  return JsonInput::parse(text);
}

// Calls `work`, and adds the file's name to the text of an exception.
template <class Work>
auto of_file(const std::string& file, Work work) {
  try {
    return work();
  } catch (const JsonError& error) {
    throw measure::UsageError(file + ": " + error.what());
  }
}

const char* verdict(const Difference& one, double least) {
  if (Comparison::is_slower(one, least)) return "slower";
  return Comparison::is_faster(one, least) ? "faster" : "";
}

std::string percent(double quotient) { return (quotient >= 1 ? "+" : "") + fixed((quotient - 1) * 100, 1) + " %"; }

void print_table(const Comparison& comparison, const Asked& asked) {
  measure::TextTable table({"what", "before us", "after us", "net before", "net after", "change", "999 of 1000", ""});
  std::size_t rows = 0;
  for (const Difference& one : comparison.all) {
    const std::string is = verdict(one, asked.least());
    if (is.empty() && !asked.all) continue;
    ++rows;
    std::ostringstream what;
    what << one.experiment << ": " << one.series << ", " << one.x;
    table.add({what.str(), fixed(one.before_us, 2), fixed(one.after_us, 2),
               one.to_lower ? fixed(one.net_before_us, 2) : "", one.to_lower ? fixed(one.net_after_us, 2) : "",
               percent(one.quotient), percent(one.between.low) + " .. " + percent(one.between.high),
               one.enough ? is : "too few turns"});
  }
  if (rows != 0) table.print(std::cout);
}

void print_json(const Comparison& comparison, const Asked& asked) {
  measure::JsonWriter json(std::cout);
  json.open_object().member("machine_change_percent", comparison.machine_change * 100).key("notes").open_array();
  for (const auto& note : comparison.notes) json.value(note);
  json.close_array().key("differences").open_array();
  for (const Difference& one : comparison.all) {
    json.open_object().member("experiment", one.experiment).member("series", one.series).member("kind", one.kind);
    json.member("x", one.x).member("before_us", one.before_us).member("after_us", one.after_us);
    json.member("to_lower", one.to_lower).member("net_before_us", one.net_before_us);
    json.member("net_after_us", one.net_after_us).member("change_percent", (one.quotient - 1) * 100);
    json.member("low_percent", (one.between.low - 1) * 100).member("high_percent", (one.between.high - 1) * 100);
    json.member("enough", one.enough).member("verdict", verdict(one, asked.least())).close_object();
  }
  json.close_array().close_object();
}

// The number of contenders of a kind that are slower, and faster.
struct Tally {
  std::size_t slower = 0;
  std::size_t faster = 0;
};

Tally tally(const Comparison& comparison, const Asked& asked, bool of_dimma) {
  Tally result;
  for (const Difference& one : comparison.all) {
    if ((one.kind == "dimma") != of_dimma) continue;
    result.slower += Comparison::is_slower(one, asked.least()) ? 1 : 0;
    result.faster += Comparison::is_faster(one, asked.least()) ? 1 : 0;
  }
  return result;
}

void print_summary(const Comparison& comparison, const Asked& asked) {
  for (const auto& note : comparison.notes) std::cout << "note: " << note << '\n';
  const Tally dimma = tally(comparison, asked, true);
  const Tally others = tally(comparison, asked, false);
  std::cout << comparison.all.size() << " measurements in both. Beyond chance and " << asked.least_percent
            << " %: dimma is slower in " << dimma.slower << " and faster in " << dimma.faster
            << "; peers and bare programs slower in " << others.slower << " and faster in " << others.faster
            << ". The bare programs' median changed by " << percent(1 + comparison.machine_change) << ".\n";
}

}  // namespace

int run_compare(int argc, const char* const* argv) {
  Asked asked;
  measure::CommandLine command_line(
      "dimma-bench compare BEFORE.json AFTER.json [--least PERCENT] [--all] [--json]",
      "Says what changed from one report to another beyond the noise: each contender's time over its lower layer's in\n"
      "the same turn and its net time, or its own time where it has none, beyond what bare programs changed by. The "
      "exit\n"
      "status is 1 where dimma has become slower, otherwise 0.");
  command_line.count("least", asked.least_percent, "what changed by less is passed over, in percent (5)", 1000)
      .toggle("all", asked.all, "a row for each measurement, not those alone that changed")
      .toggle("json", asked.json, "report as JSON, each measurement");
  if (argc < 3 || argv[1][0] == '-' || argv[2][0] == '-') {
    if (argc > 1 && std::string(argv[1]) == "--help") {
      command_line.parse(argc, argv);
      return 0;
    }
    throw measure::UsageError("compare: two files are needed: report.json of before and of after");
  }
  if (!command_line.parse(argc - 2, argv + 2)) return 0;

  const std::string before_file = argv[1];
  const std::string after_file = argv[2];
  const JsonInput before = of_file(before_file, [&] { return read(before_file); });
  const JsonInput after = of_file(after_file, [&] { return read(after_file); });
  // Each is checked by itself first, so that an error names the right file.
  of_file(before_file, [&] { return check_report(before); });
  of_file(after_file, [&] { return check_report(after); });
  const Comparison comparison = compare_reports(before, after);
  if (asked.json) {
    print_json(comparison, asked);
  } else {
    print_table(comparison, asked);
    print_summary(comparison, asked);
  }
  return tally(comparison, asked, true).slower == 0 ? 0 : 1;
}

}  // namespace bench
