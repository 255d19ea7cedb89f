#pragma once
// The state of a thread of the omnithread interface.

#include <omnithread.h>

#include <pthread.h>

#include <mutex>
#include <vector>

struct omni_thread::State {
  State(int thread_id, void* thread_argument, priority_t thread_priority);

  // The calling thread's object; null in threads that have none, and in the main thread until self() is called.
  static thread_local omni_thread* current;

  // Returns the id of a further thread.
  static int next_id();
  // Makes an object with this id for the calling thread, which has none.
  static omni_thread* of_running_thread(int id);

  // The values are deleted when the thread ends; a destructor may set further ones.
  void delete_values();

  void (*detached_function)(void*) = nullptr;
  void* (*function)(void*) = nullptr;
  const int id;
  void* const argument;
  bool is_detached = false;
  bool is_dummy = false;
  std::vector<value_t*> values;  // the value of a key is at the place before the key's

  std::mutex mutex;  // guards what follows
  pthread_t handle{};
  priority_t priority;
  state_t progress = STATE_NEW;
};
