#pragma once
/// Used by a generated stub to make a call. dimma's own; an application has no need of it.

#include <dimma/generated/operation.hpp>

namespace CORBA {
class Object;
}

namespace dimma {

/// Calls `operation` at the object that `target` refers to: binds it first if it has no channel, follows location
/// forwards and tries the reference's other profiles, writing the arguments anew each time. `results` is called at
/// most once, with the reply's body. Throws what the operation raises, or a system exception.
/// May be called from any thread, at once too.
void call(const CORBA::Object& target, const Operation& operation, ArgumentWriter arguments, ResultReader results);

/// Values for a servant in this process, and back: written, and read as if they had come from elsewhere, with the
/// factories of the target's ORB. Throws what either does.
void copy_values(const CORBA::Object& target, ArgumentWriter write, ResultReader read);

}  // namespace dimma
