#pragma once
// An object adapter: it maps object ids to servants, and creates references.
//
// Locks are taken in this order: the POA tree's lock (held while adapters are created and destroyed), the directory's
// lock, those of ActiveObjectMap. No lock is held while code of a servant, an activator or an application's destructor
// runs.

#include "base/sync/assert.hpp"
#include "base/sync/sync.hpp"
#include "orb/poa/managers/adapter_base.hpp"
#include "orb/poa/managers/manager.hpp"
#include "orb/poa/objects/active_object_map.hpp"
#include "orb/poa/objects/incarnator.hpp"
#include "orb/poa/objects/system_ids.hpp"
#include "orb/poa/tree/activation.hpp"
#include "orb/poa/tree/child_adapters.hpp"
#include "orb/poa/tree/poa_tree.hpp"

#include <dimma/poa.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::orb {

class Adapter final : public PortableServer::POA, public AdapterBase, public ObjectOwner {
 public:
  struct Place {
    std::shared_ptr<Adapter> parent;  // nullptr for the root
    std::string name;
    std::uint32_t number = 0;  // unique among all adapters in the ORB's lifetime
  };
  Adapter(PoaTree& tree, Place place, AdapterPolicies policies, std::shared_ptr<Manager> manager,
          std::shared_ptr<Endpoint> endpoint);
  ~Adapter() override;

  // Implements PortableServer::POA.
  CORBA::object_reference<POA> create_POA(const std::string& name,
                                          CORBA::object_reference<PortableServer::POAManager> manager,
                                          const CORBA::PolicyList& policies) override;
  CORBA::object_reference<POA> find_POA(const std::string& name, bool activate_it) override;
  void destroy(bool etherealize_objects, bool wait_for_completion) override;
  std::string the_name() override;
  CORBA::object_reference<POA> the_parent() override;
  PortableServer::POAList the_children() override;
  CORBA::object_reference<PortableServer::POAManager> the_POAManager() override;
  CORBA::object_reference<PortableServer::POAManagerFactory> the_POAManagerFactory() override;
  CORBA::object_reference<PortableServer::AdapterActivator> the_activator() override;
  void the_activator(CORBA::object_reference<PortableServer::AdapterActivator> activator) override;
  CORBA::OctetSeq id() override;
  PortableServer::ObjectId activate_object(CORBA::servant_reference<PortableServer::Servant> servant) override;
  void activate_object_with_id(const PortableServer::ObjectId& id,
                               CORBA::servant_reference<PortableServer::Servant> servant) override;
  void deactivate_object(const PortableServer::ObjectId& id) override;
  CORBA::object_reference<CORBA::Object> create_reference(const std::string& repository_id) override;
  CORBA::object_reference<CORBA::Object> create_reference_with_id(const PortableServer::ObjectId& id,
                                                                  const std::string& repository_id) override;
  PortableServer::ObjectId servant_to_id(CORBA::servant_reference<PortableServer::Servant> servant) override;
  CORBA::object_reference<CORBA::Object> servant_to_reference(
      CORBA::servant_reference<PortableServer::Servant> servant) override;
  CORBA::servant_reference<PortableServer::Servant> reference_to_servant(
      CORBA::object_reference<CORBA::Object> reference) override;
  PortableServer::ObjectId reference_to_id(CORBA::object_reference<CORBA::Object> reference) override;
  CORBA::servant_reference<PortableServer::Servant> id_to_servant(const PortableServer::ObjectId& id) override;
  CORBA::object_reference<CORBA::Object> id_to_reference(const PortableServer::ObjectId& id) override;
  CORBA::servant_reference<PortableServer::Servant> get_servant() override;
  void set_servant(CORBA::servant_reference<PortableServer::Servant> servant) override;
  CORBA::object_reference<PortableServer::ServantManager> get_servant_manager() override;
  void set_servant_manager(CORBA::object_reference<PortableServer::ServantManager> manager) override;

  // Functions for the ORB.

  OrbState& orb() const noexcept override { return *orb_; }
  Manager& manager() const noexcept { return *manager_; }
  PortableServer::POAManager& poa_manager() const noexcept override { return *manager_; }
  std::shared_ptr<Manager> manager_owner() const noexcept { return manager_; }
  const AdapterPolicies& policies() const noexcept override { return policies_; }
  const std::string& path() const noexcept { return path_; }
  std::uint32_t number() const noexcept { return place_.number; }
  const std::shared_ptr<Adapter>& parent() const noexcept { return place_.parent; }
  const std::string& name() const noexcept override { return place_.name; }
  CORBA::StringSeq full_name() const override;
  const std::shared_ptr<Endpoint>& endpoint() const noexcept override { return endpoint_; }
  std::weak_ptr<AdapterBase> weak() override { return shared(); }
  CORBA::object_reference<POA> poa() override { return CORBA::object_reference<POA>(shared()); }
  std::shared_ptr<ObjectOwner> object_owner() override { return shared(); }
  void require_alive() const override;
  std::shared_ptr<Adapter> shared() { return std::static_pointer_cast<Adapter>(itself_.lock()); }
  void itself(std::weak_ptr<Adapter> value) {
    DIMMA_ASSERT(itself_.expired());
    itself_ = std::move(value);
  }
  const std::string& key_prefix() const noexcept { return key_prefix_; }
  const sync::Atomic<PortableServer::POAManager::State>& gate() const noexcept override { return manager_->gate(); }
  sync::RecursiveMutex* serial() noexcept override { return serial_.get(); }
  bool retains() const noexcept override { return policies_.retains(); }
  bool serves_elsewhere() const noexcept override { return policies_.executor != nullptr; }
  // Returns the executor of this adapter's upcalls; without one, the ORB's executor for coroutines.
  std::shared_ptr<UpcallExecutor> executor_of_coroutines() const;
  std::string path_in_words() const override;

  PoaTree& tree() const noexcept { return tree_; }
  const ActiveObjectMap& objects() const noexcept { return objects_; }
  // Returns true if an object with that id may exist, active or not.
  bool may_have(std::string_view id) const noexcept;
  // Called for an object that is not active. See Incarnator::incarnate().
  ActiveObject* incarnate(std::string_view id, std::string_view operation, ServerRequest* request) {
    return incarnator_.incarnate(id, operation, request);
  }
  void postinvoke(ActiveObject& object, std::unique_ptr<LocatedObject> located) override;
  void released(ActiveObject& object, std::shared_ptr<PortableServer::Servant> servant) noexcept override;

  CORBA::object_reference<CORBA::Object> reference(std::string_view id, std::string repository_id);
  CORBA::object_reference<CORBA::Object> own_reference(std::string_view id, std::string repository_id) override;
  void establishment(Establishment value) override { establishment_ = std::move(value); }
  const Establishment& establishment() const noexcept { return establishment_; }
  // Returns a reference whose type is the servant's interface.
  CORBA::object_reference<CORBA::Object> reference_to(PortableServer::Servant& servant, std::string_view id);
  // Returns the child with that name, or nullptr.
  std::shared_ptr<Adapter> find_child(const std::string& name) const { return children_.find(name); }
  // Like find_child(), but calls the adapter activator if the child does not exist. If another thread's activator is
  // creating the child, returns that activation; the caller has to wait for it and try again. `request` is nullptr for
  // a call of the application. Throws CORBA::OBJ_ADAPTER if the activator fails.
  struct Found {
    std::shared_ptr<Adapter> child;
    std::shared_ptr<Activation> busy;
  };
  Found find_or_activate_child(const std::string& name, const ServerRequest* request);
  // Returns false if no request for this adapter has to wait for an activation.
  bool may_be_activating() const noexcept { return made_within_.may_be_pending(); }
  // Returns the activation that requests for this adapter have to wait for, or nullptr if no other thread is creating
  // it.
  std::shared_ptr<Activation> activation_to_wait_for(const ServerRequest* request) {
    return made_within_.to_wait_for(request);
  }
  // Like activation_to_wait_for(), for a child that may not exist yet.
  std::shared_ptr<Activation> activation_of_child(const std::string& name, const ServerRequest* request);

  void listen_if_due() override;
  void deactivate_all(bool etherealize) override;
  void wait_until_idle() override;
  // add_to_directory() and detach() are called with the POA tree's lock held.
  void add_to_directory();
  // Removes this adapter and those below it from the directory, so that they activate no more objects. Afterwards,
  // deactivate_all() must be called on each of them without the lock.
  void detach(std::vector<std::shared_ptr<Adapter>>& detached);
  void wait_until_drained() override { objects_.wait_until_released(); }
  bool is_drained() override { return !objects_.has_closed(); }
  // For an adapter that is being destroyed: like wait_until_drained(), but also waits for the adapters that were below
  // it.
  void wait_until_gone();

 private:
  bool call_activator(PortableServer::AdapterActivator& activator, const std::string& name);
  void require_system_id(std::string_view id) const;
  std::string activate(std::string id, const std::shared_ptr<PortableServer::Servant>& servant);
  std::optional<std::string> id_of_servant(const std::shared_ptr<PortableServer::Servant>& servant);
  std::string own_id_in(const CORBA::object_reference<CORBA::Object>& reference) const;
  // Throws WrongPolicy unless `kept`. `needs` names the policy that the called function requires.
  void require_policy(bool kept, const char* needs) const;

  const std::shared_ptr<OrbState> orb_;  // owns tree_
  PoaTree& tree_;
  const Place place_;
  const AdapterPolicies policies_;
  const std::shared_ptr<Manager> manager_;
  const std::shared_ptr<Endpoint> endpoint_;
  const std::string path_;
  const std::string key_prefix_;
  const std::unique_ptr<sync::RecursiveMutex> serial_;
  Establishment establishment_;
  std::weak_ptr<Adapter> itself_;
  MadeWithin made_within_;
  ChildAdapters children_;
  sync::Atomic<bool> destroyed_{false};
  SystemIds ids_;
  ActiveObjectMap objects_{destroyed_};
  Incarnator incarnator_;
};

// The owner of every active object is an Adapter.
inline Adapter& adapter_of(const ActiveObject& object) noexcept { return static_cast<Adapter&>(object.owner()); }

}  // namespace dimma::orb
