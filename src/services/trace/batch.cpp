#include "services/trace/batch.hpp"

#include "services/inspect/text/utf8_text.hpp"

#include <dimma/version.hpp>

#include <boost/json.hpp>

#include <charconv>
#include <cstdint>

namespace dimma::trace_export {

namespace {

namespace json = boost::json;
using inspect::utf8;

// Bits of the field `flags` in addition to those of W3C Trace Context.
constexpr std::uint32_t has_is_remote = 0x100;
constexpr std::uint32_t is_remote = 0x200;
constexpr int status_error = 2;

class Attributes {
 public:
  void add(std::string_view key, std::string_view value) {
    if (!value.empty()) add(key, json::object{{"stringValue", utf8(value)}});
  }
  void add(std::string_view key, std::uint64_t value) { add(key, json::object{{"intValue", std::to_string(value)}}); }
  void add(std::string_view key, bool value) { add(key, json::object{{"boolValue", value}}); }
  json::array take() { return std::move(attributes_); }

 private:
  void add(std::string_view key, json::object value) {
    attributes_.push_back(json::object{{"key", utf8(key)}, {"value", std::move(value)}});
  }
  json::array attributes_;
};

// Returns the value of network.transport in the semantic conventions; empty if there is none.
std::string_view network_transport(std::string_view transport) noexcept {
  if (transport == "tcp" || transport == "tls") return "tcp";
  if (transport == "udp" || transport == "multicast") return "udp";
  return transport == "unix" ? "unix" : "";
}

void add_place(Attributes& attributes, const trace::Place& place, trace::Kind kind) {
  const bool is_client = kind == trace::Kind::client;
  attributes.add(is_client ? "server.address" : "client.address", place.address);
  if (place.port != 0) attributes.add(is_client ? "server.port" : "client.port", std::uint64_t{place.port});
  if (!is_client) {
    attributes.add("network.peer.address", place.address);
    if (place.port != 0) attributes.add("network.peer.port", std::uint64_t{place.port});
  }
  attributes.add("network.transport", network_transport(place.transport));
  attributes.add("dimma.transport", place.transport);
  attributes.add("dimma.protocol", place.protocol);
  attributes.add("dimma.qos", place.qos);
}

json::array attributes_of(const trace::Span& span) {
  Attributes attributes;
  attributes.add("rpc.system", std::string_view("corba"));
  attributes.add("rpc.service", span.interface);
  attributes.add("rpc.method", span.operation);
  if (span.place) add_place(attributes, *span.place, span.kind);
  attributes.add("error.type", span.exception);
  if (span.minor != 0) attributes.add("corba.minor_code", std::uint64_t{span.minor});
  if (span.is_forwarded) attributes.add("dimma.forwarded", true);
  return attributes.take();
}

std::string nanoseconds(std::chrono::nanoseconds time) { return std::to_string(time.count()); }

json::object json_of(const trace::Span& span) {
  const auto begun = std::chrono::duration_cast<std::chrono::nanoseconds>(span.begun.time_since_epoch());
  const std::uint32_t flags =
      span.context.flags |
      (span.parent == trace::SpanId{} ? 0 : has_is_remote | (span.has_remote_parent ? is_remote : 0));
  json::object result{{"traceId", trace::to_string(span.context.trace_id)},
                      {"spanId", trace::to_string(span.context.span_id)},
                      {"flags", flags},
                      {"name", utf8(span.interface.empty() ? span.operation : span.interface + '/' + span.operation)},
                      {"kind", static_cast<int>(span.kind)},
                      {"startTimeUnixNano", nanoseconds(begun)},
                      {"endTimeUnixNano", nanoseconds(begun + span.duration)},
                      {"attributes", attributes_of(span)}};
  if (span.parent != trace::SpanId{}) result["parentSpanId"] = trace::to_string(span.parent);
  if (!span.context.trace_state.empty()) result["traceState"] = span.context.trace_state;
  if (!span.exception.empty()) {
    result["status"] =
        json::object{{"code", status_error}, {"message", utf8(span.message.empty() ? span.exception : span.message)}};
  }
  return result;
}

}  // namespace

std::string request_body(const Pairs& resource, std::span<const trace::Span> spans) {
  Attributes attributes;
  for (const auto& [key, value] : resource) attributes.add(key, value);
  attributes.add("telemetry.sdk.name", std::string_view("dimma"));
  attributes.add("telemetry.sdk.language", std::string_view("cpp"));
  attributes.add("telemetry.sdk.version", std::string_view(DIMMA_VERSION_STRING));
  json::array all;
  all.reserve(spans.size());
  for (const trace::Span& span : spans) all.push_back(json_of(span));
  json::object scope{{"scope", json::object{{"name", "dimma"}, {"version", DIMMA_VERSION_STRING}}},
                     {"spans", std::move(all)}};
  return json::serialize(json::object{
      {"resourceSpans", json::array{json::object{{"resource", json::object{{"attributes", attributes.take()}}},
                                                 {"scopeSpans", json::array{std::move(scope)}}}}}});
}

Refused read_response(std::string_view body) {
  boost::system::error_code error;
  const json::value response = json::parse(json::string_view(body.data(), body.size()), error);
  if (error || !response.is_object()) return {};
  const json::value* const partial = response.as_object().if_contains("partialSuccess");
  if (partial == nullptr || !partial->is_object()) return {};
  Refused refused;
  if (const auto* const why = partial->as_object().if_contains("errorMessage"); why != nullptr && why->is_string()) {
    refused.why.assign(why->as_string().begin(), why->as_string().end());
  }
  const json::value* const spans = partial->as_object().if_contains("rejectedSpans");
  if (spans == nullptr) return refused;
  if (spans->is_string()) {
    const auto& digits = spans->as_string();
    std::from_chars(digits.data(), digits.data() + digits.size(), refused.spans);
  } else if (spans->is_number()) {
    const auto number = spans->to_number<std::uint64_t>(error);
    if (!error) refused.spans = number;
  }
  return refused;
}

}  // namespace dimma::trace_export
