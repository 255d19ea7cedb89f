#pragma once
// The active object map of an object adapter. It also keeps each closed object until it is released: after its last
// request, and after the etherealization of its servant.

#include "base/sync/sync.hpp"
#include "orb/upcall/active_object.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace dimma::orb {

// Thread-safe. No lock is held while an object is closed or a servant is destroyed.
class ActiveObjectMap {
 public:
  using Object = std::shared_ptr<ActiveObject>;

  // `is_destroyed` is set before the adapter's objects are deactivated permanently; it must outlive this object.
  explicit ActiveObjectMap(const sync::Atomic<bool>& is_destroyed) noexcept : is_destroyed_(is_destroyed) {}
  ActiveObjectMap(const ActiveObjectMap&) = delete;
  ActiveObjectMap& operator=(const ActiveObjectMap&) = delete;

  // Active objects.

  // Enters and returns the active object with that id. Returns nullptr if no such object is active.
  ActiveObject* enter(std::string_view id) const noexcept;
  bool contains(std::string_view id) const noexcept;
  // Returns the active object with that id, or nullptr.
  Object find(std::string_view id) const;
  std::vector<Object> all() const;
  // Returns the id of the only object that the servant incarnates. Requires UNIQUE_ID.
  std::optional<std::string> id_of(const PortableServer::Servant& servant) const;
  // Returns true if the servant incarnates an active object.
  bool has_servant(const PortableServer::Servant& servant) const noexcept;

  enum class Added : std::uint8_t { yes, id_in_use, servant_in_use, adapter_destroyed };
  // With `has_unique_ids`, refuses a servant that already incarnates an object.
  Added add(const Object& object, bool has_unique_ids);
  // Removes the object and returns it. It counts as closed from now on, and the caller has to close it. Returns nullptr
  // if no such object is active.
  Object remove(std::string_view id);
  std::vector<Object> remove_all();

  // Closed objects.

  // Adds an object that was never active and serves a single request.
  void add_closed(const Object& object);
  // Called when a closed object has been released, and its servant destroyed. Returns the map's reference to the
  // object. It may be the last reference to the object and, through it, to the adapter.
  [[nodiscard]] Object released(const ActiveObject& object) noexcept;
  // Returns true if an earlier incarnation of the object has not been released yet. Ignores an incarnation on which
  // this thread is making an upcall.
  bool is_closing(std::string_view id) const;
  // Waits until is_closing() is false. Returns false if the only thread cannot wait.
  bool wait_while_closing(std::string_view id);
  bool has_closed() const;
  // Waits until all closed objects have been released and, if the adapter is being destroyed, no_more() was called.
  void wait_until_released();
  // Called after the last remove_all() of an adapter that is being destroyed.
  void no_more();

 private:
  struct ById {
    using is_transparent = void;
    static std::string_view view(std::string_view id) noexcept { return id; }
    static std::string_view view(const Object& object) noexcept { return object->id(); }
    std::size_t operator()(const auto& object) const noexcept { return std::hash<std::string_view>{}(view(object)); }
    bool operator()(const auto& left, const auto& right) const noexcept { return view(left) == view(right); }
  };
  // The objects incarnated by a servant: their number, and one of them.
  struct Incarnations {
    std::size_t count = 0;
    const ActiveObject* one = nullptr;
  };
  bool is_closing_locked(std::string_view id) const DIMMA_REQUIRES(closed_mutex_);

  const sync::Atomic<bool>& is_destroyed_;

  mutable sync::SharedMutex mutex_;
  std::unordered_set<Object, ById, ById> active_ DIMMA_GUARDED_BY(mutex_);
  std::unordered_map<const PortableServer::Servant*, Incarnations> by_servant_ DIMMA_GUARDED_BY(mutex_);

  mutable sync::Mutex closed_mutex_ DIMMA_ACQUIRED_AFTER(mutex_);
  sync::Condition released_;
  std::unordered_map<const ActiveObject*, Object> closed_ DIMMA_GUARDED_BY(closed_mutex_);
  bool no_more_ DIMMA_GUARDED_BY(closed_mutex_) = false;
};

}  // namespace dimma::orb
