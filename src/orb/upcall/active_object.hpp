#pragma once
// An object of this process that is incarnated by a servant.
//
// It counts the requests in progress; a colocated call needs no other synchronisation. Once the object is closed
// (deactivated), no request can enter, and the last request that leaves releases the servant.

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

// For an object of a servant locator: the data passed from the locator's preinvoke to its postinvoke.
struct LocatedObject {
  std::string operation;
  void* cookie = nullptr;
};

// The owner of an active object: its object adapter.
class ObjectOwner {
 public:
  virtual OrbState& orb() const noexcept = 0;
  // Returns the state of the adapter's POAManager.
  virtual const sync::Atomic<PortableServer::POAManager::State>& gate() const noexcept = 0;
  // Returns the mutex to be held during upcalls with SINGLE_THREAD_MODEL, otherwise nullptr.
  virtual sync::RecursiveMutex* serial() noexcept = 0;
  // Returns true if objects stay active between requests.
  virtual bool retains() const noexcept = 0;
  // Returns true if the upcalls run on an executor of the application.
  virtual bool serves_elsewhere() const noexcept = 0;
  // Returns the path of adapter names, such as "RootPOA/child".
  virtual std::string path_in_words() const = 0;
  // Called once for the object of a servant locator, before the reply to its request is sent. Throws what the locator
  // throws.
  virtual void postinvoke(ActiveObject& object, std::unique_ptr<LocatedObject> located) = 0;
  // Called when a closed object has no more requests in progress. Destroys the servant.
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

  // Counts a request in progress. Returns false if the object is closed.
  bool enter() noexcept { return requests_.enter(); }
  // Like enter(), but also returns false if the POAManager's gate is not open. The request counts itself before it
  // reads the gate, and a thread that closes the gate reads the count afterwards, so at least one of them sees the
  // other.
  bool enter_if_open() noexcept {
    if (!enter()) return false;
    if (gate_open()) return true;
    exit();
    return false;
  }
  // Counts a request in progress once more.
  void enter_again() noexcept {
    DIMMA_ASSERT(!idle());
    requests_.enter_again();
  }
  // This and all following functions require a request in progress, or an object that is not closed.
  bool gate_open() const noexcept {
    return gate_->load(std::memory_order_seq_cst) == PortableServer::POAManager::State::ACTIVE;
  }
  // Returns the mutex held during upcalls with SINGLE_THREAD_MODEL, otherwise nullptr.
  sync::RecursiveMutex* serial() const noexcept { return serial_; }
  // Called when a request has ended. The object may be destroyed when this function returns.
  void exit() noexcept {
    DIMMA_ASSERT(!idle());
    if (requests_.leave()) release();
  }

  // Prevents further requests from entering. The servant is released at once if no request is in progress, otherwise
  // when the last request leaves. Called once, by the owner, which keeps the object alive until released() is called.
  void close() noexcept {
    DIMMA_ASSERT(!requests_.is_closed());
    if (requests_.close()) release();
  }
  // Like close(), with the arguments for a servant manager's etherealize(). The manager is not called if `etherealizes`
  // is false.
  void close(bool etherealizes, bool is_cleanup) noexcept {
    etherealize = etherealizes;
    cleanup_in_progress = is_cleanup;
    close();
  }
  // Blocks until no request is in progress. Unless the object or its gate is closed, other requests may enter
  // meanwhile.
  void wait_until_idle() noexcept { requests_.wait_until_unused(); }
  bool idle() const noexcept { return requests_.users() == 0; }

  std::string_view id() const noexcept { return id_; }
  PortableServer::Servant& servant() const noexcept { return *servant_; }
  const std::shared_ptr<PortableServer::Servant>& servant_owner() const noexcept { return servant_; }
  ObjectOwner& owner() const noexcept { return *owner_; }

  // Owned by the upcall of the object's only request, which moves it out at the end.
  std::unique_ptr<LocatedObject> located;
  // The arguments of etherealize(). If `etherealize` is false, no servant manager is called. Set before close().
  bool etherealize = true;
  bool cleanup_in_progress = false;

 private:
  void release() noexcept;

  ClosableCount requests_;  // requests in progress
  const sync::Atomic<PortableServer::POAManager::State>* const gate_;
  sync::RecursiveMutex* const serial_;
  std::shared_ptr<PortableServer::Servant> servant_;
  std::shared_ptr<ObjectOwner> owner_;
  const std::string id_;
};

}  // namespace dimma::orb
