#include "iiop/server_endpoint.hpp"

#include "base/sync.hpp"
#include "iiop/code_sets.hpp"
#include "iiop/listening.hpp"
#include "iiop/nested.hpp"
#include "iiop/options.hpp"
#include "iiop/plan.hpp"
#include "iiop/profile_components.hpp"
#include "iiop/published_address.hpp"
#include "iiop/server_connection.hpp"
#include "qos/task.hpp"

#include <dimma/minor.hpp>

#include <system_error>

namespace dimma::iiop {

namespace {
// How long accepting rests when the process has no descriptor left for another connection.
constexpr std::chrono::milliseconds exhausted_rest{50};
}  // namespace

class IiopServerEndpoint::Acceptor final : public transport::Waiter {
 public:
  Acceptor(std::shared_ptr<ServerCore> core, std::unique_ptr<transport::Listener> listener)
      : core_(std::move(core)), listener_(std::move(listener)) {
    core_->workers->poller().add(listener_->handle(), *this);
    core_->workers->poller().arm(listener_->handle(), *this);
  }

  transport::Endpoint endpoint() const { return listener_->endpoint(); }

  // Accepts no more. The descriptor goes with the object, which outlives the pool's threads.
  void close() noexcept {
    const std::lock_guard lock(accepting_);
    if (closed_) return;
    closed_ = true;
    core_->workers->poller().remove(listener_->handle());
    listener_->close();
  }

  void readable() noexcept override {
    const WorkerPool::Busy busy(*core_->workers);
    const std::lock_guard lock(accepting_);
    if (closed_) return;
    int error = 0;
    while (auto stream = listener_->accept(error)) serve(std::move(stream));
    if (error != 0) sync::sleep_for(exhausted_rest);
    core_->workers->poller().arm(listener_->handle(), *this);
  }

 private:
  void serve(std::unique_ptr<transport::Stream> stream) noexcept {
    try {
      auto connection = std::make_shared<ServerConnection>(core_, std::move(stream));
      core_->add(connection);
      connection->start();
    } catch (const std::exception&) {
      // Out of memory or descriptors: this connection is closed, the others go on.
    }
  }

  const std::shared_ptr<ServerCore> core_;
  const std::unique_ptr<transport::Listener> listener_;
  sync::Mutex accepting_;
  bool closed_ = false;
};

IiopServerEndpoint::IiopServerEndpoint(const transport::Transports& transports,
                                       const channel::ListenOptions& options, const EngineeringQoS& qos,
                                       const Settings& settings, channel::Dispatcher& dispatcher)
    : plan_(server_plan(qos, places_to_listen(transports, options, qos, settings.giop_minor), settings)),
      core_(std::make_shared<ServerCore>(dispatcher, settings, qos)) {
  qos::require_schedulable(qos.scheduling);
  try {
    for (auto& listener : listen_at(transports, options, qos, settings)) {
      if (is_local(listener->endpoint())) {
        local_.push_back(listener->endpoint());
      } else {
        published_ = published_address(options, listener->endpoint());
      }
      acceptors_.push_back(std::make_shared<Acceptor>(core_, std::move(listener)));
    }
    core_->workers->start();
  } catch (const std::system_error& error) {
    throw CORBA::INITIALIZE(minor::initialize_listen, CORBA::COMPLETED_NO, error.what());
  }
}

IiopServerEndpoint::~IiopServerEndpoint() {
  close();
  core_->workers->stop();
  core_->workers->join();
  core_->abandon_all();
}

std::vector<channel::Tagged> IiopServerEndpoint::profiles(std::span<const std::byte> object_key) const {
  Profile profile{.minor = core_->settings.giop_minor,
                  .address = published_,
                  .object_key = {object_key.begin(), object_key.end()},
                  .components = {code_sets(own_code_sets())}};
  if (!local_.empty()) profile.components.push_back(local_endpoints(local_));
  return {{tag_internet_iop, encode(profile)}};
}

bool IiopServerEndpoint::owns(const channel::Tagged& profile, channel::Octets& object_key) const {
  if (profile.tag != tag_internet_iop) return false;
  auto decoded = decode_profile(profile.data);
  if (decoded.address != published_) return false;
  // Without TCP the names tell one endpoint from another.
  if (published_ == Address{}) {
    const auto offered = endpoints_of(decoded);
    if (!std::equal(local_.begin(), local_.end(), offered.begin(), offered.end())) return false;
  }
  object_key = std::move(decoded.object_key);
  return true;
}

void IiopServerEndpoint::close() noexcept {
  if (closed_.exchange(true)) return;
  for (const auto& acceptor : acceptors_) acceptor->close();
  for (const auto& connection : core_->connections()) connection->close();
  // A thread that is in an upcall of its own can't wait for its own connection to end.
  if (!CurrentUpcall::in_upcall()) core_->await_empty();
}

std::string IiopServerEndpoint::endpoints_text() const {
  std::string text;
  for (const auto& acceptor : acceptors_) {
    const auto endpoint = acceptor->endpoint();
    text += (text.empty() ? "" : ", ") + to_string(endpoint);
    if (!is_local(endpoint)) text += ", published as " + to_string(published_);
  }
  return text;
}

std::vector<channel::Fact> IiopServerEndpoint::describe() const {
  auto facts = plan_;
  add_usage(facts, "endpoint", endpoints_text());
  add_usage(facts, "connections", std::to_string(core_->connection_count()) + " now, " +
                                      std::to_string(core_->closed_as_idle()) + " closed as idle");
  const auto& workers = *core_->workers;
  const qos::Usage pool{workers.busy(), workers.threads_most(), workers.threads(), 0, 0, 0};
  if (core_->mode == ServerCore::Mode::pool) {
    add_usage(facts, "threads", std::to_string(pool.made) + " now, " + std::to_string(pool.in_use) + " busy, " +
                                    std::to_string(pool.in_use_max) + " at most");
  } else {
    add_usage(facts, "threads", usage_text(core_->threads()));
  }
  add_usage(facts, "messages", messages_usage());
  return facts;
}

std::string IiopServerEndpoint::messages_usage() const {
  std::size_t in_progress = 0;
  std::size_t nested = 0;
  core_->for_each([&](const ServerConnection& connection) {
    in_progress += connection.in_progress();
    nested += connection.nested();
  });
  std::string text = std::to_string(in_progress) + " in progress on all connections, " + std::to_string(nested) +
                     " of them wait for calls of their own";
  if (!core_->limits_messages) return text;
  return text + "; " + std::to_string(core_->messages_waits.load(std::memory_order_relaxed)) + " waited, " +
         std::to_string(core_->messages_refused.load(std::memory_order_relaxed)) + " refused";
}

}  // namespace dimma::iiop
