#include "orb/options/option_setters.hpp"

#include "base/log/log.hpp"
#include "base/sync/sync.hpp"
#include "base/text/ascii.hpp"
#include "base/text/duration.hpp"
#include "base/text/ipv6_literal.hpp"
#include "base/text/user_names.hpp"

#include <dimma/exception.hpp>
#include <dimma/minor.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <utility>

namespace dimma::orb {

void refuse_option(std::string_view option, const std::string& why) {
  throw CORBA::BAD_PARAM(minor::bad_param_option, CORBA::COMPLETED_NO, std::string(option) + ": " + why);
}

namespace {

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

using Address = channel::ListenAddress;

std::uint16_t read_port(std::string_view option, std::string_view text) {
  unsigned port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc() || end != text.data() + text.size() || port > 65535) {
    refuse_option(option, quoted(text) + " is not a port number from 0 to 65535");
  }
  return static_cast<std::uint16_t>(port);
}

// Parses "host", "host:port", ":port", "[::1]:port" or "[fe80::1%25eth0]:port".
Address read_address(std::string_view option, std::string_view text) {
  Address address;
  std::string_view rest = text;
  if (!rest.empty() && rest.front() == '[') {
    const std::size_t end = rest.find(']');
    if (end == std::string_view::npos) refuse_option(option, "the ']' is missing in " + quoted(text));
    const auto literal = ipv6_literal(rest.substr(1, end - 1));
    if (!literal) {
      refuse_option(
          option, quoted(rest.substr(0, end + 1)) +
                      " is not an IPv6 address in brackets, such as [2001:db8::5], [fe80::1%25eth0] or [fe80::1%eth0]");
    }
    address.host = *literal;
    rest.remove_prefix(end + 1);
  } else {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    address.host = rest.substr(0, colon);
    rest.remove_prefix(colon);
  }
  if (rest.empty()) return address;
  if (rest.front() != ':') refuse_option(option, quoted(text) + " is not host:port");
  if (rest.find(':', 1) != std::string_view::npos) {
    refuse_option(option, quoted(text) + ": an IPv6 address needs brackets, as in [::1]:2809");
  }
  address.port = read_port(option, rest.substr(1));
  return address;
}

// Splits a list at its commas.
std::vector<std::string_view> parts_of(std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

struct EndpointPrefix {
  std::string_view text;
  bool has_tls;
  bool may_end_with_colon;  // omniORB's form keeps the colon of a port that is left out
};
constexpr std::array<EndpointPrefix, 4> endpoint_prefixes{
    {{"iiop://", false, false}, {"giop:tcp:", false, true}, {"ssliop://", true, false}, {"giop:ssl:", true, true}}};

}  // namespace

void add_endpoints(Options& options, std::string_view option, std::string_view text) {
  for (const std::string_view part : parts_of(text)) {
    const auto* const prefix = std::ranges::find_if(
        endpoint_prefixes, [&](const EndpointPrefix& known) { return part.starts_with(known.text); });
    if (prefix == endpoint_prefixes.end()) {
      refuse_option(option, quoted(part) + " is neither iiop://host:port nor ssliop://host:port");
    }
    std::string_view where = part.substr(prefix->text.size());
    if (prefix->may_end_with_colon && where.ends_with(':')) where.remove_suffix(1);
    Address address = read_address(option, where);
    address.has_tls = prefix->has_tls;
    if (address.port != 0 && std::find(options.listen.begin(), options.listen.end(), address) != options.listen.end()) {
      refuse_option(option, quoted(part) + " is given twice");
    }
    options.listen.push_back(address);
  }
}

namespace {

// Zones must not be published to other nodes (RFC 4007, 11).
void refuse_zone(std::string_view option, const std::string& host) {
  const std::size_t zone = host.find('%');
  if (zone == std::string::npos || host.find(':') == std::string::npos) return;
  refuse_option(option, "the zone " + quoted(host.substr(zone)) + " has a meaning on this machine only; publish " +
                            quoted(host.substr(0, zone)) + ", or preferably an address that needs no zone");
}

}  // namespace

void add_published(Options& options, std::string_view option, std::string_view text) {
  for (std::string_view part : parts_of(text)) {
    constexpr std::string_view with_tls = "ssliop://";
    const bool has_tls = part.starts_with(with_tls);
    if (has_tls) part.remove_prefix(with_tls.size());
    Address address = read_address(option, part);
    address.has_tls = has_tls;
    if (address.host.empty()) refuse_option(option, "the host is missing in " + quoted(part));
    if (address.host == "0.0.0.0" || address.host == "::") {
      refuse_option(option, quoted(address.host) + " is not an address that a peer can reach");
    }
    refuse_zone(option, address.host);
    static constexpr std::string_view of_hosts = "abcdefghijklmnopqrstuvwxyz0123456789-._:";
    const auto is_of_host = [](char letter) { return of_hosts.find(to_lower_ascii(letter)) != std::string_view::npos; };
    if (!std::ranges::all_of(address.host, is_of_host)) {
      refuse_option(option, quoted(address.host) + " is neither the name nor the address of a host");
    }
    if (std::ranges::find(options.publish, address) != options.publish.end()) {
      refuse_option(option, quoted(part) + " is given twice");
    }
    options.publish.push_back(address);
  }
}

void set_qos(Options& options, std::string_view option, std::string_view text) {
  try {
    options.qos = EngineeringQoS::parse(text);
  } catch (const QoSError& error) {
    refuse_option(option, error.what());
  }
}

void set_access(Options& options, std::string_view option, std::string_view text) {
  if (text.empty()) refuse_option(option, "the file of access rules is missing");
  options.access_file = text;
}

// The value is "any", "own", or a list of user names and numbers.
void set_local_users(Options& options, std::string_view option, std::string_view text) {
  options.local_users.reset();
  if (text == "own") return;
  options.local_users.emplace();
  if (text == "any") return;
  for (const std::string_view part : parts_of(text)) {
    const auto user = user_named(part);
    if (!user) refuse_option(option, quoted(part) + " is neither the number nor the name of a user of this machine");
    options.local_users->push_back(*user);
  }
}

void set_giop(Options& options, std::string_view option, std::string_view text) {
  if (text.size() != 3 || text.substr(0, 2) != "1." || text[2] < '0' || text[2] > '2') {
    refuse_option(option, quoted(text) + " is not 1.0, 1.1 or 1.2");
  }
  options.giop_minor = static_cast<std::uint8_t>(text[2] - '0');
}

namespace {

// Parses a size such as "64M" that is at most `most`, which error messages show as `most_text`.
std::size_t read_octets(std::string_view option, std::string_view text, std::size_t most, std::string_view most_text) {
  std::size_t octets = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, octets);
  unsigned shift = 0;
  const char* unit = end;
  if (unit != last && last - unit == 1) {
    switch (*unit++) {
      case 'k':
        shift = 10;
        break;
      case 'M':
        shift = 20;
        break;
      case 'G':
        shift = 30;
        break;
      default:
        --unit;
    }
  }
  if (error != std::errc() || unit != last || octets == 0 || octets > (most >> shift)) {
    refuse_option(option, quoted(text).append(" is not a number of octets from 1 to ").append(most_text));
  }
  return octets << shift;
}

}  // namespace

void set_message_max(Options& options, std::string_view option, std::string_view text) {
  options.message_octets_max = read_octets(option, text, 0xffff'ffffU, "4G");
}

std::size_t read_memory(std::string_view option, std::string_view text) {
  return read_octets(option, text, std::size_t{1} << 46, "65536G");
}

void set_connections(Options& options, std::string_view option, std::string_view text) {
  constexpr std::size_t most = 64;
  std::size_t connections = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, connections);
  if (error != std::errc() || end != last || connections == 0 || connections > most) {
    refuse_option(option, quoted(text) + " is not a number of connections from 1 to " + std::to_string(most));
  }
  options.connections_max = connections;
}

void set_held_requests(Options& options, std::string_view option, std::string_view text) {
  constexpr std::size_t most = 1'000'000;
  std::size_t requests = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), requests);
  if (error != std::errc() || end != text.data() + text.size() || requests > most) {
    refuse_option(option, quoted(text) + " is not a number of requests from 0 to " + std::to_string(most));
  }
  options.held_requests_max = requests;
}

// Parses a time such as "180s", "500ms" or "5m".
std::chrono::milliseconds read_time(std::string_view option, std::string_view text) {
  using std::chrono::milliseconds;
  constexpr std::chrono::seconds longest = std::chrono::hours(30 * 24);
  const auto time = parse_duration(text);
  if (!time || *time > longest || *time % milliseconds(1) != std::chrono::nanoseconds(0)) {
    refuse_option(option, quoted(text) + " is not a time in whole milliseconds up to " +
                              std::to_string(longest.count()) + "s, such as 500ms, 180s or 5m");
  }
  return std::chrono::duration_cast<milliseconds>(*time);
}

std::chrono::milliseconds read_limit(std::string_view option, std::string_view text) {
  const auto time = read_time(option, text);
  if (time.count() == 0) refuse_option(option, "the limit must be greater than zero");
  return time;
}

void set_cancel(Options& options, std::string_view option, std::string_view text) {
  if (text == "any") {
    options.cancel_peers = channel::CancelPeers::any;
  } else if (text == "dimma") {
    options.cancel_peers = channel::CancelPeers::dimma;
  } else if (text == "none") {
    options.cancel_peers = channel::CancelPeers::none;
  } else {
    refuse_option(option, quoted(text) + " is not any, dimma or none");
  }
}

void set_bidirectional(Options& options, std::string_view option, std::string_view text) {
  const bool both = text == "both";
  if (!both && text != "offer" && text != "accept" && text != "off") {
    refuse_option(option, quoted(text) + " is not offer, accept, both or off");
  }
  if (!sync::has_threads && text != "off")
    refuse_option(option, "callbacks need threads, which this build of dimma does not have");
  options.offers_callbacks = both || text == "offer";
  options.accepts_callbacks = both || text == "accept";
}

void set_byte_order(Options& options, std::string_view option, std::string_view text) {
  if (text != "big" && text != "little") refuse_option(option, quoted(text) + " is neither big nor little");
  options.byte_order = text == "big" ? std::endian::big : std::endian::little;
}

void set_code_set(Options& options, std::string_view option, std::string_view text) {
  if (text != "UTF-8" && text != "ISO-8859-1") refuse_option(option, quoted(text) + " is neither UTF-8 nor ISO-8859-1");
  options.native_code_set = text == "UTF-8" ? cdr::code_set_utf8 : cdr::code_set_latin1;
}

void set_tls_passphrase(Options& options, std::string_view option, std::string_view file) {
  std::ifstream in{std::string(file)};
  if (!std::getline(in, options.tls.passphrase)) refuse_option(option, quoted(file) + " cannot be read, or is empty");
}

void set_tls_version(Options& options, std::string_view option, std::string_view text) {
  if (text != "1.2" && text != "1.3") refuse_option(option, quoted(text) + " is neither 1.2 nor 1.3");
  options.tls.version_min = text == "1.2" ? tls::Version::tls_1_2 : tls::Version::tls_1_3;
}

void set_tls_clients(Options& options, std::string_view option, std::string_view text) {
  using tls::ClientCertificates;
  if (text == "none") {
    options.tls.client_certificates = ClientCertificates::none;
  } else if (text == "optional") {
    options.tls.client_certificates = ClientCertificates::optional;
  } else if (text == "required") {
    options.tls.client_certificates = ClientCertificates::required;
  } else {
    refuse_option(option, quoted(text) + " is not none, optional or required");
  }
}

void set_handshakes(Options& options, std::string_view option, std::string_view text) {
  constexpr std::size_t most = 1'000'000;
  std::size_t handshakes = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), handshakes);
  if (error != std::errc() || end != text.data() + text.size() || handshakes == 0 || handshakes > most) {
    refuse_option(option, quoted(text) + " is not a number of handshakes from 1 to " + std::to_string(most));
  }
  options.handshakes_max = handshakes;
}

void set_initial_reference(Options& options, std::string_view option, std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0 || equals + 1 == text.size()) {
    refuse_option(option, quoted(text) + " is not NAME=URL");
  }
  options.initial_references.insert_or_assign(std::string(text.substr(0, equals)),
                                              std::string(text.substr(equals + 1)));
}

namespace {

// Parses a number from 1 to `most`, or "off", which gives 0.
std::size_t read_count(std::string_view option, std::string_view text, std::size_t most, const char* what) {
  if (text == "off") return 0;
  std::size_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc() || end != text.data() + text.size() || count == 0 || count > most) {
    refuse_option(option,
                  quoted(text) + " is neither off nor a number of " + what + " from 1 to " + std::to_string(most));
  }
  return count;
}

}  // namespace

void set_metrics(Options& options, std::string_view option, std::string_view text) {
  if (text != "on" && text != "off") refuse_option(option, quoted(text) + " is neither on nor off");
  options.observed.has_metrics = text == "on";
  options.says_metrics = true;
}

void set_recorder(Options& options, std::string_view option, std::string_view text) {
  constexpr std::size_t most = 1'000'000;
  options.observed.recorded_calls = text == "on" ? recorded_calls_default : read_count(option, text, most, "calls");
  options.says_recorder = true;
}

void set_capture(Options& options, std::string_view option, std::string_view text) {
  constexpr std::size_t default_octets = 256;
  constexpr std::size_t most = 65'535;
  options.observed.captured_octets = text == "on" ? default_octets : read_count(option, text, most, "octets");
}

void set_inspect(Options& options, std::string_view option, std::string_view text) {
  options.inspected.at = text == "off" ? std::string_view() : text;
  options.inspected.at_option = option;
}

void set_inspect_token_file(Options& options, std::string_view option, std::string_view text) {
  options.inspected.token_file = text;
  options.inspected.token_option = option;
}

void set_inspect_objects(Options& options, std::string_view option, std::string_view text) {
  if (text != "on" && text != "off") refuse_option(option, quoted(text) + " is neither on nor off");
  options.inspected.has_object = text == "on";
  options.inspected.object_option = option;
}

void set_trace(Options& options, std::string_view option, std::string_view text) {
  if (text != "on" && text != "off") refuse_option(option, quoted(text) + " is neither on nor off");
  options.traced.is_on = text == "on";
  options.says_trace = true;
}

void set_trace_sample(Options& options, std::string_view option, std::string_view text) {
  double ratio = -1;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, ratio);
  if (error != std::errc() || end != last || !(ratio >= 0 && ratio <= 1)) {
    refuse_option(option, quoted(text) + " is not a fraction from 0 to 1, such as 0.01");
  }
  options.traced.ratio = ratio;
}

void set_trace_queue(Options& options, std::string_view option, std::string_view text) {
  constexpr std::size_t most = 1'000'000;
  options.traced.spans_max = read_count(option, text, most, "spans");
  if (options.traced.spans_max == 0)
    refuse_option(option, "the queue needs room for at least 1 span; use --dimma-trace off to disable tracing");
}

// The options that only an exporter of spans needs.
void set_trace_endpoint(Options& options, std::string_view option, std::string_view text) {
  options.trace_endpoint = text;
  if (options.trace_option.empty()) options.trace_option = option;
}

void set_trace_batch(Options& options, std::string_view option, std::string_view text) {
  constexpr std::size_t most = 100'000;
  options.trace_batch = read_count(option, text, most, "spans");
  if (options.trace_batch == 0) refuse_option(option, "a request needs at least 1 span");
  if (options.trace_option.empty()) options.trace_option = option;
}

void set_trace_interval(Options& options, std::string_view option, std::string_view text) {
  options.trace_interval = read_limit(option, text);
  if (options.trace_option.empty()) options.trace_option = option;
}

void set_log(Options& options, std::string_view option, std::string_view text) {
  if (const auto fault = log::fault_of_levels(text); !fault.empty()) refuse_option(option, fault);
  options.log_levels = text;
}

void set_config(Options& options, std::string_view option, std::string_view text) {
  if (text.empty()) refuse_option(option, "the name of the file is missing");
  options.config_file = text;
}

void set_log_file(Options& options, std::string_view option, std::string_view text) {
  if (text.empty()) refuse_option(option, "the name of the file is missing");
  options.log_file = text;
  options.log_file_option = option;
}

void set_log_format(Options& options, std::string_view option, std::string_view text) {
  if (text != "text" && text != "json") refuse_option(option, quoted(text) + " is neither text nor json");
  options.log_format = text == "json" ? log::detail::Format::json : log::detail::Format::text;
}

void set_exception_text(Options& options, std::string_view option, std::string_view text) {
  if (text != "all" && text != "none") refuse_option(option, quoted(text) + " is neither all nor none");
  options.tells_exception_text = text == "all";
}

}  // namespace dimma::orb
