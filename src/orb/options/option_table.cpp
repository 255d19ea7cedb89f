#include "orb/options/option_table.hpp"

#include "orb/options/option_setters.hpp"
#include "qos/text.hpp"

#include <algorithm>
#include <vector>

namespace dimma::orb {

namespace {

template <auto Member>
void set_text(Options& options, std::string_view /*option*/, std::string_view text) {
  options.*Member = text;
}

template <auto Member>
void set_memory(Options& options, std::string_view option, std::string_view text) {
  options.*Member = read_memory(option, text);
}

template <auto Member>
void set_time(Options& options, std::string_view option, std::string_view text) {
  options.*Member = read_time(option, text);
}

template <auto Member>
void set_limit(Options& options, std::string_view option, std::string_view text) {
  options.*Member = read_limit(option, text);
}

template <auto Member>
void set_tls_text(Options& options, std::string_view /*option*/, std::string_view text) {
  options.tls.*Member = text;
}

// Sets an option of the TLS credentials, and records the first option that concerns TLS.
template <Setter Set>
void set_of_tls(Options& options, std::string_view option, std::string_view value) {
  Set(options, option, value);
  if (options.tls_option.empty()) options.tls_option = option;
}

void set_nothing(Options& /*options*/, std::string_view /*option*/, std::string_view /*text*/) {}

constexpr Option of_addresses[] = {
    {"--dimma-endpoint", "LIST", "all addresses, any port",
     "where the ORB listens: iiop://HOST:PORT or ssliop://HOST:PORT, separated by commas", add_endpoints,
     Repeats::adds},
    {"--dimma-publish", "LIST", "the listening addresses",
     "the addresses that references name instead: HOST, HOST:PORT or ssliop://HOST:PORT", add_published, Repeats::adds},
    {"-ORBInitRef", "NAME=URL", "", "the reference that resolve_initial_references(NAME) returns",
     set_initial_reference, Repeats::by_name},
    {"-ORBDefaultInitRef", "URL", "", "resolves initial references that are not set otherwise as URL/NAME",
     set_text<&Options::default_initial_reference>},
    {"-ORBListenEndpoints", "LIST", "", "the OMG's name for --dimma-endpoint", add_endpoints, Repeats::adds,
     "--dimma-endpoint"},
    {"-ORBendPoint", "LIST", "", "omniORB's name for --dimma-endpoint, with giop:tcp:HOST:PORT or giop:ssl:HOST:PORT",
     add_endpoints, Repeats::adds, "--dimma-endpoint"},
    {"-ORBEndpoint", "LIST", "", "TAO's name for --dimma-endpoint", add_endpoints, Repeats::adds, "--dimma-endpoint"},
    {"-ORBEndPoint", "LIST", "", "older TAO's name for --dimma-endpoint", add_endpoints, Repeats::adds,
     "--dimma-endpoint"},
    {"-ORBid", "NAME", "empty", "the id of the ORB, if ORB_init gives none", set_text<&Options::id>},
    {"-ORBId", "NAME", "empty", "TAO's name for -ORBid", set_text<&Options::id>, Repeats::no, "-ORBid"},
    {"-ORBServerId", "NAME", "", "returned by the server_id() of interceptors; not part of references",
     set_text<&Options::server_id>},
    {"-ORBNoProprietaryActivation", "", "", "accepted; there is no other activation", set_nothing},
};

constexpr Option of_channels[] = {
    {"--dimma-qos", "TEXT", "each field's default",
     "the EngineeringQoS of implicit bindings and of the default endpoint, as in deadline=2s,transport=tcp", set_qos},
    {"--dimma-bidirectional", "off|offer|accept|both", "off",
     "callbacks over the client's connections: offers them to servers, accepts them from clients", set_bidirectional},
    {"--dimma-connections", "N", "2", "connections to one server's address, 1 to 64", set_connections},
    {"--dimma-giop", "1.0|1.1|1.2", "1.2", "the highest GIOP version to speak", set_giop},
    {"--dimma-cancel", "any|dimma|none", "dimma", "which servers get a CancelRequest when a call ends at its deadline",
     set_cancel},
    {"--dimma-code-set", "UTF-8|ISO-8859-1", "UTF-8", "the code set of char and std::string in this process",
     set_code_set},
    {"--dimma-byte-order", "big|little", "the machine's", "the byte order to send; for tests of peers", set_byte_order},
};

constexpr Option of_limits[] = {
    {"--dimma-max-message", "OCTETS", "256M", "the limit of one message, with all its fragments", set_message_max},
    {"--dimma-connection-memory", "OCTETS", "twice --dimma-max-message",
     "the memory limit of one connection for long messages", set_memory<&Options::connection_memory>},
    {"--dimma-max-memory", "OCTETS", "half of the machine's memory", "the memory limit of all connections together",
     set_memory<&Options::memory_max>},
    {"--dimma-held-requests", "N", "1000",
     "requests that wait for POAManagers in HOLDING and for adapter activators, 0 to 1000000", set_held_requests},
};

constexpr Option of_times[] = {
    {"--dimma-connect-timeout", "TIME", "10s", "how long connecting may take", set_limit<&Options::connect_timeout>},
    {"--dimma-idle", "TIME", "180s", "a server closes a connection that is idle for that long; 0s: never",
     set_time<&Options::idle_limit>},
    {"--dimma-peer-silence", "TIME", "30s",
     "a TCP connection is lost when the peer's host is silent for that long; 0s: never",
     set_time<&Options::peer_silence_max>},
    {"--dimma-send-timeout", "TIME", "30s",
     "a server closes a connection whose client reads nothing of a reply for that long; 0s: never",
     set_time<&Options::send_timeout>},
    {"--dimma-drain-timeout", "TIME", "2s",
     "how long clients have to read their replies when a server shuts down; 0s: no limit",
     set_time<&Options::drain_timeout>},
    {"--dimma-nested-wait", "TIME", "10s", "how long a nested call without a deadline waits for an exhausted pool",
     set_limit<&Options::nested_wait>},
};

constexpr Option of_tls[] = {
    {"--dimma-tls-certificate", "FILE", "none", "the certificate of this end and its chain up to an authority (PEM)",
     set_of_tls<set_tls_text<&tls::Credentials::certificate_chain>>},
    {"--dimma-tls-key", "FILE", "the certificate's file", "the certificate's private key (PEM)",
     set_of_tls<set_tls_text<&tls::Credentials::private_key>>},
    {"--dimma-tls-passphrase-file", "FILE", "none", "a file with the key's passphrase in its first line",
     set_of_tls<set_tls_passphrase>},
    {"--dimma-tls-authorities", "FILE|FOLDER", "the system's", "the authorities whose certificates are trusted (PEM)",
     set_of_tls<set_tls_text<&tls::Credentials::authorities>>},
    {"--dimma-tls-revocations", "FILE", "none", "the authorities' revocation lists (PEM)",
     set_of_tls<set_tls_text<&tls::Credentials::revocations>>},
    {"--dimma-tls-version", "1.2|1.3", "1.2", "the minimum version of TLS", set_of_tls<set_tls_version>},
    {"--dimma-tls-clients", "none|optional|required", "none", "whether a server asks its clients for a certificate",
     set_of_tls<set_tls_clients>},
    {"--dimma-tls-name", "NAME", "the host in the reference",
     "the name that servers' certificates must contain; *: any",
     set_of_tls<set_tls_text<&tls::Credentials::peer_name>>},
    {"--dimma-tls-handshake-timeout", "TIME", "10s", "the time limit of a handshake at a server",
     set_limit<&Options::handshake_timeout>},
    {"--dimma-tls-handshakes", "N", "4096", "concurrent handshakes at a server, 1 to 1000000", set_handshakes},
};

constexpr Option of_callers[] = {
    {"--dimma-access", "FILE", "none: everyone may call everything", "access rules: who may call what", set_access},
    {"--dimma-local-users", "own|any|USERS", "own",
     "the users, by name or number, to accept over Unix sockets and shared memory besides one's own", set_local_users},
};

constexpr Option of_observation[] = {
    {"--dimma-log", "LEVELS", "warning",
     "the levels of the log: off, error, warning, info or debug, and ROOM=LEVEL, separated by commas", set_log},
    {"--dimma-log-file", "FILE", "standard error", "the file that the log is appended to", set_log_file},
    {"--dimma-log-format", "text|json", "text", "the format of the lines of the log", set_log_format},
    {"--dimma-exception-text", "all|none", "all",
     "whether the texts of exceptions that servants throw are sent to clients", set_exception_text},
    {"--dimma-metrics", "on|off", "off", "counts the calls of each binding and endpoint, and how long they take",
     set_metrics},
    {"--dimma-recorder", "N|on|off", "off", "keeps the last N calls of each binding and endpoint; on: 4096",
     set_recorder},
    {"--dimma-capture", "OCTETS|on|off", "off",
     "keeps the first OCTETS of each send and receive for Wireshark, up to 65535; on: 256", set_capture},
    {"--dimma-inspect", "HOST:PORT|https://HOST:PORT|unix:PATH|unix|off", "off",
     "serves a page about the activity of the ORB; needs dimma::inspect", set_inspect},
    {"--dimma-inspect-token-file", "FILE", "none",
     "a file with the token that each request to that page needs; only its owner may have access to it",
     set_inspect_token_file},
    {"--dimma-inspect-objects", "on|off", "off",
     "the object DimmaInspector provides the contents of that page over IIOP", set_inspect_objects},
    {"--dimma-trace", "on|off", "off; on with --dimma-trace-endpoint",
     "records spans of calls, and passes their trace on from process to process", set_trace},
    {"--dimma-trace-sample", "RATIO", "1", "the fraction of the traces beginning here that is sampled, 0 to 1",
     set_trace_sample},
    {"--dimma-trace-queue", "N", "2048", "spans that may wait to be exported, 1 to 1000000; further spans are dropped",
     set_trace_queue},
    {"--dimma-trace-endpoint", "URL", "http://127.0.0.1:4318/v1/traces",
     "the collector that receives spans, by OTLP over HTTP; needs dimma::trace", set_trace_endpoint},
    {"--dimma-trace-batch", "N", "512", "the maximum number of spans in one request, 1 to 100000", set_trace_batch},
    {"--dimma-trace-interval", "TIME", "5s", "the time after which fewer spans than that are sent", set_trace_interval},
};

constexpr Option of_the_options[] = {
    {"--dimma-config", "FILE", "none",
     "a file with an option on each line, as in 'idle = 60s'; options given otherwise override it", set_config},
    {"--dimma-help", "", "", "prints this text and exits", set_nothing},
};

constexpr OptionSection sections[] = {
    {"Addresses and references", of_addresses},
    {"Channels", of_channels},
    {"Limits", of_limits},
    {"Times", of_times},
    {"TLS", of_tls},
    {"Access control", of_callers},
    {"Observation", of_observation},
    {"Config file and help", of_the_options},
};

char variable_character(char character) noexcept {
  if (character >= 'a' && character <= 'z') return static_cast<char>(character - 'a' + 'A');
  return character == '-' ? '_' : character;
}

}  // namespace

std::span<const OptionSection> option_sections() noexcept { return sections; }

const Option* find_option(std::string_view name) noexcept {
  for (const OptionSection& section : sections) {
    for (const Option& option : section.options) {
      if (option.name == name) return &option;
    }
  }
  return nullptr;
}

const Option* find_option_before_value(std::string_view argument) noexcept {
  const Option* longest = nullptr;
  for (const OptionSection& section : sections) {
    for (const Option& option : section.options) {
      if (option.is_own() || !option.has_value() || !argument.starts_with(option.name)) continue;
      if (longest == nullptr || option.name.size() > longest->name.size()) longest = &option;
    }
  }
  return longest;
}

// Compares names without their common prefix.
std::string nearest_option(std::string_view name) {
  for (const std::string_view prefix : {"--dimma-", "-ORB"}) {
    if (!name.starts_with(prefix)) continue;
    std::vector<std::string_view> rests;
    for (const OptionSection& section : sections) {
      for (const Option& option : section.options) {
        if (option.name.starts_with(prefix)) rests.push_back(option.name.substr(prefix.size()));
      }
    }
    const auto rest = qos::nearest_word(name.substr(prefix.size()), rests);
    return rest.empty() ? std::string() : std::string(prefix) + std::string(rest);
  }
  return {};
}

std::string variable_of(const Option& option) {
  if (!option.is_own() || !option.has_value()) return {};
  std::string variable(option.name.substr(2));
  std::ranges::transform(variable, variable.begin(), variable_character);
  return variable;
}

std::string options_help() {
  std::string text =
      "Options of the ORB. A value is the next argument, or follows a '=': --dimma-idle 60s, --dimma-idle=60s.\n"
      "'--' ends the options. Each of dimma's own options with a value also has an environment variable: DIMMA_IDLE. "
      "The\noption overrides the variable, which overrides the config file, whose lines have the form: idle = 60s.\n\n"
      "A TIME is a number with ms, s, m or h: 500ms, 10s. OCTETS may end in k, M or G: 64M.\n";
  for (const OptionSection& section : sections) {
    text.append("\n").append(section.title).append(":\n");
    for (const Option& option : section.options) {
      text.append("  ").append(option.name);
      if (option.has_value()) text.append(" ").append(option.argument);
      if (!option.fallback.empty()) text.append(" (default: ").append(option.fallback).append(")");
      text.append("\n      ").append(option.help).append("\n");
    }
  }
  return text;
}

}  // namespace dimma::orb
