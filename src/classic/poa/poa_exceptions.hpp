#pragma once
// Translates the exceptions of PortableServer's local interfaces at the boundary between the mappings.

#include "classic/exceptions/translation.hpp"

namespace dimma::classic {

// Called in a handler: throws the caught modern exception as the classic one. Unlike raise_classic(), translates the
// exceptions of PortableServer too, and CORBA::PolicyError.
[[noreturn, gnu::cold]] void raise_classic_of_poa();

// Called in a handler of an exception of a servant manager: throws the modern exception instead, also for
// ForwardRequest.
[[noreturn, gnu::cold]] void raise_modern_of_manager();

// Calls `function`, which uses the modern mapping, and translates what it throws.
template <class Function>
decltype(auto) with_poa_exceptions(Function function) {
  try {
    return function();
  } catch (...) {
    raise_classic_of_poa();
  }
}

}  // namespace dimma::classic
