#include "iiop/server/server_core.hpp"

#include "base/give_back.hpp"
#include "base/sync/sync.hpp"
#include "channel/wait_for_others.hpp"
#include "execution/task.hpp"
#include "iiop/resources/options.hpp"
#include "iiop/server/request_task.hpp"
#include "iiop/server/sealed_requests.hpp"
#include "iiop/server/server_connection.hpp"

#include <algorithm>

namespace dimma::iiop {

namespace {
constexpr std::size_t idle_servings_max = 16;
constexpr std::size_t idle_reply_octets_max = std::size_t{1} << 20;  // a larger one is kept for a while only

}  // namespace

namespace {

ServerCore::Mode mode_of(const EngineeringQoS& qos) noexcept {
  if (!sync::has_threads) return ServerCore::Mode::pool;
  switch (qos.processing_concurrency.kind()) {
    case ProcessingConcurrency::Kind::null_task:
      return ServerCore::Mode::thread_per_connection;
    case ProcessingConcurrency::Kind::factory:
      return ServerCore::Mode::thread_per_request;
    default:
      return ServerCore::Mode::pool;
  }
}

execution::WorkerPool::Size pool_size(const EngineeringQoS& qos, const Settings& settings) noexcept {
  const auto& processing = qos.processing_concurrency;
  if (processing.kind() == ProcessingConcurrency::Kind::pool) return {processing.tasks(), processing.tasks()};
  if (processing.kind() == ProcessingConcurrency::Kind::null_task) return {1, 1};
  return {1, std::max<std::size_t>(settings.pool_threads_max, 1)};
}

// How the pool waits for events. With nullTask that is for new connections only, which is worth no processor's time.
WaitStrategy pool_wait(const EngineeringQoS& qos) noexcept {
  return qos.is_null_task() ? WaitStrategy::block : qos.wait;
}

}  // namespace

ServerCore::ServerCore(channel::Dispatcher& to, const Settings& with, const EngineeringQoS& qos)
    : sealed(qos.memory == Memory::any ? nullptr : std::make_unique<SealedRequests>(to, qos.memory)),
      dispatcher(sealed ? *sealed : to),
      settings(with),
      mode(mode_of(qos)),
      reading(server_reader_options(qos, with)),
      scheduling(qos.scheduling),
      messages_max(messages_at_once(qos)),
      limits_messages(messages_max != execution::no_limit && !qos.is_null_task()),
      serves_in_turn(!limits_messages && mode != Mode::thread_per_request),
      refuses_more(limits_messages && qos.on_exhaustion == OnExhaustion::raise),
      threads_max(connection_threads_max(qos)),
      packets_max(limit_of(qos.packet_concurrency)),
      sends_parts(serves_in_turn && packets_max == execution::no_limit && !qos.buffers.is_pool()),
      reply_octets_first(qos.buffers.is_pool() ? qos.buffers.octets() : serving_send_octets),
      reply_octets_max(reading.message_octets_max),
      workers(with.application_loop
                  ? std::make_shared<execution::WorkerPool>(with.application_loop)
                  : std::make_shared<execution::WorkerPool>(pool_size(qos, with), qos.scheduling, pool_wait(qos))),
      divided(std::make_shared<DividedConnections>(std::shared_ptr<reactor::EventLoop>(workers, &workers->loop()))),
      threads_(threads_max == execution::no_limit ? std::function<void()>() : [this] {
        if (thread_ended_) thread_ended_();
      }),
      monitor_(*this),
      idle_sweep_(*this, with.idle_limit) {
  idle_servings_.reserve(idle_servings_max);  // so that giving one back takes nothing from the heap
}

ServerCore::~ServerCore() = default;

void ServerCore::begin_serving() noexcept { monitor_.begin_serving(); }
void ServerCore::end_serving() noexcept { monitor_.end_serving(); }

void ServerCore::add(std::shared_ptr<ServerConnection> connection) {
  {
    const sync::LockGuard lock(mutex_);
    connections_.push_back(connection);
    connection->place(std::prev(connections_.end()));
  }
  idle_sweep_.begin();
}

void ServerCore::forget(const ServerConnection& connection) noexcept {
  std::list<std::shared_ptr<ServerConnection>> gone;  // destroyed without the lock
  sync::UniqueLock lock(mutex_);
  const auto place = connection.place();
  if (!place) return;  // abandoned
  gone.splice(gone.end(), connections_, *place);
  changed_.notify_all();
  const bool keeps_replies = long_replies_octets_ != 0;
  lock.unlock();
  if (keeps_replies || (reading.long_messages && reading.long_messages->octets() != 0)) idle_sweep_.begin_to_age();
}

bool ServerCore::keeps_memory() const noexcept {
  if (reading.long_messages && reading.long_messages->octets() != 0) return true;
  const sync::LockGuard lock(mutex_);
  return long_replies_octets_ != 0;
}

void ServerCore::end_watching() noexcept {
  monitor_.remove();
  idle_sweep_.remove();
}

void ServerCore::abandon_all() noexcept {
  std::list<std::shared_ptr<ServerConnection>> gone;
  const sync::LockGuard lock(mutex_);
  for (const auto& connection : connections_) connection->place({});
  gone.swap(connections_);
}

std::vector<std::shared_ptr<ServerConnection>> ServerCore::connections() const {
  const sync::LockGuard lock(mutex_);
  return {connections_.begin(), connections_.end()};
}

std::size_t ServerCore::connection_count() const {
  const sync::LockGuard lock(mutex_);
  return connections_.size();
}

bool ServerCore::start_thread(const std::shared_ptr<ServerConnection>& connection) noexcept {
  return start_thread(connection->core(), execution::thread_name::connection, [connection] { connection->serve(); });
}

bool ServerCore::start_thread(std::shared_ptr<RequestTask> request) noexcept {
  const auto self = request->core();
  return start_thread(self, execution::thread_name::request, [request = std::move(request)] { request->run(); });
}

bool ServerCore::start_thread_for_held(const std::shared_ptr<ServerConnection>& connection) noexcept {
  return start_thread(connection->core(), execution::thread_name::request,
                      [connection] { connection->held().serve(); });
}

bool ServerCore::start_thread(const std::shared_ptr<ServerCore>& self, const char* name,
                              std::function<void()> body) noexcept {
  try {
    threads_.start(scheduling, name, self, std::move(body));
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

std::unique_ptr<Serving> ServerCore::take_serving(ServerConnection* watched) {
  {
    const sync::LockGuard lock(mutex_);
    if (!idle_servings_.empty()) {
      auto serving = std::move(idle_servings_.back());
      idle_servings_.pop_back();
      long_replies_octets_ -= long_reply_octets(*serving);
      serving->old = false;
      serving->connection = watched;
      if (sealed) SealedRequests::begin_to_serve(*serving);
      return serving;
    }
  }
  auto serving = std::make_unique<Serving>(reply_octets_first, reply_octets_max);
  if (sealed) SealedRequests::begin_to_serve(*serving);
  // In the middle of a sealed request none could be made.
  if (sealed && reading.spares == 0) serving->spare.emplace(MessageReader::ordinary_buffer(reading));
  const sync::LockGuard lock(mutex_);
  serving->place = servings_.size();
  servings_.push_back(serving.get());
  serving->connection = watched;
  return serving;
}

void ServerCore::forget_locked(const Serving& serving) noexcept {
  DIMMA_ASSERT(serving.place < servings_.size());
  servings_[serving.place] = servings_.back();
  servings_[serving.place]->place = serving.place;
  servings_.pop_back();
}

void ServerCore::discard(std::unique_ptr<Serving> serving) noexcept {
  const sync::LockGuard lock(mutex_);
  forget_locked(*serving);
}

void ServerCore::give_back(std::unique_ptr<Serving> serving) noexcept {
  const bool had_kept = serving->kept.has_value();
  if (had_kept) [[unlikely]]
    serving->release_kept();
  if (sealed) SealedRequests::end_serving(*serving);
  serving->memo.forget();
  const std::size_t octets = long_reply_octets(*serving);
  if (octets != 0 || had_kept) [[unlikely]]
    idle_sweep_.begin_to_age();
  const sync::LockGuard lock(mutex_);
  serving->connection = nullptr;
  if (idle_servings_.size() >= idle_servings_max || octets > ReceiveBufferCache::octets_max - long_replies_octets_)
    return forget_locked(*serving);
  long_replies_octets_ += octets;
  idle_servings_.push_back(std::move(serving));
}

bool ServerCore::age() {
  const bool had_some = keeps_memory();
  const bool has_some = age_what_is_kept();
  // The allocator keeps the memory of long arguments and results for each thread that served them.
  if (had_some && !has_some) give_back_to_system();
  return has_some;
}

bool ServerCore::age_what_is_kept() {
  const bool has_requests = reading.long_messages && reading.long_messages->age();
  const sync::LockGuard lock(mutex_);
  std::erase_if(idle_servings_, [this](const std::unique_ptr<Serving>& serving) DIMMA_REQUIRES(mutex_) {
    const std::size_t octets = long_reply_octets(*serving);
    if (octets == 0 || !serving->old) return false;
    long_replies_octets_ -= octets;
    forget_locked(*serving);
    return true;
  });
  for (const auto& serving : idle_servings_) serving->old = true;
  return has_requests || long_replies_octets_ != 0;
}

std::size_t ServerCore::long_reply_octets(const Serving& serving) const noexcept {
  const std::size_t octets = serving.reply.capacity();
  return octets > std::max(idle_reply_octets_max, reply_octets_first) ? octets : 0;
}

void ServerCore::await_empty() {
  const auto empty = [this]() DIMMA_REQUIRES(mutex_) { return connections_.empty(); };
  if (sync::has_threads && workers->is_run_by_application()) {
    // This thread serves them, as no other serves the loop.
    constexpr std::chrono::milliseconds look_interval{5};
    while (connection_count() != 0) workers->loop().serve_one(look_interval);
    return;
  }
  if (channel::wait_for_others(mutex_, changed_, empty)) threads_.await_others();
}

}  // namespace dimma::iiop
