#pragma once
// Identifies the peer whose request the calling thread is serving.

#include "channel/session.hpp"
#include "orb/upcall/upcall_stack.hpp"

namespace dimma::orb {

// Returns the session shared by all calls within the process.
channel::Session& collocated_session();

// Exists while a thread handles a request outside an upcall: in servant managers, adapter activators and interceptors.
class CallerScope {
 public:
  // `session` is nullptr if the caller is unknown.
  explicit CallerScope(channel::Session* session) noexcept;
  ~CallerScope();
  CallerScope(const CallerScope&) = delete;
  CallerScope& operator=(const CallerScope&) = delete;

  // Returns the session of the innermost request on this thread, within its upcall or not. Returns nullptr if there is
  // no request, or its caller is unknown.
  static channel::Session* current();

 private:
  static constinit DIMMA_PER_THREAD const CallerScope* innermost;

  channel::Session* const session_;
  const UpcallFrame* const within_ = current_upcall();  // upcalls that begin later are nested in this scope
  const CallerScope* const previous_;
};

}  // namespace dimma::orb
