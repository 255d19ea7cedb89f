#include "orb/reference/asynchronous/handler_call.hpp"

#include "orb/reference/object_reference.hpp"
#include "orb/upcall/upcall_failure.hpp"

#include <dimma/minor.hpp>

#include <new>

namespace dimma {

namespace orb {

namespace {

CORBA::valuetype_reference<Messaging::ExceptionHolder> holder_of(const std::exception_ptr& failure,
                                                                 const Operation& operation,
                                                                 const std::shared_ptr<OrbState>& orb) {
  const auto hold = [&](const CORBA::Exception& exception) {
    auto holder = Messaging::ExceptionHolder::_of(exception, operation.raises, orb);
    holder->_know(operation.extra_exceptions);
    return holder;
  };
  try {
    std::rethrow_exception(failure);
  } catch (const CORBA::Exception& exception) {
    return hold(exception);
  } catch (const QoSError& error) {
    return hold(CORBA::BAD_QOS(minor::bad_qos_asynchronous, CORBA::COMPLETED_NO, error.what()));
  } catch (const std::bad_alloc&) {
    return hold(CORBA::NO_MEMORY(minor::no_memory_buffer, CORBA::COMPLETED_MAYBE));
  } catch (...) {
    return hold(CORBA::UNKNOWN(minor::unknown_foreign_exception, CORBA::COMPLETED_MAYBE));
  }
}

}  // namespace

HandlerCompletion::HandlerCompletion(std::shared_ptr<OrbState> orb, const Operation& operation,
                                     std::unique_ptr<PendingReply> reply)
    : orb_(std::move(orb)), operation_(operation), reply_(std::move(reply)) {}

HandlerCompletion::~HandlerCompletion() = default;

void HandlerCompletion::complete(std::exception_ptr failure) noexcept {
  is_over();
  call_handler(*reply_, failure, operation_, orb_);
}

void call_handler(PendingReply& reply, const std::exception_ptr& failure, const Operation& operation,
                  const std::shared_ptr<OrbState>& orb) noexcept {
  try {
    if (!failure) {
      reply.answer();
    } else if (!reply.is_unheard()) {
      reply.fail(holder_of(failure, operation, orb));
    }
  } catch (const CORBA::UNKNOWN& unknown) {
    report_handler_failure(operation.name, unknown);
  } catch (...) {  // NOLINT: documented in the header
  }
}

}  // namespace orb

void begin_call(const CORBA::Object& target, const Operation& operation, std::unique_ptr<PendingReply> reply) {
  const auto& reference = CORBA::ObjectAccess::reference(target);
  if (!reference) {
    throw CORBA::NO_IMPLEMENT(minor::no_implement_local_object, CORBA::COMPLETED_NO,
                              "a local object has no operation " + std::string(operation.name));
  }
  orb::HandlerCompletion::begin(*reference, operation, std::move(reply));
}

}  // namespace dimma
