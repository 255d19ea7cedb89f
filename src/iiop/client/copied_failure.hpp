#pragma once
// One failure of a connection, told to several calls.

#include <dimma/exception.hpp>

#include <exception>

namespace dimma::iiop {

// An exception object of one's own for each call that fails: its caller may change it.
inline std::exception_ptr copy_of(const std::exception_ptr& why) {
  std::exception_ptr copy = why;
  try {
    std::rethrow_exception(why);
  } catch (const CORBA::Exception& exception) {
    try {
      exception._raise();
    } catch (...) {
      copy = std::current_exception();
    }
  } catch (...) {
    // An exception that is not CORBA's is never modified.
  }
  return copy;
}

}  // namespace dimma::iiop
