#pragma once
// The part that ClientRequestInfo and ServerRequestInfo have in common. Such an object is valid only during an
// interception point. Some of its attributes are not supported.

#include "base/sync/sync.hpp"
#include "orb/interception/ending.hpp"
#include "orb/interception/request_contexts.hpp"

#include <dimma/interceptor.hpp>

#include <string>

namespace dimma::orb {

// Throw the exceptions that RequestInfo specifies for these cases.
[[noreturn]] void raise_over();                      // the interception point has ended
[[noreturn]] void raise_not_here(const char* what);  // not available at this point
[[noreturn]] void raise_not_told(const char* what);  // never available

// `Info` is ClientRequestInfo or ServerRequestInfo, and `Request` is the request that it describes. The request
// detaches itself from the info before it is destroyed.
template <class Info, class Request>
class RequestInfoOf : public virtual Info {
 public:
  void about(Request* request) noexcept { request_.store(request, std::memory_order_release); }

  std::uint32_t request_id() override { return request().request_id(); }
  std::string operation() override { return std::string(request().operation()); }
  Dynamic::ParameterList arguments() override { raise_not_told("arguments"); }
  Dynamic::ExceptionList exceptions() override { raise_not_told("exceptions"); }
  Dynamic::ContextList contexts() override { raise_not_told("contexts"); }
  Dynamic::RequestContext operation_context() override { raise_not_told("the operation's context"); }
  CORBA::Any result() override { raise_not_told("the result"); }
  bool response_expected() override { return request().response_expected(); }
  Messaging::SyncScope sync_scope() override { return request().sync_scope(); }
  PortableInterceptor::ReplyStatus reply_status() override { return ending("reply_status").status; }
  CORBA::object_reference<CORBA::Object> forward_reference() override {
    const Ending& known = ending("forward_reference");
    if (known.status != PortableInterceptor::LOCATION_FORWARD) raise_not_here("forward_reference");
    return known.forward_to;
  }
  CORBA::Any get_slot(PortableInterceptor::SlotId id) override { return request().slot(id); }
  IOP::ServiceContext get_request_service_context(IOP::ServiceId id) override {
    return find_context(request().request_contexts(), id);
  }
  IOP::ServiceContext get_reply_service_context(IOP::ServiceId id) override {
    ending("get_reply_service_context");
    return find_context(request().reply_contexts(), id);
  }

 protected:
  RequestInfoOf() = default;
  ~RequestInfoOf() override = default;

  Request& request() const {
    auto* const request = request_.load(std::memory_order_acquire);
    if (request == nullptr) raise_over();
    return *request;
  }
  const Ending& ending(const char* what) const {
    const Ending* const known = request().ending();
    if (known == nullptr) raise_not_here(what);
    return *known;
  }
  const Ending& exception_ending(const char* what) const {
    const Ending& known = ending(what);
    if (!known.is_exception()) raise_not_here(what);
    return known;
  }

 private:
  sync::Atomic<Request*> request_{nullptr};
};

}  // namespace dimma::orb
