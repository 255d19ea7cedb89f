#pragma once
/// Used by a generated stub to call an object of its own process without a channel. Internal to dimma.

#include <dimma/generated/operation.hpp>

namespace CORBA {
class Object;
}

namespace dimma {

class ObjectReference;
class ServerRequest;

namespace orb {
class ActiveObject;

/// The requests that a thread is serving: a linked list in stack frames of the thread, for PortableServer::Current and
/// caller().
struct UpcallFrame {
  const UpcallFrame* previous = nullptr;
  ActiveObject* object = nullptr;
  ServerRequest* request = nullptr;  ///< nullptr for a call within the process
};
}  // namespace orb

/// A call to an object of this process that needs no channel. It obeys the POAManager's state, is counted by the POA
/// like any other request, and keeps the servant alive. Converts to false if the call has to go through a channel. In a
/// stub:
///   if (LocalCall local{*this, operation, &_interface_tag}) {
///     try {
///       return local.servant<_operations_type>()->op(argument);
///     } catch (...) {
///       local.raise();
///     }
///   }
/// The constructor throws the exceptions of dispatching (OBJECT_NOT_EXIST, TRANSIENT while discarding, ...), and waits
/// while the POA holds requests.
class LocalCall {
 public:
  LocalCall(const CORBA::Object& target, const Operation& operation, const InterfaceTag* tag) : operation_(operation) {
    enter(target, tag);
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

  /// Called in a handler: throws the caught exception, or CORBA::UNKNOWN if the operation may not raise it, as a
  /// channel would.
  [[noreturn]] void raise() const;
  /// Like raise(), for a oneway: a no-op unless the caller waits for the outcome.
  void raise_of_oneway() const {
    if (awaits_oneway_) raise();
  }

 private:
  void enter(const CORBA::Object& target, const InterfaceTag* tag);
  void enter_object(ObjectReference& reference, const InterfaceTag* tag);
  void exit() noexcept;

  const Operation& operation_;
  void* operations_ = nullptr;
  bool awaits_oneway_ = false;  // true if a policy makes the caller of a oneway wait for the outcome
  orb::UpcallFrame frame_;
};

}  // namespace dimma
