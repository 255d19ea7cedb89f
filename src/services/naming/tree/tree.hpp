#pragma once
// The naming tree over a store: contexts that bind names to references, changed by one transaction for each operation.
// Any number of trees may be on one store, in one process or in several.
//
// Names and exceptions are those of CosNaming (CORBA Naming 1.3, formal/2004-10-03): InvalidName, NotFound,
// AlreadyBound, NotEmpty, with their contents. The tree has no references of its own: a reference is an encapsulation,
// and what is not in the tree is told by ContextGone and Place. Besides, IMP_LIMIT for names beyond the limits below,
// TRANSIENT for a race that is lost again and again, and StoreError for what the store says. Any thread.

#include "services/naming/tree/records.hpp"

#include <CosNaming.hpp>

#include <optional>
#include <string>
#include <vector>

namespace dimma::naming {

// Octets of the id and the kind of one component together.
inline constexpr std::size_t component_octets_max = std::size_t{16} << 10;
inline constexpr std::size_t components_max = 1'024;
// Octets of a reference as an encapsulation.
inline constexpr std::size_t reference_octets_max = store::value_octets_max - 64;

// The context does not exist, or no longer. `component` is the place in the name after the component that leads to it;
// 0 for the context that was asked.
struct ContextGone {
  ContextId context;
  std::size_t component = 0;
};

// The target of a walk: a name's last component in a context of the tree, or a context elsewhere on the way.
struct Place {
  ContextId context;
  std::size_t component = 0;         // the first of the name that is still to be resolved there
  std::optional<std::string> other;  // the reference of a context that is not of this tree
};

struct ListedBinding {
  CosNaming::NameComponent name;
  Bound bound;
  store::LeaseId lease = store::no_lease;
  bool is_damaged = false;  // the target can't be read: an object with an empty reference
};

struct Listing {
  std::vector<ListedBinding> bindings;
  bool is_last = true;
  std::vector<std::string> damages;  // for the log; a record whose name can't be read is in no other place
};

// Says if a binding may take the place of another.
enum class Binding { only_new, replacing };

class Tree {
 public:
  // Makes the root where the store has none. The store has to outlive the tree. Throws StoreError.
  explicit Tree(store::Store& store);

  // Random, made with the tree: tells its contexts from those of other trees.
  const ContextId& id() const noexcept { return id_; }
  bool exists(const ContextId& context);

  // Follows the components of the name but the last. Throws NotFound with `missing_node` or `not_context`, InvalidName.
  Place walk(const ContextId& from, const CosNaming::Name& name);

  // The rest are about the last component of `name`, in the context `at` that walk() found. Their exceptions have the
  // rest of the name from there.
  Bound resolve(const Place& at, const CosNaming::Name& name);
  // Under a lease, which Bound::lease_ms tells the lifetime of. With `replacing` NotFound where what is bound has
  // another type: `not_object` for an object over a context, `not_context` for a context over an object.
  void bind(const Place& at, const CosNaming::Name& name, const Bound& bound, Binding how,
            store::LeaseId lease = store::no_lease);
  void unbind(const Place& at, const CosNaming::Name& name);
  ContextId bind_new_context(const Place& at, const CosNaming::Name& name);

  ContextId new_context();
  // Throws NotEmpty, NO_PERMISSION for the root.
  void destroy(const ContextId& context);

  // The bindings behind `after` (nothing: from the first) in the order of ids and kinds, up to `bindings_max` and about
  // `octets_max` of their names and references. At least one where there is one.
  Listing list(const ContextId& context, const std::optional<CosNaming::NameComponent>& after, std::size_t bindings_max,
               std::size_t octets_max);

  // A lease of the store whose lifetime can be asked for.
  store::LeaseId grant(std::uint32_t lifetime_ms);
  // Nothing if it has ended.
  std::optional<std::uint32_t> lifetime(store::LeaseId lease);

  store::Store& store() noexcept { return store_; }

 private:
  void insert(const Place& at, const std::string& key, const Bound& bound, store::LeaseId lease);
  void replace(const Place& at, const CosNaming::Name& name, const std::string& key, const Bound& bound,
               store::LeaseId lease);
  [[noreturn]] void missing(const Place& at, const CosNaming::Name& name);

  store::Store& store_;
  ContextId id_;
};

// Throws InvalidName for a name without components and for a component without id and kind, IMP_LIMIT beyond the
// limits.
void check_name(const CosNaming::Name& name);

// The components of `name` from that place on.
CosNaming::Name rest_of(const CosNaming::Name& name, std::size_t component);

}  // namespace dimma::naming
