#pragma once
// Evaluates a reply for the caller, in the same way for every protocol.

#include "base/sealing.hpp"
#include "cdr/stream/exceptions.hpp"
#include "channel/channel.hpp"
#include "channel/forward.hpp"

#include <dimma/generated/cdr/decoder.hpp>
#include <dimma/minor.hpp>

#include <string>

namespace dimma::channel {

namespace detail {
// The request is forwarded to another location, so it has not been answered yet.
[[gnu::cold, gnu::noinline]] inline Outcome forwarded(Outcome::Kind kind, const Request& request, cdr::Decoder& body) {
  Outcome outcome{kind, read_forward(body)};
  request.is_answered = false;
  return outcome;
}

// Throws the exception in a reply. If the server of a sealed call reports a heap allocation, its text is decoded even
// though that allocates.
[[noreturn]] inline void raise_system_exception(cdr::Decoder& body, function_ref<std::string()> words) {
  // If the reply turns out to be malformed, it does not prove that the call was executed.
  body.completed(CORBA::COMPLETED_MAYBE);
  auto ahead = body;
  if (cdr::read_system_exception(ahead).minor != minor::no_memory_sealed) {
    cdr::raise_system_exception(body, sealing::words(words));
  }
  const dimma::unsealed while_said;
  cdr::raise_system_exception(body, words());
}

[[gnu::cold, gnu::noinline]] inline Outcome finish_without_results(const Request& request,
                                                                   ServerRequest::ReplyStatus status,
                                                                   cdr::Decoder& body,
                                                                   function_ref<std::string()> words) {
  switch (status) {
    case ServerRequest::ReplyStatus::no_exception:
      return {};
    case ServerRequest::ReplyStatus::user_exception: {
      body.context(request.context);
      auto from_its_id = body;
      const auto id = body.get_string_view();
      for (const auto& entry : request.operation.raises) {
        if (entry.repository_id == id) entry.raise(body);
      }
      if (request.operation.extra_exceptions != nullptr) (*request.operation.extra_exceptions)(from_its_id);
      throw CORBA::UNKNOWN(minor::unknown_user_exception, CORBA::COMPLETED_YES,
                           "user exception " + std::string(id) + ", which the operation does not declare");
    }
    case ServerRequest::ReplyStatus::system_exception:
      raise_system_exception(body, words);
    case ServerRequest::ReplyStatus::location_forward:
      return forwarded(Outcome::Kind::location_forward, request, body);
    case ServerRequest::ReplyStatus::location_forward_perm:
      return forwarded(Outcome::Kind::location_forward_perm, request, body);
    case ServerRequest::ReplyStatus::needs_addressing_mode:
      break;
  }
  throw CORBA::INTERNAL(minor::internal_reply_status, CORBA::COMPLETED_NO,
                        "the server repeatedly asks for another addressing mode");
}
}  // namespace detail

// Ends a call with a reply that holds no exception. The results begin at `body`.
[[gnu::always_inline]] inline void read_results(const Request& request, cdr::Decoder& body) {
  request.is_answered = true;
  body.context(request.context);
  request.results(body);
}

// Ends a call with its reply: decodes the results, or throws the exception that the reply holds. The reply's body
// begins at `body`, and `words` returns the server's text for a system exception. Throws INTERNAL for
// needs_addressing_mode, which channels pass on only if it is repeated. Inline, since every call executes it.
template <class Words>
[[gnu::always_inline]] inline Outcome finish_call(const Request& request, ServerRequest::ReplyStatus status,
                                                  cdr::Decoder& body, const Words& words) {
  if (status != ServerRequest::ReplyStatus::no_exception) {
    request.is_answered = true;
    return detail::finish_without_results(request, status, body, words);
  }
  read_results(request, body);
  return {};
}

}  // namespace dimma::channel
