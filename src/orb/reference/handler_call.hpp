#pragma once
// The end of an asynchronous call: its reply handler is called.

#include "orb/state/orb_state.hpp"

#include <dimma/reply_handler.hpp>

#include <exception>
#include <memory>

namespace dimma::orb {

// With the answer that `reply` has read, or with `failure`. What a handler throws, or that it is not there, concerns
// nobody: there is no caller to be told. What no IDL names is written to stderr, as of any servant.
void call_handler(PendingReply& reply, const std::exception_ptr& failure, const Operation& operation,
                  const std::shared_ptr<OrbState>& orb) noexcept;

}  // namespace dimma::orb
