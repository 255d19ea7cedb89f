#pragma once
// A connection of a link that is being opened while nobody waits for it: the endpoints are tried one after the other.

#include "channel/connect_attempts.hpp"
#include "iiop/client/shared_channel.hpp"

#include <vector>

namespace dimma::iiop {

class SharedLink::Opening final : public std::enable_shared_from_this<Opening> {
 public:
  // As SharedLink::begin_open(). Joins an opening that has begun, if that may take as long.
  static void begin(const std::shared_ptr<SharedLink>& link, Lane& lane, Deadline deadline, Opened opened);

  // `deadline` is that of the call, and `until` no later: the limit for connecting.
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
  Lane& lane_;  // the link's
  const Deadline deadline_;
  const Deadline until_;
  channel::ConnectAttempts attempts_;  // at the link's endpoints
  std::size_t tried_last_ = 0;
  std::string tried_;
  std::vector<Opened> waiting_;  // guarded by the lock of the lane
};

}  // namespace dimma::iiop
