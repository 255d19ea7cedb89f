#pragma once
// The observations of an ORB: the records of its channels, and the capture of its messages.

#include "base/log/log_history.hpp"
#include "channel/call_events.hpp"
#include "observe/capture.hpp"
#include "observe/channel_record.hpp"

#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace dimma::observe {

// All functions are thread-safe.
class Observatory final : public channel::CallSubscriber, public std::enable_shared_from_this<Observatory> {
 public:
  explicit Observatory(const Wanted& wanted)
      : wanted_(wanted),
        events_(wanted.is_of_calls() ? std::make_unique<log::HistoryWanted>() : nullptr),
        capture_(wanted.captured_octets == 0 ? nullptr : std::make_shared<Capture>(wanted.captured_octets)) {}

  const Wanted& wanted() const noexcept { return wanted_; }
  const std::shared_ptr<Capture>& capture() const noexcept { return capture_; }

  std::shared_ptr<ChannelRecord> open(observation::Side side, std::string_view protocol);
  // Moves the record to the list of closed channels, which keeps only the latest ones.
  void close(const std::shared_ptr<ChannelRecord>& record) noexcept;

  // Implemented in src/observe/observed_calls.cpp.
  std::shared_ptr<channel::ClientChannel> around(std::shared_ptr<channel::ClientChannel> channel,
                                                 std::string_view protocol, const EngineeringQoS& qos,
                                                 std::string_view interface_id) override;
  std::unique_ptr<channel::SubscribedDispatcher> before(channel::Dispatcher& dispatcher,
                                                        std::string_view protocol) override;

  std::vector<observation::ChannelMetrics> metrics() const;
  std::vector<observation::RecordedCall> calls() const;

 private:
  std::vector<std::shared_ptr<ChannelRecord>> records() const;

  static constexpr std::size_t closed_max = 64;

  const Wanted wanted_;
  const std::unique_ptr<log::HistoryWanted> events_;  // nullptr if the ORB only captures messages
  const std::shared_ptr<Capture> capture_;
  mutable sync::Mutex mutex_;
  std::uint64_t last_id_ DIMMA_GUARDED_BY(mutex_) = 0;
  std::vector<std::shared_ptr<ChannelRecord>> open_ DIMMA_GUARDED_BY(mutex_);
  std::deque<std::shared_ptr<ChannelRecord>> closed_ DIMMA_GUARDED_BY(mutex_);
};

}  // namespace dimma::observe
