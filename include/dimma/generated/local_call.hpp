#pragma once
/// Used by a generated stub to call an object of its own process without a channel. dimma's own.

#include <dimma/generated/operation.hpp>

namespace CORBA {
class Object;
}

namespace dimma {

class ObjectReference;
class ServerRequest;

namespace orb {
class ActiveObject;

/// The requests that a thread is serving: a stack that lies on the thread's own stack, for PortableServer::Current and
/// caller().
struct UpcallFrame {
  const UpcallFrame* previous = nullptr;
  ActiveObject* object = nullptr;
  ServerRequest* request = nullptr;  ///< nullptr: a call within the process
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

  /// Within a handler: throws what has been caught, or CORBA::UNKNOWN where the operation may not raise it, as it would
  /// be over a channel.
  [[noreturn]] void raise() const;
  /// The same of a oneway: nothing, unless the caller waits for what becomes of it.
  void raise_of_oneway() const {
    if (awaits_oneway_) raise();
  }

 private:
  void enter(const CORBA::Object& target, const InterfaceTag* tag);
  void enter_object(ObjectReference& reference, const InterfaceTag* tag);
  void exit() noexcept;

  const Operation& operation_;
  void* operations_ = nullptr;
  bool awaits_oneway_ = false;  // a policy has the caller of a oneway wait for what becomes of it
  orb::UpcallFrame frame_;
};

}  // namespace dimma
