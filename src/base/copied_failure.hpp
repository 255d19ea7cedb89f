#pragma once
// Copies one failure for several calls.

#include <dimma/exception.hpp>

#include <exception>

namespace dimma {

// Returns a copy of the exception, so that each call that fails throws an object of its own: a caller may add to its
// detail while another thread reads the detail of another copy. Returns nullptr if `why` is nullptr (no failure).
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
    // Only CORBA exceptions are ever modified, so any other exception can be shared.
  }
  return copy;
}

}  // namespace dimma
