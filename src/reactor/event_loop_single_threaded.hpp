#pragma once
// The single-threaded build's event loops: the process's one loop, with the same members.

#include "reactor/loop.hpp"

#include <dimma/generated/function_ref.hpp>

#include <chrono>
#include <memory>
#include <utility>

namespace dimma::reactor {

class EventLoop {
 public:
  explicit EventLoop(WaitStrategy /*how*/ = WaitStrategy::block) {}
  ~EventLoop() { Loop::instance().forget(*this); }
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  Poller& poller() noexcept { return Loop::instance().poller(); }
  int handle() { return Loop::instance().handle(); }

  void post(Waiter& waiter, std::shared_ptr<void> owner = nullptr) noexcept {
    Loop::instance().post(waiter, *this, std::move(owner));
  }
  void call_owned() noexcept { Loop::instance().forget(*this); }

  bool serve_one(std::chrono::milliseconds limit, function_ref<void()> taken) {
    return Loop::instance().perform(limit, taken);
  }
  bool serve_one(std::chrono::milliseconds limit) {
    return serve_one(limit, [] {});
  }
  bool pending() const noexcept { return Loop::instance().pending(); }

  // The owner of an event in hand is further out on the only thread, and does not use the object again when it resumes.
  void retire(std::shared_ptr<void> /*object*/) noexcept {}
  void stop() noexcept {}
};

}  // namespace dimma::reactor
