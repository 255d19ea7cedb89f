// Opens a connection of a link without blocking a thread: tries the endpoints one after the other.

#include "base/copied_failure.hpp"
#include "channel/connect_attempts.hpp"
#include "iiop/client/shared_channel.hpp"
#include "iiop/resources/options.hpp"

#include <dimma/minor.hpp>

#include <algorithm>
#include <vector>

namespace dimma::iiop {

class SharedLink::Opening final : public std::enable_shared_from_this<Opening> {
 public:
  // See SharedLink::begin_open(). Joins an opening in progress if its limit is no later than `deadline`.
  static void begin(const std::shared_ptr<SharedLink>& link, Lane& lane, Deadline deadline, Opened opened);

  // `deadline` is the deadline of the call. `until` is the time limit for connecting, no later than `deadline`.
  Opening(std::shared_ptr<SharedLink> link, Lane& lane, Deadline deadline, Deadline until)
      : link_(std::move(link)),
        lane_(lane),
        deadline_(deadline),
        until_(until),
        attempts_(link_->endpoints_.size(), until) {}

 private:
  void try_next() noexcept;
  void connected(transport::Connected connected) noexcept;
  void finish(const std::exception_ptr& failure) noexcept;

  const std::shared_ptr<SharedLink> link_;
  Lane& lane_;  // a lane of link_
  const Deadline deadline_;
  const Deadline until_;
  channel::ConnectAttempts attempts_;  // to the link's endpoints
  std::size_t tried_last_ = 0;
  std::string tried_;
  std::vector<Opened> waiting_;  // guarded by lane_.mutex
};

void SharedLink::begin_open(std::size_t lane, Deadline deadline, Opened opened) {
  Opening::begin(shared_from_this(), lanes_[lane], deadline, std::move(opened));
}

void SharedLink::Opening::begin(const std::shared_ptr<SharedLink>& link, Lane& lane, Deadline deadline, Opened opened) {
  std::exception_ptr failure;
  std::shared_ptr<Opening> fresh;
  try {
    if (!link->has_usable(lane)) {
      const auto until = std::min(deadline, Clock::now() + link->settings_.connect_timeout);
      const sync::LockGuard lock(lane.mutex);
      if (lane.begun && lane.begun->until_ <= deadline) {
        lane.begun->waiting_.push_back(std::move(opened));
        return;
      }
      const auto made = std::make_shared<Opening>(link, lane, deadline, until);
      made->waiting_.push_back(std::move(opened));
      lane.begun = fresh = made;
    }
  } catch (...) {
    failure = std::current_exception();  // thrown before `opened` was moved
  }
  if (fresh) return fresh->try_next();
  opened(failure);  // NOLINT(bugprone-use-after-move): moved only into an Opening, which calls it
}

void SharedLink::Opening::try_next() noexcept {
  try {
    while (const auto attempt = attempts_.next(Clock::now())) {
      tried_last_ = attempt->address;
      const auto& endpoint = link_->endpoints_[attempt->address];
      auto* const transport = link_->transports_.find(endpoint.transport);
      if (transport == nullptr) continue;
      return transport->begin_connect(
          endpoint, attempt->until, stream_options(link_->qos_, link_->settings_),
          [self = shared_from_this()](transport::Connected result) { self->connected(std::move(result)); });
    }
    raise_unreached(tried_, attempts_, deadline_);
  } catch (...) {
    finish(std::current_exception());
  }
}

void SharedLink::Opening::connected(transport::Connected connected) noexcept {
  try {
    if (connected.stream) {
      link_->install(lane_, {std::move(connected.stream), tried_});
      return finish(nullptr);
    }
    if (!tried_.empty()) tried_ += "; ";
    tried_ += connected.detail;
    attempts_.failed(connected.result);
    if (connected.result.status == transport::Status::timeout) {
      attempts_.was_silent(tried_last_, Clock::now());
    } else if (connected.result.status == transport::Status::closed) {
      throw CORBA::TRANSIENT(minor::transient_connect_failed, CORBA::COMPLETED_NO, tried_);
    }
  } catch (...) {
    return finish(std::current_exception());
  }
  try_next();
}

void SharedLink::Opening::finish(const std::exception_ptr& failure) noexcept {
  std::vector<Opened> told;
  {
    const sync::LockGuard lock(lane_.mutex);
    told.swap(waiting_);
    if (lane_.begun.get() == this) lane_.begun.reset();
  }
  for (const auto& opened : told) opened(copy_of(failure));
}

}  // namespace dimma::iiop
