#pragma once
// A naming tree in memory, and shorter ways to name things in it.

#include <dimma/sqlite_store.hpp>
#include "services/naming/tree/tree.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace naming_tree {

using CosNaming::BindingType;
using CosNaming::Name;
using CosNaming::NamingContext;
using dimma::naming::Binding;
using dimma::naming::Bound;
using dimma::naming::ContextGone;
using dimma::naming::ContextId;
using dimma::naming::Tree;
using Reason = CosNaming::NamingContext::NotFoundReason;
using Text = std::vector<std::pair<std::string, std::string>>;

inline Name name(const Text& components) {
  Name name;
  for (const auto& [id, kind] : components) name.emplace_back(id, kind);
  return name;
}

inline Text text(const Name& name) {
  Text text;
  for (const auto& component : name) text.emplace_back(component.id(), component.kind());
  return text;
}

inline std::unique_ptr<dimma::store::Store> store_in_memory() {
  dimma::store::SqliteOptions options;
  options.file = ":memory:";
  return dimma::store::open_sqlite(options);
}

inline Bound object(const std::string& reference) { return {BindingType::nobject, {}, reference, 0}; }
inline Bound context(const ContextId& id) { return {BindingType::ncontext, id, {}, 0}; }
inline Bound foreign(const std::string& reference) { return {BindingType::ncontext, {}, reference, 0}; }

class TreeTest : public testing::Test {
 protected:
  // Each does what the operation of the service does.
  void bind(const Text& to, const Bound& bound, Binding how = Binding::only_new, const ContextId& from = {}) {
    const Name whole = name(to);
    tree().bind(tree().walk(from, whole), whole, bound, how);
  }
  void rebind(const Text& to, const Bound& bound) { bind(to, bound, Binding::replacing); }
  void unbind(const Text& what, const ContextId& from = {}) {
    const Name whole = name(what);
    tree().unbind(tree().walk(from, whole), whole);
  }
  Bound resolve(const Text& what, const ContextId& from = {}) {
    const Name whole = name(what);
    return tree().resolve(tree().walk(from, whole), whole);
  }
  ContextId make(const Text& what, const ContextId& from = {}) {
    const Name whole = name(what);
    return tree().bind_new_context(tree().walk(from, whole), whole);
  }
  dimma::store::Store& store() { return *store_; }
  Tree& tree() { return tree_; }

 private:
  const std::unique_ptr<dimma::store::Store> store_ = store_in_memory();
  Tree tree_{*store_};
};

// Expects that `work` throws NotFound with these contents.
template <class Work>
void expect_not_found(Reason why, const Text& rest, Work&& work) {
  try {
    work();
    ADD_FAILURE() << "nothing thrown";
  } catch (const NamingContext::NotFound& missing) {
    EXPECT_EQ(missing.why(), why);
    EXPECT_EQ(text(missing.rest_of_name()), rest);
  }
}

// Expects that `work` finds this context gone, at this component.
template <class Work>
void expect_gone(const ContextId& context, std::size_t component, Work&& work) {
  try {
    work();
    ADD_FAILURE() << "nothing thrown";
  } catch (const ContextGone& gone) {
    EXPECT_EQ(gone.context, context);
    EXPECT_EQ(gone.component, component);
  }
}

}  // namespace naming_tree
