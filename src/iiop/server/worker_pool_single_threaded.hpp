#pragma once
// The single-threaded build's worker pool: no workers, but the process's one loop, behind the same members.

#include "transport/loop.hpp"

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
  ~WorkerPool() { join(); }
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  transport::Poller& poller() noexcept { return transport::Loop::instance().poller(); }

  void start() noexcept {}
  void stop() noexcept {}
  // Nothing that was posted is served any more.
  void join() noexcept { transport::Loop::instance().forget(*this); }
  void post(transport::Waiter& waiter, const std::shared_ptr<void>& /*owner*/) noexcept { post(waiter); }
  void post(transport::Waiter& waiter) noexcept { transport::Loop::instance().post(waiter, *this); }

  class Busy {
   public:
    explicit Busy(WorkerPool& /*pool*/) noexcept {}
    ~Busy() {}  // not trivial: an object of it is a scope, not an unused variable
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;
  };

  void begin_nested() noexcept {}
  void end_nested() noexcept {}

  bool someone_waits() const noexcept { return transport::Loop::instance().may_stay(); }

  std::size_t threads() const noexcept { return 0; }
  std::size_t threads_max() const noexcept { return 0; }
  std::size_t busy() const noexcept { return 0; }
};

}  // namespace dimma::iiop
