// Opens a connection of a link without blocking a thread: tries the endpoints one after the other.

#include "base/copied_failure.hpp"
#include "iiop/client/connection/connect_steps.hpp"
#include "iiop/client/shared_channel.hpp"
#include "iiop/resources/options.hpp"

#include <vector>

namespace dimma::iiop {

class SharedLink::Opening final : public std::enable_shared_from_this<Opening> {
 public:
  // See SharedLink::begin_open(). Joins an opening in progress if its limit is no later than `deadline`.
  static void begin(const std::shared_ptr<SharedLink>& link, Lane& lane, Deadline deadline, Opened opened);

  Opening(std::shared_ptr<SharedLink> link, Lane& lane, Deadline deadline)
      : link_(std::move(link)),
        lane_(lane),
        steps_(link_->transports_, link_->endpoints_, deadline, link_->settings_.connect_timeout) {}

 private:
  void go_on() noexcept;
  void connected(transport::Connected connected) noexcept;
  void finish(const std::exception_ptr& failure) noexcept;

  const std::shared_ptr<SharedLink> link_;
  Lane& lane_;  // a lane of link_
  ConnectSteps steps_;
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
      const sync::LockGuard lock(lane.mutex);
      if (lane.begun && lane.begun->steps_.until() <= deadline) {
        lane.begun->waiting_.push_back(std::move(opened));
        return;
      }
      const auto made = std::make_shared<Opening>(link, lane, deadline);
      made->waiting_.push_back(std::move(opened));
      lane.begun = fresh = made;
    }
  } catch (...) {
    failure = std::current_exception();  // thrown before `opened` was moved
  }
  if (fresh) return fresh->go_on();
  opened(failure);  // NOLINT(bugprone-use-after-move): moved only into an Opening, which calls it
}

void SharedLink::Opening::go_on() noexcept {
  try {
    const auto step = steps_.next();
    step.transport.begin_connect(
        step.endpoint, step.until, stream_options(link_->qos_, link_->settings_),
        [self = shared_from_this()](transport::Connected result) { self->connected(std::move(result)); });
  } catch (...) {
    finish(std::current_exception());
  }
}

void SharedLink::Opening::connected(transport::Connected connected) noexcept {
  try {
    if (connected.stream) {
      link_->install(lane_, {std::move(connected.stream), steps_.tried()});
      return finish(nullptr);
    }
    steps_.failed(connected);
  } catch (...) {
    return finish(std::current_exception());
  }
  go_on();
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
