#pragma once
// Keeps a published name bound.

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

// The orders of the owner and the ORB for the thread of a publication. Thread safe.
class KeeperOrders final : public ShutdownObserver {
 public:
  enum class Order { none, stop, unbind };

  // For the thread: returns the order, once there is one, or after `pause`.
  Order wait_for(std::chrono::milliseconds pause);
  // Called when the thread has done its last work, or if there is no thread.
  void note_end() noexcept;
  // Tells the thread to end, and to leave the name unchanged.
  void stop() noexcept;
  void begin_shutdown() noexcept override;
  void await_shutdown(std::chrono::steady_clock::time_point deadline) noexcept override;
  // A shutdown that is called by this thread does not wait for it.
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
  // Throws PublishError for a name or an object that can never be published. Makes no call.
  Keeper(const CORBA::object_reference<CORBA::ORB>& orb, const std::string& name,
         CORBA::object_reference<CORBA::Object> object, PublishOptions options);
  // Ends the thread, and leaves the name unchanged.
  ~Keeper();
  Keeper(const Keeper&) = delete;
  Keeper& operator=(const Keeper&) = delete;

  // Binds the name, once, from the caller's thread, and starts the thread. Throws PublishError.
  void begin();

  // Returns true if it was made by the parent of this process, whose thread keeps the name.
  bool is_inherited() const noexcept { return ::getpid() != process_; }
  const std::string& name() const noexcept { return text_; }
  PublicationStatus status() const DIMMA_EXCLUDES(mutex_);

  // Both may be called once the thread has ended. Throw PublishError.
  void unbind();
  void detach();

 private:
  using State = PublicationStatus::State;

  void run();
  void stop_thread();
  // Called by the thread before the ORB is shut down.
  PublicationStatus unbind_at_shutdown() noexcept;
  void take_name_away();
  // Checks the name and binds it again if needed. Returns the new status, and never throws.
  PublicationStatus look_after() noexcept;
  PublicationStatus look_after_bound();
  void bind(bool replaces);
  void give_lease_back() noexcept;
  void set(PublicationStatus status, bool tells) DIMMA_EXCLUDES(mutex_);
  // Returns the time until the name is checked again.
  std::chrono::milliseconds pause(State state) const;

  const pid_t process_ = ::getpid();
  const std::string text_;
  CosNaming::Name name_;
  const CORBA::object_reference<CORBA::Object> object_;
  const PublishOptions options_;
  const CORBA::object_reference<CORBA::ORB> orb_;

  // Used by the thread, and by others once it has ended.
  NamingCalls calls_;
  std::optional<LeaseId> lease_;
  bool was_bound_ = false;

  locks::Mutex ending_;  // one unbind() or detach() at a time
  const std::shared_ptr<KeeperOrders> orders_ = std::make_shared<KeeperOrders>();
  mutable locks::Mutex mutex_;
  PublicationStatus status_ DIMMA_GUARDED_BY(mutex_);
  std::thread thread_;
};

}  // namespace dimma::naming
