#pragma once
// The children of an object adapter, and the adapter activator that creates missing ones.

#include "base/sync/sync.hpp"

#include <dimma/poa.hpp>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace dimma::orb {

class Activation;
class Adapter;

// Thread-safe. To make several calls atomically, a caller must hold the POA tree's lock.
class ChildAdapters {
 public:
  using Activator = std::shared_ptr<PortableServer::AdapterActivator>;

  // `tree` is the POA tree's lock, which outlives this object.
  explicit ChildAdapters(sync::RecursiveMutex& tree) noexcept : tree_(tree) {}
  ChildAdapters(const ChildAdapters&) = delete;
  ChildAdapters& operator=(const ChildAdapters&) = delete;

  // Returns the child with that name, or nullptr.
  std::shared_ptr<Adapter> find(const std::string& name) const;
  std::vector<std::shared_ptr<Adapter>> all() const;
  void add(const std::string& name, std::shared_ptr<Adapter> child);
  // Moves the child to the former children. A no-op if there is no child with that name.
  void forget(const std::string& name);
  // Returns the children whose destruction has begun and to which references still exist.
  std::vector<std::shared_ptr<Adapter>> former() const;

  // Returns the activation that is creating the child, or nullptr.
  std::shared_ptr<Activation> activation(const std::string& name) const;
  void begin_activation(const std::string& name, std::shared_ptr<Activation> activation);
  void end_activation(const std::string& name);

  Activator activator() const;
  // The previous activator is destroyed without a lock held.
  void activator(Activator value);

 private:
  sync::RecursiveMutex& tree_;
  std::map<std::string, std::shared_ptr<Adapter>> children_ DIMMA_GUARDED_BY(tree_);
  std::map<std::string, std::shared_ptr<Activation>> activations_ DIMMA_GUARDED_BY(tree_);
  std::vector<std::weak_ptr<Adapter>> former_ DIMMA_GUARDED_BY(tree_);
  mutable sync::Mutex activator_mutex_;
  Activator activator_ DIMMA_GUARDED_BY(activator_mutex_);
};

}  // namespace dimma::orb
