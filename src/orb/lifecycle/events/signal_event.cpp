#include "orb/lifecycle/events/signal_event.hpp"

#include "base/sync/sync.hpp"

#include <dimma/exception.hpp>
#include <dimma/minor.hpp>

#include <cerrno>
#include <csignal>
#include <utility>

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace dimma::orb {

namespace {

constexpr int events_max = 16;
constexpr int no_event = -1;

struct Slot {
  sync::Atomic<int> event{no_event};
};
Slot slots[events_max];

void write_to(int event) noexcept {
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(event, &one, sizeof one);
}

extern "C" void tell_all(int) {
  const int before = errno;
  for (const auto& slot : slots) {
    const int event = slot.event.load(std::memory_order_relaxed);
    if (event != no_event) write_to(event);
  }
  errno = before;
}

}  // namespace

SignalEvent::SignalEvent(std::shared_ptr<reactor::EventLoop> loop, std::function<void()> signalled)
    : loop_(std::move(loop)), signalled_(std::move(signalled)), event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (!event_) {
    throw CORBA::NO_RESOURCES(minor::no_resources_exhausted, CORBA::COMPLETED_NO,
                              "cannot create a descriptor for signals");
  }
  join_loop();
  for (auto& slot : slots) {
    int free = no_event;
    if (slot.event.compare_exchange_strong(free, event_.get())) return;
  }
  leave_loop();
  throw CORBA::NO_RESOURCES(minor::no_resources_exhausted, CORBA::COMPLETED_NO,
                            std::to_string(events_max) + " ORBs already shut down on signals, the maximum");
}

SignalEvent::~SignalEvent() {
  for (auto& slot : slots) {
    int own = event_.get();
    slot.event.compare_exchange_strong(own, no_event);
  }
  leave_loop();
}

void SignalEvent::join_loop() {
  if (!loop_) return;
  loop_->poller().add(event_.get(), *this);
  loop_->poller().arm(event_.get(), *this);
}

void SignalEvent::leave_loop() noexcept {
  if (loop_) loop_->poller().remove(event_.get());
}

void SignalEvent::handle(int signal) {
  struct sigaction action {};
  action.sa_handler = tell_all;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  if (::sigaction(signal, &action, nullptr) != 0) {
    throw CORBA::BAD_PARAM(minor::bad_param_option, CORBA::COMPLETED_NO,
                           "signal " + std::to_string(signal) + " cannot be caught");
  }
}

void SignalEvent::raise() noexcept { write_to(event_.get()); }

void SignalEvent::wait() noexcept {
  pollfd raised{event_.get(), POLLIN, 0};
  while (::poll(&raised, 1, -1) < 0) {
  }
}

void SignalEvent::readable() noexcept {
  try {
    signalled_();
  } catch (...) {
    // A servant manager called during the shutdown may throw, but no caller could handle the exception.
  }
}

}  // namespace dimma::orb
