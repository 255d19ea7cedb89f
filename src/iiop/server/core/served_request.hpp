#pragma once
// A request as the dispatcher of sealed requests sees it: how its upcall has ended.

#include <dimma/generated/server_request.hpp>

namespace dimma::iiop {

class ServedRequest : public ServerRequest {
 public:
  // True if the upcall is over, or there was none, without a reply: the request is put aside or deferred.
  virtual bool is_put_aside() const noexcept = 0;
  // True if the reply forwards the client to another object.
  virtual bool is_forwarded() const noexcept = 0;
  // True if the reply has gone already, or its connection has.
  virtual bool is_answered() const noexcept = 0;

 protected:
  using ServerRequest::ServerRequest;
  ~ServedRequest() = default;
};

}  // namespace dimma::iiop
