#include <dimma/classic/servant.hpp>

#include "classic/servants/bridge.hpp"
#include "classic/servants/servant_link.hpp"

#include <dimma/classic/object.hpp>

#include <cstring>
#include <memory>

namespace dimma::classic::PortableServer {

ServantBase::ServantBase() : references_(1), link_(nullptr) {}

ServantBase::ServantBase(const ServantBase&) : ServantBase() {}

ServantBase& ServantBase::operator=(const ServantBase&) { return *this; }

ServantBase::~ServantBase() {
  const std::unique_ptr<ServantLink> link(link_.load(std::memory_order_acquire));
  if (!link) return;
  if (const auto bridge = link->bridge.lock()) bridge->servant_is_gone();
}

CORBA::Boolean ServantBase::_is_a(const char* repository_id) { return _has_interface(repository_id); }

CORBA::Boolean ServantBase::_non_existent() { return false; }

CORBA::Object_ptr ServantBase::_get_component() { return CORBA::Object::_nil(); }

void ServantBase::_add_ref() { references_.fetch_add(1, std::memory_order_relaxed); }

void ServantBase::_remove_ref() {
  if (references_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
}

CORBA::ULong ServantBase::_refcount_value() const { return references_.load(std::memory_order_relaxed); }

bool ServantBase::_dispatch(ServerRequest&) { return false; }

void* ServantBase::_operations(const Interface&) { return nullptr; }

const char* ServantBase::_most_derived_id() const { return CORBA::Object::_interface.repository_id; }

char* ServantBase::_interface_of(const ServedObject*) { return nullptr; }

CORBA::Boolean ServantBase::_has_interface(const char* repository_id) const {
  return std::strcmp(repository_id, CORBA::Object::_interface.repository_id) == 0;
}

RefCountServantBase::RefCountServantBase() = default;
RefCountServantBase::~RefCountServantBase() = default;

}  // namespace dimma::classic::PortableServer
