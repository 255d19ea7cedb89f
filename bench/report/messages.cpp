// Messages without a reply: flows, and message buffers, which are measured as NML's nmlperf does.

#include "flow_runs.hpp"
#include "measure/spread.hpp"
#include "report/experiments.hpp"
#include "report/json_input.hpp"

#include <algorithm>
#include <functional>

namespace bench {
namespace {

constexpr auto patience_with_messages = std::chrono::minutes(5);
constexpr std::size_t turns_of_messages_least = 5;

struct Sender {
  std::string series;
  Kind kind;
  std::string lower;
  std::function<FlowTurn()> run;
};

void take(Session& session, Study& into, double octets, const Sender& sender, bool counts) {
  Session::check();
  Series& series = into.named(sender.series, sender.kind, sender.lower);
  if (!series.failure.empty()) return;
  try {
    const FlowTurn turn = sender.run();
    if (!counts) return;
    if (series.samples.empty() || series.samples.back().x != octets) series.samples.push_back({.x = octets});
    Sample& sample = series.samples.back();
    measure::Summary summary;
    summary.calls_per_s = turn.messages_per_s;
    summary.mean_us = summary.p50_us = 1e6 / turn.messages_per_s;
    sample.turns.push_back(summary);
    double& delivered = sample.more["delivered"];
    const auto count = static_cast<double>(sample.turns.size());
    delivered += (turn.delivered - delivered) / count;
  } catch (const std::exception& exception) {
    Session::check();
    series.failure = exception.what();
  }
  session.progress.step();
}

// A protocol and the options of NML, by buffers_perf's names.
struct BufferWay {
  const char* protocol;
  const char* options;
};
constexpr BufferWay buffer_ways[] = {
    {"SHMEM", "default"}, {"SHMEM", "queue"}, {"SHMEM", "poll"}, {"SHMEM", "confirm_write"},
    {"TCP", "default"},   {"TCP", "queue"},   {"TCP", "poll"},   {"TCP", "confirm_write"},
    {"UDP", "default"},   {"UDP", "queue"},   {"UDP", "poll"}};

// The output of a program, up to its end: one JSON value.
std::string output_of(const std::vector<std::string>& arguments) {
  auto child = measure::Child::start(arguments);
  std::string text;
  for (std::string line; line != "}";) {
    line = child.read_line(patience_with_messages);
    text += line + '\n';
  }
  return text;
}

void measure_buffer(Study& into, const BufferWay& way, std::size_t octets, std::size_t messages) {
  Series& series = into.named(std::string(way.protocol) + ", " + way.options, Kind::dimma);
  if (!series.failure.empty()) return;
  try {
    const auto text =
        output_of({measure::program_folder() + "/buffers_perf", "--protocol", way.protocol, "--options", way.options,
                   "--size", std::to_string(octets), "--messages", std::to_string(messages), "--json"});
    const JsonInput row = JsonInput::parse(text).at("rows").at(0);
    if (series.samples.empty() || series.samples.back().x != static_cast<double>(octets)) {
      series.samples.push_back({.x = static_cast<double>(octets)});
    }
    Sample& sample = series.samples.back();
    measure::Summary summary;
    summary.mean_us = summary.p50_us = row.at("average_us").number();
    summary.max_us = row.at("max_us").number();
    summary.cpu_us = row.at("cpu_us").number();
    summary.calls_per_s = row.at("per_s").number();
    sample.turns.push_back(summary);
    const double latency_us = row.at("latency_us").number();
    double& least = sample.more.try_emplace("latency_us", latency_us).first->second;
    least = std::min(least, latency_us);
  } catch (const std::exception& exception) {
    Session::check();
    series.failure = exception.what();
  }
}

}  // namespace

void report_flow(Session& session, Study& into) {
  const std::size_t messages = session.settings.turn_ms * 100;
  const std::size_t sizes[] = {64, 1400, 8192};
  const auto placement = measure::apart();
  session.progress.steps(std::size(sizes) * 4 * session.settings.turns);
  for (const std::size_t octets : sizes) {
    Session::check();
    BareSender bare(BareSender::Way::one_by_one, octets, placement);
    BareSender offload(BareSender::Way::by_offload, octets, placement);
    FlowSender flow(octets, placement);
    std::vector<Sender> senders = {
        {"bare send loop", Kind::bare, "", [&] { return bare.run(messages); }},
        {"bare segmentation loop", Kind::bare, "", [&] { return offload.run(messages); }},
        {"dimma, each at once", Kind::dimma, "bare send loop", [&] { return flow.run("-", messages); }},
        {"dimma, in batches", Kind::dimma, "bare segmentation loop",
         [&] { return flow.run("batch-delay=100us", messages); }}};
    for (const Sender& sender : senders) take(session, into, static_cast<double>(octets), sender, false);
    std::mt19937 random(2046);
    for (std::size_t turn = 0; turn < session.settings.turns; ++turn) {
      if (turn >= turns_of_messages_least && session.progress.is_late()) {
        session.results.cut_short.insert(into.name);
        break;
      }
      std::shuffle(senders.begin(), senders.end(), random);
      for (const Sender& sender : senders) take(session, into, static_cast<double>(octets), sender, true);
    }
  }
}

void report_buffers(Session& session, Study& into) {
  const std::vector<std::size_t> sizes = session.settings.quick ? std::vector<std::size_t>{200, 20'000}
                                                                : std::vector<std::size_t>{200, 2000, 20'000, 50'000};
  const std::size_t messages = session.settings.quick ? 1000 : 3000;
  const std::size_t turns = std::clamp<std::size_t>(session.settings.turns / 3, 1, 5);
  session.progress.steps(sizes.size() * std::size(buffer_ways) * turns);
  for (const std::size_t octets : sizes) {
    for (std::size_t turn = 0; turn < turns; ++turn) {
      if (turn > 0 && session.progress.is_late()) {
        session.results.cut_short.insert(into.name);
        break;
      }
      for (const BufferWay& way : buffer_ways) {
        Session::check();
        measure_buffer(into, way, octets, messages);
        session.progress.step();
      }
    }
  }
}

}  // namespace bench
