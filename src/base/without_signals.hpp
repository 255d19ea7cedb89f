#pragma once

#include <signal.h>

namespace dimma {

// While such an object exists, the calling thread takes no signals: they are for the application's threads. Threads
// that it starts meanwhile never take any.
class WithoutSignals {
 public:
  WithoutSignals() noexcept {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~WithoutSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  WithoutSignals(const WithoutSignals&) = delete;
  WithoutSignals& operator=(const WithoutSignals&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace dimma
