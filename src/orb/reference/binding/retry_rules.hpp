#pragma once
// After which exceptions a call or a binding may be tried again, and in which way.

#include "base/deadline.hpp"

#include <dimma/exception.hpp>

namespace dimma::orb {

// Returns true if the request was not executed, and another server or connection may be able to execute it.
bool may_be_tried_elsewhere(const CORBA::SystemException& exception) noexcept;

// Returns true if another profile of a reference may work after binding to one has failed with this exception. A
// profile that is malformed or has an unknown version does not prevent the use of the others (CORBA 3.3 part 2, 7.6.2
// and 9.7.2).
bool may_do_by_another_profile(const CORBA::SystemException& exception) noexcept;

// Returns true for a timeout of an attempt that had only a part of the call's time: `until` of `deadline`.
bool was_too_short(const CORBA::SystemException& exception, Deadline until, Deadline deadline) noexcept;

// Returns true if the connection was closed or lost. A new connection is likely to work.
bool connection_was_closed(const CORBA::SystemException& exception) noexcept;

// Returns true if the target of a reference no longer exists.
bool is_gone(const CORBA::SystemException& exception) noexcept;

}  // namespace dimma::orb
