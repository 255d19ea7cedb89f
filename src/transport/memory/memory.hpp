#pragma once
// The transport for tests: streams within one process, with faults that are reproducible from a seed. Not part of the
// library.

#include "transport/memory/memory_faults.hpp"
#include "transport/retried_connects.hpp"
#include "transport/transport.hpp"

#include <memory>

namespace dimma::transport {

class MemoryDirectory;

// Owns the listeners and the plans of connections. Thread safe.
class MemoryNetwork {
 public:
  MemoryNetwork();

  // Sets the plan for all later connections.
  void plan(const ConnectionPlan& plan);
  // Adds the plan for one connection. Later connections use the added plans in order, then the plan of plan() again.
  void plan_next(const ConnectionPlan& plan);

  // The octets transferred so far. A test can then cut a connection after each of them in turn.
  struct Traffic {
    std::uint64_t to_listeners = 0;
    std::uint64_t to_connectors = 0;
  };
  Traffic traffic() const;

 private:
  friend class MemoryTransport;
  std::shared_ptr<MemoryDirectory> directory_;
};

// Hosts are arbitrary text. A listener with an empty host is found under every host; port 0 is replaced by a free port.
// Listeners and streams may outlive the transport and the network. With another `name`, such as "tcp", it replaces that
// transport.
class MemoryTransport final : public Transport {
 public:
  explicit MemoryTransport(MemoryNetwork& network, std::string_view name = "memory")
      : directory_(network.directory_), name_(name) {}

  std::string_view name() const noexcept override { return name_; }
  Connected connect(const Endpoint& to, Deadline deadline, const StreamOptions& options) override;
  void begin_connect(const Endpoint& to, Deadline deadline, const StreamOptions& options, ConnectDone done) override;
  void end_connecting() noexcept override { connecting_.end(); }
  std::unique_ptr<Listener> listen(const Endpoint& at, const StreamOptions& options) override;

 private:
  std::shared_ptr<MemoryDirectory> directory_;
  const std::string_view name_;
  RetriedConnects connecting_;
};

}  // namespace dimma::transport
