#pragma once
// Encodes spans as an OTLP request in JSON (OpenTelemetry Protocol 1.x, "JSON Protobuf Encoding"): ids are hexadecimal,
// 64-bit numbers are strings, enumerators are numbers.

#include "services/trace/settings.hpp"

#include <dimma/trace.hpp>

#include <span>
#include <string>
#include <string_view>

namespace dimma::trace_export {

std::string request_body(const Pairs& resource, std::span<const trace::Span> spans);

// The number of spans that the collector has rejected, and the reason, as reported in its response.
struct Refused {
  std::uint64_t spans = 0;
  std::string why;
};
// Returns no rejected spans if the body is not a valid response.
Refused read_response(std::string_view body);

}  // namespace dimma::trace_export
