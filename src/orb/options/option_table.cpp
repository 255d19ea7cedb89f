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

// Sets an option of the ORB's credentials.
template <Setter Set>
void set_of_tls(Options& options, std::string_view option, std::string_view value) {
  Set(options, option, value);
  if (options.tls_option.empty()) options.tls_option = option;
}

void set_nothing(Options& /*options*/, std::string_view /*option*/, std::string_view /*text*/) {}

constexpr Option of_addresses[] = {
    {"--dimma-endpoint", "LIST", "all addresses, any port",
     "where the ORB listens: iiop://HOST:PORT or ssliop://HOST:PORT, joined by commas", add_endpoints, Repeats::adds},
    {"--dimma-publish", "LIST", "what is listened at",
     "the addresses that references carry instead: HOST, HOST:PORT or ssliop://HOST:PORT", add_published,
     Repeats::adds},
    {"-ORBInitRef", "NAME=URL", "", "what resolve_initial_references(NAME) gives", set_initial_reference,
     Repeats::by_name},
    {"-ORBDefaultInitRef", "URL", "", "names that nothing else explains are resolved as URL/NAME",
     set_text<&Options::default_initial_reference>},
    {"-ORBListenEndpoints", "LIST", "", "the OMG's name for --dimma-endpoint", add_endpoints, Repeats::adds,
     "--dimma-endpoint"},
    {"-ORBendPoint", "LIST", "", "omniORB's name for --dimma-endpoint, with giop:tcp:HOST:PORT or giop:ssl:HOST:PORT",
     add_endpoints, Repeats::adds, "--dimma-endpoint"},
    {"-ORBEndpoint", "LIST", "", "TAO's name for --dimma-endpoint", add_endpoints, Repeats::adds, "--dimma-endpoint"},
    {"-ORBEndPoint", "LIST", "", "older TAO's name for --dimma-endpoint", add_endpoints, Repeats::adds,
     "--dimma-endpoint"},
    {"-ORBid", "NAME", "empty", "the id of the ORB, where ORB_init gives none", set_text<&Options::id>},
    {"-ORBId", "NAME", "empty", "TAO's name for -ORBid", set_text<&Options::id>, Repeats::no, "-ORBid"},
    {"-ORBServerId", "NAME", "", "accepted; references do not name their server", set_text<&Options::server_id>},
    {"-ORBNoProprietaryActivation", "", "", "accepted; there is no other activation", set_nothing},
};

constexpr Option of_channels[] = {
    {"--dimma-qos", "TEXT", "each field's default",
     "the EngineeringQoS of implicit bindings and of the default endpoint, as in deadline=2s,transport=tcp", set_qos},
    {"--dimma-bidirectional", "off|offer|accept|both", "off",
     "calls back over the client's connections: offers them to servers, accepts them of clients", set_bidirectional},
    {"--dimma-connections", "N", "2", "connections to one server's address, 1 to 64", set_connections},
    {"--dimma-giop", "1.0|1.1|1.2", "1.2", "the highest GIOP version to speak", set_giop},
    {"--dimma-cancel", "any|dimma|none", "dimma",
     "which servers get a CancelRequest when a call is given up at its deadline", set_cancel},
    {"--dimma-code-set", "UTF-8|ISO-8859-1", "UTF-8", "the code set of char and std::string in this process",
     set_code_set},
    {"--dimma-byte-order", "big|little", "the machine's", "the byte order to send; for tests of peers", set_byte_order},
};

constexpr Option of_limits[] = {
    {"--dimma-max-message", "OCTETS", "256M", "the limit of one message, with all its fragments", set_message_max},
    {"--dimma-connection-memory", "OCTETS", "twice --dimma-max-message",
     "the limit of what one connection holds for long messages", set_memory<&Options::connection_memory>},
    {"--dimma-max-memory", "OCTETS", "half of the machine's memory", "the limit of what all connections hold together",
     set_memory<&Options::memory_max>},
    {"--dimma-held-requests", "N", "1000",
     "requests that wait for POAManagers in HOLDING and for adapter activators, 0 to 1000000", set_held_requests},
};

constexpr Option of_times[] = {
    {"--dimma-connect-timeout", "TIME", "10s", "how long connecting may take", set_limit<&Options::connect_timeout>},
    {"--dimma-idle", "TIME", "180s",
     "a server closes a connection over which nothing has come for that long; 0s: never",
     set_time<&Options::idle_limit>},
    {"--dimma-peer-silence", "TIME", "30s",
     "a TCP connection is lost when nothing is heard of the peer's host for that long; 0s: never",
     set_time<&Options::peer_silence_max>},
    {"--dimma-send-timeout", "TIME", "30s",
     "a server closes a connection whose client takes nothing of a reply for that long; 0s: never",
     set_time<&Options::send_timeout>},
    {"--dimma-drain-timeout", "TIME", "2s",
     "how long clients have to take their replies when a server shuts down; 0s: as long as needed",
     set_time<&Options::drain_timeout>},
    {"--dimma-nested-wait", "TIME", "10s",
     "how long a call that an upcall makes without a deadline waits for an empty pool",
     set_limit<&Options::nested_wait>},
};

constexpr Option of_tls[] = {
    {"--dimma-tls-certificate", "FILE", "none",
     "the certificate that this end shows, with those between it and an authority (PEM)",
     set_of_tls<set_tls_text<&tls::Credentials::certificate_chain>>},
    {"--dimma-tls-key", "FILE", "the certificate's file", "the certificate's private key (PEM)",
     set_of_tls<set_tls_text<&tls::Credentials::private_key>>},
    {"--dimma-tls-passphrase-file", "FILE", "none", "holds the key's passphrase in its first line",
     set_of_tls<set_tls_passphrase>},
    {"--dimma-tls-authorities", "FILE|FOLDER", "the system's", "the authorities whose certificates are trusted (PEM)",
     set_of_tls<set_tls_text<&tls::Credentials::authorities>>},
    {"--dimma-tls-revocations", "FILE", "none", "the authorities' revocation lists (PEM)",
     set_of_tls<set_tls_text<&tls::Credentials::revocations>>},
    {"--dimma-tls-version", "1.2|1.3", "1.2", "the least version of TLS that is accepted", set_of_tls<set_tls_version>},
    {"--dimma-tls-clients", "none|optional|required", "none", "whether a server asks its clients for a certificate",
     set_of_tls<set_tls_clients>},
    {"--dimma-tls-name", "NAME", "the host in the reference",
     "the name that servers' certificates have to be for; *: any",
     set_of_tls<set_tls_text<&tls::Credentials::peer_name>>},
    {"--dimma-tls-handshake-timeout", "TIME", "10s", "how long a server's client has for its handshake",
     set_limit<&Options::handshake_timeout>},
    {"--dimma-tls-handshakes", "N", "4096", "handshakes at once at a server, 1 to 1000000", set_handshakes},
};

constexpr Option of_callers[] = {
    {"--dimma-access", "FILE", "none: everyone may call everything", "access rules: who may call what", set_access},
    {"--dimma-local-users", "own|any|USERS", "own",
     "the users, by name or number, to talk to over Unix sockets and shared memory besides one's own", set_local_users},
};

constexpr Option of_observation[] = {
    {"--dimma-log", "LEVELS", "warning",
     "the levels of the log: off, error, warning, info or debug, and ROOM=LEVEL, joined by commas", set_log},
    {"--dimma-log-file", "FILE", "standard error", "the file that lines of the log are appended to", set_log_file},
    {"--dimma-log-format", "text|json", "text", "whether a line of the log is words or a JSON object", set_log_format},
    {"--dimma-exception-text", "all|none", "all", "whether clients are told in words what servants throw",
     set_exception_text},
    {"--dimma-metrics", "on|off", "off", "counts the calls of each binding and endpoint, and how long they take",
     set_metrics},
    {"--dimma-recorder", "N|on|off", "off", "keeps the last N calls of each binding and endpoint; on: 4096",
     set_recorder},
    {"--dimma-capture", "OCTETS|on|off", "off",
     "keeps the first OCTETS of each send and receive for Wireshark, up to 65535; on: 256", set_capture},
    {"--dimma-inspect", "HOST:PORT|https://HOST:PORT|unix:PATH|unix|off", "off",
     "serves a page of what the ORB does; needs dimma::inspect", set_inspect},
    {"--dimma-inspect-token-file", "FILE", "none",
     "holds the token that each request to that page needs; others must not be able to read it",
     set_inspect_token_file},
    {"--dimma-inspect-objects", "on|off", "off", "the object DimmaInspector says over IIOP what the page shows",
     set_inspect_objects},
    {"--dimma-trace", "on|off", "off; on with --dimma-trace-endpoint",
     "makes spans of calls, whose trace goes along from process to process", set_trace},
    {"--dimma-trace-sample", "RATIO", "1", "the share of the traces that begin here which are sampled, 0 to 1",
     set_trace_sample},
    {"--dimma-trace-queue", "N", "2048", "spans that wait to be exported, 1 to 1000000; one more is dropped",
     set_trace_queue},
    {"--dimma-trace-endpoint", "URL", "http://127.0.0.1:4318/v1/traces",
     "where spans go, by OTLP over HTTP; needs dimma::trace", set_trace_endpoint},
    {"--dimma-trace-batch", "N", "512", "spans in one request at most, 1 to 100000", set_trace_batch},
    {"--dimma-trace-interval", "TIME", "5s", "after how long fewer spans than that are sent", set_trace_interval},
};

constexpr Option of_the_options[] = {
    {"--dimma-config", "FILE", "none", "a file of options, each as 'idle = 60s' on a line; others override it",
     set_config},
    {"--dimma-help", "", "", "prints this text and ends the process", set_nothing},
};

constexpr OptionSection sections[] = {
    {"Addresses and references", of_addresses},
    {"Channels", of_channels},
    {"Limits", of_limits},
    {"Times", of_times},
    {"TLS", of_tls},
    {"Who may call", of_callers},
    {"What is seen", of_observation},
    {"The options themselves", of_the_options},
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

// Compares names without the prefix that all names of one kind share.
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
      "'--' ends the options. Each of dimma's own that has a value has an environment variable too: DIMMA_IDLE. The\n"
      "option overrides its variable, and that the config file, where a line has the name and the value: idle = "
      "60s.\n\n"
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
