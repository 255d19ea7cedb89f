#include "orb/poa/requests/entrance.hpp"

#include "base/sync/assert.hpp"
#include "base/text/shown_text.hpp"
#include "orb/poa/requests/executors.hpp"
#include "orb/poa/tree/adapter.hpp"
#include "orb/poa/tree/poa_tree.hpp"
#include "orb/poa/tree/root_adapter.hpp"
#include "orb/state/orb_state.hpp"
#include "orb/upcall/caller.hpp"

#include <dimma/minor.hpp>

#include <optional>
#include <utility>

namespace dimma::orb {

namespace {

[[noreturn]] void raise_no_adapter(const OrbState& orb, const ObjectKey& key) {
  std::string why = "the object's POA does not exist";
  if (key.kind == ObjectKey::Kind::persistent) {
    why += ": this server has not created '" + shown_text(key.path) + "' as a persistent POA";
  } else if (key.stamp != orb.stamp()) {
    why =
        "the reference is transient, and was made by an ORB that has ended, such as an earlier run of this server: get "
        "a "
        "new one, or use references that last (dimma::publish, or a POA with PERSISTENT and USER_ID)";
  } else {
    why += ": the server has destroyed it";
  }
  throw CORBA::OBJECT_NOT_EXIST(minor::object_not_exist_no_adapter, CORBA::COMPLETED_NO, why);
}

// A server that is shutting down must not answer that its objects no longer exist.
void refuse_when_stopping(const OrbState& orb) {
  if (orb.running()) return;
  throw CORBA::TRANSIENT(minor::transient_poa_destroyed, CORBA::COMPLETED_NO, "the ORB is shutting down");
}

// Returns nullptr if the adapter does not exist or an activator may still be creating it, or if the object is not
// active.
ActiveObject* enter_active(const PoaTree& tree, const ObjectKey& key) noexcept {
  return tree.directory().visit(key, [&key](Adapter& adapter) {
    return adapter.may_be_activating() ? nullptr : adapter.objects().enter(key.object_id);
  });
}

// Finds and enters the object for the key of a request, or of a call within the process.
class Entrance {
 public:
  Entrance(PoaTree& tree, const ObjectKey& key, std::string_view operation, ServerRequest* request,
           bool keeps_thread = false) noexcept
      : tree_(tree), key_(key), operation_(operation), request_(request), keeps_thread_(keeps_thread) {}

  // Returns nullptr if the request has been put aside, or if the call must be made as a request.
  ActiveObject* enter();

 private:
  ActiveObject* entered();
  enum class Next : std::uint8_t { entered, again, put_aside };

  Next wait_at_gate(Manager& manager);
  Next enter_inactive();
  bool leave_to_executor(Adapter& adapter);
  Next activate_adapter(std::shared_ptr<Adapter>& adapter);

  PoaTree& tree_;
  const ObjectKey& key_;
  const std::string_view operation_;
  ServerRequest* const request_;  // nullptr for a call within the process
  const bool keeps_thread_;       // even if the adapter has an executor
  ActiveObject* object_ = nullptr;
};

Entrance::Next Entrance::wait_at_gate(Manager& manager) {
  refuse_when_stopping(tree_.orb());
  try {
    return manager.wait_at_gate(request_) ? Next::again : Next::put_aside;
  } catch (const CORBA::OBJ_ADAPTER&) {
    refuse_when_stopping(tree_.orb());
    throw;
  }
}

// Finds the adapter of a persistent key that is not in the directory: descends from the root and calls adapter
// activators. If an adapter on the path holds requests, this request is held too.
Entrance::Next Entrance::activate_adapter(std::shared_ptr<Adapter>& adapter) {
  adapter = root_adapter(tree_);
  for (const auto& name : path_names(key_.path)) {
    if (!adapter->manager().open()) {
      const auto manager = adapter->manager_owner();
      adapter.reset();
      return wait_at_gate(*manager);
    }
    auto found = adapter->find_or_activate_child(name, request_);
    if (found.busy) return found.busy->wait(request_) ? Next::again : Next::put_aside;
    if (!found.child) raise_no_adapter(tree_.orb(), key_);
    adapter = std::move(found.child);
  }
  if (!adapter->policies().persistent()) raise_no_adapter(tree_.orb(), key_);
  return Next::entered;
}

Entrance::Next Entrance::enter_inactive() {
  refuse_when_stopping(tree_.orb());
  std::optional<CallerScope> caller;  // empty if the thread is kept, since it already has a scope
  if (!keeps_thread_) caller.emplace(request_ != nullptr ? request_->session() : &collocated_session());
  auto adapter = tree_.directory().find(key_);
  if (!adapter) {
    if (key_.kind != ObjectKey::Kind::persistent) raise_no_adapter(tree_.orb(), key_);
    const Next next = activate_adapter(adapter);
    if (next != Next::entered) return next;
  } else if (const auto activation = adapter->activation_to_wait_for(request_)) {
    adapter.reset();
    return activation->wait(request_) ? Next::again : Next::put_aside;
  }
  if (!adapter->manager().open()) {
    const auto manager = adapter->manager_owner();
    adapter.reset();
    return wait_at_gate(*manager);
  }
  if (adapter->serves_elsewhere() && leave_to_executor(*adapter)) return Next::put_aside;
  object_ = adapter->incarnate(key_.object_id, operation_, request_);
  return object_ != nullptr ? Next::entered : Next::put_aside;
}

// Returns true if the request was passed to the executor, or if a call within the process must be made as a request.
bool Entrance::leave_to_executor(Adapter& adapter) {
  const auto& executor = adapter.policies().executor;
  if (keeps_thread_ || runs_on(*executor)) return false;
  return request_ == nullptr || serve_on(executor, tree_.orb().local_objects().dispatcher(), *request_);
}

ActiveObject* Entrance::enter() {
  for (;;) {
    object_ = enter_active(tree_, key_);
    if (object_ == nullptr) {
      const Next next = enter_inactive();
      if (next == Next::put_aside) return nullptr;
      if (next == Next::again) continue;
    }
    const bool is_open = object_->gate_open();
    if (is_open && (request_ == nullptr || !request_->may_be_behind_others())) return entered();
    const auto manager = adapter_of(*object_).manager_owner();
    if (is_open && !manager->held().hold_behind_others(*request_)) return entered();
    object_->exit();
    if (is_open || wait_at_gate(*manager) == Next::put_aside) return nullptr;
  }
}

ActiveObject* Entrance::entered() {
  auto& adapter = adapter_of(*object_);
  if (!adapter.serves_elsewhere()) return object_;
  const auto keep = adapter.shared();
  struct Entered {
    ActiveObject* object;
    ~Entered() {
      if (object != nullptr) object->exit();
    }
  } entered{object_};  // exits if leave_to_executor() throws
  return leave_to_executor(adapter) ? nullptr : std::exchange(entered.object, nullptr);
}

}  // namespace

bool may_have_object(PoaTree& tree, const ObjectKey& key) {
  auto adapter = tree.directory().find(key);
  if (!adapter) {
    if (key.kind != ObjectKey::Kind::persistent || !tree.orb().running()) return false;
    adapter = root_adapter(tree);
    for (const auto& name : path_names(key.path)) {
      auto found = adapter->find_or_activate_child(name, nullptr);
      if (found.busy) return true;
      if (!found.child) return false;
      adapter = std::move(found.child);
    }
    if (!adapter->policies().persistent()) return false;
  }
  return adapter->activation_to_wait_for(nullptr) || adapter->may_have(key.object_id);
}

namespace {

bool put_aside_until_free(PoaTree& tree, const ObjectKey& key, ServerRequest& request) {
  if (!request.can_be_put_aside()) return false;
  auto adapter = tree.directory().find(key);
  if (!adapter && key.kind == ObjectKey::Kind::persistent && tree.orb().running()) {
    adapter = root_adapter(tree);
    for (const auto& name : path_names(key.path)) {
      if (!adapter->manager().open()) break;
      if (const auto activation = adapter->activation_of_child(name, &request)) return !activation->wait(&request);
      adapter = adapter->find_child(name);
      if (!adapter) return false;
    }
  }
  if (!adapter) return false;
  if (const auto activation = adapter->activation_to_wait_for(&request)) return !activation->wait(&request);
  auto& manager = adapter->manager();
  if (manager.get_state() == PortableServer::POAManager::State::HOLDING) return manager.held().hold(request);
  return request.may_be_behind_others() && manager.held().hold_behind_others(request);
}

}  // namespace

bool put_aside_if_held(PoaTree& tree, const ObjectKey& key, ServerRequest& request) {
  if (put_aside_until_free(tree, key, request)) return true;
  const auto adapter = tree.directory().find(key);
  if (!adapter || !adapter->serves_elsewhere() || runs_on(*adapter->policies().executor)) return false;
  return serve_on(adapter->policies().executor, tree.orb().local_objects().dispatcher(), request);
}

ActiveObject* enter_object(PoaTree& tree, const ObjectKey& key, ServerRequest& request) {
  return Entrance(tree, key, request.operation(), &request).enter();
}

ActiveObject& enter_object(PoaTree& tree, const ObjectKey& key, std::string_view operation) {
  ActiveObject* const object = Entrance(tree, key, operation, nullptr, true).enter();
  DIMMA_ASSERT(object);
  return *object;
}

ActiveObject* enter_object_here(PoaTree& tree, const ObjectKey& key, std::string_view operation) {
  return Entrance(tree, key, operation, nullptr).enter();
}

}  // namespace dimma::orb
