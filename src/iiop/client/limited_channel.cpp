#include "iiop/client/limited_channel.hpp"

#include "iiop/resources/call_with_lease.hpp"

namespace dimma::iiop {

LimitedChannel::LimitedChannel(std::shared_ptr<AssembledChannel> within, const EngineeringQoS& qos,
                               const Settings& settings)
    : within_(std::move(within)),
      patience_(qos, settings),
      slots_(Slots::places("message slot", qos.message_concurrency.value())) {}

channel::Outcome LimitedChannel::call(channel::Request& request) {
  const auto slot = take(*slots_, patience_, request.deadline);
  return within_->call(request);
}

void LimitedChannel::begin(std::shared_ptr<channel::Awaiting> call) {
  auto slot = take(*slots_, patience_, call->request().deadline);
  within_->begin(std::make_shared<CallWithLease<Slots::Lease>>(std::move(call), std::move(slot)));
}

channel::Located LimitedChannel::locate(channel::Outcome& forward, transport::Deadline deadline) {
  const auto slot = take(*slots_, patience_, deadline);
  return within_->locate(forward, deadline);
}

void LimitedChannel::close() noexcept {
  slots_->close();
  within_->close();
}

void LimitedChannel::report(std::vector<channel::Fact>& facts) const {
  within_->report(facts);
  add_usage(facts, "messages", usage_text(slots_->usage()));
}

}  // namespace dimma::iiop
