#pragma once
// A channel that is wrapped in another, which sees all that passes.

#include "channel/channel.hpp"

#include <chrono>
#include <memory>
#include <utility>

namespace dimma::channel {

// Wraps a channel that drops messages rather than wait.
template <class Wrapping>
class AccountedWrapping final : public Wrapping, public Accounted {
 public:
  using Wrapping::Wrapping;
  FlowReport account(std::chrono::milliseconds patience) override {
    return dynamic_cast<Accounted&>(Wrapping::within()).account(patience);
  }
};

// Makes a Wrapping(within, arguments...) whose within() is the channel. It is Accounted if the channel is.
template <class Wrapping, class... Arguments>
std::shared_ptr<ClientChannel> wrap(std::shared_ptr<ClientChannel> within, Arguments&&... arguments) {
  if (dynamic_cast<Accounted*>(within.get()) != nullptr) {
    return std::make_shared<AccountedWrapping<Wrapping>>(std::move(within), std::forward<Arguments>(arguments)...);
  }
  return std::make_shared<Wrapping>(std::move(within), std::forward<Arguments>(arguments)...);
}

}  // namespace dimma::channel
