// Registers the destructor of a thread-local variable, which within a run belongs to a fiber.

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
