#pragma once

/// Thrown if the system refuses what a thread needs. `error` is the number of the system's error, as in <cerrno>.
class omni_thread_fatal {
 public:
  explicit omni_thread_fatal(int error_number = 0) : error(error_number) {}

  int error;
};

/// Thrown if a function of a thread is called in a state in which it makes no sense, such as join() of a detached
/// thread.
class omni_thread_invalid {};
