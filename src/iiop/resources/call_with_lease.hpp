#pragma once
// An asynchronous call, and what it holds of its channel.

#include "channel/channel.hpp"

#include <memory>
#include <utility>

namespace dimma::iiop {

// Holds it until the call is answered.
template <class Held>
class CallWithLease final : public channel::Awaiting {
 public:
  CallWithLease(std::shared_ptr<channel::Awaiting> call, Held held) : call_(std::move(call)), held_(std::move(held)) {}

  channel::Request& request() noexcept override { return call_->request(); }
  bool may_wait() const noexcept override { return call_->may_wait(); }
  void begun_as(std::weak_ptr<channel::CancelPlace> place, std::uint32_t request_id) noexcept override {
    call_->begun_as(std::move(place), request_id);
  }
  void answered(std::shared_ptr<channel::Awaiting> /*self*/,
                std::unique_ptr<channel::Answer> answer) noexcept override {
    held_.release();
    auto call = std::move(call_);
    auto& told = *call;
    told.answered(std::move(call), std::move(answer));
  }

 private:
  std::shared_ptr<channel::Awaiting> call_;
  Held held_;
};

}  // namespace dimma::iiop
