#pragma once
// The default client channel: a binding's way over a connection that it shares with all bindings to the same server.

#include "base/sync.hpp"
#include "iiop/assembled_channel.hpp"
#include "iiop/shared_connection.hpp"
#include "qos/turn.hpp"

#include <map>
#include <string>

namespace dimma::iiop {

// The way to one server's endpoints, opened when it is first needed and again when the connection was lost or closed.
class SharedLink {
 public:
  SharedLink(const transport::Transports& transports, std::vector<transport::Endpoint> endpoints,
             const Settings& settings)
      : transports_(transports), endpoints_(std::move(endpoints)), settings_(settings) {}

  // The connection, fit for a new call. Throws what connect() throws, TIMEOUT, BAD_INV_ORDER after close().
  std::shared_ptr<SharedConnection> open(transport::Deadline deadline);
  void close() noexcept;
  std::shared_ptr<SharedConnection> current() const;

 private:
  class Opening;

  // nullptr when there is none. Throws BAD_INV_ORDER after close().
  std::shared_ptr<SharedConnection> usable();

  const transport::Transports& transports_;
  const std::vector<transport::Endpoint> endpoints_;
  const Settings& settings_;
  qos::Turn opening_;  // one opens, the others wait for what it gets
  mutable sync::Mutex mutex_;
  std::shared_ptr<SharedConnection> connection_;
  bool closed_ = false;
};

// The links of one ORB, by endpoints. A link lives as long as a binding uses it.
class LinkTable {
 public:
  LinkTable(const transport::Transports& transports, const Settings& settings)
      : transports_(transports), settings_(settings) {}
  std::shared_ptr<SharedLink> link(const std::vector<transport::Endpoint>& endpoints);
  void close() noexcept;

 private:
  const transport::Transports& transports_;
  const Settings& settings_;
  sync::Mutex mutex_;
  std::map<std::string, std::weak_ptr<SharedLink>> links_;
};

class SharedChannel final : public AssembledChannel {
 public:
  SharedChannel(LinkTable& links, ChannelTarget target, transport::Deadline deadline);

  channel::Outcome call(channel::Request& request) override;
  channel::Located locate(channel::Outcome& forward, transport::Deadline deadline) override;
  // The connection stays for the others.
  void close() noexcept override { closed_.store(true, std::memory_order_relaxed); }
  void report(std::vector<channel::Fact>& facts) const override;

 private:
  std::shared_ptr<SharedConnection> open(transport::Deadline deadline);

  const ChannelTarget target_;
  const std::shared_ptr<SharedLink> link_;
  sync::Atomic<bool> closed_{false};
};

}  // namespace dimma::iiop
