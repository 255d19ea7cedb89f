#pragma once
// The source of a channel's resources: buffers, tasks, message slots, connections.
//
// An Allocator hands out resources of one kind, each to one holder at a time. A *pool* makes all its resources at once.
// A *factory* makes them as they are needed, up to a limit, and keeps them for reuse. If all resources are in use, a
// caller waits for one until its deadline, or is refused at once. Thread-safe. A lock is held only to change the list
// of free resources, never while a resource is made. Once as many resources exist as are ever in use at the same time,
// nothing is allocated.

#include "base/sync/assert.hpp"
#include "base/sync/clock.hpp"
#include "base/sync/sync.hpp"
#include "execution/usage.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace dimma::execution {

template <class Resource>
class Allocator {
 public:
  using Clock = dimma::Clock;
  using Make = std::function<std::unique_ptr<Resource>()>;

  static constexpr std::size_t no_limit = execution::no_limit;
  static constexpr Clock::time_point no_deadline = Clock::time_point::max();

  // Holds a resource, and gives it back when it goes out of scope. Must not outlive the allocator.
  class Lease {
   public:
    Lease() noexcept = default;
    Lease(Lease&& other) noexcept : from_(std::exchange(other.from_, nullptr)), held_(std::move(other.held_)) {}
    Lease& operator=(Lease&& other) noexcept {
      if (this != &other) {
        release();
        from_ = std::exchange(other.from_, nullptr);
        held_ = std::move(other.held_);
      }
      return *this;
    }
    ~Lease() { release(); }

    explicit operator bool() const noexcept { return held_ != nullptr; }
    Resource& operator*() const noexcept { return *held_; }
    Resource* operator->() const noexcept { return held_.get(); }

    // Gives the resource back now. Blocks only for the allocator's lock.
    void release() noexcept {
      if (from_ != nullptr) std::exchange(from_, nullptr)->give_back(std::move(held_));
    }
    // Destroys a resource that can no longer be used (a broken connection). Another one may then be made.
    void discard() noexcept {
      if (from_ == nullptr) return;
      held_.reset();
      std::exchange(from_, nullptr)->give_back(nullptr, Returned::discarded);
    }

   private:
    friend class Allocator;
    Lease(Allocator* from, std::unique_ptr<Resource> held) noexcept : from_(from), held_(std::move(held)) {}

    Allocator* from_ = nullptr;
    std::unique_ptr<Resource> held_;
  };

  // `what` names one resource in error messages: "message buffer". Throws what `make` throws.
  static std::unique_ptr<Allocator> pool(std::string what, std::size_t size, Make make) {
    std::unique_ptr<Allocator> made(new Allocator("pool", std::move(what), size, std::move(make)));
    std::vector<std::unique_ptr<Resource>> all;
    all.reserve(size);
    while (all.size() < size) all.push_back(made->make_());
    made->begin_with(std::move(all));
    return made;
  }
  // Like a pool, for resources without contents, which only limit a number. They are made when they are first taken.
  static std::unique_ptr<Allocator> places(std::string what, std::size_t size) {
    return std::unique_ptr<Allocator>(
        new Allocator("pool", std::move(what), size, [] { return std::make_unique<Resource>(); }));
  }
  static std::unique_ptr<Allocator> factory(std::string what, std::size_t limit, Make make) {
    return std::unique_ptr<Allocator>(new Allocator("factory", std::move(what), limit, std::move(make)));
  }

  Allocator(const Allocator&) = delete;
  Allocator& operator=(const Allocator&) = delete;
  ~Allocator() { DIMMA_ASSERT(in_use_.load() == 0); }

  // Returns a resource, or at once an empty lease if all are in use. Throws what `make` throws.
  Lease try_take() {
    const sync::LockGuard lock(mutex_);
    if (!available()) return refused();
    return take_available();
  }

  // Waits for a resource until the deadline, and returns it, or an empty lease if the deadline passed or close() was
  // called. Waiting callers are served in no particular order. Throws what `make` throws.
  Lease take_until(Clock::time_point deadline) {
    sync::UniqueLock lock(mutex_);
    if (!available() && !closed_) {
      waits_.fetch_add(1, std::memory_order_relaxed);
      const auto ready = [this]() DIMMA_REQUIRES(mutex_) { return closed_ || available(); };
      const Waiting waiting(waiting_);
      if (deadline == no_deadline) {
        returned_.wait(lock, ready);
      } else {
        returned_.wait_until(lock, deadline, ready);
      }
    }
    if (closed_ || !available()) return refused();
    return take_available();
  }

  enum class WhenExhausted : std::uint8_t { wait, raise };
  // Like try_take() or take_until(), but throws instead of returning an empty lease, with COMPLETED_NO: CORBA::TIMEOUT
  // at the deadline, CORBA::NO_RESOURCES at once or if the allocator is closed.
  Lease take(WhenExhausted when_exhausted, Clock::time_point deadline = no_deadline) {
    const bool waits = when_exhausted == WhenExhausted::wait;
    Lease lease = waits ? take_until(deadline) : try_take();
    if (lease) return lease;
    if (waits && !closed()) raise_timed_out(what_, describe());
    raise_exhausted(what_, describe());
  }

  // Returns a resource, or an empty lease that does not count as a refusal: for a caller that then waits.
  Lease take_free() {
    const sync::LockGuard lock(mutex_);
    return available() ? take_available() : Lease();
  }
  void count_refusal() noexcept { refusals_.fetch_add(1, std::memory_order_relaxed); }

  // Gives no more resources, not even to callers that wait. Resources in use may still be given back.
  void close() noexcept {
    const sync::LockGuard lock(mutex_);
    closed_ = true;
    returned_.notify_all();
  }

  bool closed() const {
    const sync::LockGuard lock(mutex_);
    return closed_;
  }

  Usage usage() const noexcept {
    constexpr auto relaxed = std::memory_order_relaxed;
    return {in_use_.load(relaxed), in_use_max_.load(relaxed), made_.load(relaxed), limit_,
            waits_.load(relaxed),  refusals_.load(relaxed)};
  }

  // Returns "pool of 4, 1 in use, 3 at most".
  std::string describe() const { return allocator_text(kind_, usage()); }
  // The name of one resource: "message buffer".
  const std::string& what() const noexcept { return what_; }

 private:
  Allocator(std::string kind, std::string what, std::size_t limit, Make make)
      : kind_(std::move(kind)), what_(std::move(what)), limit_(limit), make_(std::move(make)) {}

  void begin_with(std::vector<std::unique_ptr<Resource>> all) noexcept {
    const sync::LockGuard lock(mutex_);
    made_.store(all.size(), std::memory_order_relaxed);
    free_ = std::move(all);
  }

  bool available() const noexcept DIMMA_REQUIRES(mutex_) {
    return !closed_ && in_use_.load(std::memory_order_relaxed) < limit_;
  }

  Lease refused() noexcept {
    count_refusal();
    return {};
  }

  // Requires that a resource is on the list, or may be made.
  Lease take_available() DIMMA_REQUIRES(mutex_) {
    DIMMA_ASSERT(available());
    const std::size_t in_use = in_use_.load(std::memory_order_relaxed) + 1;
    in_use_.store(in_use, std::memory_order_relaxed);
    if (in_use > in_use_max_.load(std::memory_order_relaxed)) in_use_max_.store(in_use, std::memory_order_relaxed);
    std::unique_ptr<Resource> held;
    if (!free_.empty()) {
      held = std::move(free_.back());
      free_.pop_back();
      return {this, std::move(held)};
    }
    return make_one();
  }

  // Makes a resource with the lock released. The caller has already counted it as in use, so that other threads cannot
  // exceed the limit.
  Lease make_one() DIMMA_REQUIRES(mutex_) {
    const sync::UnlockGuard unlocked(mutex_);
    Lease lease(this, nullptr);  // gives back the place if making throws
    std::unique_ptr<Resource> made = make_();
    {
      const sync::LockGuard relock(mutex_);
      // Makes room for all resources on the list, so that giving back cannot throw.
      const std::size_t count = made_.load(std::memory_order_relaxed) + 1;
      if (free_.capacity() < count) free_.reserve(2 * count);
      made_.store(count, std::memory_order_relaxed);
    }
    lease.held_ = std::move(made);
    return lease;
  }

  enum class Returned : std::uint8_t { as_it_was, discarded };
  void give_back(std::unique_ptr<Resource> resource, Returned returned = Returned::as_it_was) noexcept {
    const sync::LockGuard lock(mutex_);
    DIMMA_ASSERT(in_use_.load(std::memory_order_relaxed) != 0);
    in_use_.store(in_use_.load(std::memory_order_relaxed) - 1, std::memory_order_relaxed);
    if (returned == Returned::discarded) made_.fetch_sub(1, std::memory_order_relaxed);
    if (resource) free_.push_back(std::move(resource));
    if (waiting_ != 0) returned_.notify_one();
  }

  // Counts a caller while it waits.
  class Waiting {
   public:
    explicit Waiting(std::size_t& count) noexcept : count_(count) { ++count_; }
    ~Waiting() { --count_; }
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;

   private:
    std::size_t& count_;
  };

  const std::string kind_;
  const std::string what_;
  const std::size_t limit_;
  const Make make_;

  mutable sync::Mutex mutex_;
  sync::Condition returned_;
  std::vector<std::unique_ptr<Resource>> free_ DIMMA_GUARDED_BY(mutex_);
  std::size_t waiting_ DIMMA_GUARDED_BY(mutex_) = 0;
  bool closed_ DIMMA_GUARDED_BY(mutex_) = false;
  // Changed with the lock held, read without it.
  sync::Atomic<std::size_t> in_use_{0};
  sync::Atomic<std::size_t> in_use_max_{0};
  sync::Atomic<std::size_t> made_{0};
  sync::Atomic<std::uint64_t> waits_{0};
  sync::Atomic<std::uint64_t> refusals_{0};
};

}  // namespace dimma::execution
