#pragma once
// SIGTERM and SIGINT as something to wait for, so that the end of a program is in its own order.

#include <csignal>

#include <unistd.h>

namespace aida {

// To be made before any thread is, so that none takes the signals.
class EndSignals {
 public:
  EndSignals() {
    ::sigemptyset(&signals_);
    ::sigaddset(&signals_, SIGTERM);
    ::sigaddset(&signals_, SIGINT);
    ::pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
  }
  void wait() const {
    int signal = 0;
    ::sigwait(&signals_, &signal);
  }
  // As if the signal had come. Any thread.
  static void send() { ::kill(::getpid(), SIGTERM); }

 private:
  sigset_t signals_;
};

}  // namespace aida
