#pragma once
// Copies one failure for several calls.

#include <dimma/exception.hpp>

#include <exception>

namespace dimma {

// Returns an exception object of its own for each call that fails. Calls and their callers may add to the detail, while
// another thread reads that of another call. nullptr, which means no failure, stays nullptr.
inline std::exception_ptr copy_of(const std::exception_ptr& why) {
  if (!why) return nullptr;
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
    // An exception that is not one of CORBA's is never modified.
  }
  return copy;
}

}  // namespace dimma
