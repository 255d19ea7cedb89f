// Whole ORBs: adapters and objects that exist only once they are called, beside their end.

#include "simulation/scenario.hpp"
#include "simulation/world/orb_world.hpp"

#include <functional>

namespace dimma::simulation {
namespace {

using namespace PortableServer;

const char* const speaker_id = "IDL:Simulated/Speaker:1.0";

// Makes the adapter "child" of the root, and activates the object "one" in it.
class ChildActivator final : public virtual IDL::traits<AdapterActivator>::base_type {
 public:
  explicit ChildActivator(OrbWorld& world) : world_(world) {}

  bool unknown_adapter(PoaRef /*parent*/, const std::string& name) override {
    check(!is_creating_, "one thread creates the adapter");
    is_creating_ = true;
    create(name);
    is_creating_ = false;
    return true;
  }
  PoaRef create(const std::string& name) {
    const auto& root = world_.root();
    auto child = root->create_POA(name, root->the_POAManager(),
                                  {root->create_lifespan_policy(LifespanPolicyValue::PERSISTENT),
                                   root->create_id_assignment_policy(IdAssignmentPolicyValue::USER_ID)});
    child->activate_object_with_id(string_to_ObjectId("one"), world_.make_servant());
    return child;
  }

 private:
  OrbWorld& world_;
  bool is_creating_ = false;
};

// Two calls to an object whose adapter is created when it is called, while `change` runs.
void call_unknown_adapter(OrbWorld& world, const std::function<void()>& change) {
  const auto activator = CORBA::make_reference<ChildActivator>(world);
  const auto first = activator->create("child");
  const auto speaker = world.at_client(first->id_to_reference(string_to_ObjectId("one")));
  first->destroy(true, true);
  world.root()->the_activator(activator);
  sync::Thread caller([&] { world.call(speaker); });
  sync::Thread other([&] { world.call(speaker); });
  change();
  caller.join();
  other.join();
}

const Registered orb_activators_adapter("orb.activators_adapter", "two calls have their adapter created", [] {
  OrbWorld world;
  call_unknown_adapter(world, [] {});
  check(world.journal().count(Ended::with_result) == 2, "each call has a result");
});

const Registered orb_activators_adapter_ends("orb.activators_adapter_ends",
                                             "an adapter is created by a call while its ORB is destroyed", [] {
                                               OrbWorld world;
                                               call_unknown_adapter(world, [&] { world.server()->destroy(); });
                                             });

// Incarnates objects, one at a time for each id.
class ObjectActivator final : public virtual IDL::traits<ServantActivator>::base_type {
 public:
  explicit ObjectActivator(OrbWorld& world) : world_(world) {}

  ServantRef incarnate(const ObjectId& /*id*/, PoaRef /*adapter*/) override {
    check(!incarnated_, "an object is etherealized before it is incarnated again");
    incarnated_ = true;
    return world_.make_servant();
  }
  void etherealize(const ObjectId& /*id*/, PoaRef /*adapter*/, ServantRef /*servant*/, bool /*is_cleanup*/,
                   bool /*is_remaining*/) override {
    check(incarnated_, "an object is etherealized once");
    incarnated_ = false;
  }
  bool incarnated() const noexcept { return incarnated_; }

 private:
  OrbWorld& world_;
  bool incarnated_ = false;
};

PoaRef managed_adapter(const OrbWorld& world, const CORBA::object_reference<ServantManager>& manager) {
  const auto& root = world.root();
  auto adapter =
      root->create_POA("managed", root->the_POAManager(),
                       {root->create_request_processing_policy(RequestProcessingPolicyValue::USE_SERVANT_MANAGER),
                        root->create_id_assignment_policy(IdAssignmentPolicyValue::USER_ID)});
  adapter->set_servant_manager(manager);
  return adapter;
}

// Two calls to an object that is incarnated when it is called, while `change` runs.
void call_inactive_object(OrbWorld& world, const std::function<void(const PoaRef&)>& change) {
  const auto activator = CORBA::make_reference<ObjectActivator>(world);
  const auto adapter = managed_adapter(world, activator);
  const auto speaker = world.at_client(adapter->create_reference_with_id(string_to_ObjectId("one"), speaker_id));
  sync::Thread caller([&] { world.call(speaker); });
  sync::Thread other([&] { world.call(speaker); });
  change(adapter);
  caller.join();
  other.join();
  world.server()->destroy();
  check(!activator->incarnated(), "each object is etherealized in the end");
}

const Registered orb_activators_object("orb.activators_object", "an incarnated object is deactivated beside calls", [] {
  OrbWorld world;
  call_inactive_object(world, [&](const PoaRef& adapter) {
    try {
      adapter->deactivate_object(string_to_ObjectId("one"));
    } catch (const POA::ObjectNotActive&) {
      // No call has come yet.
    }
  });
  check(world.journal().count(Ended::with_result) == 2, "each call has a result");
});

const Registered orb_activators_object_ends("orb.activators_object_ends",
                                            "an object is incarnated by a call while its adapter is destroyed", [] {
                                              OrbWorld world;
                                              call_inactive_object(
                                                  world, [](const PoaRef& adapter) { adapter->destroy(true, true); });
                                            });

// Forwards the calls to another object.
class Forwarder final : public virtual IDL::traits<ServantActivator>::base_type {
 public:
  explicit Forwarder(CORBA::object_reference<CORBA::Object> to) : to_(std::move(to)) {}

  ServantRef incarnate(const ObjectId& /*id*/, PoaRef /*adapter*/) override { throw ForwardRequest(to_); }
  void etherealize(const ObjectId& /*id*/, PoaRef /*adapter*/, ServantRef /*servant*/, bool /*is_cleanup*/,
                   bool /*is_remaining*/) override {
    check(false, "an object that is not incarnated is not etherealized");
  }

 private:
  const CORBA::object_reference<CORBA::Object> to_;
};

const Registered orb_activators_forward(
    "orb.activators_forward", "calls are forwarded to an object that disappears", [] {
      OrbWorld world;
      const auto& root = world.root();
      const auto target = root->activate_object(world.make_servant());
      const auto adapter = managed_adapter(world, CORBA::make_reference<Forwarder>(root->id_to_reference(target)));
      const auto speaker = world.at_client(adapter->create_reference_with_id(string_to_ObjectId("one"), speaker_id));
      sync::Thread caller([&] { world.call(speaker); });
      world.call(speaker);
      root->deactivate_object(target);
      caller.join();
    });

}  // namespace
}  // namespace dimma::simulation
