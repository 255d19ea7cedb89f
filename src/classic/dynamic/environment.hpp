#pragma once
// Exceptions of dynamic calls.

#include <dimma/classic/dynamic/environment.hpp>

#include <exception>

namespace dimma::classic {

// Sets the environment to the classic exception for a modern one; clears it if there is no failure. Throws an exception
// of neither mapping again.
void set_outcome(CORBA::Environment& environment, const std::exception_ptr& failure);

// Returns true unless keep_exceptions_in_environments() has been called.
bool throws_outcomes() noexcept;

}  // namespace dimma::classic
