#pragma once
// The adapters below an object adapter, and the activator that makes missing ones.

#include "base/sync/sync.hpp"

#include <dimma/poa.hpp>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace dimma::orb {

class Activation;
class Adapter;

// Thread-safe. A caller that decides by one call and acts by another holds the POA tree's lock meanwhile.
class ChildAdapters {
 public:
  using Activator = std::shared_ptr<PortableServer::AdapterActivator>;

  // `tree` is the POA tree's lock, which outlives this object.
  explicit ChildAdapters(sync::RecursiveMutex& tree) noexcept : tree_(tree) {}
  ChildAdapters(const ChildAdapters&) = delete;
  ChildAdapters& operator=(const ChildAdapters&) = delete;

  // Returns nullptr if there is none.
  std::shared_ptr<Adapter> find(const std::string& name) const;
  std::vector<std::shared_ptr<Adapter>> all() const;
  void add(const std::string& name, std::shared_ptr<Adapter> child);
  // Moves a child to the former ones. No-op if there is none.
  void forget(const std::string& name);
  // Returns the children that are being destroyed, or have been.
  std::vector<std::shared_ptr<Adapter>> former() const;

  // Returns the activation that is making the child; nullptr if there is none.
  std::shared_ptr<Activation> activation(const std::string& name) const;
  void begin_activation(const std::string& name, std::shared_ptr<Activation> activation);
  void end_activation(const std::string& name);

  Activator activator() const;
  // The replaced activator is destroyed without a lock held.
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
