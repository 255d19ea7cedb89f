#include "services/trace/settings.hpp"

#include "base/text/ipv6_literal.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include <unistd.h>

namespace dimma::trace_export {

namespace {

constexpr const char* default_endpoint = "http://127.0.0.1:4318";
constexpr const char* default_path = "/v1/traces";

std::string in_quotes(std::string_view text) { return "'" + std::string(text) + "'"; }

[[noreturn]] void refuse_url(std::string_view url, const std::string& why) {
  throw std::invalid_argument(in_quotes(url) + ' ' + why + ": expected http://HOST:PORT/v1/traces");
}

std::string authority_of(const std::string& host, std::uint16_t port) {
  const std::string name = host.find(':') == std::string::npos ? host : '[' + host + ']';
  return name + ':' + std::to_string(port);
}

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

std::string decoded(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned code = 0;
    const char* const digits = text.data() + i + 1;
    if (text[i] == '%' && i + 2 < text.size() && std::from_chars(digits, digits + 2, code, 16).ptr == digits + 2) {
      result += static_cast<char>(code);
      i += 2;
    } else {
      result += text[i];
    }
  }
  return result;
}

// Parses the host and the optional port.
void read_authority(Url& url, std::string_view authority, std::string_view whole) {
  std::string_view port;
  if (authority.starts_with('[')) {
    const std::size_t end = authority.find(']');
    if (end == std::string_view::npos) refuse_url(whole, "has an IPv6 address without ']'");
    const auto literal = ipv6_literal(authority.substr(1, end - 1));
    if (!literal) refuse_url(whole, "has no IPv6 address in its brackets");
    url.host = *literal;
    port = authority.substr(end + 1);
    if (!port.empty() && port.front() != ':') refuse_url(whole, "has unexpected characters after its IPv6 address");
  } else {
    const std::size_t colon = authority.find(':');
    url.host = authority.substr(0, colon);
    if (colon != std::string_view::npos) port = authority.substr(colon);
  }
  const bool is_host = !url.host.empty() && std::ranges::none_of(url.host, [](unsigned char c) {
    return c <= ' ' || c >= 0x7f || std::string_view("/?#@[]\\\"").find(static_cast<char>(c)) != std::string_view::npos;
  });
  if (!is_host) refuse_url(whole, "has no host");
  url.port = url.has_tls ? 443 : 80;
  if (port.empty()) return;
  port.remove_prefix(1);
  const char* const last = port.data() + port.size();
  const auto [end, error] = std::from_chars(port.data(), last, url.port);
  if (error != std::errc() || end != last || url.port == 0) refuse_url(whole, "has no port from 1 to 65535");
}

std::string program_name() {
  std::error_code error;
  const auto path = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? std::string("unknown") : path.filename().string();
}

std::string host_name() {
  std::string name(256, '\0');
  if (::gethostname(name.data(), name.size() - 1) != 0) return {};
  name.resize(name.find('\0'));
  return name;
}

// Reads the environment variables of OpenTelemetry.
class Variables {
 public:
  explicit Variables(const Environment& environment) : environment_(environment) {}

  // Returns the value of the first variable that is set; empty if none is set.
  std::string text(std::initializer_list<const char*> names) {
    for (const char* const name : names) {
      const char* const value = environment_(name);
      if (value == nullptr || trimmed(value).empty()) continue;
      used_ = name;
      return trimmed(value);
    }
    return {};
  }
  // Like text(), but for a number that is at least 1.
  template <class Number>
  std::optional<Number> number(std::initializer_list<const char*> names) {
    const std::string value = text(names);
    if (value.empty()) return std::nullopt;
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error != std::errc() || end != value.data() + value.size() || number == 0) {
      throw std::invalid_argument(used_ + ": " + in_quotes(value) + " is not a number from 1 to 4294967295");
    }
    return Number(number);
  }
  // Returns the name of the variable whose value text() has returned last.
  const std::string& used() const noexcept { return used_; }

 private:
  const Environment& environment_;
  std::string used_;
};

Url url_of(const Said& said, Variables& variables) {
  std::string by = said.option;
  std::string text = said.endpoint;
  if (text.empty()) {
    text = variables.text({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"});
    by = variables.used();
  }
  if (text.empty()) {
    text = variables.text({"OTEL_EXPORTER_OTLP_ENDPOINT"});
    by = variables.used();
    if (text.empty()) text = default_endpoint;
    if (text.ends_with('/')) text.pop_back();
    text += default_path;
  }
  try {
    return parse_url(text);
  } catch (const std::invalid_argument& wrong) {
    throw std::invalid_argument(by + ": " + wrong.what());
  }
}

Pairs resource_of(Variables& variables) {
  Pairs resource = parse_pairs(variables.text({"OTEL_RESOURCE_ATTRIBUTES"}));
  const auto set = [&](const std::string& key, const std::string& value, bool is_stronger) {
    if (value.empty()) return;
    const auto found = std::ranges::find(resource, key, &Pairs::value_type::first);
    if (found == resource.end()) {
      resource.emplace_back(key, value);
    } else if (is_stronger) {
      found->second = value;
    }
  };
  set("service.name", variables.text({"OTEL_SERVICE_NAME"}), true);
  set("service.name", program_name(), false);
  set("host.name", host_name(), false);
  return resource;
}

}  // namespace

std::string Url::authority() const { return authority_of(without_zone(host), port); }

std::string Url::text() const { return (has_tls ? "https://" : "http://") + authority_of(host, port) + path; }

Url parse_url(std::string_view text) {
  Url url;
  std::string_view rest = text;
  constexpr std::string_view plain = "http://";
  constexpr std::string_view secure = "https://";
  url.has_tls = rest.starts_with(secure);
  if (!url.has_tls && !rest.starts_with(plain)) refuse_url(text, "begins neither with http:// nor with https://");
  rest.remove_prefix(url.has_tls ? secure.size() : plain.size());
  const std::size_t end = std::min(rest.find_first_of("/?#"), rest.size());
  url.path = rest.substr(end);
  if (!url.path.starts_with('/')) url.path.insert(0, "/");
  const bool is_path =
      std::ranges::none_of(url.path, [](unsigned char c) { return c <= ' ' || c >= 0x7f || c == '#'; });
  if (!is_path) refuse_url(text, "has a path with a blank, a '#' or a character that is not ASCII");
  read_authority(url, rest.substr(0, end), text);
  return url;
}

Pairs parse_pairs(std::string_view text) {
  Pairs pairs;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view pair = text.substr(begin, end - begin);
    begin = end + 1;
    const std::size_t equals = pair.find('=');
    if (equals == std::string_view::npos) continue;
    std::string key = decoded(trimmed(pair.substr(0, equals)));
    if (!key.empty()) pairs.emplace_back(std::move(key), decoded(trimmed(pair.substr(equals + 1))));
  }
  return pairs;
}

Settings read_settings(const Said& said, const Environment& environment) {
  using std::chrono::milliseconds;
  Variables variables(environment);
  Settings settings;
  settings.url = url_of(said, variables);
  settings.headers = parse_pairs(variables.text({"OTEL_EXPORTER_OTLP_TRACES_HEADERS", "OTEL_EXPORTER_OTLP_HEADERS"}));
  std::erase_if(settings.headers, [](const auto& header) {
    const auto is_control = [](unsigned char c) { return c < ' ' || c == 0x7f; };
    return std::ranges::any_of(header.first, is_control) || std::ranges::any_of(header.second, is_control);
  });
  settings.resource = resource_of(variables);
  settings.authorities = variables.text({"OTEL_EXPORTER_OTLP_TRACES_CERTIFICATE", "OTEL_EXPORTER_OTLP_CERTIFICATE"});
  if (const auto time =
          variables.number<milliseconds>({"OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", "OTEL_EXPORTER_OTLP_TIMEOUT"})) {
    settings.timeout = *time;
  }
  if (const auto time = variables.number<milliseconds>({"OTEL_BSP_SCHEDULE_DELAY"})) settings.interval = *time;
  if (const auto spans = variables.number<std::size_t>({"OTEL_BSP_MAX_EXPORT_BATCH_SIZE"})) settings.batch = *spans;
  if (said.batch) settings.batch = *said.batch;
  if (said.interval) settings.interval = *said.interval;
  return settings;
}

}  // namespace dimma::trace_export
