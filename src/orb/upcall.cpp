#include "orb/upcall.hpp"

#include "orb/adapter.hpp"
#include "orb/core.hpp"

#include <dimma/minor.hpp>

namespace dimma::orb {

namespace {

[[noreturn]] void raise_no_adapter() {
  throw CORBA::OBJECT_NOT_EXIST(minor::object_not_exist_no_adapter, CORBA::COMPLETED_NO,
                                "the object's POA does not exist (any more)");
}

// A server that shuts down says so, not that its objects are gone for good.
void refuse_when_stopping(const Core& core) {
  if (core.running()) return;
  throw CORBA::TRANSIENT(minor::transient_poa_destroyed, CORBA::COMPLETED_NO, "the ORB is shutting down");
}

void wait_at_gate(const Core& core, Manager& manager) {
  refuse_when_stopping(core);
  try {
    manager.wait_at_gate();
  } catch (const CORBA::OBJ_ADAPTER&) {
    refuse_when_stopping(core);
    throw;
  }
}

// The adapter of a persistent key that is not there: walks down from the root, asking the activators. An adapter on the
// way that holds requests holds this one too. nullptr: try again.
std::shared_ptr<Adapter> activate_adapter(Core& core, const ObjectKey& key) {
  std::shared_ptr<Adapter> adapter = core.root();
  for (const auto& name : path_names(key.path)) {
    if (!adapter->manager().open()) {
      const auto manager = adapter->manager_owner();
      wait_at_gate(core, *manager);
      return nullptr;
    }
    adapter = adapter->find_child(name, true);
    if (!adapter) raise_no_adapter();
  }
  if (!adapter->policies().persistent()) raise_no_adapter();
  return adapter;
}

// nullptr: try again.
ActiveObject* enter_inactive(Core& core, const ObjectKey& key, std::string_view operation) {
  refuse_when_stopping(core);
  auto adapter = core.directory().find(key);
  if (!adapter) {
    if (key.kind != ObjectKey::Kind::persistent) raise_no_adapter();
    adapter = activate_adapter(core, key);
    if (!adapter) return nullptr;
  }
  if (!adapter->manager().open()) {
    const auto manager = adapter->manager_owner();
    adapter.reset();
    wait_at_gate(core, *manager);
    return nullptr;
  }
  return &adapter->incarnate(key.object_id, operation);
}

}  // namespace

std::shared_ptr<Adapter> find_adapter(Core& core, const ObjectKey& key) {
  auto adapter = core.directory().find(key);
  if (adapter || key.kind != ObjectKey::Kind::persistent || !core.running()) return adapter;
  adapter = core.root();
  for (const auto& name : path_names(key.path)) {
    adapter = adapter->find_child(name, true);
    if (!adapter) return nullptr;
  }
  return adapter->policies().persistent() ? adapter : nullptr;
}

void Upcall::tell_locator() const { frame_.object->adapter().postinvoke(*frame_.object); }

ActiveObject& enter_object(Core& core, const ObjectKey& key, std::string_view operation) {
  for (;;) {
    ActiveObject* object = core.directory().enter(key);
    if (object == nullptr) [[unlikely]] {
      object = enter_inactive(core, key, operation);
      if (object == nullptr) continue;
    }
    if (object->gate_open()) [[likely]]
      return *object;
    const auto manager = object->adapter().manager_owner();
    object->leave();
    wait_at_gate(core, *manager);
  }
}

}  // namespace dimma::orb
