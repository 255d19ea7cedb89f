#include "iiop/client/shared_channel.hpp"

#include "channel/loans.hpp"
#include "iiop/client/shared/shared_call.hpp"
#include "iiop/resources/call_with_lease.hpp"
#include "iiop/resources/loans.hpp"
#include "iiop/resources/options.hpp"

#include <dimma/minor.hpp>

#include <algorithm>

namespace dimma::iiop {

[[gnu::always_inline]] inline SharedLink::Use SharedLink::usable(Lane& lane) {
  Use use(lane.connection);
  if (closed_.load(std::memory_order_relaxed)) throw channel_closed();
  if (use && use->usable()) return use;
  return {};
}

bool SharedLink::has_usable(Lane& lane) { return static_cast<bool>(usable(lane)); }

[[gnu::always_inline]] inline SharedLink::Use SharedLink::open(std::size_t lane, Deadline deadline) {
  if (auto use = usable(lanes_[lane])) return use;
  return open_anew(lane, deadline);
}

SharedLink::Use SharedLink::open_anew(std::size_t lane, Deadline deadline) {
  try {
    return reopen(lanes_[lane], deadline);
  } catch (const CORBA::SystemException&) {
    // If no further connection can be opened, the connection of another lane may still be usable.
    for (auto& other : lanes_) {
      if (auto use = usable(other)) return use;
    }
    throw;
  }
}

SharedLink::Use SharedLink::reopen(Lane& lane, Deadline deadline) {
  // The only thread cannot wait for itself: a call within an upcall that it serves here opens its own connection.
  if constexpr (!sync::has_threads) return connect_anew(lane, deadline);
  if (!lane.opening.take(deadline)) {
    throw CORBA::TIMEOUT(minor::timeout_call, CORBA::COMPLETED_NO, "the connection was not opened before the deadline");
  }
  const sync::LockGuard opening(lane.opening, std::adopt_lock);
  if (auto use = usable(lane)) return use;
  return connect_anew(lane, deadline);
}

SharedLink::Use SharedLink::connect_anew(Lane& lane, Deadline deadline) {
  if (is_peers_) {
    throw CORBA::TRANSIENT(minor::transient_connection_lost, CORBA::COMPLETED_NO,
                           "the connection over which the reference was received has ended");
  }
  auto reached = connect(transports_, endpoints_, deadline, settings_.connect_timeout, stream_options(qos_, settings_));
  return install(lane, std::move(reached));
}

SharedLink::Use SharedLink::install(Lane& lane, Reached reached) {
  auto fresh =
      std::make_shared<SharedConnection>(offering(std::move(reached), offer_, settings_), qos_, settings_, watch_);
  fresh->read_when_unread();
  const sync::LockGuard lock(lane.mutex);
  if (closed_.load(std::memory_order_relaxed)) throw channel_closed();
  // A connection that is replaced here is broken. Calls in progress may still use it to find the reason.
  lane.connection.set(std::move(fresh));
  return Use(lane.connection);
}

void SharedLink::keep_to(std::unique_ptr<transport::Stream> stream) {
  DIMMA_ASSERT(!is_peers_);
  is_peers_ = true;
  install(lanes_.front(), {.stream = std::move(stream), .tried_before = {}, .end = ConnectionEnd::acceptor});
}

void SharedLink::close() noexcept {
  closed_.store(true, std::memory_order_relaxed);
  for (auto& lane : lanes_) {
    const sync::LockGuard lock(lane.mutex);
    if (const Use use(lane.connection); use) use->close();
  }
}

std::vector<std::shared_ptr<SharedConnection>> SharedLink::current() const {
  std::vector<std::shared_ptr<SharedConnection>> connections;
  for (const auto& lane : lanes_) {
    if (const Use use(lane.connection); use) connections.push_back(use.kept());
  }
  return connections;
}

bool SharedLink::has_lost_connection() const noexcept {
  return std::ranges::any_of(lanes_, [](const Lane& lane) {
    const auto connection = lane.connection.use();
    return connection && (*connection)->broken();
  });
}

bool SharedLink::is_open(std::size_t lane) { return has_usable(lanes_[lane]); }

[[gnu::always_inline]] inline std::shared_ptr<SharedConnection> SharedLink::open_already(std::size_t lane) {
  const auto use = usable(lanes_[lane]);
  return use ? use.kept() : nullptr;
}

bool may_spread(const EngineeringQoS& qos, const Settings& settings) noexcept {
  return sync::has_threads && settings.application_loop == nullptr && settings.connections_max > 1 &&
         qos.connection == Connection::automatic && qos.processing_concurrency == ProcessingConcurrency::shared_pool &&
         qos.demultiplexing == Demultiplexing::leader && !qos.loans.is_pool() && qos.memory == Memory::any;
}

EngineeringQoS connection_qos(const EngineeringQoS& qos) {
  EngineeringQoS of_connection{.transport = qos.transport,
                               .demultiplexing = qos.demultiplexing,
                               .wait = qos.wait,
                               .read_ahead = qos.read_ahead,
                               .socket = qos.socket,
                               .credentials = qos.credentials,
                               .loans = qos.loans};
  if (qos.demultiplexing == Demultiplexing::task) of_connection.scheduling = qos.scheduling;
  return of_connection;
}

std::shared_ptr<SharedLink> LinkTable::link(const std::vector<transport::Endpoint>& endpoints,
                                            const EngineeringQoS& qos, const AgreedCodeSets& code_sets,
                                            CallbackOffer* offer) {
  const auto said = connection_qos(qos);
  std::string name;
  for (const auto& endpoint : endpoints) name += to_string(endpoint) + ' ';
  name += said.to_string();
  // The first request of a connection fixes its code sets (CORBA 3.3 part 2, 7.10.2.5), so they are part of the name.
  name += " code sets " + std::to_string(code_sets.for_char) + ' ' + std::to_string(code_sets.for_wchar);
  if (offer != nullptr) name += " offers callbacks";
  const sync::LockGuard lock(mutex_);
  if (qos.is_dedicated()) name += " dedicated " + std::to_string(++dedicated_);
  std::erase_if(links_, [](const auto& entry) { return entry.second.expired(); });
  auto& known = links_[name];
  auto link = known.lock();
  if (!link) known = link = std::make_shared<SharedLink>(transports_, endpoints, said, settings_, watch_, offer);
  if (closed_) link->close();
  return link;
}

std::shared_ptr<SharedLink> LinkTable::link_back(ArrivalPath& path) {
  return path.link<SharedLink>([this](std::unique_ptr<transport::Stream> stream) {
    auto link = std::make_shared<SharedLink>(transports_, std::vector<transport::Endpoint>(),
                                             connection_qos(EngineeringQoS()), settings_, watch_);
    link->keep_to(std::move(stream));
    const sync::LockGuard lock(mutex_);
    std::erase_if(links_, [](const auto& entry) { return entry.second.expired(); });
    links_["callbacks " + std::to_string(++dedicated_)] = link;
    if (closed_) link->close();
    return link;
  });
}

void LinkTable::close() noexcept {
  end_asynchronous_calls();
  const sync::LockGuard lock(mutex_);
  closed_ = true;
  for (const auto& [name, known] : links_) {
    if (const auto link = known.lock()) link->close();
  }
}

void LinkTable::end_asynchronous_calls() noexcept {
  watch_.stop();
  // Also ends the calls on connections with a reading thread, which may not be registered with the watch.
  const sync::LockGuard lock(mutex_);
  for (const auto& [name, known] : links_) {
    const auto link = known.lock();
    if (!link) continue;
    for (const auto& connection : link->current()) connection->fail_begun(ReplyWatch::ended());
  }
}

namespace {
std::unique_ptr<BufferPool> reserve(const Buffers& buffers) {
  if (!buffers.is_pool()) return nullptr;
  return BufferPool::pool("message buffer", buffers.count(),
                          [octets = buffers.octets()] { return std::make_unique<MessageBuffers>(octets); });
}
}  // namespace

SharedChannel::SharedChannel(LinkTable& links, ChannelTarget target, const EngineeringQoS& qos,
                             const Settings& settings)
    : SharedChannel(links, target, qos, settings,
                    links.link(target.endpoints(), qos, target.code_sets(), target.offer()), nullptr) {}

SharedChannel::SharedChannel(LinkTable& links, ChannelTarget target, const EngineeringQoS& qos,
                             const Settings& settings, std::shared_ptr<ArrivalPath> path)
    : SharedChannel(links, std::move(target), qos, settings, links.link_back(*path), path) {}

SharedChannel::SharedChannel(LinkTable& links, ChannelTarget target, const EngineeringQoS& qos,
                             const Settings& settings, std::shared_ptr<SharedLink> link,
                             std::shared_ptr<ArrivalPath> path)
    : target_(std::move(target)),
      patience_(qos, settings),
      buffers_(reserve(qos.buffers)),
      admission_(buffers_ ? std::make_shared<Admission<MessageBuffers>>(
                                buffers_, patience_, links.watch(),
                                [this](std::shared_ptr<channel::Awaiting> call, BufferPool::Lease buffers) {
                                  begin_with(std::move(call), std::move(buffers));
                                })
                          : nullptr),
      dedicated_(qos.is_dedicated()),
      lanes_(path == nullptr && may_spread(qos, settings) ? static_cast<std::uint32_t>(settings.connections_max) : 1),
      path_(std::move(path)),
      link_(std::move(link)) {}

// Returns the calling thread's lane.
[[gnu::always_inline]] inline std::size_t SharedChannel::lane() const noexcept {
  if (!sync::has_threads || lanes_ == 1) return 0;
  static sync::Atomic<std::uint32_t> threads{0};
  static constinit DIMMA_PER_THREAD std::uint32_t number = 0;  // counts from 1; 0: not assigned yet
  if (number == 0) number = threads.fetch_add(1, std::memory_order_relaxed) + 1;
  return (number - 1) % lanes_;
}

bool SharedChannel::is_connected() noexcept {
  try {
    return link_->is_open(lane());
  } catch (const CORBA::SystemException&) {
    return true;  // closed: begin() will throw
  }
}

void SharedChannel::begin_connect(Deadline deadline, Connected connected) {
  link_->begin_open(lane(), deadline, std::move(connected));
}

void SharedChannel::close() noexcept {
  closed_.store(true, std::memory_order_relaxed);
  if (buffers_) {
    buffers_->close();
    admission_->fail_begun(std::make_exception_ptr(channel_closed()));
  }
  if (dedicated_) link_->close();
}

[[gnu::always_inline]] inline SharedLink::Use SharedChannel::connection(Deadline deadline) {
  if (closed_.load(std::memory_order_relaxed)) throw channel_closed();
  return link_->open(lane(), deadline);
}

std::shared_ptr<SharedConnection> SharedChannel::kept_connection(Deadline deadline) {
  return connection(deadline).kept();
}

void SharedChannel::open(Deadline deadline) { connection(deadline); }

channel::Outcome SharedChannel::call(channel::Request& request) {
  if (buffers_) return call_with_buffers(request);
  return connection(request.deadline)->call_inline(target_, request, nullptr);
}

channel::Outcome SharedChannel::call_with_buffers(const channel::Request& request) {
  const Released released{*admission_};
  const auto buffers = take(*buffers_, patience_, request.deadline);
  return connection(request.deadline)->call(target_, request, &*buffers);
}

void SharedChannel::begin(std::shared_ptr<channel::Awaiting> call) {
  if (buffers_) return admission_->begin(std::move(call));
  kept_connection(call->request().deadline)->begin(target_, call, nullptr);
}

bool SharedChannel::begin_if_connected(const std::shared_ptr<channel::Awaiting>& call) {
  if (buffers_) return AssembledChannel::begin_if_connected(call);
  if (closed_.load(std::memory_order_relaxed)) throw channel_closed();
  const auto connection = link_->open_already(lane());
  if (!connection) return false;
  connection->begin(target_, call, nullptr);
  return true;
}

void SharedChannel::begin_with(std::shared_ptr<channel::Awaiting> call, BufferPool::Lease buffers) {
  using Holding = CallWithLease<BufferPool::Lease, Admission<MessageBuffers>>;
  MessageBuffers& taken = *buffers;
  const auto deadline = call->request().deadline;
  const auto holding = std::make_shared<Holding>(std::move(call), std::move(buffers), *admission_);
  kept_connection(deadline)->begin(target_, holding, &taken);
}

channel::Located SharedChannel::locate(channel::Outcome& forward, Deadline deadline) {
  if (!buffers_) return connection(deadline)->locate(target_, forward, nullptr, deadline);
  const Released released{*admission_};
  const auto buffers = take(*buffers_, patience_, deadline);
  return connection(deadline)->locate(target_, forward, &*buffers, deadline);
}

dimma::LoanBlock SharedChannel::loan(std::size_t octets, Deadline deadline) {
  return take_loan(connection(deadline)->loans(), octets, patience_, deadline);
}

void SharedChannel::report(std::vector<channel::Fact>& facts) const {
  if (buffers_) add_usage(facts, "buffers", buffers_->usage());
  const auto connections = link_->current();
  if (connections.empty()) return add_usage(facts, "connection", "none at the moment");
  for (const auto& connection : connections) {
    add_usage(facts, "connection", connection->endpoint_text());
    add_usage(facts, "buffers", connection->usage(),
              "of the connection's calls: ", ", " + std::to_string(connection->octets_kept()) + " octets unused");
    channel::report_loans(facts, connection->loans());
  }
}

}  // namespace dimma::iiop
