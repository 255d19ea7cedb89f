// WorkerPool: all posted work is run, even if threads of the pool wait for each other, and all threads end.

#include "execution/worker_pool.hpp"
#include "simulation/scenario.hpp"

namespace dimma::simulation {
namespace {

using execution::WorkerPool;

class Task final : public reactor::Waiter {
 public:
  Task(WorkerPool& pool, std::function<void()> body) : pool_(pool), body_(std::move(body)) {}
  void readable() noexcept override {
    const WorkerPool::Busy busy(pool_);
    body_();
    ++served_;
    served_.notify_all();
  }
  bool is_served() const noexcept { return served_ != 0; }
  void await() const noexcept {
    served_.wait(0);
    check(served_ == 1, "a task is served once");
  }

 private:
  WorkerPool& pool_;
  const std::function<void()> body_;
  sync::Atomic<int> served_{0};
};

std::shared_ptr<WorkerPool> started(std::size_t least, std::size_t most, std::size_t processors) {
  const WorkerPool::Size size{.least = least, .most = most, .processors = processors};
  auto pool = std::make_shared<WorkerPool>(size, Scheduling(), WaitStrategy::block);
  pool->start();
  return pool;
}

void end(WorkerPool& pool) {
  pool.stop();
  pool.join();
  check(pool.threads() == 0, "no thread is left after join()");
}

const Registered worker_pool_serve("worker_pool.serve", "two threads serve what is posted, and stop", [] {
  const auto pool = started(1, 2, 1);
  Task first(*pool, [] {});
  Task second(*pool, [] {});
  pool->post(first);
  pool->post(second);
  first.await();
  second.await();
  end(*pool);
});

const Registered worker_pool_grow("worker_pool.grow", "a task waits for one that was posted after it", [] {
  const auto pool = started(1, 2, 1);
  Task second(*pool, [] {});
  Task first(*pool, [&] { second.await(); });
  pool->post(first);
  pool->post(second);
  first.await();
  end(*pool);
});

const Registered worker_pool_watch("worker_pool.watch", "three tasks wait for a fourth: a pool that is watched grows",
                                   [] {
                                     const auto pool = started(1, 6, 1);
                                     Task last(*pool, [] {});
                                     Task first(*pool, [&] { last.await(); });
                                     Task second(*pool, [&] { last.await(); });
                                     Task third(*pool, [&] { last.await(); });
                                     for (Task* const task : {&first, &second, &third, &last}) pool->post(*task);
                                     for (const Task* const task : {&first, &second, &third}) task->await();
                                     end(*pool);
                                   });

const Registered worker_pool_nested("worker_pool.nested",
                                    "the only thread waits for a call that comes back to the pool", [] {
                                      const auto pool = started(1, 1, 1);
                                      Task inner(*pool, [] {});
                                      Task outer(*pool, [&] {
                                        pool->begin_nested();
                                        pool->post(inner);
                                        inner.await();
                                        pool->end_nested();
                                      });
                                      pool->post(outer);
                                      outer.await();
                                      end(*pool);
                                    });

const Registered worker_pool_stop("worker_pool.stop", "it is stopped while tasks are posted", [] {
  const auto pool = started(1, 3, 1);
  Task first(*pool, [] {});
  Task second(*pool, [] {});
  sync::Thread poster([&] {
    pool->post(first);
    pool->post(second);
  });
  pool->stop();
  poster.join();
  end(*pool);
});

const Registered worker_pool_idle("worker_pool.idle", "threads that have nothing to do for five minutes end", [] {
  const auto pool = started(1, 3, 1);
  Task second(*pool, [] {});
  Task first(*pool, [&] { second.await(); });
  pool->post(first);
  pool->post(second);
  first.await();
  sync::sleep_for(std::chrono::minutes(5));
  check(pool->threads() == 1, "one thread is left");
  end(*pool);
});

}  // namespace
}  // namespace dimma::simulation
