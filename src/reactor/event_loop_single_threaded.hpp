#pragma once
// EventLoop in the single-threaded build: the same interface to the one loop of the process.

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

  // Releases the object at once. A function further up the stack may be handling an event of the object, but does not
  // use the object after it resumes.
  void retire(std::shared_ptr<void> /*object*/) noexcept {}
  void stop() noexcept {}
};

}  // namespace dimma::reactor
