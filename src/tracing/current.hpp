#pragma once
// A thread's current trace context, and the thread's random numbers, which provide ids and sampling decisions.

#include "base/sync/sync.hpp"

#include <dimma/trace.hpp>

#include <cstdint>
#include <memory>
#include <utility>

namespace dimma::tracing {

using trace::Context;
using trace::detail::Frame;

struct ThreadState {
  Frame* frame = nullptr;
  std::uint64_t random = 0;  // 0 means not yet seeded

  [[gnu::always_inline]] static ThreadState& of_this_thread() noexcept {
    static constinit DIMMA_PER_THREAD ThreadState state;
    return state;
  }

  // A linear congruential generator with Knuth's multiplier, which costs three instructions. Only its upper bits are of
  // good quality; the sampling decision uses no others.
  [[gnu::always_inline]] std::uint64_t next_draw() noexcept {
    if (random == 0) seed();
    random = random * 6364136223846793005U + 1;
    return random;
  }
  // Returns a random number whose bits are all of good quality, as Trace Context requires.
  std::uint64_t next_random() noexcept {
    std::uint64_t mixed = next_draw();
    mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9U;
    mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebU;
    return mixed ^ (mixed >> 31U);
  }

 private:
  [[gnu::cold, gnu::noinline]] void seed() noexcept;
};

// A thread's context, to be transferred to another thread. Cheap to copy.
struct Carried {
  enum class State : std::uint8_t { unset, none, sampled_out, sampled };
  State state = State::unset;
  std::shared_ptr<const Context> context = nullptr;

  bool is_set() const noexcept { return state != State::unset; }
};
Carried carried() noexcept;

// Makes this thread reseed its generator. Used in the child after a fork, which would otherwise repeat its parent's
// numbers.
inline void seed_anew() noexcept { ThreadState::of_this_thread().random = 0; }

// Makes a frame the thread's current frame while the object exists.
class FrameScope {
 public:
  explicit FrameScope(Frame::State state, std::shared_ptr<const Context> context = nullptr) noexcept
      : thread_(ThreadState::of_this_thread()), frame_{state, std::move(context), thread_.frame} {
    thread_.frame = &frame_;
  }
  explicit FrameScope(const Carried& from) noexcept
      : FrameScope(from.state == Carried::State::sampled       ? Frame::State::sampled
                   : from.state == Carried::State::sampled_out ? Frame::State::sampled_out
                                                               : Frame::State::none,
                   from.context) {}
  ~FrameScope() { thread_.frame = frame_.outer; }
  FrameScope(const FrameScope&) = delete;
  FrameScope& operator=(const FrameScope&) = delete;

 private:
  ThreadState& thread_;
  Frame frame_;
};

// Returns a random id that is not all zeros.
trace::SpanId new_span_id() noexcept;
// Returns a random id. Its second half begins with the upper half of `draw`, the number that decided the sampling.
trace::TraceId new_trace_id(std::uint64_t draw) noexcept;

}  // namespace dimma::tracing
