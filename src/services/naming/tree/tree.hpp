#pragma once
// The naming tree over a store: contexts that bind names to references. Each operation changes it by one transaction.
// Any number of trees may be on one store, in one process or in several.
//
// Names and exceptions are those of CosNaming (CORBA Naming 1.3, formal/2004-10-03): InvalidName, NotFound,
// AlreadyBound, NotEmpty, with their contents. The tree does not use object references: a reference is an
// encapsulation, and ContextGone and Place report what is not in the tree. Also throws IMP_LIMIT for names beyond the
// limits below, TRANSIENT for a race that is lost again and again, and StoreError for failures of the store. Thread
// safe.

#include "services/naming/tree/records.hpp"

#include <CosNaming.hpp>

#include <optional>
#include <string>
#include <vector>

namespace dimma::naming {

// The most octets of the id and the kind of one component together.
inline constexpr std::size_t component_octets_max = std::size_t{16} << 10;
inline constexpr std::size_t components_max = 1'024;
// The most octets of a reference as an encapsulation.
inline constexpr std::size_t reference_octets_max = store::value_octets_max - 64;

// Thrown if the context does not exist, or no longer. `component` is the position in the name after the component that
// leads to it; 0 for the context that was asked.
struct ContextGone {
  ContextId context;
  std::size_t component = 0;
};

// The result of a walk: a context of the tree, which has the name's last component, or a context elsewhere on the way.
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
  std::vector<std::string> damages;  // for the log; a record whose name can't be read is in no other member
};

// Says if a binding may replace another.
enum class Binding { only_new, replacing };

class Tree {
 public:
  // Makes the root if the store has none. The store has to outlive the tree. Throws StoreError.
  explicit Tree(store::Store& store);

  // Random, made with the tree: distinguishes its contexts from those of other trees.
  const ContextId& id() const noexcept { return id_; }
  bool exists(const ContextId& context);

  // Follows the name except its last component. Throws NotFound with `missing_node` or `not_context`, InvalidName.
  Place walk(const ContextId& from, const CosNaming::Name& name);

  // The following functions are about the last component of `name`, in the context `at` that walk() has found. Their
  // exceptions have the rest of the name from there.
  Bound resolve(const Place& at, const CosNaming::Name& name);
  // Binds under a lease whose lifetime is Bound::lease_ms. With `replacing` throws NotFound if the present binding has
  // another type: `not_object` for an object over a context, `not_context` for a context over an object.
  void bind(const Place& at, const CosNaming::Name& name, const Bound& bound, Binding how,
            store::LeaseId lease = store::no_lease);
  void unbind(const Place& at, const CosNaming::Name& name);
  ContextId bind_new_context(const Place& at, const CosNaming::Name& name);

  ContextId new_context();
  // Throws NotEmpty, and NO_PERMISSION for the root.
  void destroy(const ContextId& context);

  // Returns the bindings after `after` (nullopt: from the first) in the order of ids and kinds, up to `bindings_max`
  // and about `octets_max` of their names and references. Returns at least one if there is one.
  Listing list(const ContextId& context, const std::optional<CosNaming::NameComponent>& after, std::size_t bindings_max,
               std::size_t octets_max);

  // Grants a lease of the store, and records its lifetime.
  store::LeaseId grant(std::uint32_t lifetime_ms);
  // Returns nullopt if the lease has ended.
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

// Returns the components of `name` from that position on.
CosNaming::Name rest_of(const CosNaming::Name& name, std::size_t component);

}  // namespace dimma::naming
