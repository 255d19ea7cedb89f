// The simulation's versions of system functions that the library calls. The linker prefers them to those of the shared
// libraries. Outside a run they behave like those.

#include "execution/thread_halt.hpp"
#include "simulation/scheduler/scheduler.hpp"

#include <cerrno>
#include <chrono>

#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

namespace dimma::simulation {

namespace {

// The system orders its calls on a descriptor, which C++ does not specify: earlier calls happen before later ones.
void meet_in_system(Scheduler& scheduler) {
  View& view = scheduler.self().memory.view;
  view.join(scheduler.system_view());
  scheduler.system_view() = view;
}

void pass(const char* operation, int descriptor) {
  Scheduler* const scheduler = Scheduler::running();
  if (scheduler == nullptr) return;
  scheduler->pass({.operation = operation,
                   .object = ObjectKind::descriptor,
                   .number = static_cast<std::uint32_t>(descriptor),
                   .place = {}});
  meet_in_system(*scheduler);
}

// Waits until the descriptor has one of the events, or the time in milliseconds has passed.
void await(const char* operation, int descriptor, short events, int timeout) {
  Scheduler* const scheduler = Scheduler::running();
  if (scheduler == nullptr) return;
  if (timeout == 0) return pass(operation, descriptor);
  const auto number = static_cast<std::uint32_t>(descriptor);
  const Time deadline = timeout < 0 ? never : scheduler->clock() + std::chrono::milliseconds(timeout);
  scheduler->pass_after({.what = Wait::For::descriptor,
                         .object = ObjectKind::descriptor,
                         .number = number,
                         .descriptor = descriptor,
                         .events = events,
                         .deadline = deadline,
                         .place = {}},
                        {.operation = operation, .object = ObjectKind::descriptor, .number = number, .place = {}});
  meet_in_system(*scheduler);
}

std::chrono::nanoseconds duration_of(const timespec& time) noexcept {
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

int timeout_within(int timeout) { return Scheduler::running() != nullptr ? 0 : timeout; }

}  // namespace
}  // namespace dimma::simulation

using dimma::simulation::Scheduler;

extern "C" {

int epoll_wait(int descriptor, epoll_event* events, int most, int timeout) {
  dimma::simulation::await("epoll_wait", descriptor, POLLIN, timeout);
  const int within = dimma::simulation::timeout_within(timeout);
  return static_cast<int>(::syscall(SYS_epoll_pwait, descriptor, events, most, within, nullptr, 0));
}

int epoll_ctl(int descriptor, int operation, int of, epoll_event* event) {
  dimma::simulation::pass("epoll_ctl", of);
  return static_cast<int>(::syscall(SYS_epoll_ctl, descriptor, operation, of, event));
}

int eventfd_write(int descriptor, eventfd_t value) {
  dimma::simulation::pass("write", descriptor);
  return ::syscall(SYS_write, descriptor, &value, sizeof value) == sizeof value ? 0 : -1;
}

int eventfd_read(int descriptor, eventfd_t* value) {
  dimma::simulation::pass("read", descriptor);
  return ::syscall(SYS_read, descriptor, value, sizeof *value) == sizeof *value ? 0 : -1;
}

ssize_t write(int descriptor, const void* octets, size_t size) {
  // Standard output and standard error belong to the test.
  if (descriptor > STDERR_FILENO) dimma::simulation::pass("write", descriptor);
  return ::syscall(SYS_write, descriptor, octets, size);
}

ssize_t read(int descriptor, void* octets, size_t size) {
  if (descriptor > STDERR_FILENO) dimma::simulation::pass("read", descriptor);
  return ::syscall(SYS_read, descriptor, octets, size);
}

int close(int descriptor) {
  if (descriptor > STDERR_FILENO) dimma::simulation::pass("close", descriptor);
  if (Scheduler* const scheduler = Scheduler::running()) scheduler->timers().remove(descriptor);
  return static_cast<int>(::syscall(SYS_close, descriptor));
}

// Waits for one descriptor, as the library does. The system's header declares the argument as one that is only written.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
int poll(pollfd* asked, nfds_t count, int timeout) {
  if (count == 1) dimma::simulation::await("poll", asked->fd, asked->events, timeout);
  const auto within = std::chrono::milliseconds(dimma::simulation::timeout_within(timeout));
  const timespec limit{within.count() / 1000, within.count() % 1000 * 1'000'000};
  return static_cast<int>(
      ::syscall(SYS_ppoll, asked, count, timeout < 0 && within.count() < 0 ? nullptr : &limit, nullptr, 0));
}
#pragma GCC diagnostic pop

// The descriptor of a timer is that of an eventfd, which reads alike.
int timerfd_create(int clock, int flags) noexcept {
  if (Scheduler::running() == nullptr) return static_cast<int>(::syscall(SYS_timerfd_create, clock, flags));
  return ::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
}

int timerfd_settime(int descriptor, int flags, const itimerspec* to, itimerspec* before) noexcept {
  Scheduler* const scheduler = Scheduler::running();
  if (scheduler == nullptr) return static_cast<int>(::syscall(SYS_timerfd_settime, descriptor, flags, to, before));
  dimma::simulation::pass("timerfd_settime", descriptor);
  std::uint64_t expirations = 0;
  static_cast<void>(::syscall(SYS_read, descriptor, &expirations, sizeof expirations));
  const auto in = dimma::simulation::duration_of(to->it_value);
  scheduler->timers().set(descriptor, in.count() != 0 ? scheduler->clock() + in : dimma::simulation::never,
                          dimma::simulation::duration_of(to->it_interval));
  return 0;
}

// Runs do not depend on the machine's processors.
int sched_getaffinity(pid_t process, size_t size, cpu_set_t* set) noexcept {
  if (Scheduler::running() == nullptr) return static_cast<int>(::syscall(SYS_sched_getaffinity, process, size, set));
  errno = EINVAL;
  return -1;
}

int pthread_setname_np(pthread_t thread, const char* name) {
  Scheduler* const scheduler = Scheduler::running();
  if (scheduler == nullptr) return ENOTSUP;
  auto& named = scheduler->thread(static_cast<std::uint32_t>(thread - 1));
  named.name = std::string(name) + ' ' + std::to_string(named.number);
  return 0;
}

pid_t gettid() {
  Scheduler* const scheduler = Scheduler::running();
  return scheduler != nullptr ? static_cast<pid_t>(scheduler->self().number)
                              : static_cast<pid_t>(::syscall(SYS_gettid));
}
}

namespace dimma::execution {

// A thread that waits does not use a processor.
bool is_halted(pid_t thread) noexcept {
  const auto& asked = Scheduler::running()->thread(static_cast<std::uint32_t>(thread));
  return asked.state != simulation::SimulatedThread::State::ready;
}

}  // namespace dimma::execution
