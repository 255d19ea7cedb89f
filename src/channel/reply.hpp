#pragma once
// The meaning of a reply for its caller, the same for every protocol.

#include "base/sealing.hpp"
#include "cdr/stream/exceptions.hpp"
#include "channel/channel.hpp"
#include "channel/forward.hpp"

#include <dimma/generated/cdr/decoder.hpp>
#include <dimma/minor.hpp>

#include <string>

namespace dimma::channel {

namespace detail {
// The request goes on to where the reply says; what happens to it there is not answered yet.
[[gnu::cold, gnu::noinline]] inline Outcome forwarded(Outcome::Kind kind, const Request& request, cdr::Decoder& body) {
  Outcome outcome{kind, read_forward(body)};
  request.is_answered = false;
  return outcome;
}

// Raises a reply's exception. The text of a sealed call's server about the heap is worth an allocation.
[[noreturn]] inline void raise_system_exception(cdr::Decoder& body, function_ref<std::string()> words) {
  // A reply that fails to say what it should does not tell that the call was executed, either.
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

// Ends a call by a reply that holds no exception, and whose results begin at `body`.
[[gnu::always_inline]] inline void read_results(const Request& request, cdr::Decoder& body) {
  request.is_answered = true;
  body.context(request.context);
  request.results(body);
}

// Ends a call by its reply, whose body begins at `body`: has the results read, or throws the exception that the reply
// holds. `words` returns the server's text for a system exception. Throws INTERNAL for needs_addressing_mode, which a
// channel handles before. Inlined into its callers, which are on the path of every call.
template <class Words>
[[gnu::always_inline]] inline Outcome finish_call(const Request& request, ServerRequest::ReplyStatus status,
                                                  cdr::Decoder& body, const Words& words) {
  if (status != ServerRequest::ReplyStatus::no_exception) [[unlikely]] {
    request.is_answered = true;
    return detail::finish_without_results(request, status, body, words);
  }
  read_results(request, body);
  return {};
}

}  // namespace dimma::channel
