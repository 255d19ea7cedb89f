#pragma once
// An asynchronous call, and the resource of its channel that it holds.

#include "channel/channel.hpp"

#include <memory>
#include <utility>

namespace dimma::iiop {

// Holds `held` until the call is answered. Then gives it back and calls from.released(). `from` must outlive the call.
template <class Held, class From>
class CallWithLease final : public channel::Awaiting {
 public:
  CallWithLease(std::shared_ptr<channel::Awaiting> call, Held held, From& from)
      : call_(std::move(call)), held_(std::move(held)), from_(from) {}

  channel::Request& request() noexcept override { return call_->request(); }
  bool may_wait() const noexcept override { return call_->may_wait(); }
  void begun_as(std::weak_ptr<channel::CancelPlace> place, std::uint32_t request_id, bool is_sent) noexcept override {
    call_->begun_as(std::move(place), request_id, is_sent);
  }
  void answered(std::shared_ptr<channel::Awaiting> /*self*/,
                std::unique_ptr<channel::Answer> answer) noexcept override {
    held_.release();
    auto call = std::move(call_);
    from_.released();
    auto& told = *call;
    told.answered(std::move(call), std::move(answer));
  }

 private:
  std::shared_ptr<channel::Awaiting> call_;
  Held held_;
  From& from_;
};

}  // namespace dimma::iiop
