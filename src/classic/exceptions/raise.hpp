#pragma once
// Throws system exceptions of the classic mapping with a detail.

#include <dimma/classic/system_exceptions.hpp>

#include <cstdint>

namespace dimma::classic {

// Throws an Exception, which is one of the standard system exceptions.
template <class Exception>
[[noreturn, gnu::cold]] void raise(std::uint32_t minor, CORBA::CompletionStatus completed, const char* detail = "") {
  Exception exception(minor, completed);
  exception._detail(detail);
  throw exception;
}

}  // namespace dimma::classic
