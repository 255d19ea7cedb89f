#pragma once
// The threads that serve a poller's events: the pool of a server endpoint.
//
// One thread waits for events whenever the others are busy, as long as the limit allows: the pool grows when upcalls
// block and shrinks again when threads have had nothing to do for a while. A pool whose least and greatest size are the
// same has always as many threads.
//
// A thread that waits for a call of its own, made in an upcall, does not count: another stands in for it meanwhile, so
// that the calls that come back on the way to its reply are served, however small the pool is.
//
// Where an application runs the ORB (processing=executor) there are no threads: the pool is the application's loop.

#include "base/sync.hpp"

#if !DIMMA_THREADS
#include "iiop/server/worker_pool_single_threaded.hpp"
#else

#include "qos/threads.hpp"
#include "transport/event_loop.hpp"

#include <dimma/qos.hpp>

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>

namespace dimma::iiop {

// Owned by shared_ptr: its threads keep it alive until they have ended.
class WorkerPool : public std::enable_shared_from_this<WorkerPool> {
 public:
  struct Size {
    std::size_t least = 1;
    std::size_t most = 1;
    std::size_t stand_ins_max = 256;
  };
  // Its threads wait for events as `wait` says.
  WorkerPool(const Size& size, Scheduling scheduling, WaitStrategy wait);
  // It has no threads: those of an application serve the loop.
  explicit WorkerPool(std::shared_ptr<transport::EventLoop> loop);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  transport::EventLoop& loop() noexcept { return *loop_; }
  transport::Poller& poller() noexcept { return loop_->poller(); }
  bool is_run_by_application() const noexcept { return is_run_by_application_; }

  // Makes the first threads. Throws std::system_error when the system has none, QoSError for a scheduling that the
  // system does not permit.
  void start();
  // Lets the threads end as soon as each is back from what it serves.
  void stop() noexcept;
  // Waits until they have. A thread of the pool itself is not waited for.
  void join() noexcept;

  // Has a thread call waiter.readable(), as if its descriptor were readable. The waiter stays alive until then;
  // `owner`, if there is one, keeps it alive, and if all threads end first, join() calls it.
  void post(transport::Waiter& waiter, std::shared_ptr<void> owner = nullptr) noexcept {
    loop_->post(waiter, std::move(owner));
  }

  // Held by a thread of the pool while it serves an event; makes sure first that another one waits.
  class Busy {
   public:
    explicit Busy(WorkerPool& pool) noexcept : pool_(pool) { pool_.begin_serving(); }
    ~Busy() { pool_.end_serving(); }
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;

   private:
    WorkerPool& pool_;
  };

  // Of a thread that waits for the next request of its client, rather than for any event. That saves system calls as
  // long as there are no more such threads than processors; with more, they only take turns.
  class Stay {
   public:
    Stay() noexcept = default;
    ~Stay() {
      if (pool_ != nullptr) pool_->staying_.fetch_sub(1, std::memory_order_relaxed);
    }
    Stay(const Stay&) = delete;
    Stay& operator=(const Stay&) = delete;
    // Whether the thread may; from then on, until the end.
    bool begin(WorkerPool& pool) noexcept {
      if (pool_ == nullptr && pool.has_one_more_stay()) pool_ = &pool;
      return pool_ != nullptr;
    }

   private:
    WorkerPool* pool_ = nullptr;
  };

  // By a thread of the pool, around a wait for others. Throws CORBA::NO_RESOURCES when all wait so and the system has
  // no stand-in more.
  void begin_nested();
  void end_nested() noexcept;

  // Whether some thread waits for events, so that a busy one may stay with its connection.
  bool someone_waits() const noexcept { return waiting_.load(std::memory_order_relaxed) > 0; }

  std::size_t threads() const noexcept { return threads_.load(std::memory_order_relaxed); }
  std::size_t threads_max() const noexcept { return threads_max_.load(std::memory_order_relaxed); }
  std::size_t busy() const noexcept {
    const auto all = threads();
    const auto waiting = waiting_.load(std::memory_order_relaxed);
    return all > waiting ? all - waiting : 0;
  }

 private:
  bool has_one_more_stay() noexcept;
  void begin_serving() noexcept;
  void end_serving() noexcept;
  void add_thread_locked();
  void work() noexcept;
  bool may_end() noexcept;
  bool retire_if_surplus() noexcept;
  std::size_t threads_allowed() const noexcept { return size_.most + nested_.load(std::memory_order_relaxed); }

  const Size size_;
  const Scheduling scheduling_;
  const std::shared_ptr<transport::EventLoop> loop_;
  const bool is_run_by_application_;
  sync::Atomic<std::size_t> waiting_{0};
  sync::Atomic<std::size_t> threads_{0};
  sync::Atomic<std::size_t> threads_max_{0};  // that there ever were
  sync::Atomic<std::size_t> nested_{0};       // that wait for others; changed under the lock
  sync::Atomic<std::size_t> staying_{0};
  sync::Mutex mutex_;
  bool stopping_ = false;
  qos::Threads running_;
};

}  // namespace dimma::iiop

#endif
