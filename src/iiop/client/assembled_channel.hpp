#pragma once
// A client channel of parts: each carries a call by the part within it, and knows what of its own is in use. A channel
// whose QoS asks for nothing of a part does not have that part.

#include "base/deadline.hpp"
#include "channel/channel.hpp"
#include "channel/facts.hpp"

#include <memory>
#include <utility>

namespace dimma::iiop {

class AssembledChannel : public channel::ClientChannel {
 public:
  // Connects. Before the first call; throws what Binder::bind() does.
  virtual void open(Deadline deadline) = 0;
  // Before the outermost part is given out.
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
  // Adds to the plan's facts what is in use of this part and those within it.
  virtual void report(std::vector<channel::Fact>& facts) const = 0;

 private:
  std::vector<channel::Fact> plan_;
  transport::Endpoint server_;
};

// A part around another: what it does not do itself, the one within does.
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
