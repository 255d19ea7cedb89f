#pragma once
// Waits for SIGTERM and SIGINT, so that the program can end in an orderly way.

#include <csignal>

#include <unistd.h>

namespace aida {

// Must be created before any thread is started, because threads inherit the blocked signals.
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
  // Sends SIGTERM to this process. May be called by any thread.
  static void send() { ::kill(::getpid(), SIGTERM); }

 private:
  sigset_t signals_;
};

}  // namespace aida
