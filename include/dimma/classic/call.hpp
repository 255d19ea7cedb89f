#pragma once
/// Used by a generated stub to make a call. Internal to dimma; applications do not need it.

#include <dimma/classic/mapping.hpp>

namespace dimma {
namespace classic {

class Input;
class Output;
template <class T>
struct codec;

namespace CORBA {
class Object;
}

/// A user exception that an operation may raise. Generated, one for each `raises` entry.
struct ExceptionEntry {
  const char* repository_id;
  /// Reads the members and throws the exception.
  void (*raise)(Input& in);
};

template <class Exception>
void raise_exception(Input& in) {
  Exception exception;
  codec<Exception>::read(in, exception);
  throw exception;
}

/// The static description of an operation. Generated, one for each operation of a stub.
struct Operation {
  const char* name;  ///< as sent in the request
  bool is_oneway;
  const ExceptionEntry* raises;
  unsigned raises_count;
  /// The operation as the runtime knows it: null until the first call, then never changed.
  mutable const void* prepared;
  bool is_parted;  ///< true if arguments may be long: they are sent while they are written, and may be written twice
};

namespace detail {
/// Functions that write arguments or read results, with the callable that they call; null if there are none.
typedef void (*Writer)(void* callable, Output& out);
typedef void (*Reader)(void* callable, Input& in);

template <class Callable, class Stream>
void use(void* callable, Stream& stream) {
  (*static_cast<Callable*>(callable))(stream);
}

void call(const CORBA::Object& target, const Operation& operation, void* write, Writer writer, void* read,
          Reader reader);
}  // namespace detail

/// For an operation without arguments, or without results.
enum NoValues { no_values };

/// Calls `operation` on the object that `target` refers to. Binds the target first if it has no channel, follows
/// location forwards, tries the reference's other profiles, and calls `write(Output&)` again each time. Calls
/// `read(Input&)` with the reply's body. Throws the operation's exceptions, or a system exception. Thread-safe; calls
/// may be made at the same time.
template <class Write, class Read>
void call(const CORBA::Object& target, const Operation& operation, Write write, Read read) {
  detail::call(target, operation, &write, &detail::use<Write, Output>, &read, &detail::use<Read, Input>);
}
template <class Write>
void call(const CORBA::Object& target, const Operation& operation, Write write, NoValues) {
  detail::call(target, operation, &write, &detail::use<Write, Output>, nullptr, nullptr);
}
template <class Read>
void call(const CORBA::Object& target, const Operation& operation, NoValues, Read read) {
  detail::call(target, operation, nullptr, nullptr, &read, &detail::use<Read, Input>);
}
inline void call(const CORBA::Object& target, const Operation& operation, NoValues, NoValues) {
  detail::call(target, operation, nullptr, nullptr, nullptr, nullptr);
}

}  // namespace classic
}  // namespace dimma
