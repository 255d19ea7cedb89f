#pragma once
/// Used by a generated stub to make a call. Internal to dimma; applications do not need it.

#include <dimma/generated/operation.hpp>

namespace CORBA {
class Object;
}

namespace dimma {

/// Calls `operation` on the object that `target` refers to. Binds the target first if it has no channel, follows
/// location forwards, tries the reference's other profiles, and writes the arguments again each time. Calls `results`
/// at most once, with the reply's body. Throws the operation's exceptions, or a system exception. Thread-safe; calls
/// may be made at the same time.
void call(const CORBA::Object& target, const Operation& operation, ArgumentWriter arguments, ResultReader results);

/// Copies values to a servant in this process, and back: encodes them and decodes them as if they came from another
/// process, with the factories of the target's ORB. Throws the exceptions of encoding and decoding.
void copy_values(const CORBA::Object& target, ArgumentWriter write, ResultReader read);

}  // namespace dimma
