#include "orb/poa/upcall_reply.hpp"

#include "orb/upcall/upcall.hpp"
#include "orb/upcall/upcall_failure.hpp"

#include <dimma/minor.hpp>
#include <dimma/poa.hpp>

#include <new>

namespace dimma::orb {

namespace {

void reply(ServerRequest& request, const CORBA::SystemException& exception) {
  // An exception after the upcall arose from writing its results.
  const auto completed = request.executed() ? CORBA::COMPLETED_YES : exception.completed();
  auto& out = request.begin_reply(ServerRequest::Status::system_exception);
  out.put_string(exception._rep_id());
  out.put(exception.minor());
  out.put(static_cast<std::uint32_t>(completed));
}

// The question is answered, not refused, where there is no object to answer it.
void reply(ServerRequest& request, const CORBA::OBJECT_NOT_EXIST& exception) {
  if (!asks_for_existence(request.operation())) {
    return reply(request, static_cast<const CORBA::SystemException&>(exception));
  }
  constexpr bool does_not_exist = true;
  request.begin_reply(ServerRequest::Status::no_exception).put(does_not_exist);
}

void reply_unknown(ServerRequest& request, std::uint32_t minor_code) {
  reply(request, CORBA::UNKNOWN(minor_code, CORBA::COMPLETED_MAYBE));
}

void reply_forward(ServerRequest& request, const CORBA::object_reference<CORBA::Object>& to) {
  cdr::write_object(request.begin_reply(ServerRequest::Status::location_forward), to);
}

}  // namespace

bool asks_for_existence(std::string_view operation) noexcept {
  return operation == "_non_existent" || operation == "_not_existent";
}

[[gnu::cold]] void reply_to_failure(ServerRequest& request) {
  try {
    throw;
  } catch (const CORBA::OBJECT_NOT_EXIST& exception) {
    reply(request, exception);
  } catch (const CORBA::SystemException& exception) {
    reply(request, exception);
  } catch (const PortableServer::ForwardRequest& forward) {
    reply_forward(request, forward.forward_reference());
  } catch (const CORBA::UserException&) {
    reply_unknown(request, minor::unknown_user_exception);
  } catch (const std::bad_alloc&) {
    reply(request, CORBA::NO_MEMORY(minor::no_memory_servant, CORBA::COMPLETED_MAYBE));
  } catch (...) {
    report_foreign_exception(request.operation());
    reply_unknown(request, minor::unknown_foreign_exception);
  }
}

[[gnu::cold]] void raise_unknown_operation(const ServerRequest& request) {
  throw CORBA::BAD_OPERATION(minor::bad_operation_unknown, CORBA::COMPLETED_NO,
                             "the object has no operation " + std::string(request.operation()));
}

void reply_without_memory(ServerRequest& request) {
  reply(request, CORBA::NO_MEMORY(minor::no_memory_servant, CORBA::COMPLETED_MAYBE));
}

}  // namespace dimma::orb
