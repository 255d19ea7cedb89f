#pragma once
// Setters of the ORB's options. Each parses the text of a value and stores the value in the options. If the text is
// malformed, it throws CORBA::BAD_PARAM, whose detail begins with `option`.

#include "orb/options/options.hpp"

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace dimma::orb {

inline constexpr std::size_t recorded_calls_default = 4096;

// Throws CORBA::BAD_PARAM with the text "OPTION: WHY".
[[noreturn]] void refuse_option(std::string_view option, const std::string& why);

// Parses a size such as "64M".
std::size_t read_memory(std::string_view option, std::string_view text);
// Parses a time such as "180s", "500ms" or "5m".
std::chrono::milliseconds read_time(std::string_view option, std::string_view text);
// Parses a time other than 0.
std::chrono::milliseconds read_limit(std::string_view option, std::string_view text);

void add_endpoints(Options& options, std::string_view option, std::string_view text);
void add_published(Options& options, std::string_view option, std::string_view text);
void set_qos(Options& options, std::string_view option, std::string_view text);
void set_access(Options& options, std::string_view option, std::string_view text);
void set_local_users(Options& options, std::string_view option, std::string_view text);
void set_giop(Options& options, std::string_view option, std::string_view text);
void set_message_max(Options& options, std::string_view option, std::string_view text);
void set_connections(Options& options, std::string_view option, std::string_view text);
void set_held_requests(Options& options, std::string_view option, std::string_view text);
void set_cancel(Options& options, std::string_view option, std::string_view text);
void set_bidirectional(Options& options, std::string_view option, std::string_view text);
void set_byte_order(Options& options, std::string_view option, std::string_view text);
void set_code_set(Options& options, std::string_view option, std::string_view text);
void set_tls_passphrase(Options& options, std::string_view option, std::string_view text);
void set_tls_version(Options& options, std::string_view option, std::string_view text);
void set_tls_clients(Options& options, std::string_view option, std::string_view text);
void set_handshakes(Options& options, std::string_view option, std::string_view text);
void set_initial_reference(Options& options, std::string_view option, std::string_view text);
void set_log_file(Options& options, std::string_view option, std::string_view text);
void set_log_format(Options& options, std::string_view option, std::string_view text);
void set_metrics(Options& options, std::string_view option, std::string_view text);
void set_recorder(Options& options, std::string_view option, std::string_view text);
void set_capture(Options& options, std::string_view option, std::string_view text);
void set_inspect(Options& options, std::string_view option, std::string_view text);
void set_inspect_token_file(Options& options, std::string_view option, std::string_view text);
void set_inspect_objects(Options& options, std::string_view option, std::string_view text);
void set_trace(Options& options, std::string_view option, std::string_view text);
void set_trace_sample(Options& options, std::string_view option, std::string_view text);
void set_trace_queue(Options& options, std::string_view option, std::string_view text);
void set_trace_endpoint(Options& options, std::string_view option, std::string_view text);
void set_trace_batch(Options& options, std::string_view option, std::string_view text);
void set_trace_interval(Options& options, std::string_view option, std::string_view text);
void set_log(Options& options, std::string_view option, std::string_view text);
void set_config(Options& options, std::string_view option, std::string_view text);
void set_exception_text(Options& options, std::string_view option, std::string_view text);

}  // namespace dimma::orb
