#pragma once
// From an object's key to the servant that serves it, and around the upcall.

#include "orb/active_object.hpp"
#include "orb/current.hpp"
#include "orb/object_key.hpp"

#include <memory>

namespace dimma::orb {

class Core;
class HoldQueue;

// The object that the key names, entered: the caller owes it a exit(). Asks adapter activators, default servants and
// servant managers where the object is not active. While its POA holds requests the request is put aside, and nullptr
// given; one that can't be, and a call within the process, wait on their thread.
// Throws what the request is to be refused with, all COMPLETED_NO, or PortableServer::ForwardRequest.
ActiveObject* enter_object(Core& core, const ObjectKey& key, ServerRequest& request);
ActiveObject& enter_object(Core& core, const ObjectKey& key, std::string_view operation);

// Puts the request aside if enter_object() would, as far as that can be told without asking an activator.
bool put_aside_if_held(Core& core, const ObjectKey& key, ServerRequest& request);

// Whether there may be an object of that key, for which its adapter is made by an activator if need be. Waits for
// nobody else's activator.
bool may_have_object(Core& core, const ObjectKey& key);

// Around an upcall on an object that has been entered: leaves it at the end.
class Upcall {
 public:
  explicit Upcall(ActiveObject& object) noexcept {
    frame_.object = &object;
    if (auto* const serial = object.serial()) [[unlikely]]
      serial->lock();
    push(frame_);
  }
  ~Upcall() {
    pop(frame_);
    if (auto* const serial = frame_.object->serial()) [[unlikely]]
      serial->unlock();
    frame_.object->exit();
  }
  Upcall(const Upcall&) = delete;
  Upcall& operator=(const Upcall&) = delete;

  const ActiveObject& object() const noexcept { return *frame_.object; }
  PortableServer::Servant& servant() const noexcept { return frame_.object->servant(); }
  // When the servant has returned: a servant locator may still refuse the request by a system exception.
  void finish() const {
    if (frame_.object->located) [[unlikely]]
      tell_locator();
  }

 private:
  [[gnu::cold]] void tell_locator() const;

  UpcallFrame frame_;
};

}  // namespace dimma::orb
