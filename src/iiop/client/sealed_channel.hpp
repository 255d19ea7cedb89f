#pragma once
// The part of a client channel that has each call sealed: memory=sealed. The outermost one.

#include "base/sync.hpp"
#include "iiop/client/assembled_channel.hpp"
#include "iiop/resources/sealed_calls.hpp"

#include <memory>

namespace dimma::iiop {

class SealedChannel final : public AssembledChannel {
 public:
  SealedChannel(std::shared_ptr<AssembledChannel> within, const EngineeringQoS& qos, const std::string& endpoint);

  void open(transport::Deadline deadline) override { within_->open(deadline); }
  bool is_connected() noexcept override { return within_->is_connected(); }
  void begin_connect(transport::Deadline deadline, Connected connected) override {
    within_->begin_connect(deadline, std::move(connected));
  }
  channel::Outcome call(channel::Request& request) override;
  // Refused: what such a call is until it ends is on the heap.
  void begin(std::shared_ptr<channel::Awaiting> call) override;
  channel::Located locate(channel::Outcome& forward, transport::Deadline deadline) override {
    return within_->locate(forward, deadline);
  }
  dimma::LoanBlock loan(std::size_t octets, transport::Deadline deadline) override {
    return within_->loan(octets, deadline);
  }
  void close() noexcept override { within_->close(); }
  void report(std::vector<channel::Fact>& facts) const override;

 private:
  class Sealed;
  // In the handler of what the call has thrown.
  void judge_failure(const Sealed& call, const channel::Request& request);
  void judge(const Sealed& call, const channel::Request& request, CORBA::CompletionStatus completed);

  const std::shared_ptr<AssembledChannel> within_;
  SealedCalls calls_;
  sync::Atomic<std::uint32_t> in_progress_{0};
  sync::Atomic<std::uint32_t> in_progress_max_{0};
};

}  // namespace dimma::iiop
