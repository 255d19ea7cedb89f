// What an ORB is made of and what it has observed, as JSON.
#include "services/inspect/answers.hpp"
#include "services/inspect/process.hpp"

#include <dimma/binding.hpp>
#include <dimma/observation.hpp>

#include <boost/json.hpp>

#include <algorithm>

namespace dimma::inspect {

namespace {

namespace json = boost::json;
using namespace observation;

// JSON is UTF-8. What is not, of names that peers give, is shown as ISO 8859-1.
std::string utf8(std::string_view text) {
  std::string converted;
  for (std::size_t at = 0; at < text.size();) {
    const auto first = static_cast<unsigned char>(text[at]);
    const std::size_t more = first < 0x80                    ? 0
                             : first >= 0xc2 && first < 0xe0 ? 1
                             : first >= 0xe0 && first < 0xf0 ? 2
                             : first >= 0xf0 && first < 0xf5 ? 3
                                                             : 4;
    bool is_whole = more < 4 && at + more < text.size();
    for (std::size_t next = 1; is_whole && next <= more; ++next) {
      const auto octet = static_cast<unsigned char>(text[at + next]);
      is_whole = (octet & 0xc0U) == 0x80;
      if (next != 1) continue;
      if ((first == 0xe0 && octet < 0xa0) || (first == 0xed && octet > 0x9f)) is_whole = false;
      if ((first == 0xf0 && octet < 0x90) || (first == 0xf4 && octet > 0x8f)) is_whole = false;
    }
    if (is_whole) {
      converted.append(text.substr(at, more + 1));
      at += more + 1;
    } else {
      converted += static_cast<char>(0xc0U | (first >> 6U));
      converted += static_cast<char>(0x80U | (first & 0x3fU));
      ++at;
    }
  }
  return converted;
}

double microseconds(Nanoseconds time) { return static_cast<double>(time.count()) / 1e3; }

const char* side_text(Side side) { return side == Side::client ? "client" : "server"; }

json::object process_json() {
  const ProcessNumbers numbers = process_numbers();
  return {{"pid", numbers.pid},
          {"program", utf8(numbers.program)},
          {"host", utf8(numbers.host)},
          {"started_s", numbers.started_s},
          {"cpu_s", numbers.cpu_s},
          {"resident_octets", numbers.resident_octets},
          {"threads", numbers.threads},
          {"descriptors", numbers.descriptors},
          {"descriptors_max", numbers.descriptors_max}};
}

// "binding 3: connection" is the line "connection" of the part "binding 3".
json::array parts_json(const Description& description) {
  json::array parts;
  std::string part_name;
  for (const auto& line : description.lines()) {
    const auto colon = std::min(line.name.find(": "), line.name.size());
    const std::string name = line.name.substr(0, colon);
    if (parts.empty() || name != part_name) {
      part_name = name;
      parts.push_back(json::object{{"part", utf8(name)}, {"summary", ""}, {"lines", json::array()}});
    }
    auto& part = parts.back().as_object();
    if (colon == line.name.size()) {
      part["summary"] = utf8(line.text());
      continue;
    }
    part["lines"].as_array().push_back(json::object{
        {"name", utf8(line.name.substr(colon + 2))}, {"planned", utf8(line.planned)}, {"usage", utf8(line.usage)}});
  }
  return parts;
}

json::object operation_json(const OperationMetrics& metrics) {
  json::array failures;
  for (const auto& failure : metrics.failures) {
    failures.push_back(json::object{{"exception", utf8(failure.exception)}, {"count", failure.count}});
  }
  return {{"operation", utf8(metrics.operation)},
          {"calls", metrics.calls},
          {"in_progress", metrics.in_progress},
          {"failures", std::move(failures)},
          {"octets_sent", metrics.octets_sent},
          {"octets_received", metrics.octets_received},
          {"mean_us", microseconds(metrics.latency.mean())},
          {"p50_us", microseconds(metrics.latency.quantile(0.5))},
          {"p99_us", microseconds(metrics.latency.quantile(0.99))},
          {"max_us", microseconds(metrics.latency.quantile(1))}};
}

json::array channels_json(const std::vector<ChannelMetrics>& channels) {
  json::array all;
  for (const auto& channel : channels) {
    json::array operations;
    for (const auto& operation : channel.operations) operations.push_back(operation_json(operation));
    all.push_back(json::object{{"id", channel.id},
                               {"side", side_text(channel.side)},
                               {"protocol", utf8(channel.protocol)},
                               {"name", utf8(channel.name)},
                               {"is_open", channel.is_open},
                               {"operations", std::move(operations)}});
  }
  return all;
}

const char* outcome_text(Outcome outcome) {
  switch (outcome) {
    case Outcome::done:
      return "done";
    case Outcome::user_exception:
      return "user exception";
    case Outcome::system_exception:
      return "system exception";
    case Outcome::forward:
      break;
  }
  return "forward";
}

json::array stages_json(const RecordedCall& call) {
  const Stages& times = call.stages;
  json::array stages;
  const auto add = [&](const char* name, Nanoseconds time) {
    stages.push_back(json::object{{"stage", name}, {"us", microseconds(time)}});
  };
  if (call.side == Side::client) {
    add("queue", times.queue);
    add("encode", times.encode);
    add("send", times.send);
    add("wait", times.wait);
    add("decode", times.decode);
  } else {
    add("receive", times.receive);
    add("dispatch", times.dispatch);
    add("upcall", times.upcall);
    add("reply", times.reply);
  }
  return stages;
}

json::object call_json(const RecordedCall& call) {
  const auto begun = std::chrono::duration<double>(call.begun.time_since_epoch()).count();
  return {{"channel", call.channel},
          {"side", side_text(call.side)},
          {"channel_name", utf8(call.channel_name)},
          {"operation", utf8(call.operation)},
          {"begun_s", begun},
          {"duration_us", microseconds(call.duration)},
          {"stages", stages_json(call)},
          {"octets_sent", call.octets_sent},
          {"octets_received", call.octets_received},
          {"outcome", outcome_text(call.outcome)},
          {"exception", utf8(call.exception)},
          {"minor", call.minor}};
}

}  // namespace

std::string description_json(const CORBA::object_reference<CORBA::ORB>& orb) {
  const Observed seen = observed(orb);
  const json::object all{{"version", DIMMA_VERSION},
                         {"process", process_json()},
                         {"orb", json::object{{"id", utf8(orb->id())},
                                              {"metrics", seen.metrics},
                                              {"recorded_calls", seen.recorded_calls},
                                              {"captured_octets", seen.captured_octets}}},
                         {"parts", parts_json(describe(orb))},
                         {"channels", channels_json(metrics(orb))}};
  return json::serialize(all);
}

std::string calls_json(const CORBA::object_reference<CORBA::ORB>& orb, std::size_t limit) {
  const auto calls = recorded_calls(orb);
  json::array all;
  for (auto call = calls.rbegin(); call != calls.rend() && all.size() < limit; ++call) all.push_back(call_json(*call));
  return json::serialize(json::object{{"calls", std::move(all)}});
}

}  // namespace dimma::inspect
