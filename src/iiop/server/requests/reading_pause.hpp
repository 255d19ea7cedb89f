#pragma once
// A pause in the reading of a server connection, until another message may be read.

#include "base/sync/sync.hpp"

namespace dimma::iiop {

// The reading thread begins the pause after it has put its lease down. Any thread may end the pause. Thread-safe.
class ReadingPause {
 public:
  void begin() noexcept { is_paused_.store(true); }

  // Ends the pause if there is one and `may_read` returns true. Called after begin(), and by each thread that has made
  // `may_read` true. Returns true to only one thread, which has the reading side from then on.
  template <class MayRead>
  bool end_if(MayRead may_read) noexcept {
    while (may_read() && is_paused_.exchange(false)) {
      // The first result of may_read() may be older than this pause, if another thread has ended the previous pause,
      // read, and begun this one. Now no other thread reads, so the result does not change.
      if (may_read()) return true;
      begin();
    }
    return false;
  }

 private:
  sync::Atomic<bool> is_paused_{false};
};

}  // namespace dimma::iiop
