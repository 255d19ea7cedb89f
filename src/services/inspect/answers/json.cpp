// Writes an ORB's parts and observations as JSON.
#include "base/sync/clock.hpp"
#include "services/inspect/answers/answers.hpp"
#include "services/inspect/answers/facts.hpp"
#include "services/inspect/answers/process.hpp"
#include "services/inspect/text/json_text.hpp"
#include "services/inspect/text/utf8_text.hpp"

#include <dimma/binding.hpp>
#include <dimma/observation.hpp>
#include <dimma/version.hpp>

#include <boost/json.hpp>

#include <algorithm>
#include <chrono>
#include <utility>

namespace dimma::inspect {

namespace {

namespace json = boost::json;
using namespace observation;

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

json::object part_json(const Part& part) {
  json::array lines;
  for (const auto& line : part.lines) {
    lines.push_back(
        json::object{{"name", utf8(line.name)}, {"planned", utf8(line.planned)}, {"usage", utf8(line.usage)}});
  }
  return {{"part", utf8(part.name)}, {"summary", utf8(part.summary)}, {"lines", std::move(lines)}};
}

// Returns pairs of a bucket's upper limit in nanoseconds and its count. They are integers, so that two snapshots can be
// subtracted exactly.
json::array buckets_json(const Latency& latency) {
  json::array buckets;
  for (const auto& bucket : latency.buckets) buckets.push_back(json::array{bucket.up_to.count(), bucket.count});
  return buckets;
}

json::object operation_json(const OperationMetrics& metrics) {
  json::array failures;
  for (const auto& failure : metrics.failures) {
    failures.push_back(json::object{{"exception", utf8(failure.exception)}, {"count", failure.count}});
  }
  json::array addresses;
  for (const auto& address : metrics.addresses) addresses.emplace_back(utf8(address));
  return {{"operation", utf8(metrics.operation)},
          {"calls", metrics.calls},
          {"in_progress", metrics.in_progress},
          {"failures", std::move(failures)},
          {"octets_sent", metrics.octets_sent},
          {"octets_received", metrics.octets_received},
          {"mean_us", microseconds(metrics.latency.mean())},
          {"p50_us", microseconds(metrics.latency.quantile(0.5))},
          {"p99_us", microseconds(metrics.latency.quantile(0.99))},
          {"max_us", microseconds(metrics.latency.quantile(1))},
          {"addresses", std::move(addresses)}};
}

json::array resources_json(const std::vector<ResourceMetrics>& resources) {
  json::array all;
  for (const auto& resource : resources) {
    all.push_back(json::object{{"resource", resource.resource},
                               {"in_use", resource.in_use},
                               {"in_use_max", resource.in_use_max},
                               {"made", resource.made},
                               {"waits", resource.waits},
                               {"refusals", resource.refusals}});
  }
  return all;
}

json::object channel_json(const ChannelMetrics& channel, Buckets buckets) {
  json::array operations;
  for (const auto& operation : channel.operations) {
    json::object one = operation_json(operation);
    if (buckets == Buckets::shown) one["buckets_ns"] = buckets_json(operation.latency);
    operations.push_back(std::move(one));
  }
  return {{"id", channel.id},
          {"side", side_text(channel.side)},
          {"protocol", utf8(channel.protocol)},
          {"name", utf8(channel.name)},
          {"is_open", channel.is_open},
          {"operations", std::move(operations)},
          {"resources", resources_json(channel.resources)}};
}

json::array stages_json(const RecordedCall& call) {
  json::array stages;
  for (const auto& [name, time] : stages_of(call)) {
    stages.push_back(json::object{{"stage", name}, {"us", microseconds(time)}});
  }
  return stages;
}

json::object call_json(const RecordedCall& call) {
  return {{"channel", call.channel},
          {"side", side_text(call.side)},
          {"channel_name", utf8(call.channel_name)},
          {"operation", utf8(call.operation)},
          {"begun_s", seconds_of(call.begun)},
          {"duration_us", microseconds(call.duration)},
          {"stages", stages_json(call)},
          {"octets_sent", call.octets_sent},
          {"octets_received", call.octets_received},
          {"outcome", outcome_text(call.outcome)},
          {"exception", utf8(call.exception)},
          {"minor", call.minor},
          {"address", utf8(call.address)},
          {"peer", utf8(call.peer)}};
}

template <class Element, class JsonOf>
JsonArray array_of(std::string before, std::vector<Element> elements, JsonOf json_of) {
  const std::size_t count = elements.size();
  return {std::move(before), count,
          [all = std::move(elements), json_of](std::size_t at) { return json_text(json_of(all[at])); }};
}

}  // namespace

Pieces description_json(const CORBA::object_reference<CORBA::ORB>& orb, Buckets buckets) {
  const Observed seen = observed(orb);
  const std::chrono::duration<double> taken = Clock::now().time_since_epoch();
  auto channels = metrics(orb);
  std::string first = json_text(json::object{{"version", DIMMA_VERSION_STRING},
                                             {"taken_s", taken.count()},
                                             {"process", process_json()},
                                             {"orb", json::object{{"id", utf8(orb->id())},
                                                                  {"metrics", seen.metrics},
                                                                  {"recorded_calls", seen.recorded_calls},
                                                                  {"captured_octets", seen.captured_octets}}}});
  first.pop_back();  // removes the closing brace, since the object continues
  std::vector<JsonArray> arrays;
  arrays.push_back(array_of(first + ",\"parts\":", parts_of(describe(orb)), part_json));
  arrays.push_back(array_of(",\"channels\":", std::move(channels),
                            [buckets](const ChannelMetrics& channel) { return channel_json(channel, buckets); }));
  return json_pieces(std::move(arrays));
}

Pieces calls_json(const CORBA::object_reference<CORBA::ORB>& orb, std::size_t limit) {
  auto calls = recorded_calls(orb);
  std::ranges::reverse(calls);
  if (calls.size() > limit) calls.resize(limit);
  return json_pieces({array_of("{\"calls\":", std::move(calls), call_json)});
}

}  // namespace dimma::inspect
