#pragma once
// POAManagers, which control whether requests may proceed to an upcall.

#include "base/sync/sync.hpp"
#include "orb/poa/managers/hold_queue.hpp"
#include "orb/poa/managers/hold_watch.hpp"

#include <dimma/poa.hpp>

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace dimma::orb {

class AdapterBase;
class OrbState;

class Manager final : public PortableServer::POAManager, public RequestHolder {
 public:
  Manager(std::weak_ptr<OrbState> orb, std::shared_ptr<HoldLimit> limit, std::shared_ptr<HoldWatch> watch,
          std::string id)
      : orb_(std::move(orb)),
        id_(std::move(id)),
        held_(std::make_shared<HoldQueue>(std::move(limit), true)),
        watch_(std::move(watch)) {}
  ~Manager() override;

  void activate() override;
  void hold_requests(bool wait_for_completion) override;
  void discard_requests(bool wait_for_completion) override;
  void deactivate(bool etherealize_objects, bool wait_for_completion) override;
  State get_state() override { return state_.load(std::memory_order_seq_cst); }
  std::string get_id() override { return id_; }

  // Each request calls this after it has entered its object. A thread that closes the gate examines the objects
  // afterwards, so at least one of the two sees the other.
  bool open() const noexcept { return state_.load(std::memory_order_seq_cst) == State::ACTIVE; }
  const sync::Atomic<State>& gate() const noexcept { return state_; }
  // Called for a request that found the gate closed. Returns true if the request may try again, false if it has been
  // put aside. Throws the exception with which the request is refused. If `request` is nullptr or cannot be put aside,
  // blocks the thread.
  bool wait_at_gate(ServerRequest* request);
  // Returns the requests that are held without a thread.
  HoldQueue& held() noexcept { return *held_; }
  // Makes all waiting requests check whether their adapter still exists.
  void look_again() noexcept;

  void add(const std::shared_ptr<AdapterBase>& adapter);

  bool await_end_of_hold(std::uint64_t hold, std::chrono::milliseconds limit) override;
  void say_if_held(std::uint64_t hold) override;

 private:
  void watch_hold(ServerRequest* request) noexcept;
  void change(State to, bool wait_for_completion);
  void wait_on_this_thread();
  std::uint64_t times_looked_again();
  std::vector<std::shared_ptr<AdapterBase>> adapters() DIMMA_EXCLUDES(mutex_);

  const std::weak_ptr<OrbState> orb_;
  const std::string id_;
  sync::Atomic<State> state_{State::HOLDING};
  sync::Mutex mutex_;
  sync::Condition changed_;
  std::uint64_t looks_again_ DIMMA_GUARDED_BY(mutex_) = 0;
  const std::shared_ptr<HoldQueue> held_;
  const std::shared_ptr<HoldWatch> watch_;
  std::uint64_t hold_ DIMMA_GUARDED_BY(mutex_) = 1;
  std::uint64_t watched_hold_ DIMMA_GUARDED_BY(mutex_) = 0;  // the hold whose first request has arrived
  std::string first_held_ DIMMA_GUARDED_BY(mutex_);          // the operation of that request
  // For the hold watch.
  std::shared_ptr<reactor::Timer> hold_timer_ DIMMA_GUARDED_BY(mutex_);
  std::vector<std::weak_ptr<AdapterBase>> adapters_ DIMMA_GUARDED_BY(mutex_);
};

// All POAManagers of an ORB, by id.
class ManagerFactory final : public PortableServer::POAManagerFactory {
 public:
  ManagerFactory(std::weak_ptr<OrbState> orb, std::shared_ptr<HoldLimit> limit, std::shared_ptr<HoldWatch> watch)
      : orb_(std::move(orb)), limit_(std::move(limit)), watch_(std::move(watch)) {}
  ~ManagerFactory() override = default;

  CORBA::object_reference<PortableServer::POAManager> create_POAManager(const std::string& id,
                                                                        const CORBA::PolicyList& policies) override;
  PortableServer::POAManagerSeq list() override;
  CORBA::object_reference<PortableServer::POAManager> find(const std::string& id) override;

  // Creates a manager with a generated id.
  std::shared_ptr<Manager> create();
  std::shared_ptr<Manager> create(const std::string& id);
  // Refuses all requests that wait at a gate. Called during the shutdown.
  void deactivate_all() noexcept;

 private:
  std::vector<std::shared_ptr<Manager>> all() DIMMA_EXCLUDES(mutex_);

  const std::weak_ptr<OrbState> orb_;
  const std::shared_ptr<HoldLimit> limit_;
  const std::shared_ptr<HoldWatch> watch_;
  sync::Mutex mutex_;
  std::map<std::string, std::weak_ptr<Manager>> managers_ DIMMA_GUARDED_BY(mutex_);
  unsigned made_up_ DIMMA_GUARDED_BY(mutex_) = 0;
};

}  // namespace dimma::orb
