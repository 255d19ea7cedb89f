#include "iiop/server/server_endpoint.hpp"

#include "base/log/log.hpp"
#include "base/sync/sync.hpp"
#include "channel/loans.hpp"
#include "channel/nested_wait.hpp"
#include "execution/task.hpp"
#include "iiop/bidirectional/arrival_path.hpp"
#include "iiop/giop/code_sets.hpp"
#include "iiop/giop/profile_components.hpp"
#include "iiop/giop/profile_endpoints.hpp"
#include "iiop/message/memory_budget.hpp"
#include "iiop/resources/options.hpp"
#include "iiop/resources/reach.hpp"
#include "iiop/resources/security.hpp"
#include "iiop/server/connection/server_connection.hpp"
#include "iiop/server/core/sealed_requests.hpp"
#include "iiop/server/listening.hpp"
#include "iiop/server/published_address.hpp"
#include "iiop/server/server_plan.hpp"
#include "reactor/timer.hpp"
#include "transport/secure.hpp"
#include "transport/stream_tap.hpp"

#include <dimma/minor.hpp>

#include <algorithm>
#include <optional>
#include <system_error>

namespace dimma::iiop {

namespace {
// Returns a hint for the operator; empty if the error needs none.
std::string remedy_for(const std::error_code& error) {
  if (error == std::errc::address_not_available) {
    return " (is it an address of this machine? --dimma-publish sets a different one in references)";
  }
  if (error == std::errc::address_in_use) return " (another process listens there; 'ss -ltnp' shows it)";
  if (error == std::errc::too_many_files_open) return " (ulimit -n, LimitNOFILE)";
  return {};
}
}  // namespace

namespace {
constexpr const char* being_closed = "the endpoint is being closed";
// The pause in accepting when the process has no descriptor left for another connection.
constexpr std::chrono::milliseconds exhausted_rest{50};
// Limits the connections accepted at close, because clients that keep connecting must not prevent the server from
// closing. Usually more than the system's queue holds.
constexpr int taken_at_close_max = 5000;

// Returns the options for one kind of address, with TLS or without. An address to be published without a port belongs
// to both kinds. A port without a kind belongs to the only kind in use, or to TCP.
channel::ListenOptions options_of(const channel::ListenOptions& options, bool has_tls, bool has_both) {
  channel::ListenOptions kind = options;
  if (!has_both) return kind;
  std::erase_if(kind.at, [has_tls](const auto& address) { return address.has_tls != has_tls; });
  std::erase_if(kind.publish, [has_tls](const auto& address) {
    return has_tls ? address.port != 0 && !address.has_tls : address.has_tls;
  });
  return kind;
}

tls::ClientCertificates client_certificates(const transport::Transports& transports, const std::string& credentials) {
  const auto* const secure = transports.secure();
  return secure == nullptr ? tls::ClientCertificates::none : secure->client_certificates(credentials);
}

// Logs the warning only once, because the endpoints of other POAs would repeat it.
void warn_once(const std::string& warning) {
  static sync::Atomic<bool> has_warned{false};
  if (has_warned.exchange(true)) return;
  log::write(log::Event::address_unreachable, [&warning] { return log::Entry{warning}; });
}
std::shared_ptr<DividedConnection> divide(const std::shared_ptr<ServerCore>& core,
                                          std::unique_ptr<transport::Stream> stream, ConnectionEnd end) {
  return DividedConnection::divide(std::move(stream), end, core->divided, core->rules.settings.memory);
}

// Makes a connection over which its client may offer to be called back.
std::shared_ptr<ServerConnection> both_ways(const std::shared_ptr<ServerCore>& core,
                                            std::unique_ptr<transport::Stream> stream) {
  const auto divided = divide(core, std::move(stream), ConnectionEnd::acceptor);
  auto requests = divided->requests();
  auto path = std::make_shared<ArrivalPath>(divided, *requests);
  return std::make_shared<ServerConnection>(core, std::move(requests), ConnectionDirection{.path = std::move(path)});
}

}  // namespace

class IiopServerEndpoint::Host final : public CallbackHost {
 public:
  Host(std::shared_ptr<ServerCore> core, std::vector<Address> published)
      : core_(std::move(core)), published_(std::move(published)) {}

  std::vector<Address> listen_points() const override { return published_; }
  bool serve(std::unique_ptr<transport::Stream>& opened) override {
    const sync::LockGuard lock(mutex_);
    if (closed_) return false;
    const auto divided = divide(core_, std::move(opened), ConnectionEnd::originator);
    opened = divided->replies();
    core_->serve(
        std::make_shared<ServerConnection>(core_, divided->requests(), ConnectionDirection{.is_from_server = true}));
    return true;
  }
  // Makes serve() refuse further connections.
  void close() noexcept {
    const sync::LockGuard lock(mutex_);
    closed_ = true;
  }

 private:
  const std::shared_ptr<ServerCore> core_;
  const std::vector<Address> published_;
  sync::Mutex mutex_;
  bool closed_ DIMMA_GUARDED_BY(mutex_) = false;
};

class IiopServerEndpoint::Acceptor final : public reactor::Waiter {
 public:
  Acceptor(std::shared_ptr<ServerCore> core, std::unique_ptr<transport::Listener> listener)
      : core_(std::move(core)), listener_(std::move(listener)) {
    core_->workers->poller().add(listener_->handle(), *this);
    core_->workers->poller().arm(listener_->handle(), *this);
    say(log::Event::endpoint_opened, "is open");
  }

  transport::Endpoint endpoint() const { return listener_->endpoint(); }

  // Stops accepting. The descriptor lives as long as this object, which outlives the pool's threads.
  void close() noexcept {
    const sync::LockGuard lock(accepting_);
    if (closed_) return;
    closed_ = true;
    if (handshakes_timer_) handshakes_timer_->remove();
    core_->workers->poller().remove(listener_->handle());
    take_leave_of_waiting();
    say(log::Event::endpoint_closed, "is closed");
    listener_->close();
  }

  void readable() noexcept override {
    const execution::WorkerPool::Busy busy(*core_->workers);
    const sync::LockGuard lock(accepting_);
    if (closed_) return;
    waits_for_thread_ = !accept_all();
    if (!waits_for_thread_) core_->workers->poller().arm(listener_->handle(), *this);
  }

  // Called when a thread that serves a connection has ended.
  void thread_ended() noexcept {
    const sync::LockGuard lock(accepting_);
    if (!waits_for_thread_ || closed_) return;
    waits_for_thread_ = false;
    core_->workers->poller().arm(listener_->handle(), *this);
  }

 private:
  void say(log::Event event, const std::string& what) const noexcept {
    log::write(event, [&] {
      const auto endpoint = to_string(listener_->endpoint());
      return log::Entry{.text = "the endpoint " + endpoint + " " + what, .endpoint = endpoint};
    });
  }
  // Returns false if there is no thread for another connection. Waiting clients then stay in the system's queue.
  bool accept_all() DIMMA_REQUIRES(accepting_) {
    for (;;) {
      if (!core_->may_accept()) {
        core_->counters.accepts_waited.fetch_add(1, std::memory_order_relaxed);
        say(log::Event::connections_exhausted, "keeps clients waiting: all its threads serve connections");
        return false;
      }
      int error = 0;
      auto stream = listener_->accept(error);
      if (error != 0) {
        const std::error_code code(error, std::generic_category());
        say(log::Event::accept_failed, "cannot accept a connection: " + code.message() + remedy_for(code));
        sync::sleep_for(exhausted_rest);
      }
      if (!stream) return true;
      serve(std::move(stream));
      watch_handshakes();
    }
  }
  void watch_handshakes() DIMMA_REQUIRES(accepting_) {
    const auto next = listener_->end_overdue();
    if (next == no_deadline || handshakes_watched_) return;
    handshakes_watched_ = true;
    if (!handshakes_timer_) handshakes_timer_.emplace(core_->workers->loop(), [this] { handshakes_are_due(); });
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(next - Clock::now());
    handshakes_timer_->set(std::max(left, std::chrono::milliseconds(1)));
  }
  void handshakes_are_due() noexcept {
    const execution::WorkerPool::Busy busy(*core_->workers);
    const sync::LockGuard lock(accepting_);
    handshakes_watched_ = false;
    if (!closed_) watch_handshakes();
  }
  // Accepts the connections that are still in the system's queue, because their clients may have sent requests, and
  // CloseConnection has to show them that these were not served.
  void take_leave_of_waiting() noexcept DIMMA_REQUIRES(accepting_) {
    int error = 0;
    for (int taken = 0; taken < taken_at_close_max; ++taken) {
      auto stream = listener_->accept(error);
      if (!stream) return;
      if (core_->may_accept()) {
        serve(std::move(stream));
      } else {
        turn_away(std::move(stream));
      }
    }
  }
  // Sends CloseConnection over a connection that no thread can serve, and closes it without reading from it.
  void turn_away(std::unique_ptr<transport::Stream> stream) noexcept {
    try {
      std::make_shared<ServerConnection>(core_, std::move(stream))->close(being_closed);
    } catch (const std::exception&) {
      // Out of memory. The client sees only the end of the stream.
    }
  }
  void serve(std::unique_ptr<transport::Stream> stream) noexcept {
    if (core_->rules.settings.reach) core_->rules.settings.reach->met(*stream);
    try {
      if (core_->rules.settings.tap) stream = core_->rules.settings.tap->tap(std::move(stream), End::server);
      if (core_->sealed) stream = core_->sealed->sealed(std::move(stream));
      core_->serve(core_->carries_callbacks.load(std::memory_order_relaxed) && may_be_divided(*stream)
                       ? both_ways(core_, std::move(stream))
                       : std::make_shared<ServerConnection>(core_, std::move(stream)));
    } catch (const std::exception&) {
      // This connection is closed. The others are not affected.
      say(log::Event::accept_failed, "cannot serve a connection: out of memory, threads or descriptors");
    }
  }

  const std::shared_ptr<ServerCore> core_;
  const std::unique_ptr<transport::Listener> listener_;
  sync::Mutex accepting_;
  bool closed_ DIMMA_GUARDED_BY(accepting_) = false;
  bool waits_for_thread_ DIMMA_GUARDED_BY(accepting_) = false;  // the poller then does not watch the listener
  bool handshakes_watched_ DIMMA_GUARDED_BY(accepting_) = false;
  // Made when the first handshake has to be limited in time.
  std::optional<reactor::Timer> handshakes_timer_ DIMMA_GUARDED_BY(accepting_);
};

IiopServerEndpoint::IiopServerEndpoint(const transport::Transports& transports, const channel::ListenOptions& options,
                                       const EngineeringQoS& qos, const Settings& settings,
                                       channel::Dispatcher& dispatcher, CallbackOffer& offer)
    : plan_(server_plan(qos, places_to_listen(transports, options, qos, settings.giop_minor), settings)),
      core_(std::make_shared<ServerCore>(dispatcher, settings, qos)),
      offer_(offer) {
  execution::require_schedulable(qos.scheduling);
  try {
    listen(transports, options, qos);
    core_->when_thread_ends([acceptors = std::vector<std::weak_ptr<Acceptor>>(acceptors_.begin(), acceptors_.end())] {
      for (const auto& each : acceptors) {
        if (const auto acceptor = each.lock()) acceptor->thread_ended();
      }
    });
    core_->workers->start();
  } catch (const std::system_error& error) {
    throw CORBA::INITIALIZE(minor::initialize_listen, CORBA::COMPLETED_NO, error.what() + remedy_for(error.code()));
  }
}

void IiopServerEndpoint::listen(const transport::Transports& transports, const channel::ListenOptions& options,
                                const EngineeringQoS& qos) {
  std::vector<std::uint16_t> ports;
  std::vector<std::uint16_t> ports_with_tls;
  for (auto& listener : listen_at(transports, options, qos, core_->rules.settings)) {
    const auto endpoint = listener->endpoint();
    if (is_local(endpoint)) {
      local_.push_back(endpoint);
    } else {
      (traits_of(endpoint).encrypts ? ports_with_tls : ports).push_back(endpoint.port);
    }
    acceptors_.push_back(std::make_shared<Acceptor>(core_, std::move(listener)));
  }
  const bool has_both = !ports.empty() && !ports_with_tls.empty();
  published_ = published_addresses(options_of(options, false, has_both), ports);
  published_with_tls_.addresses = published_addresses(options_of(options, true, has_both), ports_with_tls);
  if (!ports_with_tls.empty()) {
    const auto tls = association_of_tls(client_certificates(transports, qos.credentials));
    published_with_tls_.association = has_both ? beside_plain_iiop(tls) : tls;
  }
  for (const auto& published : {published_, published_with_tls_.addresses}) {
    auto warning = loopback_warning(options, published);
    if (warning.empty()) warning = link_local_warning(options, published);
    if (!warning.empty()) {
      warn_once(warning);
    } else if (core_->rules.settings.reach) {
      core_->rules.settings.reach->publish(published);
    }
  }
}

IiopServerEndpoint::~IiopServerEndpoint() {
  close();
  core_->workers->stop();
  core_->workers->join();
  core_->connections.abandon_all();
  core_->divided->end();
  if (!core_->workers->is_run_by_application()) return;
  // A thread of the application may still be handling an event of one of these objects.
  core_->end_watching();
  for (const auto& acceptor : acceptors_) core_->workers->loop().retire(acceptor);
  core_->workers->loop().retire(core_);
}

std::vector<channel::Tagged> IiopServerEndpoint::profiles(std::span<const std::byte> object_key) const {
  Profile profile;
  profile.minor = core_->rules.settings.giop_minor;
  profile.object_key.assign(object_key.begin(), object_key.end());
  profile.components.push_back(orb_type(orb_type_dimma));
  profile.components.push_back(code_sets(own_code_sets(core_->rules.settings.native_code_set)));
  if (!local_.empty()) profile.components.push_back(local_endpoints(local_));
  if (!published_with_tls_.addresses.empty()) {
    const auto& first = published_with_tls_.addresses.front();
    profile.address = {first.host, 0};
    profile.components.push_back(ssl_transport(published_with_tls_.association, first.port));
    profile.components.push_back(csi_mechanisms(published_with_tls_));
  }
  // Only IIOP 1.2 has alternate addresses (CORBA 3.3 part 2, 7.6.6.4). Before, each address has its own profile.
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
  try {
    auto decoded = decode_profile(profile.data);
    if (!is_published(decoded)) return false;
    object_key = std::move(decoded.object_key);
    return true;
  } catch (const CORBA::INV_OBJREF&) {
    return false;  // a malformed profile is not one of this endpoint's
  }
}

// Compares the TCP addresses or, without TCP, the TLS addresses or, without TLS, the names of the local endpoints.
bool IiopServerEndpoint::is_published(const Profile& profile) const {
  if (!published_.empty()) return std::ranges::find(published_, profile.address) != published_.end();
  if (profile.address.port != 0) return false;
  if (!published_with_tls_.addresses.empty()) return tls_offer(profile).addresses == published_with_tls_.addresses;
  const auto offered = endpoints_of(profile);
  return profile.address == Address{} && std::equal(local_.begin(), local_.end(), offered.begin(), offered.end());
}

void IiopServerEndpoint::close() noexcept {
  if (closed_.exchange(true)) return;
  {
    const sync::LockGuard lock(hosting_);
    if (core_->rules.settings.reach) {
      core_->rules.settings.reach->withdraw(published_);
      core_->rules.settings.reach->withdraw(published_with_tls_.addresses);
    }
    if (host_) {
      offer_.remove(*host_);
      host_->close();
    }
  }
  for (const auto& acceptor : acceptors_) acceptor->close();
  for (const auto& connection : core_->connections.all()) connection->close(being_closed);
  // A thread that serves an upcall cannot wait for the end of its own connection.
  if (!channel::CurrentUpcall::in_upcall()) core_->await_empty();
}

void IiopServerEndpoint::carry_callbacks() {
  const sync::LockGuard lock(hosting_);
  if (host_ || closed_.load()) return;
  core_->carries_callbacks.store(true, std::memory_order_relaxed);
  auto listen_points = published_;
  const auto& with_tls = published_with_tls_.addresses;
  listen_points.insert(listen_points.end(), with_tls.begin(), with_tls.end());
  host_ = std::make_shared<Host>(core_, std::move(listen_points));
  offer_.add(host_);
}

std::string IiopServerEndpoint::callbacks_usage() const {
  std::size_t to_be_called = 0;
  std::size_t from_servers = 0;
  core_->connections.for_each([&](const ServedConnection& connection) {
    const auto way = connection.use().request_way;
    to_be_called += way == RequestWay::from_client_to_be_called ? 1 : 0;
    from_servers += way == RequestWay::from_server ? 1 : 0;
  });
  return std::to_string(to_be_called) + " clients may be called over their connections, " +
         std::to_string(from_servers) + " servers may call over connections of this ORB";
}

std::string IiopServerEndpoint::endpoints_text() const {
  std::string text;
  for (const auto& acceptor : acceptors_) text += (text.empty() ? "" : ", ") + to_string(acceptor->endpoint());
  for (const auto& address : published_) text += ", published as " + to_string(address);
  for (const auto& address : published_with_tls_.addresses) text += ", published with TLS as " + to_string(address);
  return text;
}

std::vector<channel::Fact> IiopServerEndpoint::describe() const {
  auto facts = plan_;
  add_usage(facts, "endpoint", endpoints_text());
  add_usage(facts, "connections", connections_usage());
  execution::Usage connections;
  connections.in_use = core_->connections.count();
  connections.waits = core_->counters.accepts_waited.load(std::memory_order_relaxed);
  add_numbers(facts, "connections", connections);
  const auto& workers = *core_->workers;
  const execution::Usage pool{workers.busy(), workers.threads_max(), workers.threads(), 0, 0, 0};
  if (core_->rules.has_pool()) {
    add_usage(facts, "threads",
              std::to_string(pool.made) + " now, " + std::to_string(pool.in_use) + " busy, " +
                  std::to_string(pool.in_use_max) + " at most");
    add_numbers(facts, "threads", pool);
  } else {
    std::string accepting;
    if (const auto waited = core_->counters.accepts_waited.load(std::memory_order_relaxed); waited != 0) {
      accepting = "; accepting waited for a free thread " + std::to_string(waited) + " times";
    }
    add_usage(facts, "threads", core_->threads(), {}, accepting);
  }
  add_usage(facts, "messages", messages_usage());
  add_numbers(facts, "messages", messages_numbers());
  add_usage(facts, "buffers", memory_usage());
  if (core_->sealed) core_->sealed->report(facts);
  add_loans(facts);
  if (core_->carries_callbacks.load(std::memory_order_relaxed)) {
    facts.push_back({"callbacks", "use existing connections over tcp, tls and unix", callbacks_usage()});
  }
  return facts;
}

// Adds the number of clients with places for loaned sequences, and the use of these places.
void IiopServerEndpoint::add_loans(std::vector<channel::Fact>& facts) const {
  std::size_t connections = 0;
  dimma::LoanArena::Numbers all;
  core_->connections.for_each([&](const ServedConnection& connection) {
    const auto arena = connection.loans();
    if (!arena || arena->place_octets() == 0) return;
    const auto numbers = arena->numbers();
    ++connections;
    all.places += numbers.places;
    all.in_use += numbers.in_use;
    all.in_use_max += numbers.in_use_max;
    all.refusals += numbers.refusals;
    all.sent += numbers.sent;
    all.copied += numbers.copied;
  });
  if (connections == 0) return;
  facts.push_back({"loans", "in the places of each client's QoS; copies: 0 of a loaned sequence in them", {}});
  add_usage(facts, "loans", channel::loans_usage(all),
            std::to_string(connections) + " connections: ", "; " + channel::loans_sent_text(all));
}

std::string IiopServerEndpoint::memory_usage() const {
  std::size_t held = 0;
  std::size_t most = 0;
  core_->connections.for_each([&](const ServedConnection& connection) {
    const auto octets = connection.use().memory_held;
    held += octets;
    most = std::max(most, octets);
  });
  const auto& budget = *core_->rules.settings.memory;
  return std::to_string(held) + " octets held for long messages, " + std::to_string(most) +
         " by one connection; in the ORB " + std::to_string(budget.octets()) + " now, " +
         std::to_string(budget.octets_peak()) + " at most, " + std::to_string(budget.refusals()) + " times refused, " +
         std::to_string(budget.connections_ended()) + " connections ended";
}

std::string IiopServerEndpoint::connections_usage() const {
  std::size_t connections = 0;
  std::size_t unread = 0;
  std::size_t octets = 0;
  core_->connections.for_each([&](const ServedConnection& connection) {
    ++connections;
    const auto use = connection.use();
    unread += use.has_unsent_replies ? 1 : 0;
    octets += use.unsent_octets;
  });
  std::string text = std::to_string(connections) + " now, " + std::to_string(core_->closed_as_idle());
  text += " closed as idle";
  const auto given_up = core_->counters.closed_as_unread.load(std::memory_order_relaxed);
  if (unread == 0 && given_up == 0) return text;
  return text + "; " + std::to_string(unread) + " with unsent replies (" + std::to_string(octets) +
         " octets queued), " + std::to_string(given_up) + " closed because their clients did not read replies";
}

execution::Usage IiopServerEndpoint::messages_numbers() const {
  execution::Usage messages;
  core_->connections.for_each(
      [&](const ServedConnection& connection) { messages.in_use += connection.use().in_progress; });
  messages.waits = core_->counters.messages_waits.load(std::memory_order_relaxed);
  messages.refusals = core_->counters.messages_refused.load(std::memory_order_relaxed);
  return messages;
}

std::string IiopServerEndpoint::messages_usage() const {
  std::size_t in_progress = 0;
  std::size_t nested = 0;
  core_->connections.for_each([&](const ServedConnection& connection) {
    const auto use = connection.use();
    in_progress += use.in_progress;
    nested += use.nested;
  });
  std::string text = std::to_string(in_progress) + " in progress on all connections, " + std::to_string(nested) +
                     " of them waiting for nested calls";
  if (!core_->rules.limits_messages) return text;
  return text + "; " + std::to_string(core_->counters.messages_waits.load(std::memory_order_relaxed)) + " waited, " +
         std::to_string(core_->counters.messages_refused.load(std::memory_order_relaxed)) + " refused";
}

}  // namespace dimma::iiop
