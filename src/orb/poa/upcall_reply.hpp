#pragma once
// Upcalls, and what servants and managers throw, as replies.

#include <dimma/generated/server_request.hpp>

#include <string_view>

namespace dimma::orb {

class Upcall;

// Has the servant serve the request, reply and all. Of what it throws a line goes to stderr if no IDL names it.
void make_upcall(const Upcall& upcall, ServerRequest& request);
// What a client is told of what has been thrown, within its handler: a system exception, or where to go.
void reply_to_failure(ServerRequest& request);
// Whether the operation asks if there is the object, which OBJECT_NOT_EXIST answers.
bool asks_for_existence(std::string_view operation) noexcept;

// What is written when that fails too: small.
void reply_without_memory(ServerRequest& request);

}  // namespace dimma::orb
