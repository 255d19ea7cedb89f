#pragma once
// Threads as the system makes them. The functions throw omni_thread_fatal.

#include <omnithread.h>

#include <pthread.h>

namespace dimma::classic {

void start_thread(pthread_t& handle, bool is_detached, omni_thread::priority_t priority, void* (*function)(void*),
                  void* argument);
void join_thread(pthread_t handle, void** result);
void set_thread_priority(pthread_t handle, omni_thread::priority_t priority);

}  // namespace dimma::classic
