#pragma once
// A client's offer to its servers: they may call the objects of its endpoints over the connection that it has opened.

#include "base/sync/sync.hpp"
#include "iiop/giop/listen_points.hpp"
#include "transport/transport.hpp"

#include <memory>
#include <string>
#include <vector>

namespace dimma::iiop {

// An endpoint whose objects may be called so.
class CallbackHost {
 public:
  virtual ~CallbackHost() = default;
  // As its references name them.
  virtual std::vector<Address> listen_points() const = 0;
  // Divides a connection that has just been opened, serves what the peer asks over it, and puts the half for calls in
  // its place. False, and nothing has changed, when the endpoint is closed. Throws std::system_error, std::bad_alloc.
  virtual bool serve(std::unique_ptr<transport::Stream>& opened) = 0;
};

// A connection over which something is offered.
class OfferedConnection {
 public:
  // There are more listen points than it has said.
  virtual void say_again() noexcept = 0;

 protected:
  ~OfferedConnection() = default;
};

// An ORB has one. Any thread may use it.
class CallbackOffer {
 public:
  void add(const std::shared_ptr<CallbackHost>& host);
  void remove(const CallbackHost& host) noexcept;
  void add(OfferedConnection& connection);
  void remove(OfferedConnection& connection) noexcept;

  // The data of the service context.
  channel::Octets context() const;
  // For people: "127.0.0.1:4711, [::1]:4711".
  std::string listen_points_text() const;

  // Divides a connection to a server and offers what there is; `is_offered` says whether there was anything, and the
  // stream could be divided. Throws CORBA::NO_RESOURCES.
  std::unique_ptr<transport::Stream> offer_over(std::unique_ptr<transport::Stream> opened, bool& is_offered) const;

 private:
  std::vector<std::shared_ptr<CallbackHost>> hosts() const;
  std::vector<Address> listen_points() const;

  mutable sync::Mutex mutex_;
  std::vector<std::weak_ptr<CallbackHost>> hosts_ DIMMA_GUARDED_BY(mutex_);
  std::vector<OfferedConnection*> connections_ DIMMA_GUARDED_BY(mutex_);
};

}  // namespace dimma::iiop
