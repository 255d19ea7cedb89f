#pragma once
// Translates the fields of a QoS into options for sockets and readers, and into descriptions.

#include "iiop/message/giop_reader.hpp"
#include "iiop/message/settings.hpp"
#include "transport/transport.hpp"

#include <dimma/exception.hpp>
#include <dimma/qos.hpp>

#include <chrono>
#include <string>

namespace dimma::iiop {

// A connection that has been idle for this long is checked before a request is sent over it.
inline constexpr std::chrono::seconds idle_before_asking{1};
// Reads the clock for idle times, which ticks every few milliseconds and costs a fraction of the exact one.
std::chrono::nanoseconds coarse_now() noexcept;

// The initial sizes of message buffers, which grow as needed.
inline constexpr std::size_t dedicated_send_octets = 1024;
inline constexpr std::size_t slot_send_octets = 512;
inline constexpr std::size_t serving_send_octets = 1024;
// A slot's buffer that has grown beyond this is released after the call.
inline constexpr std::size_t slot_octets_kept_max = std::size_t{1} << 20;

transport::StreamOptions stream_options(const EngineeringQoS& qos);
transport::StreamOptions stream_options(const EngineeringQoS& qos, const Settings& settings);
ReaderOptions reader_options(const EngineeringQoS& qos, const Settings& settings);
ReaderOptions server_reader_options(const EngineeringQoS& qos, const Settings& settings);

// Returns the number, or execution::no_limit.
std::size_t limit_of(const CountLimit& limit) noexcept;
// The number of requests of a connection that a server serves at once: with buffers=pool(n,size), at most n.
std::size_t messages_at_once(const EngineeringQoS& qos) noexcept;

// Makes a budget with the limits of the settings. Limits that are zero are derived from message_octets_max and this
// machine's memory.
std::shared_ptr<MemoryBudget> make_memory_budget(const Settings& settings);

// The number of threads that serve the connections of an endpoint with nullTask; no limit for any other endpoint.
std::size_t connection_threads_max(const EngineeringQoS& qos) noexcept;

// The exception of a channel that was closed: BAD_INV_ORDER, COMPLETED_NO.
CORBA::BAD_INV_ORDER channel_closed();

// Texts for describe().
std::string read_ahead_text(const EngineeringQoS& qos);
std::string peer_silence_text(const Settings& settings);
std::string timeouts_text(const EngineeringQoS& qos, const Settings& settings);

// Throws QoSError for settings that IIOP over TCP does not support at that end, because they cannot work or are not
// implemented.
void require_assembled(const EngineeringQoS& qos, End end);
// Throws QoSError if the QoS requires threads of the ORB but an application runs the ORB, or if it requires
// processing=executor but no application runs the ORB.
void require_threads_of(const EngineeringQoS& qos, End end, bool is_run_by_application);

}  // namespace dimma::iiop
