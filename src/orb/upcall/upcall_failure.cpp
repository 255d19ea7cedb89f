#include "orb/upcall/upcall_failure.hpp"

#include "base/log.hpp"
#include "orb/upcall/active_object.hpp"
#include "qos/text.hpp"

#include <dimma/minor.hpp>
#include <dimma/poa.hpp>

#include <cxxabi.h>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <typeinfo>

namespace dimma::orb {

namespace {

// Of the exception that is being handled.
std::string type_in_words() {
  const std::type_info* const type = abi::__cxa_current_exception_type();
  if (type == nullptr) return "an exception of another language";
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(abi::__cxa_demangle(type->name(), nullptr, nullptr, &status),
                                                         std::free);
  return name != nullptr ? name.get() : type->name();
}

std::string interface_of(const ActiveObject& object) {
  try {
    return object.servant()._repository_id();
  } catch (...) {
    return "unknown interface";
  }
}

std::string in_words(const ActiveObject& object) {
  return "object " + qos::quoted(object.id()) + " (" + interface_of(object) + ") in POA " +
         object.owner().path_in_words();
}

// Not worth failing for.
void report(const ActiveObject& object, std::string_view operation, const std::string& what) noexcept {
  try {
    write_log(LogLevel::error, "operation " + qos::quoted(operation) + " of " + in_words(object) + " threw " + what +
                                   "; the client gets CORBA::UNKNOWN");
  } catch (...) {
    write_log(LogLevel::error, "a servant threw what is no CORBA exception; the client gets CORBA::UNKNOWN");
  }
}

}  // namespace

[[gnu::cold]] void raise_for_client(const ActiveObject& object, std::string_view operation) {
  try {
    throw;
  } catch (const PortableServer::ForwardRequest&) {
    throw;
  } catch (const CORBA::SystemException&) {
    throw;
  } catch (const CORBA::UserException& exception) {
    report(object, operation, std::string(exception.what()) + ", which the operation does not declare");
    throw CORBA::UNKNOWN(minor::unknown_user_exception, CORBA::COMPLETED_MAYBE, exception._rep_id());
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& exception) {
    report(object, operation, type_in_words() + ": " + exception.what());
    throw CORBA::UNKNOWN(minor::unknown_foreign_exception, CORBA::COMPLETED_MAYBE, exception.what());
  } catch (...) {
    report(object, operation, type_in_words());
    throw CORBA::UNKNOWN(minor::unknown_foreign_exception, CORBA::COMPLETED_MAYBE, type_in_words());
  }
}

[[gnu::cold]] void report_handler_failure(std::string_view operation, const CORBA::UNKNOWN& failure) {
  write_log(LogLevel::error, "the reply handler of operation " + qos::quoted(operation) + " failed: " + failure.what());
}

[[gnu::cold]] void report_foreign_exception(std::string_view operation) {
  std::string what = type_in_words();
  try {
    throw;
  } catch (const std::exception& exception) {
    what += std::string(": ") + exception.what();
  } catch (...) {  // NOLINT: its type says all
  }
  write_log(LogLevel::error, "request " + qos::quoted(operation) + ": a servant manager or interceptor threw " + what +
                                 "; the client gets CORBA::UNKNOWN");
}

}  // namespace dimma::orb
