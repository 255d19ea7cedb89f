#pragma once
/// POA_PortableServer: servant managers and activators as CORBA 2.2 had them, when they were servants and not local
/// objects. Existing programs derive from these classes, often together with RefCountServantBase, and call `_this()`.

#include <dimma/classic/servant.hpp>
#include <dimma/classic/servant_manager.hpp>

namespace dimma {
namespace classic {
namespace POA_PortableServer {

/// A local object that is called like a servant; its references and those to the servant are counted together.
/// Interface is the local interface.
template <class Interface>
class LocalServant : public virtual Interface, public virtual PortableServer::ServantBase {
 public:
  /// Returns the object itself, with one reference more.
  Interface* _this() { return Interface::_duplicate(this); }

  void _add_ref() override { PortableServer::ServantBase::_add_ref(); }
  void _remove_ref() override { PortableServer::ServantBase::_remove_ref(); }
  CORBA::Boolean _has_interface(const char* repository_id) const override {
    return Interface::_has_interface(repository_id);
  }
};

typedef LocalServant<PortableServer::AdapterActivator> AdapterActivator;
typedef LocalServant<PortableServer::ServantManager> ServantManager;
typedef LocalServant<PortableServer::ServantActivator> ServantActivator;
typedef LocalServant<PortableServer::ServantLocator> ServantLocator;

}  // namespace POA_PortableServer
}  // namespace classic
}  // namespace dimma

#ifndef DIMMA_CLASSIC_LIBRARY
namespace POA_PortableServer {
using namespace ::dimma::classic::POA_PortableServer;
}
#endif
