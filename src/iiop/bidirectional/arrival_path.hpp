#pragma once
// The server's side of a connection over which the client may be called back: the addresses that the client has
// announced as its own, and the stream that carries calls to the client.
//
// A forged listen point must not divert another client's calls. So a connection serves only references that arrived
// over it, in the arguments of its requests, and only addresses that the client has announced.

#include "base/log/log.hpp"
#include "base/sync/sync.hpp"
#include "channel/callbacks.hpp"
#include "iiop/bidirectional/divided_connection.hpp"
#include "iiop/giop/listen_points.hpp"

#include <memory>
#include <vector>

namespace dimma::iiop {

class ArrivalPath final : public channel::CallbackPath {
 public:
  ArrivalPath(std::shared_ptr<DividedConnection> connection, const transport::Stream& stream);

  // Adds the listen points of a request on the connection. A malformed list is logged and ignored.
  void learn(OctetView listen_points);
  const std::string& transport() const noexcept { return transport_; }
  // True if the client has announced at least one address that cannot_announce() permits.
  bool is_offered() const noexcept { return is_offered_.load(std::memory_order_relaxed); }
  // True if calls to `address` may use the connection now.
  bool leads_to(const Address& address) const;

  // Returns the link for calls over the connection. The first call makes it with `make`, from the stream for calls to
  // the client. The link lives as long as the connection. Throws CORBA::TRANSIENT if the connection has ended.
  template <class Link, class Make>
  std::shared_ptr<Link> link(Make make) {
    const sync::LockGuard lock(linking_);
    if (!link_) link_ = make(replies());
    return std::static_pointer_cast<Link>(link_);
  }
  // Called when the connection has ended. References that arrived over the connection may outlive it.
  void end() noexcept;

 private:
  std::unique_ptr<transport::Stream> replies();
  std::shared_ptr<DividedConnection> connection() const DIMMA_EXCLUDES(mutex_);
  void add_locked(const Peer& client, Address point) DIMMA_REQUIRES(mutex_);
  void warn_once_locked(const log::Entry& entry) DIMMA_REQUIRES(mutex_);

  const std::string transport_;
  const std::string peer_;
  sync::Atomic<bool> is_offered_{false};
  mutable sync::Mutex mutex_;
  std::shared_ptr<DividedConnection> connection_ DIMMA_GUARDED_BY(mutex_);
  std::vector<Address> points_ DIMMA_GUARDED_BY(mutex_);
  bool has_warned_ DIMMA_GUARDED_BY(mutex_) = false;
  sync::Mutex linking_ DIMMA_ACQUIRED_BEFORE(mutex_);
  std::shared_ptr<void> link_ DIMMA_GUARDED_BY(linking_);
};

// Returns the reason why a client may not announce `point`; empty if it may. Over TLS, the host of `point` must be one
// of the DNS names or IP addresses in the client's certificate.
std::string cannot_announce(const Peer& client, const Address& point);

}  // namespace dimma::iiop
