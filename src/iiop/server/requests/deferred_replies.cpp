#include "iiop/server/requests/deferred_replies.hpp"

#include "channel/discarded_reply.hpp"
#include "iiop/server/requests/iiop_request.hpp"

#include <dimma/minor.hpp>

namespace dimma::iiop {

namespace {

void tell(const std::weak_ptr<DetachedObserver>& observer) noexcept {
  if (const auto told = observer.lock()) told->abandoned();
}

MemoryLease leased(const RequestOrigin& connection, std::size_t octets) {
  MemoryLease lease(connection.memory());
  if (octets >= DeferredReplies::counted_octets_min && !lease.resize(octets)) {
    throw CORBA::NO_RESOURCES(minor::no_resources_exhausted, CORBA::COMPLETED_NO,
                              "connection memory limit exceeded by the arguments of requests with deferred replies");
  }
  return lease;
}

}  // namespace

DeferredReplies::Entries::iterator DeferredReplies::add(std::uint32_t request_id, Entry entry) {
  const auto observer = entry.observer;
  sync::UniqueLock lock(mutex_);
  if (entries_.size() >= at_once_max) {
    throw CORBA::NO_RESOURCES(
        minor::no_resources_exhausted, CORBA::COMPLETED_NO,
        std::to_string(at_once_max) + " requests of the connection already wait for deferred replies");
  }
  const auto added = entries_.emplace_hint(entries_.end(), Key(request_id, ++added_), std::move(entry));
  const bool tells = abandons_;
  lock.unlock();
  if (tells) tell(observer);
  return added;
}

void DeferredReplies::remove(Entries::iterator entry) noexcept {
  const sync::LockGuard lock(mutex_);
  entries_.erase(entry);
}

void DeferredReplies::cancel(std::uint32_t request_id) noexcept {
  std::weak_ptr<DetachedObserver> observer;
  {
    const sync::LockGuard lock(mutex_);
    auto found = entries_.lower_bound(Key(request_id, 0));
    while (found != entries_.end() && found->first.first == request_id && !found->second.is_cancellable) ++found;
    if (found == entries_.end() || found->first.first != request_id) return;
    observer = found->second.observer;
  }
  tell(observer);
}

void DeferredReplies::abandon() noexcept {
  sync::UniqueLock lock(mutex_);
  abandons_ = true;
  // Notifies one after the other without the lock, because an observer may remove its entry, or others.
  for (auto next = entries_.begin(); next != entries_.end();) {
    const Key key = next->first;
    const auto observer = next->second.observer;
    lock.unlock();
    tell(observer);
    lock.lock();
    next = entries_.upper_bound(key);
  }
}

DeferredReply::DeferredReply(std::shared_ptr<RequestOrigin> connection, const RequestHeader& header, std::uint8_t minor,
                             const cdr::TextForm& text_form, std::size_t octets, bool replies,
                             std::weak_ptr<DetachedObserver> observer)
    : connection_(std::move(connection)),
      operation_(header.operation),
      text_form_(text_form),
      minor_(minor),
      arguments_(leased(*connection_, octets)),
      entry_(connection_->deferred().add(header.request_id, {std::move(observer), replies})) {
  header_.request_id = header.request_id;
  header_.response = replies ? Response::with_target : Response::none;
  header_.operation = operation_;
}

std::shared_ptr<dimma::LoanArena> DeferredReply::loans() const noexcept { return connection_->session().loans(); }

void DeferredReply::serve_and_send(function_ref<void(ServerRequest&)> serve, Serving& serving) {
  cdr::Decoder body({}, connection_->core()->rules.settings.byte_order);
  body.text_form(text_form_);
  IiopRequest request(header_, body, minor_, serving, *connection_);
  serve(request);
  connection_->counts().end_admitted();
  if (header_.response_expected()) request.send_reply();
}

void DeferredReply::complete(function_ref<void(ServerRequest&)> serve) noexcept {
  connection_->deferred().remove(entry_);
  auto& core = *connection_->core();
  std::unique_ptr<Serving> serving;
  try {
    serving = core.take_serving();
  } catch (const std::exception&) {
    connection_->give_up("the process is out of memory");  //: the connection is lost, the process goes on
  }
  if (serving) {
    serve_and_send(serve, *serving);
    core.give_back(std::move(serving));
  } else {
    channel::DiscardedRequest request(operation_);
    serve(request);
    connection_->counts().end_admitted();
  }
  arguments_.resize(0);
  connection_->request_ended();
  connection_->read_on();
}

}  // namespace dimma::iiop
