#pragma once
// The event source of an ORB that the application runs.

#include "base/sync/sync.hpp"
#include "reactor/event_loop.hpp"

#include <dimma/event_loop.hpp>

#include <memory>

namespace dimma::orb {

class ApplicationEvents final : public EventSource {
 public:
  explicit ApplicationEvents(std::shared_ptr<reactor::EventLoop> loop)
      : loop_(std::move(loop)), descriptor_(loop_->handle()) {}
  ~ApplicationEvents() = default;

  int descriptor() const noexcept override { return descriptor_; }
  bool serve(function_ref<void()> taken) override { return loop_->serve_one(std::chrono::milliseconds(0), taken); }
  bool has_ended() const noexcept override { return has_ended_.load(); }
  // Wakes the threads that wait for the descriptor, so that they notice has_ended().
  void end() noexcept;

 private:
  const std::shared_ptr<reactor::EventLoop> loop_;
  const int descriptor_;
  sync::Atomic<bool> has_ended_{false};
};

}  // namespace dimma::orb
