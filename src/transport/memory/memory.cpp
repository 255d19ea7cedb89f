#include "transport/memory/memory.hpp"

#include "base/deadline.hpp"
#include "base/sync/one_at_a_time.hpp"
#include "base/sync/sync.hpp"
#include "transport/memory/memory_directory.hpp"
#include "transport/memory/memory_pipe.hpp"

#include <cerrno>

namespace dimma::transport {
namespace {

// Both directions of a connection. Owned by both ends (shared_ptr).
class MemoryConnection {
 public:
  MemoryConnection(std::shared_ptr<MemoryDirectory> directory, const ConnectionPlan& plan)
      : directory_(std::move(directory)),
        to_listener(plan.to_listener, plan.seed, directory_->counters.to_listeners),
        to_connector(plan.to_connector, ~plan.seed, directory_->counters.to_connectors) {
    to_listener.opposite(to_connector);
    to_connector.opposite(to_listener);
    to_listener.begin();
    to_connector.begin();
  }

 private:
  std::shared_ptr<MemoryDirectory> directory_;  // owns the counters

 public:
  MemoryPipe to_listener;
  MemoryPipe to_connector;
};

class MemoryStream final : public Stream {
 public:
  MemoryStream(std::shared_ptr<MemoryConnection> connection, MemoryPipe& in, MemoryPipe& out, Endpoint local,
               Endpoint peer, bool shows_edges)
      : connection_(std::move(connection)),
        in_(in),
        out_(out),
        local_(std::move(local)),
        peer_(std::move(peer)),
        shows_edges_(shows_edges) {}
  ~MemoryStream() override { MemoryStream::shutdown(); }

  Result receive(std::span<std::byte> into, Deadline deadline) override {
    const OneAtATime::Use receiving(receiving_);
    if (deadline == no_deadline && receive_timeout_.count() > 0) deadline = deadline_in(receive_timeout_);
    return in_.read(into, deadline);
  }
  Result send(std::span<iovec> pieces, Deadline deadline) override {
    const OneAtATime::Use sending(sending_);
    return out_.write(pieces, deadline);
  }
  void receive_timeout(std::chrono::milliseconds limit) override { receive_timeout_ = limit; }
  int handle() const noexcept override { return in_.handle(); }
  bool shows_edges() const noexcept override { return shows_edges_; }
  bool octets_wait() const noexcept override { return in_.has_octets(); }
  void shutdown() noexcept override {
    in_.shut_reader();
    out_.shut_writer();
  }
  Endpoint local() const override { return local_; }
  Endpoint peer() const override { return peer_; }

 private:
  const std::shared_ptr<MemoryConnection> connection_;
  MemoryPipe& in_;
  MemoryPipe& out_;
  const Endpoint local_;
  const Endpoint peer_;
  const bool shows_edges_;
  std::chrono::milliseconds receive_timeout_{0};
  [[no_unique_address]] OneAtATime receiving_;
  [[no_unique_address]] OneAtATime sending_;
};

class MemoryListener final : public Listener {
 public:
  MemoryListener(std::shared_ptr<MemoryDirectory> directory, std::shared_ptr<MemoryQueue> queue, const Endpoint& at)
      : directory_(std::move(directory)), queue_(std::move(queue)), endpoint_(directory_->enter(at, queue_)) {}
  ~MemoryListener() override { MemoryListener::close(); }

  std::unique_ptr<Stream> accept(int& error) override {
    error = 0;
    return queue_->take();
  }
  int handle() const noexcept override { return queue_->handle(); }
  Endpoint endpoint() const override { return endpoint_; }
  void close() noexcept override {
    if (closed_.exchange(true)) return;
    directory_->detach(endpoint_);
    queue_->close();
  }

 private:
  const std::shared_ptr<MemoryDirectory> directory_;
  const std::shared_ptr<MemoryQueue> queue_;
  const Endpoint endpoint_;
  sync::Atomic<bool> closed_{false};
};

Result silence(Deadline deadline) {
  if (deadline == no_deadline) return {Status::failed, 0, ETIMEDOUT};
  sync::sleep_until(deadline);
  return {Status::timeout, 0, 0};
}

// Connects according to the plan. Waits until the deadline for a silent peer.
Connected connect_as(const std::shared_ptr<MemoryDirectory>& directory, const ConnectionPlan& plan, const Endpoint& to,
                     Deadline deadline) {
  if (plan.connecting == Connecting::silent) return failed_connect(to, silence(deadline));
  const Result refused{Status::failed, 0, ECONNREFUSED};
  const auto queue = directory->find(to);
  if (plan.connecting == Connecting::refused || !queue) return failed_connect(to, refused);

  const auto connection = std::make_shared<MemoryConnection>(directory, plan);
  const Endpoint local{to.transport, to.host, directory->free_port()};
  MemoryPipe& up = connection->to_listener;
  MemoryPipe& down = connection->to_connector;
  auto stream = std::make_unique<MemoryStream>(connection, down, up, local, to, plan.shows_edges);
  if (!queue->put(std::make_unique<MemoryStream>(connection, up, down, to, local, plan.shows_edges))) {
    return failed_connect(to, refused);
  }
  return {std::move(stream), {}, {}};
}

}  // namespace

MemoryNetwork::MemoryNetwork() : directory_(std::make_shared<MemoryDirectory>()) {}

void MemoryNetwork::plan(const ConnectionPlan& plan) { directory_->plan(plan); }
void MemoryNetwork::plan_next(const ConnectionPlan& plan) { directory_->plan_next(plan); }

MemoryNetwork::Traffic MemoryNetwork::traffic() const {
  return {directory_->counters.to_listeners.load(), directory_->counters.to_connectors.load()};
}

Connected MemoryTransport::connect(const Endpoint& to, Deadline deadline, const StreamOptions& /*options*/) {
  return connect_as(directory_, directory_->take_plan(), to, deadline);
}

// A connection uses one plan, even if it is tried several times.
void MemoryTransport::begin_connect(const Endpoint& to, Deadline deadline, const StreamOptions& /*options*/,
                                    ConnectDone done) {
  const Deadline for_each = deadline == no_deadline ? no_deadline : no_wait;
  connecting_.begin(
      to, deadline,
      [directory = directory_, plan = directory_->take_plan(), to, for_each] {
        return connect_as(directory, plan, to, for_each);
      },
      std::move(done));
}

std::unique_ptr<Listener> MemoryTransport::listen(const Endpoint& at, const StreamOptions& /*options*/) {
  return std::make_unique<MemoryListener>(directory_, std::make_shared<MemoryQueue>(), at);
}

}  // namespace dimma::transport
