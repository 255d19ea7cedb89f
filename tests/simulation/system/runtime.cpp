// The C++ runtime calls this to have a thread-local variable destroyed. Within a run the variable is a fiber's.

#include "simulation/scheduler/scheduler.hpp"

extern "C" {

int __cxa_thread_atexit_impl(void (*run)(void*), void* object, void* library);

int __cxa_thread_atexit(void (*run)(void*), void* object, void* library) {
  auto* const scheduler = dimma::simulation::Scheduler::running();
  if (scheduler == nullptr) return __cxa_thread_atexit_impl(run, object, library);
  scheduler->self().fiber->storage().at_end({run, object});
  return 0;
}
}
