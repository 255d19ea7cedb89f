#pragma once
// The rules by which an endpoint serves its connections, derived from its QoS and settings.

#include "execution/threads.hpp"
#include "execution/worker_pool.hpp"
#include "iiop/message/giop_reader.hpp"
#include "iiop/message/settings.hpp"

#include <dimma/qos.hpp>

#include <cstddef>
#include <cstdint>

namespace dimma::iiop {

// Immutable.
struct ServingRules {
  enum class Mode : std::uint8_t { pool, thread_per_connection, thread_per_request };

  ServingRules(const Settings& with, const EngineeringQoS& qos);

  bool has_pool() const noexcept { return mode == Mode::pool; }
  bool has_thread_per_connection() const noexcept { return mode == Mode::thread_per_connection; }
  bool has_thread_per_request() const noexcept { return mode == Mode::thread_per_request; }

  const Settings settings;
  const Mode mode;
  const ReaderOptions reading;
  const Scheduling scheduling;
  // The number of requests of a connection that are served at once. Further ones are refused if `refuses_more`, or stay
  // unread.
  const std::size_t messages_max;
  const bool limits_messages;  // in addition to the limit set by the threads
  const bool serves_in_turn;   // each request on the thread that has read it, without a limit
  const bool refuses_more;
  const std::size_t threads_max;  // with nullTask, one thread for each connection
  const std::size_t packets_max;
  const bool sends_parts;                // sends parts of a long reply before it is complete
  const std::size_t reply_octets_first;  // the initial size of a reply's buffer, and its limit
  const std::size_t reply_octets_max;
};

// Returns the size of an endpoint's pool of threads.
execution::WorkerPool::Size pool_size(const EngineeringQoS& qos, const Settings& settings) noexcept;

}  // namespace dimma::iiop
