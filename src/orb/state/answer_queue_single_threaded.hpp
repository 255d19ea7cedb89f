#pragma once
// The single-threaded build's answer queue: always empty, as such a call ends before it returns to its caller.

namespace dimma::orb {

class AnswerQueue {
 public:
  void refuse() noexcept {}
  bool is_own_thread() const noexcept { return false; }
  void drain() noexcept {}
  void stop() noexcept {}
};

}  // namespace dimma::orb
