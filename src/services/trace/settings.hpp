#pragma once
// The settings of the exporter: the collector, and the attributes of the process. They come from the ORB's options, and
// from the variables that OpenTelemetry defines for all exporters (OTEL_...).

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
  std::string host;  // an IPv6 address is without brackets
  std::uint16_t port = 0;
  std::string path;  // such as "/v1/traces", including a query

  // Returns the URL, for example "http://127.0.0.1:4318/v1/traces".
  std::string text() const;
  // Returns the value of the Host header: without a zone (RFC 6874, 4).
  std::string authority() const;
};

// Parses a URL. Throws std::invalid_argument, which explains the error: a scheme other than http:// and https://, or a
// user.
Url parse_url(std::string_view text);

using Pairs = std::vector<std::pair<std::string, std::string>>;

// Parses "key1=value1,key2=value2", percent-encoded, as in W3C Baggage. Ignores anything that is not a pair.
Pairs parse_pairs(std::string_view text);

struct Settings {
  Url url;
  Pairs headers;                              // sent with each request
  Pairs resource;                             // attributes of the process, including "service.name"
  std::string authorities;                    // file of trusted certificates; the system's if empty
  std::chrono::milliseconds timeout{10'000};  // for a request and its answer
  std::chrono::milliseconds interval{5'000};  // after which fewer spans than a batch are sent
  std::size_t batch = 512;                    // maximum number of spans in a request
};

using Environment = std::function<const char*(const char* name)>;  // like std::getenv

struct Said {
  std::string endpoint = {};  // a URL; if empty, that of the environment
  std::string option = {};    // name of the option with the URL, for messages
  std::optional<std::size_t> batch = {};
  std::optional<std::chrono::milliseconds> interval = {};
};
// Throws std::invalid_argument, whose message begins with the name of the option or variable.
Settings read_settings(const Said& said, const Environment& environment);

}  // namespace dimma::trace_export
