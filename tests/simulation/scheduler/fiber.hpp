#pragma once
// A stack for each simulated thread. All fibers run on the system's thread that has begun the run.

#include "simulation/scheduler/thread_storage.hpp"

#include <csetjmp>
#include <cstddef>
#include <memory>
#include <vector>

#include <ucontext.h>

namespace dimma::simulation {

// A stack, which is kept for later fibers.
class Stack {
 public:
  static constexpr std::size_t octets = std::size_t{256} << 10U;
  Stack();
  ~Stack();
  Stack(const Stack&) = delete;
  Stack& operator=(const Stack&) = delete;
  void* begin() const noexcept { return begin_; }

 private:
  void* begin_;
};

// ucontext makes a fiber, and longjmp switches between two: a switch by swapcontext(3) costs two system calls, 0.9 µs
// on the machine where longjmp took 0.04 µs.
class Fiber {
 public:
  // The context that has begun the run.
  Fiber() = default;
  // `entry` must not return.
  explicit Fiber(void (*entry)());
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;
  ~Fiber();

  // Switches from this fiber, which has to be the running one, to the other. Returns when another fiber switches back.
  void switch_to(Fiber& other) noexcept;
  // The thread-local variables of this fiber.
  ThreadStorage& storage() noexcept { return storage_; }

 private:
  // The exceptions that a thread is handling, which the C++ runtime keeps per thread of the system.
  struct Handled {
    void* caught = nullptr;
    unsigned uncaught = 0;
  };

  std::unique_ptr<Stack> stack_;
  ucontext_t start_{};
  std::jmp_buf left_{};
  bool has_begun_ = true;
  Handled handled_;
  ThreadStorage storage_;
};

}  // namespace dimma::simulation
