#pragma once
// Keeps a published name bound to its object.

#include "services/locks/locks.hpp"
#include "services/naming/client/naming_calls.hpp"

#include <dimma/naming.hpp>
#include <dimma/shutdown.hpp>

#include <memory>
#include <optional>
#include <string>
#include <thread>

#include <unistd.h>

namespace dimma::naming {

// The orders from the owner of a publication, and from the ORB, to the publication's thread. Thread-safe.
class KeeperOrders final : public ShutdownObserver {
 public:
  enum class Order { none, stop, unbind };

  // Called by the thread. Returns as soon as there is an order, otherwise after `pause`.
  Order wait_for(std::chrono::milliseconds pause);
  // Called when the thread has done its last work, or if it was never started.
  void note_end() noexcept;
  // Orders the thread to end without changing the name.
  void stop() noexcept;
  void begin_shutdown() noexcept override;
  void await_shutdown(std::chrono::steady_clock::time_point deadline) noexcept override;
  // Called by the thread. If the thread itself shuts down the ORB, the shutdown does not wait for it.
  void set_thread() noexcept;

 private:
  locks::Mutex mutex_;
  locks::Condition changed_;
  Order order_ DIMMA_GUARDED_BY(mutex_) = Order::none;
  bool has_ended_ DIMMA_GUARDED_BY(mutex_) = false;
  std::thread::id thread_ DIMMA_GUARDED_BY(mutex_);
};

class Publication::Keeper {
 public:
  // Throws PublishError for a name or an object that can never be published. Makes no calls.
  Keeper(const CORBA::object_reference<CORBA::ORB>& orb, const std::string& name,
         CORBA::object_reference<CORBA::Object> object, PublishOptions options);
  // Ends the thread without changing the name.
  ~Keeper();
  Keeper(const Keeper&) = delete;
  Keeper& operator=(const Keeper&) = delete;

  // Binds the name on the caller's thread, then starts the thread. Throws PublishError.
  void begin();

  // Returns true in a forked child process: the parent's thread keeps the name.
  bool is_inherited() const noexcept { return ::getpid() != process_; }
  const std::string& name() const noexcept { return text_; }
  PublicationStatus status() const DIMMA_EXCLUDES(mutex_);

  // unbind() unbinds the name, detach() leaves it bound. May be called after the thread has ended. Throw PublishError.
  void unbind();
  void detach();

 private:
  using State = PublicationStatus::State;

  void run();
  void stop_thread();
  // Called by the thread before the ORB is shut down.
  PublicationStatus unbind_at_shutdown() noexcept;
  void take_name_away();
  // Checks the name and binds it again if necessary. Returns the new status.
  PublicationStatus look_after() noexcept;
  PublicationStatus look_after_bound();
  void bind(bool replaces);
  void give_lease_back() noexcept;
  void set(PublicationStatus status, bool tells) DIMMA_EXCLUDES(mutex_);
  // Returns the time until the next check of the name.
  std::chrono::milliseconds pause(State state) const;

  const pid_t process_ = ::getpid();
  const std::string text_;
  CosNaming::Name name_;
  const CORBA::object_reference<CORBA::Object> object_;
  const PublishOptions options_;
  const CORBA::object_reference<CORBA::ORB> orb_;

  // Used by the thread, and by other threads after it has ended.
  NamingCalls calls_;
  std::optional<LeaseId> lease_;
  bool was_bound_ = false;

  locks::Mutex ending_;  // held by unbind() and detach()
  const std::shared_ptr<KeeperOrders> orders_ = std::make_shared<KeeperOrders>();
  mutable locks::Mutex mutex_;
  PublicationStatus status_ DIMMA_GUARDED_BY(mutex_);
  std::thread thread_;
};

}  // namespace dimma::naming
