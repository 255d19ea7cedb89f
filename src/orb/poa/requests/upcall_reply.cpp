#include "orb/poa/requests/upcall_reply.hpp"

#include "base/text/shown_text.hpp"
#include "channel/session.hpp"
#include "orb/upcall/caller.hpp"
#include "orb/upcall/upcall.hpp"
#include "orb/upcall/upcall_failure.hpp"
#include "qos/text.hpp"

#include <dimma/caller.hpp>
#include <dimma/minor.hpp>
#include <dimma/poa.hpp>

#include <new>
#include <utility>

namespace dimma::orb {

namespace {

void reply(ServerRequest& request, const CORBA::SystemException& exception) {
  // If the servant was already executed, the exception was thrown while the results were encoded.
  request.failed(exception);
  const auto completed = request.executed() ? CORBA::COMPLETED_YES : exception.completed();
  auto& out = request.begin_failure(exception._detail());
  out.put_identifier(exception._rep_id());
  out.put(exception.minor());
  out.put(static_cast<std::uint32_t>(completed));
}

// For _non_existent, OBJECT_NOT_EXIST is the answer and not a failure.
void reply(ServerRequest& request, const CORBA::OBJECT_NOT_EXIST& exception) {
  if (!asks_for_existence(request.operation())) {
    return reply(request, static_cast<const CORBA::SystemException&>(exception));
  }
  constexpr bool does_not_exist = true;
  request.begin_reply(ServerRequest::ReplyStatus::no_exception).put(does_not_exist);
}

void reply_unknown(ServerRequest& request, std::uint32_t minor_code, std::string what) {
  reply(request, CORBA::UNKNOWN(minor_code, CORBA::COMPLETED_MAYBE, std::move(what)));
}

void reply_forward(ServerRequest& request, const CORBA::object_reference<CORBA::Object>& to) {
  cdr::write_object(request.begin_reply(ServerRequest::ReplyStatus::location_forward), to);
}

}  // namespace

bool asks_for_existence(std::string_view operation) noexcept {
  return operation == "_non_existent" || operation == "_not_existent";
}

// Copies the operation's name, since the message may be gone after the upcall.
void make_logged_upcall(const Upcall& upcall, ServerRequest& request) {
  const std::string operation(request.operation());
  const auto say = [&](const std::string& outcome, std::uint32_t minor_code) {
    log::write(log::Event::request_served, [&] {
      const auto peer = caller();
      const auto whom = peer ? to_string(*peer) : std::string();
      return log::Entry{.text = "operation " + qos::quoted(operation) + " of object " +
                                qos::quoted(upcall.object().id()) + " in POA " +
                                upcall.object().owner().path_in_words() + ", called by " +
                                (whom.empty() ? "an unknown peer" : whom) + ", " + outcome,
                        .peer = whom,
                        .object = std::string(upcall.object().id()),
                        .operation = operation,
                        .minor = minor_code};
    });
  };
  try {
    make_unlogged_upcall(upcall, request);
  } catch (const CORBA::SystemException& exception) {
    say(std::string("raised ") + exception.what(), exception.minor());
    throw;
  } catch (...) {
    say("was forwarded, or ran out of memory", 0);
    throw;
  }
  say("has returned", 0);
}

// Logs an exception that goes to the client, since it might otherwise go unnoticed at the server.
void say_raised(ServerRequest& request, const CORBA::SystemException& exception) noexcept {
  log::write(log::Event::exception_raised, [&] {
    auto* const session = request.session();
    const auto peer = session == nullptr ? std::string() : to_string(*session->peer());
    return log::Entry{.text = "a request for " + qos::quoted(request.operation()) + " by " +
                              (peer.empty() ? "an unknown peer" : peer) + " is answered with " + exception.what(),
                      .peer = peer,
                      .operation = std::string(request.operation()),
                      .minor = exception.minor()};
  });
}

// The text is empty if memory for it is not available either.
CORBA::NO_MEMORY servant_without_memory() {
  try {
    return {minor::no_memory_servant, CORBA::COMPLETED_MAYBE, "the servant threw std::bad_alloc"};
  } catch (const std::bad_alloc&) {
    return {minor::no_memory_servant, CORBA::COMPLETED_MAYBE};
  }
}

// Adds the operation's name if the message ended before all arguments were read.
CORBA::MARSHAL misread_arguments(const ServerRequest& request, const CORBA::MARSHAL& exception) {
  if (exception.minor() != minor::marshal_ends_early || exception.completed() != CORBA::COMPLETED_NO) return exception;
  try {
    return {exception.minor(), exception.completed(),
            "the arguments of " + shown_text(request.operation()) + "(): " + exception._detail() +
                "; client and server have different IDL"};
  } catch (const std::bad_alloc&) {
    return exception;
  }
}

[[gnu::cold]] void reply_to_failure(ServerRequest& request) {
  try {
    throw;
  } catch (const CORBA::OBJECT_NOT_EXIST& exception) {
    if (!asks_for_existence(request.operation())) say_raised(request, exception);
    reply(request, exception);
  } catch (const CORBA::MARSHAL& exception) {
    const auto explained = misread_arguments(request, exception);
    say_raised(request, explained);
    reply(request, explained);
  } catch (const CORBA::SystemException& exception) {
    say_raised(request, exception);
    reply(request, exception);
  } catch (const PortableServer::ForwardRequest& forward) {
    reply_forward(request, forward.forward_reference());
  } catch (const CORBA::UserException& exception) {
    reply_unknown(request, minor::unknown_user_exception, exception.what());
  } catch (const std::bad_alloc&) {
    reply(request, servant_without_memory());
  } catch (...) {
    reply_unknown(request, minor::unknown_foreign_exception, report_foreign_exception(request.operation()));
  }
}

[[gnu::cold]] void raise_unknown_operation(const ServerRequest& request) {
  throw CORBA::BAD_OPERATION(
      minor::bad_operation_unknown, CORBA::COMPLETED_NO,
      "the object has no operation " + shown_text(request.operation()) + "; client and server have different IDL");
}

void reply_without_memory(ServerRequest& request) {
  reply(request, CORBA::NO_MEMORY(minor::no_memory_servant, CORBA::COMPLETED_MAYBE));
}

}  // namespace dimma::orb
