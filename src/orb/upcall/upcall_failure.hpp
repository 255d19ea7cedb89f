#pragma once
// Reports a servant's exceptions that no IDL names at the server, where they would otherwise go unnoticed.

#include <dimma/exception.hpp>

#include <string>
#include <string_view>

namespace dimma::orb {

class ActiveObject;

// Within the handler of what the servant of `object` has thrown. Throws what its client is told: CORBA::UNKNOWN in
// words for what is no CORBA exception or one that the operation does not declare, and then says so in the log;
// otherwise the same again.
[[noreturn]] void raise_for_client(const ActiveObject& object, std::string_view operation);

// Within the handler of what is no CORBA exception and came from no servant. Returns what happened in words.
std::string report_foreign_exception(std::string_view operation);

// Reports the exception that ended the handler of an asynchronous call to the operation.
void report_handler_failure(std::string_view operation, const CORBA::UNKNOWN& failure);

}  // namespace dimma::orb
