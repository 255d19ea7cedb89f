#pragma once
// Receives the ORB's reports about the request that the calling thread serves, if its endpoint is observed.

#include "base/sync/sync.hpp"

#include <utility>

namespace CORBA {
class Exception;
}

namespace PortableServer {
class Servant;
}

namespace dimma::observe {

class UpcallObserver {
 public:
  // Called when the object has been found, and the request may be served.
  virtual void upcall_begins(PortableServer::Servant& servant) noexcept = 0;
  // Called when the request is answered by an exception.
  virtual void failed(const CORBA::Exception& exception) noexcept = 0;

  // Returns the thread's innermost observer; nullptr if there is no observer.
  static UpcallObserver*& current() noexcept {
    static DIMMA_PER_THREAD UpcallObserver* observer = nullptr;
    return observer;
  }

 protected:
  ~UpcallObserver() = default;
};

}  // namespace dimma::observe
