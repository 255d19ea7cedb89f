#pragma once
/// The exceptions that values raise. Internal to dimma.

#include <dimma/classic/values/types.hpp>

namespace dimma {
namespace classic {
namespace detail {

/// Throws CORBA::BAD_PARAM: the index of a sequence's element is not below its length.
[[noreturn]] __attribute__((cold)) void raise_index(CORBA::ULong index, CORBA::ULong length);
/// Throws CORBA::BAD_PARAM: a sequence would be longer than its bound.
[[noreturn]] __attribute__((cold)) void raise_bound(CORBA::ULong length, CORBA::ULong bound);
/// Throws CORBA::BAD_PARAM: a `_var` without a value is used as if it had one.
[[noreturn]] __attribute__((cold)) void raise_no_value();
/// Throws CORBA::NO_MEMORY.
[[noreturn]] __attribute__((cold)) void raise_no_memory();

}  // namespace detail
}  // namespace classic
}  // namespace dimma
