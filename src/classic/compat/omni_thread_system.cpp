#include "classic/compat/omni_thread_system.hpp"

#include <pthread.h>
#include <sched.h>

#include <atomic>
#include <cstddef>

namespace dimma::classic {

namespace {

std::atomic<unsigned long> stack_octets{0};  // 0: the system's default

void require(int error) {
  if (error != 0) throw omni_thread_fatal(error);
}

// Describes a new thread.
class Attributes {
 public:
  Attributes() { require(pthread_attr_init(&value_)); }
  ~Attributes() { pthread_attr_destroy(&value_); }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;

  pthread_attr_t* get() noexcept { return &value_; }

 private:
  pthread_attr_t value_{};
};

int number_of(omni_thread::priority_t priority, int policy) {
  const int lowest = sched_get_priority_min(policy);
  const int highest = sched_get_priority_max(policy);
  if (priority == omni_thread::PRIORITY_LOW) return lowest;
  return priority == omni_thread::PRIORITY_HIGH ? highest : lowest + (highest - lowest) / 2;
}

}  // namespace

void start_thread(pthread_t& handle, bool is_detached, omni_thread::priority_t priority, void* (*function)(void*),
                  void* argument) {
  Attributes attributes;
  if (is_detached) require(pthread_attr_setdetachstate(attributes.get(), PTHREAD_CREATE_DETACHED));
  if (const unsigned long octets = stack_octets; octets != 0) {
    require(pthread_attr_setstacksize(attributes.get(), static_cast<std::size_t>(octets)));
  }
  if (priority != omni_thread::PRIORITY_NORMAL) {
    int policy = 0;
    sched_param parameters{};
    require(pthread_getschedparam(pthread_self(), &policy, &parameters));
    parameters.sched_priority = number_of(priority, policy);
    require(pthread_attr_setinheritsched(attributes.get(), PTHREAD_EXPLICIT_SCHED));
    require(pthread_attr_setschedpolicy(attributes.get(), policy));
    require(pthread_attr_setschedparam(attributes.get(), &parameters));
  }
  require(pthread_create(&handle, attributes.get(), function, argument));
}

void join_thread(pthread_t handle, void** result) { require(pthread_join(handle, result)); }

void set_thread_priority(pthread_t handle, omni_thread::priority_t priority) {
  int policy = 0;
  sched_param parameters{};
  require(pthread_getschedparam(handle, &policy, &parameters));
  parameters.sched_priority = number_of(priority, policy);
  require(pthread_setschedparam(handle, policy, &parameters));
}

}  // namespace dimma::classic

void omni_thread::stacksize(unsigned long octets) { dimma::classic::stack_octets = octets; }

unsigned long omni_thread::stacksize() { return dimma::classic::stack_octets; }
