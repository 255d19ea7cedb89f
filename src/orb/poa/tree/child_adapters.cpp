#include "orb/poa/tree/child_adapters.hpp"

#include <utility>

namespace dimma::orb {

std::shared_ptr<Adapter> ChildAdapters::find(const std::string& name) const {
  const sync::LockGuard tree(tree_);
  const auto found = children_.find(name);
  return found == children_.end() ? nullptr : found->second;
}

std::vector<std::shared_ptr<Adapter>> ChildAdapters::all() const {
  std::vector<std::shared_ptr<Adapter>> all;
  const sync::LockGuard tree(tree_);
  for (const auto& [name, child] : children_) all.push_back(child);
  return all;
}

void ChildAdapters::add(const std::string& name, std::shared_ptr<Adapter> child) {
  const sync::LockGuard tree(tree_);
  children_.emplace(name, std::move(child));
}

void ChildAdapters::forget(const std::string& name) {
  std::shared_ptr<Adapter> child;  // destroyed without the lock
  const sync::LockGuard tree(tree_);
  std::erase_if(former_, [](const auto& former) { return former.expired(); });
  const auto found = children_.find(name);
  if (found == children_.end()) return;
  child = std::move(found->second);
  children_.erase(found);
  former_.emplace_back(child);
}

std::vector<std::shared_ptr<Adapter>> ChildAdapters::former() const {
  std::vector<std::shared_ptr<Adapter>> former;
  const sync::LockGuard tree(tree_);
  for (const auto& weak : former_) {
    if (auto child = weak.lock()) former.push_back(std::move(child));
  }
  return former;
}

std::shared_ptr<Activation> ChildAdapters::activation(const std::string& name) const {
  const sync::LockGuard tree(tree_);
  const auto found = activations_.find(name);
  return found == activations_.end() ? nullptr : found->second;
}

void ChildAdapters::begin_activation(const std::string& name, std::shared_ptr<Activation> activation) {
  const sync::LockGuard tree(tree_);
  activations_.emplace(name, std::move(activation));
}

void ChildAdapters::end_activation(const std::string& name) {
  const sync::LockGuard tree(tree_);
  activations_.erase(name);
}

ChildAdapters::Activator ChildAdapters::activator() const {
  const sync::LockGuard lock(activator_mutex_);
  return activator_;
}

void ChildAdapters::activator(Activator value) {
  const sync::LockGuard lock(activator_mutex_);
  activator_.swap(value);
}

}  // namespace dimma::orb
