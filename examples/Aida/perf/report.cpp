#include "perf/report.hpp"

#include "measure/machine.hpp"
#include "measure/pinning.hpp"
#include "measure/table.hpp"
#include "perf/data_file.hpp"
#include "perf/figures.hpp"
#include "perf/gets.hpp"
#include "perf/goals.hpp"
#include "perf/own_orb.hpp"
#include "perf/page.hpp"
#include "perf/servers.hpp"

#include <algorithm>
#include <fstream>
#include <iostream>

namespace perf {
namespace {

constexpr int file_width = 800;
constexpr int file_height = 450;

// Nine clients against one kind of server.
struct NineRuns {
  ServerQos server;
  ClientRuns all_tests;  // tests 1 to 6, one after the other
  ClientRuns doubles;    // ref.get double alone
  double one_per_s = 0;  // the gets per second of `doubles` with one client
};

struct Measured {
  std::vector<Result> results;  // tests 1 to 9
  std::vector<NineRuns> nine;
  ClientRuns alternating_alone;
  ClientRuns alternating_nine;
  ClientRuns alone;  // one client, tests 1 to 6
  std::vector<Goal> goals;
};

void say(const std::string& text) { std::cout << "aida_perf: " << text << std::endl; }

NineRuns measure_nine(Servers& servers, const ServerQos& server, const ReportOptions& options) {
  say("nine clients, providers " + std::string(server.name));
  servers.provide({"test", "history"}, server.text);
  NineRuns runs{server, {}, {}, 0};
  const ClientWork all{servers.directory_url(), options.qos, {1, 2, 3, 4, 5, 6}, options.extent.iterations};
  runs.all_tests = run_clients(nine, all);
  const ClientWork doubles{servers.directory_url(), options.qos, {3}, options.is_quick ? 5'000U : 20'000U};
  runs.one_per_s = run_clients(1, doubles).gets_per_s;
  runs.doubles = run_clients(nine, doubles);
  return runs;
}

Measured measure_all(const ReportOptions& options) {
  Measured all;
  const auto placement = measure::apart();
  const BareSockets sockets(placement.server);
  {
    Servers servers;  // on all processors
    for (const ServerQos& server : server_qos()) all.nine.push_back(measure_nine(servers, server, options));
    say("one client, and nine of two providers");
    const ClientWork tests{servers.directory_url(), options.qos, {1, 2, 3, 4, 5, 6}, options.extent.iterations};
    all.alone = run_clients(1, tests);
    const ClientWork two{servers.directory_url(), options.qos, {alternating}, options.extent.alternating_gets};
    all.alternating_alone = run_clients(1, two);
    all.alternating_nine = run_clients(nine, two);
  }
  Servers servers(placement.server);
  servers.provide({"test", "history", "machine"}, server_qos().front().text);
  const std::string bare = servers.bare(server_qos().front().text);
  const measure::Pinned pinned(placement.client);
  const OwnOrb orb;
  aida::Access access(orb.get(), servers.directory_url());
  const auto qos = dimma::EngineeringQoS::parse(options.qos);
  for (int test = 1; test <= 9; ++test) {
    say("test " + std::to_string(test) + ": " + title_of(test));
    all.results.push_back(run_test(test, access, qos, options.extent));
  }
  say("beside bare calls");
  all.goals = compare(access, qos, bare, sockets, options.is_quick ? 60 : 300);
  return all;
}

Goal nine_goal(const std::vector<NineRuns>& nine) {
  const auto best = std::max_element(nine.begin(), nine.end(), [](const NineRuns& one, const NineRuns& other) {
    return one.doubles.gets_per_s / one.one_per_s < other.doubles.gets_per_s / other.one_per_s;
  });
  return {"nine clients: gets a second of all over one's", best->doubles.gets_per_s / best->one_per_s, 1.5, false,
          measure::fixed(best->doubles.gets_per_s, 0) + " / " + measure::fixed(best->one_per_s, 0) + ", providers " +
              best->server.name};
}

Table statistics_table(const std::vector<Run>& runs) {
  Table table{"Statistics", {{"run", "min", "median", "mean", "sigma", "p99", "max", "first get"}}};
  for (const Run& run : runs) {
    const Statistics of = statistics_of(run.times_us);
    table.rows.push_back({run.name, time_text(of.min), time_text(of.median), time_text(of.mean), time_text(of.sigma),
                          time_text(of.p99), time_text(of.max), time_text(run.first_us)});
  }
  return table;
}

std::vector<std::string> data_files(const Result& result) {
  const std::string name = "test-" + std::to_string(result.test);
  return {name + ".csv", name + ".mat"};
}

// A table with a row for each run and each length.
Table arrays_table(const Result& result) {
  std::vector<Run> parts;
  for (const Run& run : result.runs) {
    for (std::size_t i = 0; i < run.times_us.size(); ++i) {
      if (i == 0 || result.lengths[i] != result.lengths[i - 1]) {
        const auto length = std::to_string(static_cast<std::size_t>(result.lengths[i]));
        parts.push_back({run.name + ", " + length + " longs", run.start_s, run.first_us, {}});
      }
      parts.back().times_us.push_back(run.times_us[i]);
    }
  }
  return statistics_table(parts);
}

const char* question_of(int test) {
  switch (test) {
    case 1:
    case 2:
      return "Each get looks the name up in the directory, which asks its SQLite file, and then calls the provider. "
             "The "
             "report: mean 2.5 ms, least 1 ms, and peaks of 50 to 80 times that.";
    case 3:
    case 4:
      return "Looked up and bound once, then straight to the provider. The report: mean 1.6 ms, least 1 ms, and peaks "
             "that were the same in both runs: the JVM's.";
    case 5:
      return "A self-describing value of 11 time strings and 11 doubles, turned into text. The report: mean 4.5 ms.";
    case 6:
      return "The same 11 times and doubles as a struct in an any. The report: mean 3 ms.";
    case 7:
      return "10 to 1,000,000 longs, 30 gets of each. The report: proportional to the length from 1,000 on, and a saw "
             "tooth of 4, 8 and 12 s for a million, of the garbage collector.";
    case 8:
      return "Many gets of a long, on one machine. The report: a wait of 250 ms at get 1000, when the JVM compiled; "
             "without the first thousand a mean of 0.7 ms.";
    default:
      return "Data that change: this machine's, and EPICS's where a provider of it is registered. The report: SLC data "
             "5.5 ms, with excursions of 20 ms every 50 gets.";
  }
}

Section section_of(const Result& result) {
  Section section{"test-" + std::to_string(result.test),
                  std::to_string(result.test) + "  " + result.title,
                  question_of(result.test),
                  {},
                  {statistics_table(result.runs)},
                  data_files(result)};
  constexpr std::size_t first_part = 2'000;
  constexpr std::size_t left_out = 1'000;
  if (result.test == 7) {
    section.plots = {arrays_plot(result, true), arrays_plot(result, false)};
    section.tables = {arrays_table(result)};
  } else if (result.test == 8) {
    const std::size_t gets = result.runs.front().times_us.size();
    section.plots = {times_plot(result, 0, std::min(first_part, gets)), times_plot(result)};
    if (gets > left_out) section.plots.push_back(times_plot(result, left_out));
    section.plots.push_back(histogram_plot(result));
  } else {
    section.plots = {times_plot(result), histogram_plot(result)};
  }
  return section;
}

Run named(Run run, const std::string& name) {
  run.name = name;
  return run;
}

Table starts_table(const ClientRuns& runs) {
  Table table{"When each client began each test", {{"client"}}};
  for (const GetTest& test : get_tests()) table.rows[0].push_back(std::to_string(test.number) + ' ' + test.title);
  for (std::size_t i = 0; i < runs.runs.size(); ++i) {
    table.rows.push_back({std::to_string(i + 1)});
    for (const Run& run : runs.runs[i]) table.rows.back().push_back(start_text(run));
  }
  return table;
}

// The runs of the first of the nine clients, for each test.
std::vector<Run> runs_of_first(const ClientRuns& runs) {
  std::vector<Run> named_runs;
  for (std::size_t i = 0; i < get_tests().size(); ++i)
    named_runs.push_back(named(runs.runs[0][i], get_tests()[i].title));
  return named_runs;
}

Plot throughput_of_nine(const std::vector<NineRuns>& nine) {
  std::vector<std::vector<Run>> lots;
  std::vector<std::string> names;
  for (const NineRuns& of : nine) {
    lots.emplace_back();
    for (const std::vector<Run>& of_client : of.doubles.runs) lots.back().push_back(of_client.front());
    names.push_back(std::string(of.server.name) + " (" + of.server.text + ')');
  }
  return throughput_plot("test-10-throughput", "10  ref.get double, gets a second of nine clients together", names,
                         lots);
}

Section nine_section(const Measured& all) {
  Section section{
      "test-10",
      "10  nine clients at once",
      "Nine processes run tests 1 to 6 at the same time, against providers of each kind of end. The report: "
      "770 gets a second of nine machines, and a mean of 2.5 ms instead of 2 for the struct by Any.",
      {},
      {},
      {"test-10.csv", "test-10.mat"}};
  std::vector<Run> doubles;
  Table table{"Gets a second", {{"providers", "QoS", "tests 1 to 6, nine", "ref.get double, one", "nine", "ratio"}}};
  for (const NineRuns& runs : all.nine) {
    doubles.push_back(named(runs.all_tests.runs[0][2], std::string(runs.server.name) + " (" + runs.server.text + ')'));
    table.rows.push_back({runs.server.name, runs.server.text, measure::fixed(runs.all_tests.gets_per_s, 0),
                          measure::fixed(runs.one_per_s, 0), measure::fixed(runs.doubles.gets_per_s, 0),
                          measure::fixed(runs.doubles.gets_per_s / runs.one_per_s, 2)});
  }
  constexpr std::size_t struct_by_any = 5;
  section.plots = {
      beside_plot("test-10-any", "10  ref.get struct by Any, of one client",
                  {named(all.nine[0].all_tests.runs[0][struct_by_any], "with eight others"),
                   named(all.alone.runs[0][struct_by_any], "alone")}),
      beside_plot("test-10-qos", "10  ref.get double of one of nine clients, by the providers' QoS", doubles),
      throughput_of_nine(all.nine)};
  section.tables = {table, starts_table(all.nine[0].all_tests), statistics_table(runs_of_first(all.nine[0].all_tests))};
  return section;
}

Section alternating_section(const Measured& all) {
  const Run alone = named(all.alternating_alone.runs[0][0], "alone");
  const Run together = named(all.alternating_nine.runs[0][0], "with eight others");
  return {"test-11",
          "11  two providers alternating",
          "A double of one provider and 10 longs of another, in turn. The report: 9 clients show a slight degradation.",
          {beside_plot("test-11-times", "11  two gets alternating, of one client", {together, alone})},
          {statistics_table({together, alone})},
          {"test-11.csv", "test-11.mat"}};
}

Section goals_section(const std::vector<Goal>& goals) {
  Table table{"Ratios of one interleaved run", {{"what", "ratio", "asked", "met", "figures"}}};
  for (const Goal& goal : goals) {
    table.rows.push_back({goal.what, measure::fixed(goal.value, 2),
                          (goal.is_at_most ? "at most " : "at least ") + measure::fixed(goal.limit, 1),
                          goal.is_met() ? "yes" : "no", goal.how});
  }
  return {
      "goals",
      "Beside bare calls",
      "What Aida adds to what it is made of: sockets with as many octets, and typed calls of a servant that answers at "
      "once, taking turns of 50 gets with it.",
      {},
      {table},
      {}};
}

Result nine_result(int test, const ClientRuns& runs) {
  Result result{test, title_of(test), date_text(now_s()), "", measure::describe_machine(), {}, {}};
  for (const std::vector<Run>& of_client : runs.runs) {
    result.runs.insert(result.runs.end(), of_client.begin(), of_client.end());
  }
  return result;
}

void write(const std::string& file, const std::string& content) {
  std::ofstream out(file, std::ios::binary);
  out << content;
  out.close();
  if (!out) throw std::runtime_error("cannot write " + file);
}

double median_of(const Measured& all, int test) {
  return statistics_of(all.results[static_cast<std::size_t>(test - 1)].runs.front().times_us).median;
}

// The times of the longest arrays.
std::vector<double> million_longs(const Result& arrays) {
  std::vector<double> times;
  for (std::size_t i = 0; i < arrays.lengths.size(); ++i) {
    if (arrays.lengths[i] == arrays.lengths.back()) times.push_back(arrays.runs.front().times_us[i]);
  }
  return times;
}

Page page_of(const Measured& all) {
  std::vector<Goal> goals = all.goals;
  goals.push_back(nine_goal(all.nine));
  Page page;
  page.headline = "Data by name: " + time_text(median_of(all, 1)) + " with a look at the directory, " +
                  time_text(median_of(all, 3)) + " by reference";
  page.date = date_text(now_s());
  page.machine = measure::describe_machine();
  const double nine_per_s = all.nine.front().all_tests.gets_per_s;
  page.facts = {{time_text(median_of(all, 1)), "simple get of a double, median; 2.5 ms in 2004"},
                {time_text(median_of(all, 3)), "ref.get of a double, median; 1.6 ms in 2004"},
                {time_text(statistics_of(million_longs(all.results[6])).median), "a million longs; 4 to 12 s in 2004"},
                {measure::fixed(nine_per_s, 0), "gets a second of nine clients; 770 in 2004"}};
  page.sections.push_back(goals_section(goals));
  for (const Result& result : all.results) page.sections.push_back(section_of(result));
  page.sections.push_back(nine_section(all));
  page.sections.push_back(alternating_section(all));
  return page;
}

}  // namespace

void report(const ReportOptions& options) {
  const Measured all = measure_all(options);
  const std::string folder = options.folder + '/';
  for (const Result& result : all.results) write_data(result, folder + "test-" + std::to_string(result.test));
  write_data(nine_result(10, all.nine.front().all_tests), folder + "test-10");
  write_data(nine_result(11, all.alternating_nine), folder + "test-11");
  const Page page = page_of(all);
  for (const Section& section : page.sections) {
    for (const Plot& plot : section.plots)
      write(folder + plot.id + ".svg", svg_of(plot, file_width, file_height, true));
  }
  write(folder + "report.html", html_of(page));
  print_table(all.results, std::cout);
  std::vector<Goal> goals = all.goals;
  goals.push_back(nine_goal(all.nine));
  std::cout << '\n';
  print(goals, std::cout);
}

}  // namespace perf
