#pragma once
// A client's offer to its servers to call the objects of the client's endpoints over the connection that the client
// opened.

#include "base/sync/sync.hpp"
#include "iiop/giop/listen_points.hpp"
#include "transport/transport.hpp"

#include <memory>
#include <string>
#include <vector>

namespace dimma::iiop {

// An endpoint whose objects may be called back.
class CallbackHost {
 public:
  virtual ~CallbackHost() = default;
  // Returns the endpoint's addresses as its references name them.
  virtual std::vector<Address> listen_points() const = 0;
  // Divides a newly opened connection, serves the peer's requests over one half, and sets `opened` to the half for
  // calls. Returns false and changes nothing if the endpoint is closed. Throws std::system_error, std::bad_alloc.
  virtual bool serve(std::unique_ptr<transport::Stream>& opened) = 0;
};

// A connection over which callbacks are offered.
class OfferedConnection {
 public:
  // Called when there are listen points that the connection has not announced yet.
  virtual void say_again() noexcept = 0;

 protected:
  ~OfferedConnection() = default;
};

// Each ORB has one. Thread-safe.
class CallbackOffer {
 public:
  void add(const std::shared_ptr<CallbackHost>& host);
  void remove(const CallbackHost& host) noexcept;
  void add(OfferedConnection& connection);
  void remove(OfferedConnection& connection) noexcept;

  // Returns the data of the service context that announces the listen points.
  channel::Octets context() const;
  // Human-readable: "127.0.0.1:4711, [::1]:4711".
  std::string listen_points_text() const;

  // Divides a connection to a server and offers the listen points over it. Sets `is_offered`, and returns `opened`
  // unchanged if nothing can be offered. Throws CORBA::NO_RESOURCES.
  std::unique_ptr<transport::Stream> offer_over(std::unique_ptr<transport::Stream> opened, bool& is_offered) const;

 private:
  std::vector<std::shared_ptr<CallbackHost>> hosts() const;
  std::vector<Address> listen_points() const;

  mutable sync::Mutex mutex_;
  std::vector<std::weak_ptr<CallbackHost>> hosts_ DIMMA_GUARDED_BY(mutex_);
  std::vector<OfferedConnection*> connections_ DIMMA_GUARDED_BY(mutex_);
};

}  // namespace dimma::iiop
