#pragma once
// An object adapter: knows which servant incarnates which object, and makes references to them.
//
// Locks, in this order: the POA tree's lock (making and destroying adapters), the directory's, objects_mutex_ (which
// objects are active), drain_mutex_ (objects that are closed but not released yet). No lock is held while a servant,
// an activator or an application's destructor runs.

#include "base/sync/assert.hpp"
#include "base/sync/sync.hpp"
#include "orb/poa/activation.hpp"
#include "orb/poa/adapter_base.hpp"
#include "orb/poa/manager.hpp"
#include "orb/poa/poa_tree.hpp"
#include "orb/upcall/active_object.hpp"

#include <dimma/poa.hpp>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace dimma::orb {

class Adapter final : public PortableServer::POA, public AdapterBase, public ObjectOwner {
 public:
  struct Place {
    std::shared_ptr<Adapter> parent;  // nullptr for the root
    std::string name;
    std::uint32_t number = 0;  // unique among all adapters that the ORB has had
  };
  Adapter(PoaTree& tree, Place place, AdapterPolicies policies, std::shared_ptr<Manager> manager,
          std::shared_ptr<Endpoint> endpoint);
  ~Adapter() override;

  // PortableServer::POA.
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

  // For the ORB.

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
  // The executor of its upcalls, or else the ORB's executor for coroutines.
  std::shared_ptr<UpcallExecutor> executor_of_coroutines() const;
  std::string path_in_words() const override;

  // Returns the active object of that id, entered; nullptr if it is not active.
  ActiveObject* enter(std::string_view id) noexcept;
  // True if there may be an object of that id, active or not.
  bool may_have(std::string_view id) noexcept;
  // For an object that is not active: asks the default servant or the servant manager, and returns the object, entered.
  // Throws the exception that refuses the request, or PortableServer::ForwardRequest.
  // Returns nullptr if the request, if there is one, has been put aside until an earlier incarnation is etherealized.
  ActiveObject* incarnate(std::string_view id, std::string_view operation, ServerRequest* request);
  // Called once for the object of a servant locator, before its request is answered. Throws what the locator throws.
  void postinvoke(ActiveObject& object, std::unique_ptr<LocatedObject> located) override;
  // Called for an object whose last request has ended after it was closed. Its servant is destroyed here.
  void released(ActiveObject& object, std::shared_ptr<PortableServer::Servant> servant) noexcept override;

  CORBA::object_reference<CORBA::Object> reference(std::string_view id, std::string repository_id);
  CORBA::object_reference<CORBA::Object> own_reference(std::string_view id, std::string repository_id) override;
  void establishment(Establishment value) override { establishment_ = std::move(value); }
  const Establishment& establishment() const noexcept { return establishment_; }
  // Returns a reference with the interface that its servant names.
  CORBA::object_reference<CORBA::Object> reference_to(PortableServer::Servant& servant, std::string_view id);
  // Returns the child; nullptr if it is not there.
  std::shared_ptr<Adapter> find_child(const std::string& name);
  // The same, but asks the activator if it is not there. If another thread is in an activator that makes the child,
  // returns that activation, to be waited for before asking again. `request` is the one that asks; nullptr for the
  // application. Throws CORBA::OBJ_ADAPTER if the activator fails.
  struct Found {
    std::shared_ptr<Adapter> child;
    std::shared_ptr<Activation> busy;
  };
  Found find_or_activate_child(const std::string& name, const ServerRequest* request);
  // Returns the activation that its requests have to wait for; nullptr if other threads are in none.
  bool may_be_activating() const noexcept { return may_be_activating_.load(std::memory_order_acquire); }
  std::shared_ptr<Activation> activation_to_wait_for(const ServerRequest* request);
  // The same for a child that may not be there yet.
  std::shared_ptr<Activation> activation_of_child(const std::string& name, const ServerRequest* request);

  void listen_if_due() override;
  void deactivate_all(bool etherealize) override;
  void wait_until_idle() override;
  // Requires the POA tree's lock, as detach() does.
  void add_to_directory();
  // Takes this adapter and those below it out of the directory; they activate no more objects.
  // deactivate_all() has to follow for each, outside the lock.
  void detach(std::vector<std::shared_ptr<Adapter>>& detached);
  void wait_until_drained() override;
  bool is_drained() override;
  // For an adapter that is destroyed: also waits for all that were below it.
  void wait_until_gone();

 private:
  struct ById {
    using is_transparent = void;
    static std::string_view view(std::string_view id) noexcept { return id; }
    static std::string_view view(const std::shared_ptr<ActiveObject>& object) noexcept { return object->id(); }
    std::size_t operator()(const auto& object) const noexcept { return std::hash<std::string_view>{}(view(object)); }
    bool operator()(const auto& left, const auto& right) const noexcept { return view(left) == view(right); }
  };
  // The objects that a servant incarnates: their number, and one of them.
  struct Incarnations {
    std::size_t count = 0;
    ActiveObject* one = nullptr;
  };

  void require_alive() const;
  bool call_activator(PortableServer::AdapterActivator& activator, const std::string& name);
  std::string new_id();
  sync::Atomic<std::uint64_t>& ids_made() const noexcept;
  bool is_own_system_id(std::string_view id) const noexcept;
  void require_system_id(std::string_view id) const;
  std::shared_ptr<ActiveObject> activate(std::string id, std::shared_ptr<PortableServer::Servant> servant)
      DIMMA_EXCLUDES(objects_mutex_);
  void remove_locked(const ActiveObject& object) DIMMA_REQUIRES(objects_mutex_);
  void begin_draining(const std::shared_ptr<ActiveObject>& object) DIMMA_EXCLUDES(drain_mutex_);
  static void close(ActiveObject& object, bool etherealize, bool cleanup_in_progress);
  bool is_being_etherealized(std::string_view id) DIMMA_EXCLUDES(drain_mutex_);
  bool is_being_etherealized_locked(std::string_view id) const DIMMA_REQUIRES(drain_mutex_);
  bool wait_until_etherealized(std::string_view id, ServerRequest* request);
  bool waits_for_itself() const noexcept;
  void forget_child(const Adapter& child) DIMMA_REQUIRES(tree_.mutex());
  std::vector<std::shared_ptr<Adapter>> former_children();
  std::optional<std::string> id_of_servant(const std::shared_ptr<PortableServer::Servant>& servant);
  std::string own_id_in(const CORBA::object_reference<CORBA::Object>& reference) const;
  // Throws WrongPolicy, which says what the called function needs.
  void require_policy(bool kept, const char* needs) const;
  [[noreturn]] void raise_not_active(std::string_view id) const;
  [[noreturn]] void raise_servant_not_active() const;
  ActiveObject& enter_for_one_request(const std::shared_ptr<ActiveObject>& object);
  ActiveObject* incarnate_by_activator(std::string_view id, PortableServer::ServantActivator& activator,
                                       ServerRequest* request);
  ActiveObject* try_to_incarnate(std::string_view id, PortableServer::ServantActivator& activator);
  void etherealize(ActiveObject& object, const std::shared_ptr<PortableServer::Servant>& servant,
                   std::unique_ptr<LocatedObject> located);
  ActiveObject& incarnate_by_locator(std::string_view id, std::string_view operation,
                                     PortableServer::ServantLocator& locator);

  const std::shared_ptr<OrbState> orb_;  // which the tree is part of
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
  std::shared_ptr<Activation> made_within_;  // before there is any request
  sync::Atomic<bool> may_be_activating_{false};
  sync::Atomic<bool> destroyed_{false};
  mutable sync::Atomic<std::uint64_t> ids_made_{0};

  std::map<std::string, std::shared_ptr<Adapter>> children_ DIMMA_GUARDED_BY(tree_.mutex());
  std::map<std::string, std::shared_ptr<Activation>> activating_ DIMMA_GUARDED_BY(tree_.mutex());  // children
  // Children that are being destroyed, or have been.
  std::vector<std::weak_ptr<Adapter>> former_children_ DIMMA_GUARDED_BY(tree_.mutex());

  mutable sync::SharedMutex objects_mutex_;
  std::unordered_set<std::shared_ptr<ActiveObject>, ById, ById> active_ DIMMA_GUARDED_BY(objects_mutex_);
  std::unordered_map<const PortableServer::Servant*, Incarnations> by_servant_ DIMMA_GUARDED_BY(objects_mutex_);
  std::shared_ptr<PortableServer::Servant> default_servant_ DIMMA_GUARDED_BY(objects_mutex_);
  std::shared_ptr<PortableServer::ServantManager> servant_manager_ DIMMA_GUARDED_BY(objects_mutex_);
  std::shared_ptr<PortableServer::AdapterActivator> activator_ DIMMA_GUARDED_BY(objects_mutex_);

  sync::RecursiveMutex incarnation_mutex_;  // a servant activator is called by one thread at a time

  sync::Mutex drain_mutex_;
  sync::Condition drained_;
  std::unordered_map<ActiveObject*, std::shared_ptr<ActiveObject>> draining_ DIMMA_GUARDED_BY(drain_mutex_);
  bool all_closed_ DIMMA_GUARDED_BY(drain_mutex_) = false;  // no object will be active again
  const std::shared_ptr<HoldQueue> until_etherealized_;
};

// The owner of every active object is an Adapter.
inline Adapter& adapter_of(const ActiveObject& object) noexcept { return static_cast<Adapter&>(object.owner()); }

}  // namespace dimma::orb
