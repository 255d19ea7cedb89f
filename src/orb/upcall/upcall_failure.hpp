#pragma once
// Reports a servant's exceptions that no IDL names at the server, where they would otherwise go unnoticed.

#include <dimma/exception.hpp>

#include <string>
#include <string_view>

namespace dimma::orb {

class ActiveObject;

// Called within the handler of the exception that the servant of `object` has thrown. Throws the exception for its
// client: CORBA::UNKNOWN, with a text, for an exception that is not CORBA's or that the operation does not declare,
// which is also logged; otherwise rethrows.
[[noreturn]] void raise_for_client(const ActiveObject& object, std::string_view operation);

// Called within the handler of an exception that is not CORBA's nor a servant's. Returns a text for it.
std::string report_foreign_exception(std::string_view operation);

// Reports the exception that ended the handler of an asynchronous call to the operation.
void report_handler_failure(std::string_view operation, const CORBA::UNKNOWN& failure);

}  // namespace dimma::orb
