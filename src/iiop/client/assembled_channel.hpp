#pragma once
// A client channel assembled from parts. Each part passes a call on to the part within it, and reports the usage of its
// own resources. A channel has only the parts that its QoS needs.

#include "base/deadline.hpp"
#include "channel/channel.hpp"
#include "channel/facts.hpp"

#include <memory>
#include <utility>

namespace dimma::iiop {

class AssembledChannel : public channel::ClientChannel {
 public:
  // Connects. Called before the first call. Throws what Binder::bind() throws.
  virtual void open(Deadline deadline) = 0;
  // Sets the facts of the plan and the server's address. Called on the outermost part before the channel is used.
  void planned(std::vector<channel::Fact> plan, transport::Endpoint server) {
    plan_ = std::move(plan);
    server_ = std::move(server);
  }
  std::vector<channel::Fact> describe() const final {
    auto facts = plan_;
    report(facts);
    return facts;
  }
  transport::Endpoint server() const final { return server_; }
  // Adds the usage of this part and of the parts within it to `facts`.
  virtual void report(std::vector<channel::Fact>& facts) const = 0;

 private:
  std::vector<channel::Fact> plan_;
  transport::Endpoint server_;
};

// A part that wraps another one, and forwards to it all functions that it does not override.
class WrappingChannel : public AssembledChannel {
 public:
  void open(Deadline deadline) override { within_->open(deadline); }
  bool is_connected() noexcept override { return within_->is_connected(); }
  bool has_lost_connection() const noexcept override { return within_->has_lost_connection(); }
  void begin_connect(Deadline deadline, Connected connected) override {
    within_->begin_connect(deadline, std::move(connected));
  }
  dimma::LoanBlock loan(std::size_t octets, Deadline deadline) override { return within_->loan(octets, deadline); }

 protected:
  explicit WrappingChannel(std::shared_ptr<AssembledChannel> within) noexcept : within_(std::move(within)) {}

  const std::shared_ptr<AssembledChannel> within_;
};

}  // namespace dimma::iiop
