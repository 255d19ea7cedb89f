#pragma once
// The outermost part of a client channel, which seals each call: memory=sealed.

#include "base/sync/sync.hpp"
#include "iiop/client/assembled_channel.hpp"
#include "iiop/resources/sealed_calls.hpp"

#include <memory>

namespace dimma::iiop {

class SealedChannel final : public WrappingChannel {
 public:
  SealedChannel(std::shared_ptr<AssembledChannel> within, const EngineeringQoS& qos, const std::string& endpoint);

  channel::Outcome call(channel::Request& request) override;
  // Throws CORBA::BAD_QOS, because the state of an asynchronous call is on the heap until the call ends.
  void begin(std::shared_ptr<channel::Awaiting> call) override;
  channel::Located locate(channel::Outcome& forward, Deadline deadline) override {
    return within_->locate(forward, deadline);
  }
  void close() noexcept override { within_->close(); }
  void report(std::vector<channel::Fact>& facts) const override;

 private:
  class Sealed;
  // Called in the handler of the exception that the call threw.
  void judge_failure(const Sealed& call, const channel::Request& request);
  void judge(const Sealed& call, const channel::Request& request, CORBA::CompletionStatus completed);

  SealedCalls calls_;
  sync::Atomic<std::uint32_t> in_progress_{0};
  sync::Atomic<std::uint32_t> in_progress_max_{0};
};

}  // namespace dimma::iiop
