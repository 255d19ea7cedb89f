#pragma once
// Writes spans as a request of OTLP in JSON (OpenTelemetry Protocol 1.x, "JSON Protobuf Encoding"): ids as hexadecimal
// digits, 64-bit numbers as strings, enumerators as numbers.

#include "services/trace/settings.hpp"

#include <dimma/trace.hpp>

#include <span>
#include <string>
#include <string_view>

namespace dimma::trace_export {

std::string request_body(const Pairs& resource, std::span<const trace::Span> spans);

// The number of spans that the collector has refused, and its reason, from its answer.
struct Refused {
  std::uint64_t spans = 0;
  std::string why;
};
// Returns no refused spans if the body is not such a response.
Refused read_response(std::string_view body);

}  // namespace dimma::trace_export
