#include "orb/poa/managers/manager.hpp"

#include "base/log/log.hpp"
#include "channel/wait_for_others.hpp"
#include "orb/poa/managers/adapter_base.hpp"
#include "orb/poa/managers/ior_interceptors.hpp"
#include "orb/state/orb_state.hpp"
#include "orb/upcall/upcall_stack.hpp"
#include "qos/text.hpp"
#include "reactor/timer.hpp"

#include <dimma/minor.hpp>

#include <algorithm>
#include <utility>

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
    const sync::LockGuard lock(mutex_);
    const State from = state_.load(std::memory_order_relaxed);
    if (from == State::INACTIVE && to != State::INACTIVE) {
      throw AdapterInactive("POAManager " + id_ +
                            " was deactivated permanently: create the POAs again with another POAManager");
    }
    state_.store(to, std::memory_order_seq_cst);
    if (from != to) ++hold_;
    held_->holds(to == State::HOLDING);
  }
  changed_.notify_all();
  if (const auto orb = orb_.lock()) tell_manager_state(*orb, id_, to);
  if (wait_for_completion) {
    for (const auto& adapter : adapters()) adapter->wait_until_idle();
  }
}

Manager::~Manager() {
  if (!hold_timer_) return;
  hold_timer_->remove();
  const auto orb = orb_.lock();
  if (const auto loop = orb ? orb->application_loop() : nullptr) loop->retire(std::move(hold_timer_));
}

// Starts the hold watch if this is the first request of a HOLDING period.
void Manager::watch_hold(ServerRequest* request) noexcept {
  if (!log::wants(log::Event::requests_held)) return;
  const auto orb = orb_.lock();
  if (!orb) return;
  const sync::LockGuard lock(mutex_);
  if (watched_hold_ == hold_ || state_.load(std::memory_order_relaxed) != State::HOLDING) return;
  watched_hold_ = hold_;
  try {
    first_held_ = request != nullptr ? std::string(request->operation()) : std::string();
  } catch (const std::bad_alloc&) {
    first_held_.clear();
  }
  if (hold_timer_) return hold_timer_->set(held_for_long.load());
  watch_->begin(orb, std::dynamic_pointer_cast<Manager>(shared_from_this()), hold_, hold_timer_);
}

bool Manager::await_end_of_hold(std::uint64_t hold, std::chrono::milliseconds limit) {
  sync::UniqueLock lock(mutex_);
  return changed_.wait_for(lock, limit, [&]() DIMMA_REQUIRES(mutex_) { return hold_ != hold; });
}

void Manager::say_if_held(std::uint64_t hold) {
  std::string operation;
  {
    const sync::LockGuard lock(mutex_);
    if (state_.load(std::memory_order_relaxed) != State::HOLDING || watched_hold_ != hold_) return;
    if (hold_timer_ == nullptr && hold_ != hold) return;
    operation = first_held_;
  }
  log::write(log::Event::requests_held, [&] {
    std::string names;
    for (const auto& adapter : adapters()) {
      const char* between = names.empty() ? "" : ", ";
      for (const auto& name : adapter->full_name()) names += std::exchange(between, "/") + name;
    }
    const std::string of = operation.empty() ? "requests have waited"
                                             : "requests, one of them for " + qos::quoted(operation) + ", have waited";
    return log::Entry{.text = of + " " + std::to_string(held_for_long.load().count() / 1000) + " s for POAManager " +
                              id_ + " (of " + names + "), which is in HOLDING: call activate() to serve them",
                      .operation = operation};
  });
}

bool Manager::wait_at_gate(ServerRequest* request) {
  switch (get_state()) {
    case State::DISCARDING:
      throw CORBA::TRANSIENT(minor::transient_poa_discarding, CORBA::COMPLETED_NO,
                             "POAManager " + id_ + " discards requests");
    case State::INACTIVE:
      throw CORBA::OBJ_ADAPTER(minor::obj_adapter_inactive, CORBA::COMPLETED_NO, "POAManager " + id_ + " is inactive");
    case State::HOLDING:
      watch_hold(request);
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
  const auto decided = [&]() DIMMA_REQUIRES(mutex_) {
    return state_.load(std::memory_order_relaxed) != State::HOLDING || looks_again_ != before;
  };
  if (!channel::wait_for_others(mutex_, changed_, decided)) {
    throw CORBA::TRANSIENT(minor::transient_poa_discarding, CORBA::COMPLETED_NO,
                           "POAManager " + id_ + " holds requests, and the only thread cannot hold more");
  }
}

std::uint64_t Manager::times_looked_again() {
  const sync::LockGuard lock(mutex_);
  return looks_again_;
}

void Manager::look_again() noexcept {
  {
    const sync::LockGuard lock(mutex_);
    ++looks_again_;
  }
  changed_.notify_all();
  held_->look_again();
}

void Manager::add(const std::shared_ptr<AdapterBase>& adapter) {
  const sync::LockGuard lock(mutex_);
  std::erase_if(adapters_, [](const auto& weak) { return weak.expired(); });
  adapters_.push_back(adapter);
}

std::vector<std::shared_ptr<AdapterBase>> Manager::adapters() {
  std::vector<std::shared_ptr<AdapterBase>> alive;
  const sync::LockGuard lock(mutex_);
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
    const sync::LockGuard lock(mutex_);
    do {
      id = "POAManager" + std::to_string(++made_up_);
    } while (managers_.contains(id));
  }
  return create(id);
}

std::shared_ptr<Manager> ManagerFactory::create(const std::string& id) {
  const auto made = CORBA::make_reference<Manager>(orb_, limit_, watch_, id)._shared();
  const sync::LockGuard lock(mutex_);
  std::erase_if(managers_, [](const auto& entry) { return entry.second.expired(); });
  if (!managers_.emplace(id, made).second) {
    throw ManagerAlreadyExists("the id of the POAManager is in use: '" + id + "'");
  }
  return made;
}

PortableServer::POAManagerSeq ManagerFactory::list() {
  PortableServer::POAManagerSeq managers;
  for (auto& manager : all()) managers.emplace_back(std::move(manager));
  return managers;
}

CORBA::object_reference<PortableServer::POAManager> ManagerFactory::find(const std::string& id) {
  const sync::LockGuard lock(mutex_);
  const auto found = managers_.find(id);
  if (found == managers_.end()) return {};
  return CORBA::object_reference<PortableServer::POAManager>(found->second.lock());
}

void ManagerFactory::deactivate_all() noexcept {
  for (const auto& manager : all()) manager->deactivate(false, false);
}

std::vector<std::shared_ptr<Manager>> ManagerFactory::all() {
  std::vector<std::shared_ptr<Manager>> managers;
  const sync::LockGuard lock(mutex_);
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
