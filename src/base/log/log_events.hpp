#pragma once
// The events of the log, each with its room, its level and its limit in records per minute (0 means unlimited).
// docs/guides/logging.md explains each event; a test compares that page with this list.

#include <dimma/log.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace dimma::log {

// clang-format off
#define DIMMA_LOG_EVENTS(DO)                    \
  DO(option_passed_over, orb, warning, 0)       \
  DO(inspection_begun, orb, info, 0)            \
  DO(spans_dropped, orb, warning, 10)           \
  DO(trace_context_malformed, orb, warning, 10) \
  DO(spans_not_exported, orb, warning, 10)      \
  DO(inspection_refused, orb, warning, 10)      \
  DO(reply_handler_failed, orb, error, 10)      \
  DO(servant_threw, poa, error, 60)             \
  DO(exception_raised, poa, info, 0)            \
  DO(foreign_exception, poa, error, 10)         \
  DO(executor_threw, poa, error, 10)            \
  DO(requests_held, poa, warning, 10)           \
  DO(arguments_left, poa, warning, 10)          \
  DO(request_served, poa, debug, 0)             \
  DO(request_refused, access, warning, 600)     \
  DO(rules_read, access, warning, 10)           \
  DO(rules_unreadable, access, error, 10)       \
  DO(results_left, iiop, warning, 10)           \
  DO(message_malformed, iiop, warning, 10)      \
  DO(protocol_mismatch, iiop, warning, 10)      \
  DO(connection_broken, iiop, warning, 10)      \
  DO(connection_stalled, iiop, warning, 10)     \
  DO(memory_exhausted, iiop, warning, 10)       \
  DO(connections_exhausted, iiop, warning, 10)  \
  DO(requests_exhausted, iiop, warning, 10)     \
  DO(callbacks_refused, iiop, warning, 10)      \
  DO(address_unreachable, iiop, warning, 10)    \
  DO(sealed_call_allocated, iiop, warning, 10)  \
  DO(endpoint_opened, iiop, info, 0)            \
  DO(endpoint_closed, iiop, info, 0)            \
  DO(connection_accepted, iiop, info, 0)        \
  DO(connection_opened, iiop, info, 0)          \
  DO(connection_closed, iiop, info, 0)          \
  DO(accept_failed, transport, warning, 10)     \
  DO(credentials_unusable, tls, warning, 10)    \
  DO(handshake_failed, tls, warning, 60)
// clang-format on

enum class Event : std::uint8_t {
#define DIMMA_LOG_EVENT(NAME, ROOM, LEVEL, A_MINUTE) NAME,
  DIMMA_LOG_EVENTS(DIMMA_LOG_EVENT)
#undef DIMMA_LOG_EVENT
};

struct EventFacts {
  std::string_view name;
  Room room;
  Level level;
  unsigned a_minute;
};

inline constexpr std::array events{
#define DIMMA_LOG_EVENT(NAME, ROOM, LEVEL, A_MINUTE) EventFacts{#NAME, Room::ROOM, Level::LEVEL, A_MINUTE},
    DIMMA_LOG_EVENTS(DIMMA_LOG_EVENT)
#undef DIMMA_LOG_EVENT
};

constexpr const EventFacts& facts_of(Event event) noexcept { return events[static_cast<std::size_t>(event)]; }

inline constexpr std::array<std::string_view, 5> level_names{"off", "error", "warning", "info", "debug"};
inline constexpr std::array<std::string_view, 7> room_names{"orb", "poa", "access", "iiop", "transport", "tls", "flow"};

}  // namespace dimma::log
