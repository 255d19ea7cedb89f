#include "orb/interception/ending.hpp"

#include <dimma/dii.hpp>
#include <dimma/minor.hpp>
#include <dimma/poa.hpp>

#include <new>

namespace dimma::orb {

namespace {

CORBA::UNKNOWN not_held_by_any() {
  return {minor::unknown_user_exception, CORBA::COMPLETED_MAYBE, "an exception that no Any holds"};
}

}  // namespace

Ending Ending::failed(std::exception_ptr failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const PortableInterceptor::ForwardRequest& request) {
    return forwarded(request.forward());
  } catch (const PortableServer::ForwardRequest& request) {
    return forwarded(request.forward_reference());
  } catch (const CORBA::SystemException&) {
    return {.status = PortableInterceptor::SYSTEM_EXCEPTION, .failure = std::move(failure)};
  } catch (const CORBA::UserException& exception) {
    return failed(std::make_exception_ptr(
        CORBA::UNKNOWN(minor::unknown_user_exception, CORBA::COMPLETED_MAYBE, exception._rep_id())));
  } catch (const std::bad_alloc&) {
    return failed(
        std::make_exception_ptr(CORBA::NO_MEMORY(minor::no_memory_servant, CORBA::COMPLETED_MAYBE, "std::bad_alloc")));
  } catch (const std::exception& exception) {
    return failed(std::make_exception_ptr(
        CORBA::UNKNOWN(minor::unknown_foreign_exception, CORBA::COMPLETED_MAYBE, exception.what())));
  } catch (...) {
    return failed(std::make_exception_ptr(CORBA::UNKNOWN(minor::unknown_foreign_exception, CORBA::COMPLETED_MAYBE)));
  }
}

CORBA::Any Ending::exception() const {
  CORBA::Any any;
  try {
    std::rethrow_exception(failure);
  } catch (const CORBA::UnknownUserException& dynamic) {
    return dynamic.exception();
  } catch (const CORBA::Exception& exception) {
    try {
      any <<= exception;
    } catch (const CORBA::SystemException&) {
      any <<= not_held_by_any();
    }
  } catch (...) {
    any <<= not_held_by_any();
  }
  return any;
}

CORBA::RepositoryId Ending::exception_id() const {
  try {
    std::rethrow_exception(failure);
  } catch (const CORBA::UnknownUserException& dynamic) {
    return std::string(dynamic.exception()._type().id());
  } catch (const CORBA::Exception& exception) {
    return exception._rep_id();
  } catch (...) {
    return not_held_by_any()._rep_id();
  }
}

void call_without_forward(function_ref<void()> point) {
  try {
    point();
  } catch (const PortableInterceptor::ForwardRequest& request) {
    throw CORBA::UNKNOWN(minor::unknown_user_exception, CORBA::COMPLETED_YES, request._rep_id());
  }
}

}  // namespace dimma::orb
