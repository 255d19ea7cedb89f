#pragma once
// A call whose arguments and results are Anys.

#include "classic/objects/modern.hpp"

#include <dimma/classic/dynamic/request.hpp>
#include <dimma/generated/operation.hpp>

#include <string>

namespace dimma::classic {

class DynamicCall {
 public:
  // Each of the lists, the result and the context may be null, and is then replaced by an empty one.
  DynamicCall(const CORBA::Object& target, const char* operation, CORBA::NVList_ptr arguments,
              CORBA::NamedValue_ptr result, CORBA::ExceptionList_ptr exceptions, CORBA::ContextList_ptr contexts,
              CORBA::Context_ptr context);

  const std::string& operation() const noexcept { return operation_; }
  const ::CORBA::Object& target() const noexcept { return *target_; }

  // Throws BAD_PARAM if a value or a type is missing.
  void check() const;
  // These four are used by the runtime, and throw modern exceptions.
  void write(cdr::Encoder& out) const;
  void read(cdr::Decoder& in);
  // Throws UnknownUserException if the exception is in the list. The decoder is at the exception's repository id.
  void raise(cdr::Decoder& in) const;
  // Makes the call, and waits for the reply.
  void perform(bool oneway);

  const CORBA::NVList_var arguments;
  const CORBA::NamedValue_var result;
  const CORBA::ExceptionList_var exceptions;
  const CORBA::ContextList_var contexts;
  CORBA::Context_var context;

 private:
  const ModernReference target_;
  const std::string operation_;
};

}  // namespace dimma::classic
