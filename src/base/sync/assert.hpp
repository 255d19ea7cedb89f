#pragma once
// DIMMA_ASSERT(condition): checks what the library assumes about its own state: the holder of a lock, the owner of an
// object, the state of an object. Never checks input from outside, for which exceptions are thrown in every build.
//
// Assertions are on in builds without optimisation and in those of the sanitizers (the CMake option DIMMA_ASSERTIONS).
// A failed one prints the condition, its operands and its place on standard error, and calls std::abort(). When
// assertions are off, the condition is compiled but not evaluated.

#ifndef DIMMA_ASSERTIONS
#error "DIMMA_ASSERTIONS must be 1 or 0; cmake/DimmaBuild.cmake defines it"
#endif

#if DIMMA_ASSERTIONS
#include "base/sync/assert_operands.hpp"

#define DIMMA_ASSERT(...)                                                                                         \
  ::dimma::assertion::check(::dimma::assertion::FirstOperand{} <=> __VA_ARGS__, #__VA_ARGS__, __func__, __FILE__, \
                            __LINE__)
#else
#define DIMMA_ASSERT(...) static_cast<void>(sizeof(static_cast<bool>(__VA_ARGS__)))
#endif
