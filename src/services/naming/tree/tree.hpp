#pragma once
// The naming tree, kept in a store: contexts that bind names to references. Each operation changes the tree by one
// transaction. Several trees, in one process or in several, can use the same store.
//
// Names and exceptions are those of CosNaming (CORBA Naming 1.3, formal/2004-10-03): InvalidName, NotFound,
// AlreadyBound, NotEmpty, with their members. The tree does not use object references: a reference is an
// encapsulation, and ContextGone and Place report contexts that are not in the tree. Also throws IMP_LIMIT for names
// beyond the limits below, TRANSIENT if an operation fails repeatedly because of concurrent changes, and StoreError for
// failures of the store. Thread-safe.

#include "services/naming/tree/records.hpp"

#include <CosNaming.hpp>

#include <optional>
#include <string>
#include <vector>

namespace dimma::naming {

// The maximum size of the id and the kind of one component together.
inline constexpr std::size_t component_octets_max = std::size_t{16} << 10;
inline constexpr std::size_t components_max = 1'024;
// The maximum size of a reference as an encapsulation.
inline constexpr std::size_t reference_octets_max = store::value_octets_max - 64;

// Thrown if a context does not exist. `component` is the number of components of the name that lead to the context; 0
// for the context on which the operation was called.
struct ContextGone {
  ContextId context;
  std::size_t component = 0;
};

// The result of a walk: the context of the tree that contains the name's last component, or a context of another
// service.
struct Place {
  ContextId context;
  std::size_t component = 0;         // index of the first component to resolve there
  std::optional<std::string> other;  // reference of a context that is not of this tree
};

struct ListedBinding {
  CosNaming::NameComponent name;
  Bound bound;
  store::LeaseId lease = store::no_lease;
  bool is_damaged = false;  // the target cannot be read; listed as an object with an empty reference
};

struct Listing {
  std::vector<ListedBinding> bindings;
  bool is_last = true;
  std::vector<std::string> damages;  // for the log; includes records whose names cannot be read
};

// Determines whether a binding may replace another one.
enum class Binding { only_new, replacing };

class Tree {
 public:
  // Creates the root if the store has none. The store must outlive the tree. Throws StoreError.
  explicit Tree(store::Store& store);

  // Returns the tree's random id, which distinguishes its contexts from those of other trees.
  const ContextId& id() const noexcept { return id_; }
  bool exists(const ContextId& context);

  // Resolves the name except its last component. Throws InvalidName, NotFound with `missing_node` or `not_context`.
  Place walk(const ContextId& from, const CosNaming::Name& name);

  // The following functions apply to the last component of `name`, in the context `at` that walk() has returned. Their
  // exceptions contain the rest of the name from there.
  Bound resolve(const Place& at, const CosNaming::Name& name);
  // Binds under a lease whose lifetime is Bound::lease_ms. With `replacing`, throws NotFound if the existing binding
  // has another type: `not_object` for an object over a context, `not_context` for a context over an object.
  void bind(const Place& at, const CosNaming::Name& name, const Bound& bound, Binding how,
            store::LeaseId lease = store::no_lease);
  void unbind(const Place& at, const CosNaming::Name& name);
  ContextId bind_new_context(const Place& at, const CosNaming::Name& name);

  ContextId new_context();
  // Throws NotEmpty, and NO_PERMISSION for the root.
  void destroy(const ContextId& context);

  // Returns the bindings after `after` (from the first one if nullopt) in the order of ids and kinds, up to
  // `bindings_max` bindings with about `octets_max` octets of names and references. Returns at least one binding if
  // there is one.
  Listing list(const ContextId& context, const std::optional<CosNaming::NameComponent>& after, std::size_t bindings_max,
               std::size_t octets_max);

  // Grants a lease in the store, and records its lifetime.
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

// Throws InvalidName for a name without components and for a component with empty id and kind, IMP_LIMIT beyond the
// limits.
void check_name(const CosNaming::Name& name);

// Returns the components of `name` from index `component` on.
CosNaming::Name rest_of(const CosNaming::Name& name, std::size_t component);

}  // namespace dimma::naming
