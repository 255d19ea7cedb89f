#pragma once
// The interface of a connection for its endpoint.

#include "iiop/bidirectional/arrival_path.hpp"
#include "transport/transport.hpp"

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>

namespace dimma::iiop {

// The usage of a connection at one moment.
struct ConnectionUse {
  std::size_t in_progress = 0;  // requests
  std::size_t nested = 0;       // requests whose upcalls wait for calls of their own
  std::size_t memory_held = 0;  // octets for messages beyond the ordinary buffers
  bool has_unsent_replies = false;
  std::size_t unsent_octets = 0;
  RequestWay request_way = RequestWay::from_client;
};

// Thread-safe.
class ServedConnection {
 public:
  virtual ~ServedConnection() = default;
  ServedConnection(const ServedConnection&) = delete;
  ServedConnection& operator=(const ServedConnection&) = delete;

  // Begins to serve: by the poller or by a thread of its own. Throws std::system_error.
  virtual void start() = 0;
  // Serves no further requests. Sends CloseConnection, and ends when the requests in progress have been answered. `why`
  // is a string literal for the log, like all reasons.
  virtual void close(const char* why) noexcept = 0;
  // Closes the connection if nothing has arrived since the last call, and no request is in progress. Returns true if
  // the connection has been closed.
  virtual bool close_if_idle() noexcept = 0;

  // Called by the monitor while the connection is served. Gives the reading side away if the upcall takes too long.
  virtual void check_upcall(std::uint32_t tick) noexcept = 0;
  // Called by the monitor while there are connections whose clients do not take their replies.
  virtual void check_replies() noexcept = 0;

  virtual ConnectionUse use() const noexcept = 0;
  // The memory for loaned sequences that is shared with the client; nullptr if there is none.
  virtual std::shared_ptr<dimma::LoanArena> loans() const noexcept = 0;

 protected:
  ServedConnection() = default;

 private:
  friend class ConnectionList;
  std::optional<std::list<std::shared_ptr<ServedConnection>>::iterator> listed_;  // guarded by the list's lock
};

}  // namespace dimma::iiop
