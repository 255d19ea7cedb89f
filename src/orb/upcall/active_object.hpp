#pragma once
// An object of this process that a servant incarnates.
//
// It counts the requests in progress, and colocated calls do nothing else. Once it is closed (deactivated) no more
// requests enter, and the last one that leaves releases the servant.

#include "base/sync/assert.hpp"
#include "base/sync/closable_count.hpp"
#include "base/sync/sync.hpp"

#include <dimma/poa.hpp>
#include <dimma/servant.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace dimma::orb {

class ActiveObject;
class OrbState;

// For an object of a servant locator: shared by the locator's preinvoke and postinvoke.
struct LocatedObject {
  std::string operation;
  void* cookie = nullptr;
};

// The owner of an active object: its object adapter.
class ObjectOwner {
 public:
  virtual OrbState& orb() const noexcept = 0;
  // The state of its POAManager.
  virtual const sync::Atomic<PortableServer::POAManager::State>& gate() const noexcept = 0;
  // Held during upcalls with SINGLE_THREAD_MODEL, otherwise nullptr.
  virtual sync::RecursiveMutex* serial() noexcept = 0;
  // True if an active object stays active from one request to the next.
  virtual bool retains() const noexcept = 0;
  // True if an executor of the application makes its upcalls.
  virtual bool serves_elsewhere() const noexcept = 0;
  // The adapter's name after those of the adapters above it: "RootPOA/child".
  virtual std::string path_in_words() const = 0;
  // Called once for the object of a servant locator, before its request is answered. Throws what the locator throws.
  virtual void postinvoke(ActiveObject& object, std::unique_ptr<LocatedObject> located) = 0;
  // Called for an object whose last request has ended after it was closed. Its servant is destroyed here.
  virtual void released(ActiveObject& object, std::shared_ptr<PortableServer::Servant> servant) noexcept = 0;

 protected:
  ObjectOwner() = default;
  ~ObjectOwner() = default;
  ObjectOwner(const ObjectOwner&) = default;
  ObjectOwner& operator=(const ObjectOwner&) = default;
};

class ActiveObject : public std::enable_shared_from_this<ActiveObject> {
 public:
  ActiveObject(std::shared_ptr<ObjectOwner> owner, std::string id, std::shared_ptr<PortableServer::Servant> servant);
  ~ActiveObject();
  ActiveObject(const ActiveObject&) = delete;
  ActiveObject& operator=(const ActiveObject&) = delete;

  // Counts one more request in progress. Returns false if the object is closed.
  bool enter() noexcept { return requests_.enter(); }
  // The same for a request that finds its POAManager's gate open. It counts first and then looks at the gate; a thread
  // that closes the gate looks at the count after that, so that at least one of the two sees the other.
  bool enter_if_open() noexcept {
    if (!enter()) [[unlikely]]
      return false;
    if (gate_open()) [[likely]]
      return true;
    exit();
    return false;
  }
  // Enters once more, for a request that is in progress.
  void enter_again() noexcept {
    DIMMA_ASSERT(!idle());
    requests_.enter_again();
  }
  // Requires a request in progress or an object that is not closed; so does everything below.
  bool gate_open() const noexcept {
    return gate_->load(std::memory_order_seq_cst) == PortableServer::POAManager::State::ACTIVE;
  }
  // The mutex that SINGLE_THREAD_MODEL holds during upcalls, otherwise nullptr.
  sync::RecursiveMutex* serial() const noexcept { return serial_; }
  // Called when the request has ended. The object may be gone when this returns.
  void exit() noexcept {
    DIMMA_ASSERT(!idle());
    if (requests_.leave()) [[unlikely]]
      release();
  }

  // Lets no request enter from now on. If none is in progress the servant is released within this call, otherwise when
  // the last one leaves. Called once, by the owner, which keeps the object until it is told that it is released.
  void close() noexcept {
    DIMMA_ASSERT(!requests_.is_closed());
    if (requests_.close()) release();
  }
  // The same, with the arguments for a servant manager's etherealize(). The manager is not asked if `etherealizes` is
  // false.
  void close(bool etherealizes, bool is_cleanup) noexcept {
    etherealize = etherealizes;
    cleanup_in_progress = is_cleanup;
    close();
  }
  // Blocks until no request is in progress. Requests may enter meanwhile unless the object or its gate is closed.
  void wait_until_idle() noexcept { requests_.wait_until_unused(); }
  bool idle() const noexcept { return requests_.users() == 0; }

  std::string_view id() const noexcept { return id_; }
  PortableServer::Servant& servant() const noexcept { return *servant_; }
  const std::shared_ptr<PortableServer::Servant>& servant_owner() const noexcept { return servant_; }
  ObjectOwner& owner() const noexcept { return *owner_; }

  // Owned by the upcall of the object's only request, which takes it at the end.
  std::unique_ptr<LocatedObject> located;
  // The argument for etherealize(); no servant manager is asked if `etherealize` is false. Set before close().
  bool etherealize = true;
  bool cleanup_in_progress = false;

 private:
  void release() noexcept;

  ClosableCount requests_;  // in progress
  const sync::Atomic<PortableServer::POAManager::State>* const gate_;
  sync::RecursiveMutex* const serial_;
  std::shared_ptr<PortableServer::Servant> servant_;
  std::shared_ptr<ObjectOwner> owner_;
  const std::string id_;
};

}  // namespace dimma::orb
