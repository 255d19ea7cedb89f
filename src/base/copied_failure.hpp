#pragma once
// One failure, told to several calls.

#include <dimma/exception.hpp>

#include <exception>

namespace dimma {

// An exception object of its own for each call that fails: calls add to the detail, and so may their callers, while
// another thread reads that of another call. nullptr, which is no failure, stays nullptr.
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
    // An exception that is not CORBA's is never modified.
  }
  return copy;
}

}  // namespace dimma
