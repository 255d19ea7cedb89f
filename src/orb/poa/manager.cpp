#include "orb/poa/manager.hpp"

#include "channel/wait_for_others.hpp"
#include "orb/poa/adapter_base.hpp"
#include "orb/poa/ior_interceptors.hpp"
#include "orb/state/orb_state.hpp"
#include "orb/upcall/upcall_stack.hpp"

#include <dimma/minor.hpp>

#include <algorithm>

namespace dimma::orb {

void Manager::activate() {
  change(State::ACTIVE, false);
  if (const auto orb = orb_.lock()) {
    for (const auto& adapter : adapters()) adapter->listen_if_due();
  }
}
void Manager::hold_requests(bool wait_for_completion) { change(State::HOLDING, wait_for_completion); }
void Manager::discard_requests(bool wait_for_completion) { change(State::DISCARDING, wait_for_completion); }

void Manager::deactivate(bool etherealize_objects, bool wait_for_completion) {
  change(State::INACTIVE, wait_for_completion);
  if (!etherealize_objects) return;
  for (const auto& adapter : adapters()) {
    if (adapter->policies().retains() && adapter->policies().has_servant_manager()) adapter->deactivate_all(true);
  }
}

void Manager::change(State to, bool wait_for_completion) {
  if (wait_for_completion) {
    const auto orb = orb_.lock();
    if (orb) require_no_upcall(*orb, "wait_for_completion of a POAManager");
  }
  {
    const std::scoped_lock lock(mutex_);
    const State from = state_.load(std::memory_order_relaxed);
    if (from == State::INACTIVE && to != State::INACTIVE) {
      throw AdapterInactive("POAManager " + id_ +
                            " was deactivated, which is for good: create the POAs anew with another");
    }
    state_.store(to, std::memory_order_seq_cst);
    held_->holds(to == State::HOLDING);
  }
  changed_.notify_all();
  if (const auto orb = orb_.lock()) tell_manager_state(*orb, id_, to);
  if (wait_for_completion) {
    for (const auto& adapter : adapters()) adapter->wait_until_idle();
  }
}

bool Manager::wait_at_gate(ServerRequest* request) {
  switch (get_state()) {
    case State::DISCARDING:
      throw CORBA::TRANSIENT(minor::transient_poa_discarding, CORBA::COMPLETED_NO,
                             "POAManager " + id_ + " discards requests");
    case State::INACTIVE:
      throw CORBA::OBJ_ADAPTER(minor::obj_adapter_inactive, CORBA::COMPLETED_NO, "POAManager " + id_ + " is inactive");
    case State::HOLDING:
      if (request != nullptr && held_->hold(*request)) return false;
      wait_on_this_thread();
      break;
    case State::ACTIVE:
      break;
  }
  return true;
}

void Manager::wait_on_this_thread() {
  const std::uint64_t before = times_looked_again();
  const auto decided = [&] {
    return state_.load(std::memory_order_relaxed) != State::HOLDING || looks_again_ != before;
  };
  if (!channel::wait_for_others(mutex_, changed_, decided)) {
    throw CORBA::TRANSIENT(minor::transient_poa_discarding, CORBA::COMPLETED_NO,
                           "POAManager " + id_ + " holds requests, and the only thread holds as many as it can");
  }
}

std::uint64_t Manager::times_looked_again() {
  const std::scoped_lock lock(mutex_);
  return looks_again_;
}

void Manager::look_again() noexcept {
  {
    const std::scoped_lock lock(mutex_);
    ++looks_again_;
  }
  changed_.notify_all();
  held_->look_again();
}

void Manager::add(const std::shared_ptr<AdapterBase>& adapter) {
  const std::scoped_lock lock(mutex_);
  std::erase_if(adapters_, [](const auto& weak) { return weak.expired(); });
  adapters_.push_back(adapter);
}

std::vector<std::shared_ptr<AdapterBase>> Manager::adapters() {
  std::vector<std::shared_ptr<AdapterBase>> alive;
  const std::scoped_lock lock(mutex_);
  for (const auto& weak : adapters_) {
    if (auto adapter = weak.lock()) alive.push_back(std::move(adapter));
  }
  return alive;
}

CORBA::object_reference<PortableServer::POAManager> ManagerFactory::create_POAManager(
    const std::string& id, const CORBA::PolicyList& policies) {
  if (!policies.empty()) {
    throw CORBA::PolicyError(CORBA::UNSUPPORTED_POLICY, "create_POAManager supports no policies");
  }
  return CORBA::object_reference<PortableServer::POAManager>(create(id));
}

std::shared_ptr<Manager> ManagerFactory::create() {
  std::string id;
  {
    const std::scoped_lock lock(mutex_);
    do {
      id = "POAManager" + std::to_string(++made_up_);
    } while (managers_.contains(id));
  }
  return create(id);
}

std::shared_ptr<Manager> ManagerFactory::create(const std::string& id) {
  const auto made = CORBA::make_reference<Manager>(orb_, limit_, id)._shared();
  const std::scoped_lock lock(mutex_);
  std::erase_if(managers_, [](const auto& entry) { return entry.second.expired(); });
  if (!managers_.emplace(id, made).second) {
    throw ManagerAlreadyExists("there is a POAManager with the id '" + id + "'");
  }
  return made;
}

PortableServer::POAManagerSeq ManagerFactory::list() {
  PortableServer::POAManagerSeq managers;
  for (auto& manager : all()) managers.emplace_back(std::move(manager));
  return managers;
}

CORBA::object_reference<PortableServer::POAManager> ManagerFactory::find(const std::string& id) {
  const std::scoped_lock lock(mutex_);
  const auto found = managers_.find(id);
  if (found == managers_.end()) return {};
  return CORBA::object_reference<PortableServer::POAManager>(found->second.lock());
}

void ManagerFactory::deactivate_all() noexcept {
  for (const auto& manager : all()) manager->deactivate(false, false);
}

std::vector<std::shared_ptr<Manager>> ManagerFactory::all() {
  std::vector<std::shared_ptr<Manager>> managers;
  const std::scoped_lock lock(mutex_);
  for (const auto& [id, weak] : managers_) {
    if (auto manager = weak.lock()) managers.push_back(std::move(manager));
  }
  return managers;
}

}  // namespace dimma::orb

void dimma::printer<PortableServer::POAManager::State>::print(std::ostream& out,
                                                              const PortableServer::POAManager::State& value) {
  static constexpr std::string_view names[] = {"HOLDING", "ACTIVE", "DISCARDING", "INACTIVE"};
  const auto number = static_cast<std::size_t>(value);
  constexpr std::string_view type = "PortableServer::POAManager::State";
  if (number >= std::size(names)) return print_number(out, type, number);
  print_text(out, type);
  print_text(out, "::");
  print_text(out, names[number]);
}
