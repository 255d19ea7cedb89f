#pragma once
// The peer whose request the calling thread serves.

#include "channel/session.hpp"
#include "orb/upcall/upcall_stack.hpp"

namespace dimma::orb {

// The session of every call within the process.
channel::Session& collocated_session();

// Exists while a thread works on a request outside its upcall: in servant managers, adapter activators, interceptors.
class CallerScope {
 public:
  // nullptr if nothing is known of the caller.
  explicit CallerScope(channel::Session* session) noexcept;
  ~CallerScope();
  CallerScope(const CallerScope&) = delete;
  CallerScope& operator=(const CallerScope&) = delete;

  // The session of the innermost request, in its upcall or not; nullptr if there is none, or nothing is known.
  static channel::Session* current();

 private:
  static constinit DIMMA_PER_THREAD const CallerScope* innermost;

  channel::Session* const session_;
  const UpcallFrame* const within_ = current_upcall();  // later frames are further in
  const CallerScope* const previous_;
};

}  // namespace dimma::orb
