#pragma once
// The parsed options of an ORB (dimma/orb.hpp lists them).

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

// How the ORB may be inspected (docs/guides/inspecting.md), and the option or variable that each value comes from.
struct InspectOptions {
  std::string at;  // an address; empty disables the page
  std::string at_option;
  std::string token_file;  // empty means no token
  std::string token_option;
  bool has_object = false;  // offers a DimmaInspect::Inspector
  std::string object_option;
};

// An option and the place where it was given.
struct SaidOption {
  std::string option;  // such as "--dimma-idle"
  std::string value;
  std::string from;  // "command line", "DIMMA_IDLE" or "FILE:LINE"
};

struct Options {
  bool wants_help = false;       // if set, no other option is parsed
  std::vector<SaidOption> said;  // the options in force, weakest layer first
  std::string config_file;       // empty if there is none
  std::string id;
  std::string server_id;
  std::vector<channel::ListenAddress> listen;  // default endpoint; empty: all addresses, any port
  std::vector<channel::ListenAddress> publish;
  EngineeringQoS qos;
  std::optional<std::vector<std::uint32_t>> local_users;  // allowed in addition to the own user; empty list: all users
  std::string access_file;                                // file of access rules; empty if there is none
  bool offers_callbacks = false;                          // the ORB's own connections may carry callbacks
  bool accepts_callbacks = false;                         // connections of clients may carry callbacks
  std::map<std::string, std::string> initial_references;
  std::string default_initial_reference;
  std::uint8_t giop_minor = 2;
  std::uint32_t native_code_set = cdr::code_set_utf8;
  std::endian byte_order = std::endian::native;
  std::optional<std::size_t> message_octets_max;
  std::optional<std::size_t> connection_memory;
  std::optional<std::size_t> memory_max;
  std::size_t held_requests_max = 1000;  // maximum number of requests held without a thread
  std::optional<std::size_t> connections_max;
  std::optional<std::chrono::milliseconds> idle_limit;
  std::optional<std::chrono::milliseconds> connect_timeout;
  std::optional<std::chrono::milliseconds> nested_wait;
  std::optional<std::chrono::milliseconds> peer_silence_max;
  std::optional<channel::CancelPeers> cancel_peers;
  bool tells_exception_text = true;       // clients receive the text of servants' exceptions
  std::optional<std::string> log_levels;  // in the syntax of dimma::log::set_levels()
  std::string log_file;                   // empty: unchanged; the initial log goes to stderr
  std::string log_file_option;
  std::optional<log::detail::Format> log_format;
  std::vector<std::string> warnings;  // about ignored options of other ORBs
  std::optional<std::chrono::milliseconds> send_timeout;
  std::optional<std::chrono::milliseconds> drain_timeout;
  tls::Credentials tls;    // used by a QoS that names no other credentials
  std::string tls_option;  // first option that concerns TLS; empty if none
  std::optional<std::chrono::milliseconds> handshake_timeout;
  std::optional<std::size_t> handshakes_max;
  observe::Wanted observed;
  bool says_metrics = false;   // metrics were set explicitly by an option or the environment
  bool says_recorder = false;  // the recorder was set explicitly
  InspectOptions inspected;
  tracing::Wanted traced;
  bool says_trace = false;     // tracing was set explicitly
  std::string trace_endpoint;  // URL for the export of spans; empty: from the environment
  std::string trace_option;    // first option that only an exporter needs; empty if none
  std::optional<std::size_t> trace_batch;
  std::optional<std::chrono::milliseconds> trace_interval;
};

}  // namespace dimma::orb
