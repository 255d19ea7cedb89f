#pragma once
/// Replies with loaned sequences.

#include <dimma/generated/cdr/loaned_codec.hpp>
#include <dimma/generated/server_request.hpp>

namespace dimma {

/// As request.reply(results), for results some of which may lie in memory that the client has too (loan_result()).
void reply_with_loans(ServerRequest& request, ArgumentWriter results);

}  // namespace dimma
