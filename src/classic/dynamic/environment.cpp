#include "classic/dynamic/environment.hpp"

#include "classic/anys/modern_any.hpp"
#include "classic/exceptions/translation.hpp"

#include <dimma/classic/any_exceptions.hpp>
#include <dimma/classic/dynamic/request.hpp>
#include <dimma/classic/system_exceptions.hpp>
#include <dimma/dii.hpp>

#include <atomic>
#include <string_view>

namespace dimma::classic {

namespace {

std::atomic<bool> keeps_exceptions = false;

template <class E>
CORBA::Exception* copy_as(const CORBA::SystemException& exception) {
  return new E(static_cast<const E&>(exception));
}

CORBA::Exception* copy_of(const CORBA::SystemException& exception) {
  const std::string_view id = exception._rep_id();
#define DIMMA_CLASSIC_COPY(NAME) \
  if (id == ::CORBA::NAME::repository_id) return copy_as<CORBA::NAME>(exception);
  DIMMA_CLASSIC_SYSTEM_EXCEPTIONS(DIMMA_CLASSIC_COPY)
#undef DIMMA_CLASSIC_COPY
  return new CORBA::UNKNOWN(exception.minor(), exception.completed());
}

CORBA::UnknownUserException* unknown(const ::CORBA::UnknownUserException& exception) {
  CORBA::Any any;
  AnyAccess::set(any, exception.exception());
  return new CORBA::UnknownUserException(any);
}

}  // namespace

namespace CORBA {

Environment::Environment() : exception_(nullptr) {}
Environment::~Environment() { delete exception_; }

void Environment::exception(Exception* exception) {
  if (exception == exception_) return;
  delete exception_;
  exception_ = exception;
}

void Environment::clear() { exception(nullptr); }

bool keep_exceptions_in_environments() {
  keeps_exceptions.store(true, std::memory_order_relaxed);
  return true;
}

}  // namespace CORBA

bool throws_outcomes() noexcept { return !keeps_exceptions.load(std::memory_order_relaxed); }

void set_outcome(CORBA::Environment& environment, const std::exception_ptr& failure) {
  environment.clear();
  if (!failure) return;
  try {
    with_classic_exceptions([&] {
      try {
        std::rethrow_exception(failure);
      } catch (const ::CORBA::UnknownUserException& exception) {
        environment.exception(unknown(exception));
      }
    });
  } catch (const CORBA::SystemException& exception) {
    environment.exception(copy_of(exception));
  }
}

}  // namespace dimma::classic
