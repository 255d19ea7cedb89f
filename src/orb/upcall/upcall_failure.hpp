#pragma once
// Reports undeclared exceptions of servants at the server, where they would otherwise go unnoticed.

#include <dimma/exception.hpp>

#include <string>
#include <string_view>

namespace dimma::orb {

class ActiveObject;

// Called within the handler of an exception thrown by the servant of `object`. System exceptions and ForwardRequest are
// rethrown, and std::bad_alloc is logged and rethrown. Any other exception is logged, and CORBA::UNKNOWN with a text is
// thrown for the client.
[[noreturn]] void raise_for_client(const ActiveObject& object, std::string_view operation);

// Called within the handler of a non-CORBA exception of a servant manager or interceptor. Logs it and returns a text
// for it.
std::string report_foreign_exception(std::string_view operation);

// Logs the exception that ended the reply handler of an asynchronous call to the operation.
void report_handler_failure(std::string_view operation, const CORBA::UNKNOWN& failure);

}  // namespace dimma::orb
