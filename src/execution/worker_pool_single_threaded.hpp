#pragma once
// WorkerPool in the single-threaded build: the same interface to the one loop of the process, without threads.

#include "reactor/event_loop.hpp"

#include <dimma/qos.hpp>

#include <cstddef>
#include <memory>

namespace dimma::execution {

class WorkerPool {
 public:
  struct Size {
    std::size_t least = 1;
    std::size_t most = 1;
  };
  WorkerPool(const Size& /*size*/, const Scheduling& /*scheduling*/, WaitStrategy /*wait*/) {}
  explicit WorkerPool(const std::shared_ptr<reactor::EventLoop>& /*loop*/) {}
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  reactor::EventLoop& loop() noexcept { return loop_; }
  reactor::Poller& poller() noexcept { return loop_.poller(); }
  bool is_run_by_application() const noexcept { return false; }

  void start() noexcept {}
  void stop() noexcept {}
  // Drops the posted waiters.
  void join() noexcept { loop_.call_owned(); }
  void post(reactor::Waiter& waiter, std::shared_ptr<void> owner = nullptr) noexcept {
    loop_.post(waiter, std::move(owner));
  }

  class Busy {
   public:
    explicit Busy(WorkerPool& /*pool*/) noexcept {}
    ~Busy() {}  // not trivial, so that an object of this class is not reported as unused
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;
  };

  // The loop decides if its thread may stay.
  class Stay {
   public:
    static bool begin(const WorkerPool& /*pool*/) noexcept { return true; }
  };

  void begin_nested() noexcept {}
  void end_nested() noexcept {}

  bool someone_waits() const noexcept { return reactor::Loop::instance().may_stay(); }

  std::size_t threads() const noexcept { return 0; }
  std::size_t threads_max() const noexcept { return 0; }
  std::size_t busy() const noexcept { return 0; }

 private:
  reactor::EventLoop loop_;
};

}  // namespace dimma::execution
