#include "tracing/current.hpp"

#include "base/sync/clock.hpp"

#include <chrono>
#include <random>

namespace dimma::tracing {

namespace {

void put(std::uint64_t number, std::uint8_t* into) noexcept {
  for (int shift = 56; shift >= 0; shift -= 8)
    *into++ = static_cast<std::uint8_t>(number >> static_cast<unsigned>(shift));
}

}  // namespace

void ThreadState::seed() noexcept {
  std::uint64_t seed = reinterpret_cast<std::uintptr_t>(this);
  try {
    std::random_device device;
    seed ^= static_cast<std::uint64_t>(device()) << 32U | device();
  } catch (const std::exception&) {
    // No source of entropy is available. The time and this object's address differ between processes and threads.
    seed ^= static_cast<std::uint64_t>(WallClock::now().time_since_epoch().count());
  }
  random = seed | 1U;
}

Carried carried() noexcept {
  const Frame* const frame = ThreadState::of_this_thread().frame;
  if (frame == nullptr || frame->state == Frame::State::none) return {Carried::State::none};
  return {frame->state == Frame::State::sampled ? Carried::State::sampled : Carried::State::sampled_out,
          frame->context};
}

trace::SpanId new_span_id() noexcept {
  trace::SpanId id{};
  ThreadState& thread = ThreadState::of_this_thread();
  while (id == trace::SpanId{}) put(thread.next_random(), id.data());
  return id;
}

trace::TraceId new_trace_id(std::uint64_t draw) noexcept {
  trace::TraceId id{};
  ThreadState& thread = ThreadState::of_this_thread();
  constexpr std::uint64_t upper = 0xffff'ffff'0000'0000U;
  put((draw & upper) | (thread.next_random() & ~upper), id.data() + 8);
  do {
    put(thread.next_random(), id.data());
  } while (id == trace::TraceId{});
  return id;
}

}  // namespace dimma::tracing

namespace dimma::trace {

using tracing::ThreadState;

Context current() {
  auto* const frame = ThreadState::of_this_thread().frame;
  if (frame == nullptr || frame->state == detail::Frame::State::none) return {};
  if (!frame->context) frame->context = std::make_shared<const Context>(make_root(false));
  return *frame->context;
}

Context make_root(bool is_sampled) {
  Context context;
  context.trace_id = tracing::new_trace_id(ThreadState::of_this_thread().next_draw());
  context.span_id = tracing::new_span_id();
  context.flags = is_sampled ? flag_sampled : 0;
  return context;
}

Scope::Scope(Context context) {
  ThreadState& thread = ThreadState::of_this_thread();
  if (context.is_valid()) {
    frame_.state = context.is_sampled() ? detail::Frame::State::sampled : detail::Frame::State::sampled_out;
    frame_.context = std::make_shared<const Context>(std::move(context));
  }
  frame_.outer = thread.frame;
  thread.frame = &frame_;
}

Scope::~Scope() { ThreadState::of_this_thread().frame = frame_.outer; }

}  // namespace dimma::trace
