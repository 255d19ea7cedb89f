#pragma once
// The collector that gets the spans, and the attributes of the process: from the ORB's options, and from the variables
// that OpenTelemetry defines for all its exporters (OTEL_...).

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dimma::trace_export {

struct Url {
  bool has_tls = false;
  std::string host;  // IPv6 without brackets
  std::uint16_t port = 0;
  std::string path;  // "/v1/traces", including a query

  // Returns "http://127.0.0.1:4318/v1/traces".
  std::string text() const;
  // Returns the text of the header Host: without a zone (RFC 6874, 4).
  std::string authority() const;
};

// Throws std::invalid_argument, which says what is wrong: a scheme other than http:// and https://, or a user.
Url parse_url(std::string_view text);

using Pairs = std::vector<std::pair<std::string, std::string>>;

// Parses "key1=value1,key2=value2", percent-encoded, in the form of W3C Baggage. Ignores anything that is not a pair.
Pairs parse_pairs(std::string_view text);

struct Settings {
  Url url;
  Pairs headers;            // added to each request
  Pairs resource;           // attributes of the process, including "service.name"
  std::string authorities;  // a file of certificates to which the collector's has to lead; empty: the system's
  std::chrono::milliseconds timeout{10'000};  // for a request and its answer
  std::chrono::milliseconds interval{5'000};  // until spans are sent, if they are fewer than a batch
  std::size_t batch = 512;                    // the most spans in a request
};

using Environment = std::function<const char*(const char* name)>;  // like std::getenv

struct Said {
  std::string endpoint = {};  // a URL; empty: that of the environment
  std::string option = {};    // the option that has set it
  std::optional<std::size_t> batch = {};
  std::optional<std::chrono::milliseconds> interval = {};
};
// Throws std::invalid_argument, whose text begins with the option, or the variable.
Settings read_settings(const Said& said, const Environment& environment);

}  // namespace dimma::trace_export
