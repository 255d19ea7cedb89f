#pragma once
// The part of a client channel that limits how many calls are in progress: messages=n.

#include "iiop/client/assembled_channel.hpp"
#include "iiop/client/watch/admission.hpp"
#include "iiop/resources/resources.hpp"

#include <memory>

namespace dimma::iiop {

class LimitedChannel final : public WrappingChannel {
 public:
  LimitedChannel(std::shared_ptr<AssembledChannel> within, const EngineeringQoS& qos, const Settings& settings,
                 ReplyWatch& watch);

  channel::Outcome call(channel::Request& request) override;
  void begin(std::shared_ptr<channel::Awaiting> call) override;
  channel::Located locate(channel::Outcome& forward, Deadline deadline) override;
  void close() noexcept override;
  void report(std::vector<channel::Fact>& facts) const override;

 private:
  struct Slot {};
  using Slots = execution::Allocator<Slot>;

  const Patience patience_;
  const std::shared_ptr<Slots> slots_;
  const std::shared_ptr<Admission<Slot>> admission_;  // for asynchronous calls
};

}  // namespace dimma::iiop
