#pragma once
// The scope of an upcall.

#include "orb/upcall/active_object.hpp"
#include "orb/upcall/upcall_stack.hpp"

#include <utility>

namespace dimma::orb {

// Surrounds an upcall on an object that has been entered. The destructor leaves the object.
class Upcall {
 public:
  // `request` is nullptr for a call within the process.
  Upcall(ActiveObject& object, ServerRequest* request) noexcept {
    frame_.object = &object;
    frame_.request = request;
    if (auto* const serial = object.serial()) serial->lock();
    push(frame_);
  }
  ~Upcall() {
    pop(frame_);
    if (auto* const serial = frame_.object->serial()) serial->unlock();
    frame_.object->exit();
  }
  Upcall(const Upcall&) = delete;
  Upcall& operator=(const Upcall&) = delete;

  const ActiveObject& object() const noexcept { return *frame_.object; }
  PortableServer::Servant& servant() const noexcept { return frame_.object->servant(); }
  // Called when the servant has returned. A servant locator may still fail the request with a system exception.
  void finish() const {
    if (frame_.object->located) frame_.object->owner().postinvoke(*frame_.object, std::move(frame_.object->located));
  }

 private:
  UpcallFrame frame_;
};

}  // namespace dimma::orb
