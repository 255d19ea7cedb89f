#pragma once
// A call of a producer takes two resources before it sends: a buffer for its message, and its turn to wait for the
// rate.

#include "base/deadline.hpp"
#include "execution/allocator.hpp"
#include "flow/wire/settings.hpp"

#include <dimma/generated/cdr/encoder.hpp>
#include <dimma/qos.hpp>

#include <memory>
#include <utility>

namespace dimma::flow {

class SendResources {
 public:
  struct SendBuffer {
    explicit SendBuffer(cdr::Buffer with) : buffer(std::move(with)) {}
    cdr::Buffer buffer;
  };
  using Buffers = execution::Allocator<SendBuffer>;
  struct SendPermit {};
  using SendPermits = execution::Allocator<SendPermit>;

  SendResources(const EngineeringQoS& qos, const Settings& settings);

  // Returns an empty lease if the message is to be dropped.
  Buffers::Lease take_buffer(Deadline deadline) {
    switch (on_exhaustion_) {
      case OnExhaustion::wait:
        return buffers_->take(Buffers::WhenExhausted::wait, deadline);
      case OnExhaustion::raise:
        return buffers_->take(Buffers::WhenExhausted::raise, deadline);
      case OnExhaustion::drop:
        break;
    }
    return buffers_->try_take();
  }
  // Returns an empty lease if calls do not wait for a rate.
  SendPermits::Lease take_turn(Deadline deadline) {
    return turns_ ? turns_->take(SendPermits::WhenExhausted::wait, deadline) : SendPermits::Lease();
  }

  execution::Usage buffer_usage() const noexcept { return buffers_->usage(); }

 private:
  const OnExhaustion on_exhaustion_;
  const std::unique_ptr<Buffers> buffers_;
  // One permit, if calls wait for the rate: they wait for the permit without holding the channel's lock, until their
  // deadlines.
  const std::unique_ptr<SendPermits> turns_;
};

}  // namespace dimma::flow
