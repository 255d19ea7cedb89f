#pragma once
// The connection of a client that may be called back, at its server: where the client has said that it listens, and the
// stream for calls to there.
//
// A forged listen point must not take another client's calls. So a connection serves only for references that came over
// it, in the arguments of its requests, and only for addresses that the client has named.

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

  // Takes the listen points of a request on the connection. Malformed ones are ignored and logged.
  void learn(OctetView listen_points);
  const std::string& transport() const noexcept { return transport_; }
  // True if the client has named any address.
  bool is_offered() const noexcept { return is_offered_.load(std::memory_order_relaxed); }
  // True if calls to that address may use the connection now.
  bool leads_to(const Address& address) const;

  // The client's side of the connection, which the first call back makes of replies(), once; it lives as long as the
  // connection. Throws CORBA::TRANSIENT if the connection has ended.
  template <class Link, class Make>
  std::shared_ptr<Link> link(Make make) {
    const sync::LockGuard lock(linking_);
    if (!link_) link_ = make(replies());
    return std::static_pointer_cast<Link>(link_);
  }
  // The connection has ended. References that came over it may live on.
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

// Why a client may not say that it listens there; empty: it may. Over TLS that is for its certificate to say: the host
// has to be one of its DNS names or IP addresses.
std::string cannot_announce(const Peer& client, const Address& point);

}  // namespace dimma::iiop
