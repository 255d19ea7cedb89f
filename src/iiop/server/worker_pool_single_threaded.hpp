#pragma once
// The single-threaded build's worker pool: no workers, but the process's one loop, behind the same members.

#include "transport/event_loop.hpp"

#include <dimma/qos.hpp>

#include <cstddef>
#include <memory>

namespace dimma::iiop {

class WorkerPool {
 public:
  struct Size {
    std::size_t least = 1;
    std::size_t most = 1;
  };
  WorkerPool(const Size& /*size*/, const Scheduling& /*scheduling*/, WaitStrategy /*wait*/) {}
  explicit WorkerPool(const std::shared_ptr<transport::EventLoop>& /*loop*/) {}
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  transport::EventLoop& loop() noexcept { return loop_; }
  transport::Poller& poller() noexcept { return loop_.poller(); }
  bool is_run_by_application() const noexcept { return false; }

  void start() noexcept {}
  void stop() noexcept {}
  // Nothing that was posted is served any more.
  void join() noexcept { loop_.call_owned(); }
  void post(transport::Waiter& waiter, std::shared_ptr<void> owner = nullptr) noexcept {
    loop_.post(waiter, std::move(owner));
  }

  class Busy {
   public:
    explicit Busy(WorkerPool& /*pool*/) noexcept {}
    ~Busy() {}  // not trivial: an object of it is a scope, not an unused variable
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;
  };

  // The loop says whether its thread may.
  class Stay {
   public:
    static bool begin(const WorkerPool& /*pool*/) noexcept { return true; }
  };

  void begin_nested() noexcept {}
  void end_nested() noexcept {}

  bool someone_waits() const noexcept { return transport::Loop::instance().may_stay(); }

  std::size_t threads() const noexcept { return 0; }
  std::size_t threads_max() const noexcept { return 0; }
  std::size_t busy() const noexcept { return 0; }

 private:
  transport::EventLoop loop_;
};

}  // namespace dimma::iiop
