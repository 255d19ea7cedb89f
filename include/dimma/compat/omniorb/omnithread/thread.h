#pragma once

#include <omnithread/errors.h>
#include <omnithread/time.h>

/// A thread of the system. It is on the heap: a detached thread deletes its object when it ends, and join() deletes
/// that of another one. All functions may be called from any thread, except those of values, and except for an object
/// whose thread may have ended.
///
/// A thread runs a function that it is given, or the member run() or run_undetached() of a derived class. An exception
/// that leaves it ends the process, as in std::thread.
class omni_thread {
 public:
  /// The main thread has NORMAL. A thread made with NORMAL has the priority of the thread that starts it; LOW and HIGH
  /// are the lowest and highest priority of its scheduling policy. The usual policy, SCHED_OTHER, has only one
  /// priority, so that all three are the same.
  enum priority_t { PRIORITY_LOW, PRIORITY_NORMAL, PRIORITY_HIGH };
  /// NEW until start(); TERMINATED is seen only of threads that are not detached, until join().
  enum state_t { STATE_NEW, STATE_RUNNING, STATE_TERMINATED };

  /// Make a thread that start() lets run the function. A function without a result makes a detached thread, the other
  /// one a thread that has to be joined.
  omni_thread(void (*function)(void*), void* argument = nullptr, priority_t priority = PRIORITY_NORMAL);
  omni_thread(void* (*function)(void*), void* argument = nullptr, priority_t priority = PRIORITY_NORMAL);
  omni_thread(const omni_thread&) = delete;
  omni_thread& operator=(const omni_thread&) = delete;

  /// Lets the thread run. In a class that derives from this one it is detached, and runs run(). Throws
  /// omni_thread_invalid if it has been started before, omni_thread_fatal if the system cannot make it: EAGAIN if there
  /// are too many, EPERM if it may not have its priority.
  void start();
  /// Waits until the thread ends, deletes it, and stores its result if `result` is not null. Throws omni_thread_invalid
  /// if the thread is detached, has not been started, or is the calling thread.
  void join(void** result);
  /// Sets the priority, at once if the thread runs. Throws omni_thread_invalid if it has ended, omni_thread_fatal with
  /// EPERM if the process may not set it.
  void set_priority(priority_t priority);

  /// Make a thread and start it.
  static omni_thread* create(void (*function)(void*), void* argument = nullptr, priority_t priority = PRIORITY_NORMAL);
  static omni_thread* create(void* (*function)(void*), void* argument = nullptr, priority_t priority = PRIORITY_NORMAL);

  /// Ends the calling thread, with this result for join(). Unwinds its stack as pthread_exit does: destructors run, and
  /// a handler for all exceptions, `catch (...)`, has to throw again.
  [[noreturn]] static void exit(void* result = nullptr);
  /// Returns the calling thread. In the main thread it is an object that is never deleted. Null in a thread that was
  /// made in another way, such as one of the ORB's that calls a servant, unless it has called create_dummy().
  static omni_thread* self();
  /// Lets other threads run.
  static void yield();
  /// Block for this time.
  static void sleep(unsigned long seconds, unsigned long nanoseconds = 0);
  static void sleep(const omni_time_t& time) { sleep(time.s, time.ns); }

  /// Return the current time since 1970, plus a relative one, for timedwait().
  static void get_time(unsigned long* seconds, unsigned long* nanoseconds, unsigned long relative_seconds = 0,
                       unsigned long relative_nanoseconds = 0);
  static void get_time(omni_time_t& time) { get_time(&time.s, &time.ns); }
  static void get_time(omni_time_t& time, const omni_time_t& relative) {
    get_time(&time.s, &time.ns, relative.s, relative.ns);
  }
  static void get_time(omni_time_t& time, unsigned long relative_seconds) {
    get_time(&time.s, &time.ns, relative_seconds, 0);
  }

  /// Sets the size in octets of the stacks of threads that are started later; 0, the default, is the system's default.
  static void stacksize(unsigned long octets);
  static unsigned long stacksize();

  typedef unsigned int key_t;
  /// The base of the values that a thread can have.
  class value_t {
   public:
    virtual ~value_t() {}
  };
  /// Returns a new key of values, which every thread then has. Never 0.
  static key_t allocate_key();
  /// Gives the value of this key to the thread, deletes the previous one, and returns the new one; null for a key that
  /// was not allocated. The thread deletes its values when it ends. Only one thread at a time may use these functions
  /// of one object.
  value_t* set_value(key_t key, value_t* value);
  /// Returns the value of this key; null if there is none.
  value_t* get_value(key_t key);
  /// Takes the value of this key from the thread, and returns it; null if there is none. The caller deletes it.
  value_t* remove_value(key_t key);

  /// Makes an object for the calling thread, which self() then returns. Throws omni_thread_invalid if it has one.
  static omni_thread* create_dummy();
  /// Deletes the object that create_dummy() has made for the calling thread, and its values. Throws omni_thread_invalid
  /// if there is none. A thread that ends without calling it leaks them.
  static void release_dummy();
  /// Calls create_dummy() if the thread has no object, and then release_dummy() in its destructor.
  class ensure_self {
   public:
    ensure_self()
        : is_dummy_(omni_thread::self() == nullptr), self_(is_dummy_ ? create_dummy() : omni_thread::self()) {}
    ~ensure_self() {
      if (is_dummy_) release_dummy();
    }
    ensure_self(const ensure_self&) = delete;
    ensure_self& operator=(const ensure_self&) = delete;

    omni_thread* self() { return self_; }

   private:
    const bool is_dummy_;
    omni_thread* const self_;
  };

  priority_t priority();
  state_t state();
  /// Returns the number of the thread, which no other one of the process has; 0 for the main thread.
  int id();

 protected:
  /// Makes a thread of a derived class, which passes the argument to run() or run_undetached().
  omni_thread(void* argument = nullptr, priority_t priority = PRIORITY_NORMAL);
  /// Lets the thread run run_undetached(); it has to be joined. Throws what start() throws, and omni_thread_invalid for
  /// a thread that has a function.
  void start_undetached();
  /// Called when the thread ends, or by join().
  virtual ~omni_thread();

 private:
  struct State;
  struct Ending;

  explicit omni_thread(State* state);

  virtual void run(void* argument);
  virtual void* run_undetached(void* argument);

  void start_as(bool is_detached);
  static void* execute(void* thread);

  State* const state_;
};
