#include "iiop/server/connection/server_connection.hpp"

#include "execution/task.hpp"
#include "iiop/server/core/sealed_requests.hpp"
#include "iiop/server/requests/request_task.hpp"

#include <utility>

namespace dimma::iiop {

ServerConnection::ServerConnection(std::shared_ptr<ServerCore> core, std::unique_ptr<transport::Stream> stream,
                                   ConnectionDirection direction)
    : RequestOrigin(std::move(core), std::move(stream), direction.path != nullptr || direction.is_from_server),
      direction_(std::move(direction)),
      reader_(*this, *this) {}

ServerConnection::~ServerConnection() {
  memory()->retire();
  if (direction_.path) direction_.path->end();
}

void ServerConnection::start() {
  say(log::Event::connection_accepted, "is open");
  if (!core()->rules.has_thread_per_connection()) {
    stream().receive_timeout(core()->rules.settings.linger);
    reader_.watch();
  }
  reader_.read_elsewhere();
}

void ServerConnection::serve_by_own_thread() noexcept {
  const bool started =
      core()->start_thread(execution::thread_name::connection, [self = shared_from_this(), this] { serve(); });
  if (!started) end("no thread is available to serve it");
}

void ServerConnection::readable() noexcept {
  const auto self = shared_from_this();
  const execution::WorkerPool::Busy busy(*core()->workers);
  core()->begin_serving();
  serve();
  core()->end_serving();
}

void ServerConnection::serve() noexcept {
  auto& core = *this->core();
  auto reading = reader_.begin();
  // A thread that has the connection permanently needs no monitor.
  const bool is_watched = !core.rules.has_thread_per_connection();
  std::unique_ptr<Serving> serving;
  try {
    serving = core.take_serving(is_watched ? this : nullptr);
    ServingLoop loop(*this, *this, direction_.path.get(), reader_, reading, *serving);
    const auto end = loop.run();
    if (end != ServingLoop::End::no) end_by(end, loop.fault(), reading);
    replies().send_batch();
    core.give_back(std::move(serving));
  } catch (const CORBA::NO_MEMORY&) {
    refuse_for_want_of_memory(reading);
  } catch (const std::exception&) {
    // Out of memory: the connection is lost, but the process goes on.
    end("the process is out of memory");
  }
  if (serving) core.discard(std::move(serving));
  if (core.sealed) SealedRequests::leave();
}

RequestWay ServerConnection::request_way() const noexcept {
  if (direction_.is_from_server) return RequestWay::from_server;
  return direction_.path && direction_.path->is_offered() ? RequestWay::from_client_to_be_called
                                                          : RequestWay::from_client;
}

void ServerConnection::before_block() {
  counts().begin_nested();
  replies().send_batch();
  reader_.give_away_if_admitted(RequestReader::Giving::for_a_nested_call);
  try {
    core()->begin_nested();
  } catch (...) {
    counts().end_nested();
    throw;
  }
}

void ServerConnection::done_waiting() noexcept {
  counts().end_nested();
  core()->end_nested();
}

void ServerConnection::check_upcall(std::uint32_t tick) noexcept {
  auto& pace = reader_.pace();
  const auto& side = reader_.side();
  const auto ticks = pace.ticks_to(tick);
  if (ticks == 0) return;  // already checked at this tick, for another thread that serves it
  if (replies().has_batch() && side.upcall_older_than(tick)) replies().send_batch();
  const bool few_served = pace.few_served();
  if (side.upcall_older_than(tick - 1)) {
    pace.found_slow();
    reader_.give_away_if_admitted();
  } else if (ticks == 1 && few_served && side.upcall_older_than(tick) && stream().octets_wait()) {
    pace.found_slow();
  }
}

std::shared_ptr<WaitingRequest> ServerConnection::put_aside(const RequestHeader& header, const cdr::Decoder& body,
                                                            std::uint8_t minor, MessageReader::Kept&& message,
                                                            const std::shared_ptr<WaitingPlace>& place) {
  HeldRequests::Requests held(1);
  auto waiting = std::make_shared<RequestTask>(shared_from_this(), header, body, minor, std::move(message));
  waiting->wait_at(place);
  held.front() = waiting;
  held_.hold(std::move(held));
  return waiting;
}

std::shared_ptr<DetachedReply> ServerConnection::defer(const RequestHeader& header, std::uint8_t minor,
                                                       const cdr::TextForm& text_form, std::size_t octets, bool replies,
                                                       std::weak_ptr<DetachedObserver> observer) {
  return std::make_shared<DeferredReply>(shared_from_this(), header, minor, text_form, octets, replies,
                                         std::move(observer));
}

}  // namespace dimma::iiop
