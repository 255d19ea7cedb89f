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

#include <algorithm>
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
    std::vector<std::uint16_t> ports;
    for (auto& listener : listen_at(transports, options, qos, settings)) {
      if (is_local(listener->endpoint())) {
        local_.push_back(listener->endpoint());
      } else {
        ports.push_back(listener->endpoint().port);
      }
      acceptors_.push_back(std::make_shared<Acceptor>(core_, std::move(listener)));
    }
    published_ = published_addresses(options, ports);
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
  Profile profile;
  profile.minor = core_->settings.giop_minor;
  profile.object_key.assign(object_key.begin(), object_key.end());
  profile.components.push_back(orb_type(orb_type_dimma));
  profile.components.push_back(code_sets(own_code_sets()));
  if (!local_.empty()) profile.components.push_back(local_endpoints(local_));
  // Only IIOP 1.2 knows of alternate addresses (CORBA 3.3 part 2, 7.6.6.4); before, each address has its profile.
  const bool has_alternates = profile.minor >= 2;
  std::vector<channel::Tagged> profiles;
  for (const Address& address : published_) {
    if (has_alternates && address != published_.front()) {
      profile.components.push_back(alternate_address(address));
      continue;
    }
    profile.address = address;
    if (!has_alternates) profiles.push_back({tag_internet_iop, encode(profile)});
  }
  if (profiles.empty()) profiles.push_back({tag_internet_iop, encode(profile)});
  return profiles;
}

bool IiopServerEndpoint::owns(const channel::Tagged& profile, channel::Octets& object_key) const {
  if (profile.tag != tag_internet_iop) return false;
  auto decoded = decode_profile(profile.data);
  const bool is_local_only = published_.empty() && decoded.address == Address{};
  if (!is_local_only && std::find(published_.begin(), published_.end(), decoded.address) == published_.end()) return false;
  // Without TCP the names tell one endpoint from another.
  if (is_local_only) {
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
  for (const auto& acceptor : acceptors_) text += (text.empty() ? "" : ", ") + to_string(acceptor->endpoint());
  for (const auto& address : published_) text += ", published as " + to_string(address);
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
