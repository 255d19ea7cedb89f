#include <dimma/classic/dynamic/dynamic_implementation.hpp>

#include "classic/dynamic/server_request.hpp"
#include "classic/orb/process_settings.hpp"
#include "classic/poa/adapter.hpp"
#include "classic/poa/ids.hpp"
#include "classic/servants/bridge.hpp"
#include "classic/servants/served_object.hpp"
#include "classic/streams/over.hpp"

#include <dimma/classic/poa.hpp>
#include <dimma/classic/values/strings.hpp>

#include <cstring>

namespace dimma::classic {

namespace {

using ModernCurrent = ::CORBA::object_reference<::PortableServer::Current>;

// Returns the description of the calling thread's request, which every ORB has; nil if there is no ORB.
ModernCurrent current() {
  const auto orbs = noted_orbs();
  if (orbs.empty()) return {};
  try {
    return ::IDL::traits<::PortableServer::Current>::narrow(orbs.front()->resolve_initial_references("POACurrent"));
  } catch (const ::CORBA::BAD_INV_ORDER&) {  // the ORB is being shut down
    return {};
  }
}

char* interface_of(PortableServer::DynamicImplementation& servant, const ServedObject& object) {
  PortableServer::ObjectId id;
  assign(id, object.id);
  const PortableServer::POA_var poa(wrap_poa(object.poa));
  char* const own = servant._primary_interface(id, poa.in());
  return own != nullptr ? own : CORBA::string_dup(CORBA::Object::_interface.repository_id);
}

// Ends the request when invoke() has returned or thrown.
class Service {
 public:
  explicit Service(ServerRequest& request) : request_(new DynamicServerRequest(request)) {}
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;
  ~Service() {
    request_->end();
    CORBA::release(request_);
  }
  DynamicServerRequest& request() const noexcept { return *request_; }

 private:
  DynamicServerRequest* const request_;
};

}  // namespace

namespace PortableServer {

DynamicImplementation::DynamicImplementation() = default;
DynamicImplementation::~DynamicImplementation() = default;

CORBA::Object_ptr DynamicImplementation::_this() {
  return static_cast<CORBA::Object*>(_this_as(CORBA::Object::_interface));
}

CORBA::Boolean DynamicImplementation::_is_a(const char* repository_id) {
  if (ServantBase::_is_a(repository_id)) return true;
  const CORBA::String_var own(_interface_of(nullptr));
  return std::strcmp(own.in(), repository_id) == 0;
}

char* DynamicImplementation::_interface_of(const ServedObject* object) {
  if (object != nullptr) return interface_of(*this, *object);
  try {
    const auto request = current();
    if (request && classic_servant(request->get_servant()) == this) {
      return interface_of(*this, {request->get_object_id(), request->get_POA()});
    }
  } catch (const ::PortableServer::Current::NoContext&) {
  }
  return interface_of(*this, {{}, {}});
}

bool DynamicImplementation::_dispatch(ServerRequest& request) {
  request.arguments().commit();
  const bool is_of_every_object = bridge_of(this)->serve_object_operation(request.modern());
  request.arguments().reload();
  if (is_of_every_object) return true;
  const Service service(request);
  invoke(&service.request());
  service.request().reply();
  return true;
}

}  // namespace PortableServer

}  // namespace dimma::classic
