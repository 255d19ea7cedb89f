// dimma-bench report: runs all experiments, and writes a page and data files.

#include "experiment.hpp"
#include "measure/command_line.hpp"
#include "measure/memory.hpp"
#include "measure/noise.hpp"
#include "measure/table.hpp"
#include "report/experiments.hpp"
#include "report/output.hpp"
#include "report/units.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <numeric>
#include <sstream>
#include <system_error>

#include <unistd.h>

namespace bench {
namespace {

constexpr double quick_most_s = 2 * 60;
constexpr double whole_most_s = 15 * 60;
constexpr double aimed_at = 0.85;  // the share of a run's limit; the rest is for the last experiment's end
constexpr double harness_most_ns = 30;
constexpr std::size_t copies_of_an_argument = 24;  // the messages of each type, and the sequences that servers make

std::string now_in_utc() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

double seconds_now() { return static_cast<double>(measure::now_ns()) / 1e9; }

// Leaves out arguments for which there is no memory, and adds a warning.
void fit_largest(Session& session) {
  std::size_t& largest = session.settings.largest;
  if (largest > 512U << 20) throw measure::UsageError("--largest: 512M octets are the most");
  const std::size_t room = measure::free_octets() / copies_of_an_argument;
  if (largest <= room) return;
  const std::size_t asked = largest;
  while (largest > room && largest > 1) largest /= 2;
  session.results.warnings.push_back(
      "sizes: arguments of more than " + std::to_string(largest) + " octets, up to " + std::to_string(asked) +
      ", were left out: of each there are " + std::to_string(copies_of_an_argument) +
      " copies at a time, and there is memory for " + std::to_string(room) + " octets so often");
}

// Creates the folder if necessary, and checks that it is writable.
void check_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!error) {
    try {
      const std::string probe = folder + "/.dimma-bench";
      write_file(probe, "");
      std::filesystem::remove(probe);
      return;
    } catch (const std::system_error& failure) {
      error = failure.code();
    }
  }
  throw measure::UsageError("--output: cannot write to " + folder + ": " + error.message());
}

std::vector<Planned> chosen(const std::vector<std::string>& only) {
  const auto all = planned_experiments();
  if (only.empty()) return {all.begin(), all.end()};
  std::vector<Planned> plan;
  for (const std::string& name : only) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const Planned& one) { return name == one.name; });
    if (found == all.end()) {
      std::string known;
      for (const Planned& one : all) known += (known.empty() ? "" : ", ") + std::string(one.name);
      throw measure::UsageError("--only: there is no experiment '" + name + "' in a report (there are " + known + ")");
    }
    plan.push_back(*found);
  }
  return plan;
}

std::vector<std::string> words(const std::string& text) {
  std::vector<std::string> all;
  std::istringstream in(text);
  for (std::string word; std::getline(in, word, ',');) all.push_back(word);
  return all;
}

void note_missing(Results& results) {
  if (!is_built("omni_time_client")) {
    results.missing.push_back({"omniORB", "its programs were not built (Debian packages libomniorb4-dev, omniidl)"});
  }
  for (const MorePeer& peer : more_peers) {
    if (is_built(peer)) continue;
    const std::string why = std::string("its programs were not built: -DDIMMA_MORE_PEERS=") + peer.program +
                            " (Debian packages " + peer.packages + ")";
    results.missing.push_back({peer.name, why});
  }
  if (!is_built(iceoryx2_server)) {
    results.missing.push_back({"iceoryx2", "its programs were not built: -DDIMMA_MORE_PEERS=iceoryx2 (cargo)"});
  }
}

// Notes warnings about the machine, and about contenders that did not settle.
void note_warnings(Results& results, double others_share) {
  results.others_share = others_share;
  if (const auto text = measure::noise_warning(others_share); !text.empty()) results.warnings.push_back(text);
  std::string noisy, restless;
  for (const Study& experiment : results.experiments) {
    std::size_t drifting = 0;
    for (const Series& series : experiment.series) {
      for (const Sample& sample : series.samples) drifting += sample.steady ? 0 : 1;
      if (series.kind != Kind::bare || series.samples.empty() || series.samples[0].turns.size() < 4) continue;
      const double noise = measure::noise_of(series.samples[0].each_turn(&measure::Summary::p50_us));
      if (!measure::is_noisy(noise)) continue;
      noisy += (noisy.empty() ? "" : ", ") + experiment.name + ": " + series.name + " (" +
               measure::fixed(noise * 100, 0) + " %)";
    }
    if (drifting != 0) {
      restless += (restless.empty() ? "" : ", ") + experiment.name + " (" + std::to_string(drifting) + ')';
    }
  }
  if (!noisy.empty()) {
    results.warnings.push_back(
        "the machine was noisy: half of a bare program's turns lay far apart, in percent of their median; what differs "
        "by "
        "less is not to be concluded: " +
        noisy);
  }
  if (!restless.empty()) {
    results.warnings.push_back("some measurements still drifted when they had been let warm up long enough: " +
                               restless);
  }
  std::string cut_short;
  for (const std::string& name : results.cut_short) cut_short += (cut_short.empty() ? "" : ", ") + name;
  if (!cut_short.empty()) {
    results.warnings.push_back("the run would have taken too long, so that there are fewer turns than otherwise: " +
                               cut_short + " (--within says how long it may take)");
  }
  if (results.harness_ns > harness_most_ns) {
    results.warnings.push_back("timing a call costs " + measure::fixed(results.harness_ns, 0) +
                               " ns here, more than the " + measure::fixed(harness_most_ns, 0) + " that it should");
  }
}

// Returns false if the report could not be written; prints the reason.
bool save(const Session& session) {
  try {
    write_all(session.results, session.settings.output);
    return true;
  } catch (const std::system_error& failure) {
    std::cerr << "\ndimma-bench report: " << failure.what() << '\n';
    return false;
  }
}

void run_one(Session& session, const Planned& planned) {
  // The reference stays valid, because no other experiment is added while this one runs.
  Study& into = session.results.experiments.emplace_back();
  into.name = planned.name;
  into.title = planned.title;
  into.question = planned.question;
  into.axis = planned.axis;
  into.by_octets = planned.by_octets;
  for (const char* const plot : planned.plots) {
    if (plot != nullptr) into.plots.emplace_back(plot);
  }
  const double began_s = seconds_now();
  try {
    planned.run(session, into);
    into.took_s = seconds_now() - began_s;
    into.complete = std::all_of(into.series.begin(), into.series.end(),
                                [](const Series& series) { return series.failure.empty(); });
  } catch (const Interrupted&) {
    into.failure = "interrupted";
    throw;
  } catch (const std::exception& exception) {
    into.failure = exception.what();
  }
  for (const Series& series : into.series) {
    if (!series.failure.empty())
      std::cerr << "\n" << planned.name << ": " << series.name << ": " << series.failure << '\n';
  }
  if (!into.failure.empty()) std::cerr << '\n' << planned.name << ": " << into.failure << '\n';
}

// Returns true if everything was measured.
bool run_all(Session& session, const std::vector<Planned>& plan) {
  const auto add = [](double sum, const Planned& planned) { return sum + planned.share; };
  const auto whole = planned_experiments();
  const double shares = std::accumulate(plan.begin(), plan.end(), 0.0, add);
  if (session.settings.within_s) {
    session.progress.allow(aimed_at * *session.settings.within_s);
  } else if (session.settings.in_time) {
    const double all_s = session.settings.quick ? quick_most_s : whole_most_s;
    session.progress.allow(aimed_at * all_s * shares / std::accumulate(whole.begin(), whole.end(), 0.0, add));
  }
  session.results.experiments.reserve(plan.size());
  try {
    for (const Planned& planned : plan) {
      session.progress.begin(planned.name, planned.share / shares);
      run_one(session, planned);
      save(session);
    }
  } catch (const Interrupted&) {
    std::cerr << "\ninterrupted" << Session::who_interrupted() << ": what was measured so far is kept\n";
    return false;
  }
  session.progress.begin("done", 0);
  session.progress.end();
  return std::all_of(session.results.experiments.begin(), session.results.experiments.end(),
                     [](const Study& experiment) { return experiment.complete; });
}

int finish(Session& session, double began_s, double others_share) {
  Results& results = session.results;
  results.took_s = seconds_now() - began_s;
  note_warnings(results, others_share);
  for (const std::string& warning : results.warnings) std::cerr << "warning: " << warning << '\n';
  for (const Missing& missing : results.missing)
    std::cerr << "missing: " << missing.name << ": " << missing.why << '\n';
  if (!save(session)) {
    std::cerr << "dimma-bench report: what was measured is on the standard output instead\n";
    std::cout << json_of(results);
    return 1;
  }
  std::cout << session.settings.output << "/report.html\n";
  return results.whole ? 0 : 1;
}

}  // namespace

int run_report(int argc, const char* const* argv) {
  Session session;
  Settings& settings = session.settings;
  std::string largest, only, bandwidth, latency, within;
  std::size_t turns = 0, turn_ms = 0;
  measure::CommandLine command_line(
      "dimma-bench report --output DIR [--quick] [--only NAME,...] [--within TIME] [--network-bandwidth BITS] "
      "[--network-latency TIME]",
      "Runs the set of experiments and writes report.html (one file to look at), report.json, and a CSV file for each\n"
      "experiment. What is measured is written after each, and kept when the run ends before its time.");
  command_line.required("output", settings.output, "the folder; made where there is none")
      .toggle("quick", settings.quick, "less of everything: under two minutes on two processors")
      .text("only", only, "these experiments alone: null-rpc, oneway, sizes, ...")
      .count("turns", turns, "turns of each contender (11; quick: 7)", 1000)
      .count("turn-ms", turn_ms, "how long a turn takes, about (80; quick: 25)", 60'000)
      .text("largest", largest, "octets of the largest argument, as 64M (quick: 1M)")
      .text("within", within, "how long it may take, as 90s or 10min (15min; quick: 2min)")
      .text("network-bandwidth", bandwidth, "of a network that sizes are projected to, as 1Gbit")
      .text("network-latency", latency, "the round trip of an empty message there, as 200us");
  if (!command_line.parse(argc, argv)) return 0;
  settings.turns = turns != 0 ? turns : settings.quick ? 7 : settings.turns;
  settings.turn_ms = turn_ms != 0 ? turn_ms : settings.quick ? 25 : settings.turn_ms;
  settings.in_time = turns == 0 && turn_ms == 0 && largest.empty();
  settings.only = words(only);
  if (settings.quick) settings.largest = std::size_t{1} << 20;
  if (!largest.empty()) settings.largest = octets_in("--largest", largest);
  if (!within.empty()) settings.within_s = microseconds_in("--within", within) / 1e6;
  if (!bandwidth.empty()) {
    session.results.network.octets_per_s = octets_per_s_in("--network-bandwidth", bandwidth);
  }
  if (!latency.empty()) session.results.network.round_trip_us = microseconds_in("--network-latency", latency);
  const auto plan = chosen(settings.only);
  fit_largest(session);
  check_folder(settings.output);

  Session::listen_to_signals();
  std::signal(SIGXFSZ, SIG_IGN);  // exceeding the limit of a file's size becomes a write error
  const double began_s = seconds_now();
  const measure::OthersAtWork others;
  session.results.quick = settings.quick;
  session.results.began = now_in_utc();
  session.results.harness_ns = measure::harness_cost_ns();
  note_missing(session.results);
  session.results.whole = run_all(session, plan);
  return finish(session, began_s, others.share());
}

}  // namespace bench
