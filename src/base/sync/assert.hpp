#pragma once
// DIMMA_ASSERT(condition) checks the library's internal invariants, such as the holder of a lock, or the owner or state
// of an object. It never checks input from outside, which raises exceptions in every build.
//
// Assertions are enabled in builds without optimisation and in sanitizer builds (the CMake option DIMMA_ASSERTIONS). A
// failed assertion prints the condition, its operands and its location on standard error, and calls std::abort(). If
// assertions are disabled, the condition is compiled but not evaluated.

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
