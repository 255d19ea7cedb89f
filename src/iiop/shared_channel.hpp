#pragma once
// The part of a client channel that has a connection for many calls at once: by default one that it shares with all
// bindings to the same server.

#include "base/sync.hpp"
#include "iiop/assembled_channel.hpp"
#include "iiop/resources.hpp"
#include "iiop/shared_connection.hpp"
#include "qos/turn.hpp"

#include <map>
#include <string>

namespace dimma::iiop {

// The way to one server's endpoints, opened when it is first needed and again when the connection was lost or closed.
class SharedLink {
 public:
  // `qos` says of what the connection is made: what connection_qos() leaves of a binding's.
  SharedLink(const transport::Transports& transports, std::vector<transport::Endpoint> endpoints, EngineeringQoS qos,
             const Settings& settings)
      : transports_(transports), endpoints_(std::move(endpoints)), qos_(std::move(qos)), settings_(settings) {}

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
  const EngineeringQoS qos_;
  const Settings& settings_;
  qos::Turn opening_;  // one opens, the others wait for what it gets
  mutable sync::Mutex mutex_;
  std::shared_ptr<SharedConnection> connection_;
  bool closed_ = false;
};

// The part of a QoS that is about the connection: who shares one has to agree about it.
EngineeringQoS connection_qos(const EngineeringQoS& qos);

// The links of one ORB, by endpoints and by what is said about the connection. A link lives as long as a binding uses
// it.
class LinkTable {
 public:
  LinkTable(const transport::Transports& transports, const Settings& settings)
      : transports_(transports), settings_(settings) {}
  // One of its own for a QoS that asks for that.
  std::shared_ptr<SharedLink> link(const std::vector<transport::Endpoint>& endpoints, const EngineeringQoS& qos);
  void close() noexcept;

 private:
  const transport::Transports& transports_;
  const Settings& settings_;
  sync::Mutex mutex_;
  std::map<std::string, std::weak_ptr<SharedLink>> links_;
  std::uint64_t dedicated_ = 0;  // so many were ever made
};

class SharedChannel final : public AssembledChannel {
 public:
  SharedChannel(LinkTable& links, ChannelTarget target, const EngineeringQoS& qos, const Settings& settings,
                transport::Deadline deadline);

  channel::Outcome call(channel::Request& request) override;
  channel::Located locate(channel::Outcome& forward, transport::Deadline deadline) override;
  // A connection that is shared stays for the others.
  void close() noexcept override;
  void report(std::vector<channel::Fact>& facts) const override;

 private:
  std::shared_ptr<SharedConnection> open(transport::Deadline deadline);

  const ChannelTarget target_;
  const Patience patience_;
  const std::unique_ptr<BufferPool> buffers_;  // nullptr: each call's are made as needed
  const bool dedicated_;
  const std::shared_ptr<SharedLink> link_;
  sync::Atomic<bool> closed_{false};
};

}  // namespace dimma::iiop
