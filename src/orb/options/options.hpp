#pragma once
// The options of an ORB, as they have been read (the list is in dimma/orb.hpp).

#include "base/log/log_output.hpp"
#include "cdr/text/code_sets.hpp"
#include "channel/channel.hpp"
#include "channel/limits.hpp"
#include "observe/wanted.hpp"
#include "tracing/wanted.hpp"

#include <dimma/qos.hpp>
#include <dimma/tls_credentials.hpp>

#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dimma::orb {

// How the ORB may be inspected (docs/guides/inspecting.md), and which option or variable says each of it.
struct InspectOptions {
  std::string at;  // an address; empty: nowhere
  std::string at_option;
  std::string token_file;  // empty: no token
  std::string token_option;
  bool has_object = false;  // DimmaInspect::Inspector
  std::string object_option;
};

// An option, and where it was given.
struct SaidOption {
  std::string option;  // "--dimma-idle"
  std::string value;
  std::string from;  // "command line", "DIMMA_IDLE", "FILE:LINE"
};

struct Options {
  bool wants_help = false;       // then nothing else is read
  std::vector<SaidOption> said;  // those whose value counts, the weakest first
  std::string config_file;       // empty: none
  std::string id;
  std::string server_id;
  std::vector<channel::ListenAddress> listen;  // the default endpoint, there; none: everywhere, at any free port
  std::vector<channel::ListenAddress> publish;
  EngineeringQoS qos;
  std::optional<std::vector<std::uint32_t>> local_users;  // besides one's own, over local transports; empty list: all
  std::string access_file;                                // the file of access rules; empty: none
  bool offers_callbacks = false;                          // over the connections that the ORB opens, to all its objects
  bool accepts_callbacks = false;  // its clients' connections may carry calls back, for all its POAs
  std::map<std::string, std::string> initial_references;
  std::string default_initial_reference;
  std::uint8_t giop_minor = 2;
  std::uint32_t native_code_set = cdr::code_set_utf8;
  std::endian byte_order = std::endian::native;
  std::optional<std::size_t> message_octets_max;
  std::optional<std::size_t> connection_memory;
  std::optional<std::size_t> memory_max;
  std::size_t held_requests_max = 1000;  // requests that wait without a thread for their POA
  std::optional<std::size_t> connections_max;
  std::optional<std::chrono::milliseconds> idle_limit;
  std::optional<std::chrono::milliseconds> connect_timeout;
  std::optional<std::chrono::milliseconds> nested_wait;
  std::optional<std::chrono::milliseconds> peer_silence_max;
  std::optional<channel::CancelPeers> cancel_peers;
  bool tells_exception_text = true;       // clients are told in words what servants throw
  std::optional<std::string> log_levels;  // as dimma::log::set_levels() takes them
  std::string log_file;                   // empty: not changed; at first the log is stderr
  std::string log_file_option;
  std::optional<log::detail::Format> log_format;
  std::vector<std::string> warnings;  // about options of other ORBs, which were passed over
  std::optional<std::chrono::milliseconds> send_timeout;
  std::optional<std::chrono::milliseconds> drain_timeout;
  tls::Credentials tls;    // those that a QoS uses unless it names others
  std::string tls_option;  // the first option that concerned TLS; empty: none
  std::optional<std::chrono::milliseconds> handshake_timeout;
  std::optional<std::size_t> handshakes_max;
  observe::Wanted observed;
  bool says_metrics = false;   // an option or the environment turned them on or off
  bool says_recorder = false;  // the same
  InspectOptions inspected;
  tracing::Wanted traced;
  bool says_trace = false;     // as says_metrics
  std::string trace_endpoint;  // a URL, where spans go; empty: where the environment says
  std::string trace_option;    // the first option that concerned only an exporter; empty: none
  std::optional<std::size_t> trace_batch;
  std::optional<std::chrono::milliseconds> trace_interval;
};

}  // namespace dimma::orb
