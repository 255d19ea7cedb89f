#pragma once
/// Used by a generated stub to call a servant of its own process without a channel. Internal to dimma.

#include <dimma/classic/generated/call.hpp>
#include <dimma/classic/generated/interface.hpp>

namespace dimma {
namespace classic {

/// A call to an object of this process whose servant is of the classic mapping. It obeys the POAManager's state, is
/// counted by the POA like any other request, and keeps the servant alive. In a stub:
///   LocalCall local(*this, operation, _interface);
///   if (local.is_here()) {
///     try {
///       return local.servant<POA_M::Echo>()->op(argument);
///     } catch (...) {
///       local.raise();
///     }
///   }
/// The constructor throws the exceptions of dispatching (OBJECT_NOT_EXIST, TRANSIENT while discarding, ...), and waits
/// while the POA holds requests.
class LocalCall {
 public:
  LocalCall(const CORBA::Object& target, const Operation& operation, const Interface& type)
      : operation_(operation), servant_(nullptr) {
    if (target._may_be_here()) enter(target, type);
  }
  ~LocalCall() {
    if (servant_ != nullptr) exit();
  }
  LocalCall(const LocalCall&) = delete;
  LocalCall& operator=(const LocalCall&) = delete;

  /// Returns false if the call has to go through a channel.
  bool is_here() const { return servant_ != nullptr; }
  /// Returns the servant as the skeleton class of the interface given to the constructor.
  template <class Skeleton>
  Skeleton* servant() const {
    return static_cast<Skeleton*>(servant_);
  }

  /// Called in a handler: throws the caught exception, or CORBA::UNKNOWN if the operation may not raise it, as a
  /// channel would.
  [[noreturn]] void raise() const;
  /// Like raise(), for a oneway: a no-op unless the caller waits for the outcome.
  void raise_of_oneway() const;

 private:
  void enter(const CORBA::Object& target, const Interface& type);
  void exit() noexcept;

  const Operation& operation_;
  void* room_[7];  // for the call of the modern mapping, before it is entered
  void* servant_;
};

}  // namespace classic
}  // namespace dimma
