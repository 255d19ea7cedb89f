#pragma once
// From an object's key to the servant that serves it, and around the upcall.

#include "orb/active_object.hpp"
#include "orb/current.hpp"
#include "orb/object_key.hpp"

#include <memory>

namespace dimma::orb {

class Core;

// The object that the key names, entered: the caller owes it a leave(). Waits while its POA holds requests; asks
// adapter activators, default servants and servant managers where the object is not active.
// Throws what the request is to be refused with, all COMPLETED_NO, or PortableServer::ForwardRequest.
ActiveObject& enter_object(Core& core, const ObjectKey& key, std::string_view operation);

// The adapter that the key names, made by an activator if need be; nullptr when nobody knows it. Does not wait.
std::shared_ptr<Adapter> find_adapter(Core& core, const ObjectKey& key);

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
    frame_.object->leave();
  }
  Upcall(const Upcall&) = delete;
  Upcall& operator=(const Upcall&) = delete;

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
