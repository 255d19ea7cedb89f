#pragma once
/// What a generated stub uses to make a call. dimma's own; an application has no need of it.

#include <dimma/cdr/codec.hpp>
#include <dimma/function_ref.hpp>

#include <span>
#include <string_view>

namespace CORBA {
class Object;
}

namespace dimma {

/// A user exception that an operation may raise: generated, one constant per `raises` entry.
struct ExceptionEntry {
  std::string_view repository_id;
  /// Reads the members behind the repository id and throws the exception.
  void (*raise)(cdr::Decoder& in);
};

template <class Exception>
[[noreturn]] void raise_user_exception(cdr::Decoder& in) {
  Exception exception;
  cdr::codec<Exception>::read(in, exception);
  throw exception;
}

/// Throws a user exception that no stub knows, if it is known otherwise; returns if not. The decoder is at the
/// exception's repository id.
using UserExceptionReader = function_ref<void(cdr::Decoder&)>;

/// What is known of an operation when the stub is compiled. Generated, one constant per operation.
struct Operation {
  std::string_view name;  ///< as it goes over the wire
  bool oneway = false;
  std::span<const ExceptionEntry> raises = {};
  const UserExceptionReader* extra_exceptions = nullptr;  ///< of a dynamic call
  bool parted = false;  ///< its arguments may be long, and their writer may be called twice
};

/// Names an interface by its own address: one constant per generated interface, in its stub class.
struct InterfaceTag {
  std::string_view repository_id;
};

using ArgumentWriter = function_ref<void(cdr::Encoder&)>;
using ResultReader = function_ref<void(cdr::Decoder&)>;

/// Of an operation without arguments, or without results: writes or reads nothing.
struct NoValues {
  template <class Stream>
  void operator()(Stream&) const noexcept {}
};
inline constexpr NoValues no_values;

/// Of an operation with one argument, or one result: by a function that all operations of that type have in common.
template <class T>
[[gnu::always_inline]] inline ArgumentWriter writing(const T& value) noexcept {
  return {const_cast<T*>(&value), &cdr::detail::write_value<T>};
}
template <class T>
[[gnu::always_inline]] inline ResultReader reading(T& value) noexcept {
  return {&value, &cdr::detail::read_value<T>};
}

/// Calls `operation` at the object that `target` refers to: binds it first if it has no channel, follows location
/// forwards and tries the reference's other profiles, writing the arguments anew each time. `results` is called at
/// most once, with the reply's body. Throws what the operation raises, or a system exception.
/// May be called from any thread, at once too.
void call(const CORBA::Object& target, const Operation& operation, ArgumentWriter arguments, ResultReader results);

/// Values for a servant in this process, and back: written, and read as if they had come from elsewhere, with the
/// factories of the target's ORB. Throws what either does.
void copy_values(const CORBA::Object& target, ArgumentWriter write, ResultReader read);

namespace orb {
class ActiveObject;

/// What a thread is serving: a stack that lies on the thread's own stack, for PortableServer::Current.
struct UpcallFrame {
  const UpcallFrame* previous = nullptr;
  ActiveObject* object = nullptr;
};
}  // namespace orb

/// A call to an object of this process that needs no channel: it passes the POAManager's gate, is counted by the POA
/// like any other request, and keeps the servant for its length. False when the call has to go through a channel.
/// In a stub:
///   if (LocalCall local{*this, operation, &_interface_tag}) {
///     try {
///       return local.servant<_operations_type>()->op(argument);
///     } catch (...) {
///       local.raise();
///     }
///   }
/// The constructor throws what dispatch would raise (OBJECT_NOT_EXIST, TRANSIENT while discarding, ...), and waits
/// while the POA holds requests.
class LocalCall {
 public:
  LocalCall(const CORBA::Object& target, const Operation& operation, const InterfaceTag* interface)
      : operation_(operation) {
    enter(target, interface);
  }
  ~LocalCall() {
    if (operations_ != nullptr) exit();
  }
  LocalCall(const LocalCall&) = delete;
  LocalCall& operator=(const LocalCall&) = delete;

  explicit operator bool() const noexcept { return operations_ != nullptr; }
  template <class Operations>
  [[gnu::always_inline]] Operations* servant() const noexcept {
    return static_cast<Operations*>(operations_);
  }

  /// Within a handler: throws what has been caught, or CORBA::UNKNOWN where the operation may not raise it, as it would
  /// be over a channel.
  [[noreturn]] void raise() const;
  /// The same of a oneway: nothing, unless the caller waits for what becomes of it.
  void raise_of_oneway() const {
    if (awaits_oneway_) raise();
  }

 private:
  void enter(const CORBA::Object& target, const InterfaceTag* interface);
  void exit() noexcept;

  const Operation& operation_;
  void* operations_ = nullptr;
  bool awaits_oneway_ = false;  // a policy has the caller of a oneway wait for what becomes of it
  orb::UpcallFrame frame_;
};

}  // namespace dimma
