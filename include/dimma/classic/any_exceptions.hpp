#pragma once
/// Exceptions in an Any (formal/2012-07-02, 4.16 and 4.19), and the exception that contains one.

#include <dimma/classic/any.hpp>
#include <dimma/classic/local_exception.hpp>
#include <dimma/classic/system_exceptions.hpp>

namespace dimma {
namespace classic {
namespace CORBA {

/// Insert a copy of an exception as its most derived type; the second deletes the exception. Throw NO_IMPLEMENT for a
/// user exception that has no code for Any, BAD_PARAM for null.
void operator<<=(Any& any, const Exception& exception);
void operator<<=(Any& any, Exception* exception);

// For each system exception its TypeCode, and the operator that extracts it. The Any keeps the exception.
#define DIMMA_CLASSIC_EXCEPTION_IN_ANY(NAME) \
  extern const TypeCode_ptr _tc_##NAME;      \
  Boolean operator>>=(const Any& any, const NAME*& exception);
DIMMA_CLASSIC_SYSTEM_EXCEPTIONS(DIMMA_CLASSIC_EXCEPTION_IN_ANY)
#undef DIMMA_CLASSIC_EXCEPTION_IN_ANY

/// A user exception of a dynamic call, which the caller's code does not know.
class UnknownUserException : public LocalException<UnknownUserException> {
 public:
  DIMMA_CLASSIC_EXCEPTION_NAMES(UnknownUserException, "CORBA")
  UnknownUserException() {}
  /// An extension of dimma: copies the Any.
  explicit UnknownUserException(const Any& exception) : exception_(exception) {}

  /// Returns the exception, which belongs to this.
  Any& exception() { return exception_; }
  const Any& exception() const { return exception_; }
  void _encode(Output& out) const override { codec<Any>::write(out, exception_); }

 private:
  Any exception_;
};

}  // namespace CORBA
}  // namespace classic
}  // namespace dimma
