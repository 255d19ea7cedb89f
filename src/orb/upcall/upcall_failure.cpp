#include "orb/upcall/upcall_failure.hpp"

#include "base/log/log.hpp"
#include "orb/upcall/active_object.hpp"
#include "qos/text.hpp"

#include <dimma/caller.hpp>
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

// Returns the type name of the exception being handled.
std::string type_in_words() {
  const std::type_info* const type = abi::__cxa_current_exception_type();
  if (type == nullptr) return "a foreign exception";
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

std::string caller_in_words() {
  const auto peer = caller();
  return peer ? to_string(*peer) : "an unknown peer";
}

void say_threw(const ActiveObject& object, std::string_view operation, std::uint32_t minor_code,
               const std::string& what, const char* client_gets) {
  log::write(log::Event::servant_threw, [&] {
    const auto peer = caller_in_words();
    return log::Entry{.text = "operation " + qos::quoted(operation) + " of " + in_words(object) + " threw " + what +
                              "; the client, " + peer + ", gets " + client_gets,
                      .peer = peer,
                      .object = std::string(object.id()),
                      .operation = std::string(operation),
                      .minor = minor_code};
  });
}

// Logs the exception, and throws the exception that the client receives.
[[noreturn]] void report(const ActiveObject& object, std::string_view operation, std::uint32_t minor_code,
                         const std::string& what) {
  say_threw(object, operation, minor_code, what, "CORBA::UNKNOWN");
  throw CORBA::UNKNOWN(minor_code, CORBA::COMPLETED_MAYBE, "the servant threw " + what);
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
    report(object, operation, minor::unknown_user_exception,
           std::string(exception.what()) + ", which the operation does not declare");
  } catch (const std::bad_alloc& exception) {
    say_threw(object, operation, minor::no_memory_servant, exception.what(), "CORBA::NO_MEMORY");
    throw;
  } catch (const std::exception& exception) {
    report(object, operation, minor::unknown_foreign_exception, type_in_words() + ": " + exception.what());
  } catch (...) {
    report(object, operation, minor::unknown_foreign_exception, type_in_words());
  }
}

[[gnu::cold]] void report_handler_failure(std::string_view operation, const CORBA::UNKNOWN& failure) {
  log::write(log::Event::reply_handler_failed, [&] {
    return log::Entry{.text = "the reply handler of operation " + qos::quoted(operation) + " failed: " + failure.what(),
                      .operation = std::string(operation),
                      .minor = failure.minor()};
  });
}

[[gnu::cold]] std::string report_foreign_exception(std::string_view operation) {
  std::string what = type_in_words();
  try {
    throw;
  } catch (const std::exception& exception) {
    what += std::string(": ") + exception.what();
  } catch (...) {  // NOLINT: the type is all that is known
  }
  what = "a servant manager or interceptor threw " + what;
  log::write(log::Event::foreign_exception, [&] {
    return log::Entry{.text = "request " + qos::quoted(operation) + ": " + what + "; the client gets CORBA::UNKNOWN",
                      .operation = std::string(operation),
                      .minor = minor::unknown_foreign_exception};
  });
  return what;
}

}  // namespace dimma::orb
