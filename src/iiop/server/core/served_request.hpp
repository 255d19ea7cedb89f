#pragma once
// The interface of a request for the dispatcher of sealed requests: how the upcall has ended.

#include <dimma/generated/server_request.hpp>

namespace dimma::iiop {

class ServedRequest : public ServerRequest {
 public:
  // True if there is no reply after the upcall, because the request was put aside or deferred.
  virtual bool is_put_aside() const noexcept = 0;
  // True if the reply forwards the client to another object.
  virtual bool is_forwarded() const noexcept = 0;
  // True if the reply has been sent already, or at least begun, so that it cannot be replaced.
  virtual bool is_answered() const noexcept = 0;

 protected:
  using ServerRequest::ServerRequest;
  ~ServedRequest() = default;
};

}  // namespace dimma::iiop
