#include "iiop/client/limited_channel.hpp"

#include "iiop/resources/call_with_lease.hpp"

namespace dimma::iiop {

LimitedChannel::LimitedChannel(std::shared_ptr<AssembledChannel> within, const EngineeringQoS& qos,
                               const Settings& settings, ReplyWatch& watch)
    : WrappingChannel(std::move(within)),
      patience_(qos, settings),
      slots_(Slots::places("message slot", qos.message_concurrency.value())),
      admission_(std::make_shared<Admission<Slot>>(
          slots_, patience_, watch, [this](std::shared_ptr<channel::Awaiting> call, Slots::Lease slot) {
            using Holding = CallWithLease<Slots::Lease, Admission<Slot>>;
            within_->begin(std::make_shared<Holding>(std::move(call), std::move(slot), *admission_));
          })) {}

channel::Outcome LimitedChannel::call(channel::Request& request) {
  const Released released{*admission_};
  const auto slot = take(*slots_, patience_, request.deadline);
  return within_->call(request);
}

void LimitedChannel::begin(std::shared_ptr<channel::Awaiting> call) { admission_->begin(std::move(call)); }

channel::Located LimitedChannel::locate(channel::Outcome& forward, Deadline deadline) {
  const Released released{*admission_};
  const auto slot = take(*slots_, patience_, deadline);
  return within_->locate(forward, deadline);
}

void LimitedChannel::close() noexcept {
  slots_->close();
  admission_->fail_begun(std::make_exception_ptr(channel_closed()));
  within_->close();
}

void LimitedChannel::report(std::vector<channel::Fact>& facts) const {
  within_->report(facts);
  add_usage(facts, "messages", slots_->usage());
}

}  // namespace dimma::iiop
