#include "classic/servants/bridge.hpp"

#include "classic/calls/servant_tag.hpp"
#include "classic/exceptions/raise.hpp"
#include "classic/exceptions/translation.hpp"
#include "classic/objects/local_wrapper.hpp"
#include "classic/servants/servant_link.hpp"
#include "classic/servants/served_object.hpp"
#include "classic/streams/over.hpp"

#include <dimma/classic/object.hpp>
#include <dimma/classic/poa.hpp>
#include <dimma/classic/values/strings.hpp>
#include <dimma/minor.hpp>

#include <memory>

namespace dimma::classic {

namespace {

ServantLink& link_of(PortableServer::ServantBase& servant) {
  auto& place = servant._link();
  ServantLink* link = place.load(std::memory_order_acquire);
  if (link != nullptr) return *link;
  auto made = std::make_unique<ServantLink>();
  if (place.compare_exchange_strong(link, made.get(), std::memory_order_acq_rel)) return *made.release();
  return *link;
}

}  // namespace

Bridge::Bridge(PortableServer::ServantBase& servant) : servant_(&servant) { servant._add_ref(); }

Bridge::~Bridge() {
  PortableServer::ServantBase* const servant = servant_.exchange(nullptr, std::memory_order_acq_rel);
  if (servant == nullptr) return;
  try {
    servant->_remove_ref();
  } catch (...) {  // NOLINT: an application's own count has failed, and nobody is left to be told
  }
}

PortableServer::ServantBase& Bridge::existing() const {
  PortableServer::ServantBase* const servant = this->servant();
  if (servant != nullptr) return *servant;
  throw ::CORBA::OBJECT_NOT_EXIST(minor::object_not_exist_object, ::CORBA::COMPLETED_NO,
                                  "the application has destroyed the servant without deactivating the object");
}

::CORBA::object_reference<::PortableServer::POA> Bridge::_default_POA() {
  return with_modern_exceptions([this] {
    const PortableServer::POA_var poa(existing()._default_POA());
    return ::IDL::traits<::PortableServer::POA>::narrow(modern_of_any(poa.in()));
  });
}

bool Bridge::_is_a(const std::string& repository_id) {
  return with_modern_exceptions([&] { return existing()._is_a(repository_id.c_str()); });
}

bool Bridge::_non_existent() {
  return with_modern_exceptions([this] { return existing()._non_existent(); });
}

std::string Bridge::_repository_id() { return interface_of(nullptr); }

std::string Bridge::_interface_of(const ::PortableServer::ObjectId& id,
                                  ::CORBA::object_reference<::PortableServer::POA> poa) {
  const ServedObject object{id, poa};
  return interface_of(&object);
}

std::string Bridge::interface_of(const ServedObject* object) const {
  return with_modern_exceptions([&]() -> std::string {
    PortableServer::ServantBase& servant = existing();
    const CORBA::String_var own(servant._interface_of(object));
    return own.in() != nullptr ? own.in() : servant._most_derived_id();
  });
}

::CORBA::object_reference<::CORBA::Object> Bridge::_get_component() {
  return with_modern_exceptions([this] {
    const CORBA::Object_var component(existing()._get_component());
    return modern_of_any(component.in());
  });
}

bool Bridge::_dispatch(::dimma::ServerRequest& request) {
  PortableServer::ServantBase& servant = existing();
  try {
    Input arguments(request.arguments());
    ServerRequest served(request, arguments);
    if (servant._dispatch(served)) return true;
  } catch (const CORBA::Exception&) {
    raise_modern();
  }
  return Servant::_dispatch(request);
}

void* Bridge::_operations(const InterfaceTag* tag) noexcept { return tag == &servant_tag ? servant() : nullptr; }

::CORBA::servant_reference<Bridge> bridge_of(PortableServer::ServantBase* servant) {
  if (servant == nullptr) {
    raise<CORBA::BAD_PARAM>(minor::bad_param_nil_servant, CORBA::COMPLETED_NO, "the servant is null");
  }
  ServantLink& link = link_of(*servant);
  const std::lock_guard lock(link.mutex);
  if (auto bridge = link.bridge.lock()) return ::CORBA::servant_reference<Bridge>(std::move(bridge));
  auto made = ::CORBA::make_reference<Bridge>(*servant);
  link.bridge = made._shared();
  return made;
}

PortableServer::ServantBase* classic_servant(const ::CORBA::servant_reference<::PortableServer::Servant>& servant) {
  if (!servant) return nullptr;
  return static_cast<PortableServer::ServantBase*>(servant->_operations(&servant_tag));
}

}  // namespace dimma::classic
