#pragma once
// Exports the spans of an ORB to a collector, on a thread.

#include "base/sync/clock.hpp"
#include "orb/extensions/tracing.hpp"
#include "services/trace/post.hpp"
#include "tracing/tracer.hpp"

#include <chrono>
#include <memory>
#include <random>
#include <vector>

namespace dimma::trace_export {

class Exporting final : public orb::Exporter {
 public:
  // Throws the exceptions of Collector's constructor, and std::system_error if the thread cannot be started.
  Exporting(std::shared_ptr<tracing::Tracer> tracer, const Settings& settings);
  // Sends the remaining spans within a time limit, and drops those that are left then.
  ~Exporting() override;

 private:
  using Clock = dimma::Clock;

  void run() noexcept;
  // Makes attempts until the spans have been sent or dropped.
  void send(const std::vector<trace::Span>& spans);
  // The result of an attempt: whether to try again, and after which pause.
  struct Attempt {
    bool is_over = true;
    std::chrono::milliseconds pause{0};
  };
  Attempt try_to_send(const std::string& body, std::size_t spans);
  Attempt refused(const std::string& why, std::size_t spans, std::chrono::milliseconds asked);
  void drop(std::size_t spans, const std::string& why);
  void send_the_last();
  std::chrono::milliseconds back_off();
  Clock::time_point deadline();

  const std::shared_ptr<tracing::Tracer> tracer_;
  const Settings settings_;
  Collector collector_;
  // Used only by the thread.
  std::minstd_rand random_;
  unsigned failures_ = 0;  // consecutive failed attempts
  unsigned attempts_ = 0;  // attempts at sending the current spans

  sync::Mutex mutex_;
  sync::Condition changed_;
  Clock::time_point ends_at_ DIMMA_GUARDED_BY(mutex_) = Clock::time_point::max();
  bool has_ended_ DIMMA_GUARDED_BY(mutex_) = false;
  sync::Thread thread_;
};

}  // namespace dimma::trace_export
