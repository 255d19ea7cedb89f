#pragma once
/// Used by a generated stub to make a call. Internal to dimma; applications do not need it.

#include <dimma/classic/object.hpp>

namespace dimma {
namespace classic {

class Input;
class Output;
template <class T>
struct codec;

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
/// A callable of a stub, and the function that calls it with a stream. Refer to the stub's stack frame.
struct Arguments {
  void* callable;
  void (*write)(void* callable, Output& out);
};
struct Results {
  void* callable;
  void (*read)(void* callable, Input& in);
};

template <class Callable, class Stream>
void use(void* callable, Stream& stream) {
  (*static_cast<Callable*>(callable))(stream);
}

/// Makes `operation.prepared`, and returns it.
const void* prepare(const Operation& operation);
inline const void* prepared(const Operation& operation) {
  const void* const known = __atomic_load_n(&operation.prepared, __ATOMIC_ACQUIRE);
  return known != nullptr ? known : prepare(operation);
}

/// Throws CORBA::NO_IMPLEMENT: a local object has no such operation.
[[noreturn]] void refuse_local(const Operation& operation);
inline const void* target_of(const CORBA::Object& object, const Operation& operation) {
  if (object._target() == nullptr) refuse_local(operation);
  return object._target();
}

/// Make the call. `target` and `operation` are what the two functions above return.
void call(const void* target, const void* operation);
void call(const void* target, const void* operation, const Arguments& arguments);
void call(const void* target, const void* operation, const Results& results);
void call(const void* target, const void* operation, const Arguments& arguments, const Results& results);
}  // namespace detail

/// For an operation without arguments, or without results.
enum NoValues { no_values };

/// Calls `operation` on the object that `target` refers to. Binds the target first if it has no channel, follows
/// location forwards, tries the reference's other profiles, and calls `write(Output&)` again each time. Calls
/// `read(Input&)` with the reply's body. Throws the operation's exceptions, or a system exception. Thread-safe; calls
/// may be made at the same time.
template <class Write, class Read>
void call(const CORBA::Object& target, const Operation& operation, Write write, Read read) {
  const detail::Arguments arguments = {&write, &detail::use<Write, Output>};
  const detail::Results results = {&read, &detail::use<Read, Input>};
  detail::call(detail::target_of(target, operation), detail::prepared(operation), arguments, results);
}
template <class Write>
void call(const CORBA::Object& target, const Operation& operation, Write write, NoValues) {
  const detail::Arguments arguments = {&write, &detail::use<Write, Output>};
  detail::call(detail::target_of(target, operation), detail::prepared(operation), arguments);
}
template <class Read>
void call(const CORBA::Object& target, const Operation& operation, NoValues, Read read) {
  const detail::Results results = {&read, &detail::use<Read, Input>};
  detail::call(detail::target_of(target, operation), detail::prepared(operation), results);
}
inline void call(const CORBA::Object& target, const Operation& operation, NoValues, NoValues) {
  detail::call(detail::target_of(target, operation), detail::prepared(operation));
}

}  // namespace classic
}  // namespace dimma
