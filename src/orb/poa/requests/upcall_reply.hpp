#pragma once
// Makes upcalls, and turns exceptions of servants and servant managers into replies.

#include "base/log/log.hpp"
#include "orb/upcall/upcall.hpp"
#include "orb/upcall/upcall_failure.hpp"

#include <dimma/exception.hpp>
#include <dimma/generated/server_request.hpp>

#include <string_view>

namespace dimma::orb {

[[noreturn]] void raise_unknown_operation(const ServerRequest& request);

[[gnu::always_inline]] inline void make_unlogged_upcall(const Upcall& upcall, ServerRequest& request) {
  bool is_known = false;
  try {
    is_known = upcall.servant()._dispatch(request);
  } catch (const CORBA::SystemException&) {
    throw;
  } catch (...) {
    raise_for_client(upcall.object(), request.operation());
  }
  if (!is_known) raise_unknown_operation(request);
  // A oneway does not begin a reply, but its caller may wait for one (Messaging::SYNC_WITH_TARGET).
  if (request.response_expected() && !request.executed()) request.reply();
}
[[gnu::cold, gnu::noinline]] void make_logged_upcall(const Upcall& upcall, ServerRequest& request);

// Makes the servant serve the request and reply. Undeclared exceptions are logged.
inline void make_upcall(const Upcall& upcall, ServerRequest& request) {
  if (log::wants(log::Event::request_served)) return make_logged_upcall(upcall, request);
  make_unlogged_upcall(upcall, request);
}

// Replies with the exception being handled: a system exception or a forward.
void reply_to_failure(ServerRequest& request);
// Returns true for the operations that test whether the object exists.
bool asks_for_existence(std::string_view operation) noexcept;

// Writes a minimal reply. Called if the ordinary reply could not be written.
void reply_without_memory(ServerRequest& request);

// Calls `serve`, which begins a reply or throws if it cannot write one. In that case, tries a minimal reply. If that
// fails too, the channel sends a reply of its own.
template <class Serve>
[[gnu::always_inline]] inline void serve_noexcept(ServerRequest& request, Serve&& serve) noexcept {
  try {
    serve();
  } catch (...) {
    try {
      reply_without_memory(request);
    } catch (...) {  // NOLINT: no reply can be written
    }
  }
}

}  // namespace dimma::orb
