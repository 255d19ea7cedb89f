#pragma once
// Starts the threads of a channel, with the scheduling of its QoS.

#include "base/sync/sync.hpp"

#include <dimma/qos.hpp>

#include <functional>

namespace dimma::execution {

// The names that a channel's threads have in the system if the QoS gives none.
namespace thread_name {
inline constexpr const char* task = "dimma-task";             // carries out calls of a client
inline constexpr const char* demultiplexer = "dimma-demux";   // reads the replies of a client's connection
inline constexpr const char* server = "dimma-server";         // in a server's pool
inline constexpr const char* connection = "dimma-connect";    // for one connection of a server
inline constexpr const char* replies = "dimma-replies";       // reads replies that no caller waits for
inline constexpr const char* handlers = "dimma-handlers";     // calls reply handlers
inline constexpr const char* request = "dimma-request";       // for one request of a server
inline constexpr const char* flow = "dimma-flow";             // for a flow's consumer
inline constexpr const char* connecting = "dimma-connector";  // connects for callers that do not wait for it
inline constexpr const char* closing = "dimma-closing";       // closes connections once their last octets have arrived
inline constexpr const char* resolving = "dimma-resolve";     // resolves the name of a host
inline constexpr const char* shutdown = "dimma-shutdown";     // shuts an ORB down for callers that do not wait
inline constexpr const char* hold_watch = "dimma-hold";       // logs that a POAManager holds requests for long
inline constexpr const char* retirement = "dimma-retire";     // closes the endpoint of a POA destroyed in an upcall
}  // namespace thread_name

// Returns the name that a thread with this scheduling will have.
const char* name_of(const Scheduling& scheduling, const char* otherwise) noexcept;

// Starts a thread, which applies the scheduling before it runs `body`. Throws QoSError if the system does not permit
// the scheduling (no right to a real-time policy, a processor that this machine does not have), std::system_error if
// the system has no more threads.
sync::Thread start_thread(const Scheduling& scheduling, const char* name, std::function<void()> body);

// Throws what start_thread() would throw. For callers that start threads later and have to refuse now.
void require_schedulable(const Scheduling& scheduling);

}  // namespace dimma::execution
