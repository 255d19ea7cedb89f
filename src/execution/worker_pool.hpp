#pragma once
// The threads that serve a poller's events: the pool of a server endpoint.
//
// One thread waits for events while the others are busy, as long as the pool may have one more. The pool grows when
// upcalls block (see pool_growth.hpp), and shrinks again when threads have had nothing to do for a while. A pool whose
// minimum and maximum size are equal always has that many threads.
//
// Surplus threads are parked while all are busy: they do not wait for events until the pool may be larger again. While
// the maximum number of threads is busy, a parked one watches the others (worker_pool_watch.cpp). A pool that is idle,
// or always has a thread that waits, has no watch.
//
// A thread that waits for a call of its own, made in an upcall, does not count: another thread stands in for it, so
// that nested callbacks are served even if the pool is small.
//
// If the application runs the ORB (processing=executor), the pool has no threads, and its loop is the application's.

#include "base/sync/sync.hpp"

#if !DIMMA_THREADS
#include "execution/worker_pool_single_threaded.hpp"
#else

#include "execution/parked_threads.hpp"
#include "execution/pool_growth.hpp"
#include "execution/stay_count.hpp"
#include "execution/threads.hpp"
#include "execution/watched_threads.hpp"
#include "reactor/event_loop.hpp"

#include <dimma/qos.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>

namespace dimma::execution {

// Owned by shared_ptr: its threads keep it alive until they have ended.
class WorkerPool : public std::enable_shared_from_this<WorkerPool> {
 public:
  struct Size {
    std::size_t least = 1;
    std::size_t most = 1;
    std::size_t stand_ins_max = 1024;
    std::size_t processors = 0;  // usable by the threads; 0: determined by the scheduling and the system
  };
  // The threads wait for events as `wait` specifies.
  WorkerPool(const Size& size, Scheduling scheduling, WaitStrategy wait);
  // Makes a pool without threads. The threads of an application serve the loop.
  explicit WorkerPool(std::shared_ptr<reactor::EventLoop> loop);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  reactor::EventLoop& loop() noexcept { return *loop_; }
  reactor::Poller& poller() noexcept { return loop_->poller(); }
  bool is_run_by_application() const noexcept { return is_run_by_application_; }

  // Starts the first threads. Throws std::system_error if the system has no more threads, QoSError for a scheduling
  // that the system does not permit.
  void start();
  // Makes each thread end when it has served its current event.
  void stop() noexcept;
  // Waits until the threads have ended, except the calling thread if it belongs to the pool.
  void join() noexcept;

  // Makes a thread call waiter.readable(), as if its descriptor were readable. The waiter must live until then.
  // `owner`, if it is set, keeps the waiter alive. If all threads end first, join() calls the waiters that have an
  // owner.
  void post(reactor::Waiter& waiter, std::shared_ptr<void> owner = nullptr) noexcept {
    loop_->post(waiter, std::move(owner));
  }

  // Held by a thread of the pool while it serves an event. The constructor makes sure that another thread waits.
  class Busy {
   public:
    explicit Busy(WorkerPool& pool) noexcept : pool_(pool) { pool_.begin_serving(); }
    ~Busy() { pool_.end_serving(); }
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;

   private:
    WorkerPool& pool_;
  };

  // Held by a thread that waits for the next request of its client rather than for any event. That saves system calls
  // as long as there are no more such threads than processors. With more, the threads would only take turns.
  class Stay {
   public:
    Stay() noexcept = default;
    ~Stay() {
      if (pool_ != nullptr) pool_->staying_.remove_one();
    }
    Stay(const Stay&) = delete;
    Stay& operator=(const Stay&) = delete;
    // Returns true if the thread may stay until this object is destroyed.
    bool begin(WorkerPool& pool) noexcept {
      if (pool_ == nullptr && pool.staying_.add_one()) pool_ = &pool;
      return pool_ != nullptr;
    }

   private:
    WorkerPool* pool_ = nullptr;
  };

  // Called by a thread of the pool around a wait for a call of its own. Throws CORBA::NO_RESOURCES if no thread would
  // be left to serve: as many as the pool may have, including stand_ins_max stand-ins, wait in this way, or the system
  // has no more threads.
  void begin_nested();
  void end_nested() noexcept;

  // True if a thread waits for events, so that a busy one may stay with its connection.
  bool someone_waits() const noexcept { return waiting_.load(std::memory_order_relaxed) > 0; }

  // True if a thread watches the others.
  bool is_watched() const noexcept { return watched_.load(); }

  // Includes parked threads.
  std::size_t threads() const noexcept { return threads_.load(std::memory_order_relaxed); }
  std::size_t threads_max() const noexcept { return threads_max_.load(std::memory_order_relaxed); }
  std::size_t open() const noexcept { return open_.load(std::memory_order_relaxed); }
  std::size_t busy() const noexcept {
    const auto all = open();
    const auto waiting = waiting_.load(std::memory_order_relaxed);
    return all > waiting ? all - waiting : 0;
  }

 private:
  using Worker = WatchedThreads::Worker;
  enum class Begin : std::uint8_t { open, parked };

  void begin_serving() noexcept;
  void end_serving() noexcept;
  [[gnu::noinline]] void let_another_wait() noexcept;
  void open_one_locked() DIMMA_REQUIRES(mutex_);
  void add_thread_locked(Begin how) DIMMA_REQUIRES(mutex_);
  void work(Begin how) noexcept;
  bool serve_events(Worker& self) noexcept;
  bool retire_if_surplus(Worker& self) noexcept;
  bool end_if_idle(Worker& self) noexcept;
  bool leave_beside_another_locked(Worker& self) noexcept DIMMA_REQUIRES(mutex_);
  void leave_locked(Worker& self) noexcept DIMMA_REQUIRES(mutex_);
  std::size_t threads_allowed() const noexcept { return size_.most + nested_.load(std::memory_order_relaxed); }
  bool may_open() const noexcept { return open() < growth_.open_max_beside(nested_.load()); }

  // Return true if the thread has to serve events again, false if it has to end.
  bool park(Worker& self) noexcept DIMMA_REQUIRES(mutex_);
  bool wait_parked(Worker& self) noexcept DIMMA_REQUIRES(mutex_);

  void watch_locked() noexcept DIMMA_REQUIRES(mutex_);
  void have_watcher_locked() noexcept DIMMA_REQUIRES(mutex_);
  void watch() noexcept DIMMA_REQUIRES(mutex_);
  void look_locked() noexcept DIMMA_REQUIRES(mutex_);
  void take_locked(PoolGrowth::Step step) noexcept DIMMA_REQUIRES(mutex_);
  void rest_locked() noexcept DIMMA_REQUIRES(mutex_);
  void open_parked_locked() noexcept DIMMA_REQUIRES(mutex_);

  const Size size_;
  const Scheduling scheduling_;
  const std::shared_ptr<reactor::EventLoop> loop_;
  const bool is_run_by_application_;
  PoolGrowth growth_;
  sync::Atomic<std::size_t> waiting_{0};
  sync::Atomic<std::size_t> threads_max_{0};  // the maximum so far
  StayCount staying_;
  // Changed with the lock held.
  sync::Atomic<std::size_t> threads_{0};
  sync::Atomic<std::size_t> open_{0};     // threads that are not parked
  sync::Atomic<std::size_t> nested_{0};   // threads that wait for calls of their own
  sync::Atomic<std::size_t> to_park_{0};  // the number of open threads that have to park
  sync::Atomic<bool> watched_{false};
  sync::Mutex mutex_;
  sync::Condition parked_changed_;
  bool stopping_ DIMMA_GUARDED_BY(mutex_) = false;
  ParkedThreads parked_ DIMMA_GUARDED_BY(mutex_);
  bool has_watcher_ DIMMA_GUARDED_BY(mutex_) = false;
  WatchedThreads workers_ DIMMA_GUARDED_BY(mutex_);
  Threads running_;
};

}  // namespace dimma::execution

#endif
