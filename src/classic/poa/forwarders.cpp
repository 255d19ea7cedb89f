#include "classic/poa/forwarders.hpp"

#include "classic/poa/adapter.hpp"
#include "classic/poa/ids.hpp"
#include "classic/poa/poa_exceptions.hpp"
#include "classic/servants/bridge.hpp"

#include <string>

namespace dimma::classic {

namespace {

using ModernPoa = ::CORBA::object_reference<::PortableServer::POA>;
using ModernServant = ::CORBA::servant_reference<::PortableServer::Servant>;

class Forwarder {
 public:
  virtual CORBA::Object* application() const noexcept = 0;

 protected:
  ~Forwarder() = default;
};

template <class Interface, class Modern>
class ForwarderTo : public virtual Modern, public Forwarder {
 public:
  explicit ForwarderTo(Interface* to) : to_(Interface::_duplicate(to)) {}
  CORBA::Object* application() const noexcept override { return to_.in(); }

 protected:
  ~ForwarderTo() override = default;
  Interface& to() const { return *to_.in(); }

 private:
  const ObjectVar<Interface> to_;
};

// Calls `function`, which calls the application, and translates what it throws.
template <class Function>
decltype(auto) calling_application(Function function) {
  try {
    return function();
  } catch (...) {
    raise_modern_of_manager();
  }
}

// The arguments that all functions of servant managers have.
struct Arguments {
  Arguments(const ::PortableServer::ObjectId& object, const ModernPoa& adapter) : poa(wrap_poa(adapter)) {
    assign(id, object);
  }
  PortableServer::ObjectId id;
  const PortableServer::POA_var poa;
};

ModernServant servant_for_poa(PortableServer::Servant servant) {
  return servant == nullptr ? ModernServant() : ModernServant(bridge_of(servant));
}

class AdapterActivatorForwarder final
    : public ForwarderTo<PortableServer::AdapterActivator, ::PortableServer::AdapterActivator> {
 public:
  using ForwarderTo::ForwarderTo;

  bool unknown_adapter(ModernPoa parent, const std::string& name) override {
    return calling_application([&] {
      const PortableServer::POA_var poa(wrap_poa(parent));
      return to().unknown_adapter(poa.in(), name.c_str());
    });
  }
};

class ActivatorForwarder final
    : public ForwarderTo<PortableServer::ServantActivator, ::PortableServer::ServantActivator> {
 public:
  using ForwarderTo::ForwarderTo;

  ModernServant incarnate(const ::PortableServer::ObjectId& id, ModernPoa adapter) override {
    return calling_application([&] {
      const Arguments arguments(id, adapter);
      return servant_for_poa(to().incarnate(arguments.id, arguments.poa.in()));
    });
  }
  void etherealize(const ::PortableServer::ObjectId& id, ModernPoa adapter, ModernServant servant,
                   bool cleanup_in_progress, bool remaining_activations) override {
    PortableServer::Servant const of_application = classic_servant(servant);
    if (of_application == nullptr) return;
    calling_application([&] {
      const Arguments arguments(id, adapter);
      to().etherealize(arguments.id, arguments.poa.in(), of_application, cleanup_in_progress, remaining_activations);
    });
  }
};

class LocatorForwarder final : public ForwarderTo<PortableServer::ServantLocator, ::PortableServer::ServantLocator> {
 public:
  using ForwarderTo::ForwarderTo;

  ModernServant preinvoke(const ::PortableServer::ObjectId& id, ModernPoa adapter, const std::string& operation,
                          Cookie& cookie) override {
    return calling_application([&] {
      const Arguments arguments(id, adapter);
      return servant_for_poa(to().preinvoke(arguments.id, arguments.poa.in(), operation.c_str(), cookie));
    });
  }
  void postinvoke(const ::PortableServer::ObjectId& id, ModernPoa adapter, const std::string& operation, Cookie cookie,
                  ModernServant servant) override {
    calling_application([&] {
      const Arguments arguments(id, adapter);
      to().postinvoke(arguments.id, arguments.poa.in(), operation.c_str(), cookie, classic_servant(servant));
    });
  }
};

using ManagerForwarder = ForwarderTo<PortableServer::ServantManager, ::PortableServer::ServantManager>;
class PlainManagerForwarder final : public ManagerForwarder {
 public:
  using ManagerForwarder::ManagerForwarder;
};

}  // namespace

::CORBA::object_reference<::PortableServer::AdapterActivator> forwarder_to(
    PortableServer::AdapterActivator_ptr activator) {
  if (activator == nullptr) return {};
  return ::CORBA::make_reference<AdapterActivatorForwarder>(activator);
}

::CORBA::object_reference<::PortableServer::ServantManager> forwarder_to(PortableServer::ServantManager_ptr manager) {
  if (manager == nullptr) return {};
  if (auto* const activator = dynamic_cast<PortableServer::ServantActivator*>(manager)) {
    return ::CORBA::make_reference<ActivatorForwarder>(activator);
  }
  if (auto* const locator = dynamic_cast<PortableServer::ServantLocator*>(manager)) {
    return ::CORBA::make_reference<LocatorForwarder>(locator);
  }
  return ::CORBA::make_reference<PlainManagerForwarder>(manager);
}

CORBA::Object* object_of_application(const ModernReference& forwarder) {
  const auto* const known = dynamic_cast<const Forwarder*>(forwarder._get());
  return known == nullptr ? nullptr : CORBA::Object::_duplicate(known->application());
}

}  // namespace dimma::classic
