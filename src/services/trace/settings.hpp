#pragma once
// The place to which spans go, and the attributes of the process: by the ORB's options, and by the variables that
// OpenTelemetry gives all its exporters (OTEL_...).

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
  std::string path;  // "/v1/traces", with what follows

  // "http://127.0.0.1:4318/v1/traces"
  std::string text() const;
  // As the header Host has it: without a zone (RFC 6874, 4).
  std::string authority() const;
};

// Throws std::invalid_argument that says what is wrong: with anything but http:// and https://, and a user.
Url parse_url(std::string_view text);

using Pairs = std::vector<std::pair<std::string, std::string>>;

// "key1=value1,key2=value2", percent-encoded, as W3C Baggage writes it. Anything that is no pair is left out.
Pairs parse_pairs(std::string_view text);

struct Settings {
  Url url;
  Pairs headers;            // for each request
  Pairs resource;           // attributes of the process; "service.name" among them
  std::string authorities;  // a file of certificates that the collector's has to lead to; empty: the system's
  std::chrono::milliseconds timeout{10'000};  // for a request and its answer
  std::chrono::milliseconds interval{5'000};  // until spans are sent, if they are fewer than a batch
  std::size_t batch = 512;                    // spans in a request at most
};

using Environment = std::function<const char*(const char* name)>;  // as std::getenv

struct Said {
  std::string endpoint = {};  // a URL; empty: the environment says
  std::string option = {};    // the option that said so
  std::optional<std::size_t> batch = {};
  std::optional<std::chrono::milliseconds> interval = {};
};
// Throws std::invalid_argument that begins with the option, or the variable.
Settings read_settings(const Said& said, const Environment& environment);

}  // namespace dimma::trace_export
