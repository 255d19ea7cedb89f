#pragma once
/// Used by a generated stub to make a call. dimma's own; applications do not need it.

#include <dimma/generated/operation.hpp>

namespace CORBA {
class Object;
}

namespace dimma {

/// Calls `operation` at the object to which `target` refers: binds it first if it has no channel, follows location
/// forwards and tries the reference's other profiles, and writes the arguments again each time. Calls `results` at most
/// once, with the reply's body. Throws the operation's exceptions, or a system exception. Thread safe; calls may be
/// made at the same time.
void call(const CORBA::Object& target, const Operation& operation, ArgumentWriter arguments, ResultReader results);

/// Copies values to a servant in this process, and back: they are written, and read as if they had come from another
/// process, with the factories of the target's ORB. Throws the exceptions of both.
void copy_values(const CORBA::Object& target, ArgumentWriter write, ResultReader read);

}  // namespace dimma
