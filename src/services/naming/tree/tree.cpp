#include "services/naming/tree/tree.hpp"

#include <dimma/minor.hpp>

#include <algorithm>

namespace dimma::naming {
namespace {

using CosNaming::BindingType;
using CosNaming::Name;
using CosNaming::NameComponent;
using CosNaming::NamingContext;
using store::Change;
using store::Condition;
using store::LeaseId;
using store::Outcome;
using store::Record;
using store::StoreError;
using store::Transaction;
using Reason = CosNaming::NamingContext::NotFoundReason;

// The maximum number of attempts at a change when concurrent changes interfere.
constexpr int attempts_max = 100;
// The number of records that are read at once. It is limited, since their values may be long.
constexpr std::size_t page_records = 500;

[[noreturn]] void not_found(Reason why, const Name& name, std::size_t component) {
  throw NamingContext::NotFound(why, rest_of(name, component));
}

[[noreturn]] void beyond(const std::string& what, std::size_t is, std::size_t max) {
  throw CORBA::IMP_LIMIT(minor::imp_limit_name, CORBA::COMPLETED_NO,
                         what + " of " + std::to_string(is) + ": the limit is " + std::to_string(max));
}

[[noreturn]] void overtaken(const std::string& key) {
  throw CORBA::TRANSIENT(
      minor::transient_binding_race, CORBA::COMPLETED_NO,
      printed_key(key) + ": other clients changed it " + std::to_string(attempts_max) + " times meanwhile; try again");
}

void check_reference(const Bound& bound) {
  if (bound.reference.size() > reference_octets_max) {
    beyond("a reference with octets", bound.reference.size(), reference_octets_max);
  }
}

}  // namespace

Name rest_of(const Name& name, std::size_t component) {
  return Name(name.begin() + static_cast<std::ptrdiff_t>(std::min(component, name.size())), name.end());
}

void check_name(const Name& name) {
  if (name.empty()) throw NamingContext::InvalidName();
  if (name.size() > components_max) beyond("a name with components", name.size(), components_max);
  for (const NameComponent& component : name) {
    const std::size_t octets = component.id().size() + component.kind().size();
    if (octets > component_octets_max) beyond("a name component with octets", octets, component_octets_max);
    if (component.id().find('\0') != std::string::npos || component.kind().find('\0') != std::string::npos) {
      throw NamingContext::InvalidName();
    }
  }
}

Tree::Tree(store::Store& store) : store_(store) {
  const std::string key(tree_key);
  for (int i = 0; i < attempts_max; ++i) {
    if (const auto record = store_.get(key)) {
      id_ = tree_in(*record);
      return;
    }
    // Another service may create the root at the same time.
    const std::string root = key_of_context(ContextId());
    store_.commit(
        {{Condition::absent(key), Condition::absent(root), Condition::none_below(std::string(binding_prefix))},
         {Change::put(key, value_of_tree(ContextId::random())), Change::put(root, value_of_context())}});
  }
  throw StoreError(StoreError::Kind::damaged,
                   "the store has contexts of a naming tree but not the record of the tree; restore it from a copy");
}

bool Tree::exists(const ContextId& context) { return store_.get(key_of_context(context)).has_value(); }

Place Tree::walk(const ContextId& from, const Name& name) {
  check_name(name);
  Place place{from, 0, {}};
  for (; place.component + 1 < name.size(); ++place.component) {
    const Bound bound = resolve(place, name);
    if (bound.type != BindingType::ncontext) not_found(Reason::not_context, name, place.component);
    if (!bound.context) return {place.context, place.component + 1, bound.reference};
    place.context = *bound.context;
  }
  return place;
}

Bound Tree::resolve(const Place& at, const Name& name) {
  const auto record = store_.get(key_of_binding(at.context, name[at.component]));
  if (!record) missing(at, name);
  return bound_in(*record);
}

void Tree::missing(const Place& at, const Name& name) {
  if (!exists(at.context)) throw ContextGone{at.context, at.component};
  not_found(Reason::missing_node, name, at.component);
}

void Tree::bind(const Place& at, const Name& name, const Bound& bound, Binding how, LeaseId lease) {
  check_reference(bound);
  const std::string key = key_of_binding(at.context, name[at.component]);
  if (how == Binding::only_new) {
    insert(at, key, bound, lease);
  } else {
    replace(at, name, key, bound, lease);
  }
}

void Tree::insert(const Place& at, const std::string& key, const Bound& bound, LeaseId lease) {
  const Outcome outcome = store_.commit({{Condition::present(key_of_context(at.context)), Condition::absent(key)},
                                         {Change::put(key, value_of(bound), lease)}});
  if (outcome.succeeded) return;
  if (!outcome.found.at(0)) throw ContextGone{at.context, at.component};
  throw NamingContext::AlreadyBound();
}

void Tree::replace(const Place& at, const Name& name, const std::string& key, const Bound& bound, LeaseId lease) {
  std::optional<Record> present = store_.get(key);
  for (int i = 0; i < attempts_max; ++i) {
    if (present && bound_in(*present).type != bound.type) {
      not_found(bound.type == BindingType::nobject ? Reason::not_object : Reason::not_context, name, at.component);
    }
    Outcome outcome =
        store_.commit({{Condition::present(key_of_context(at.context)),
                        present ? Condition::unchanged_since(key, present->modified) : Condition::absent(key)},
                       {Change::put(key, value_of(bound), lease)}});
    if (outcome.succeeded) return;
    if (!outcome.found.at(0)) throw ContextGone{at.context, at.component};
    present = std::move(outcome.found.at(1));
  }
  overtaken(key);
}

void Tree::unbind(const Place& at, const Name& name) {
  const std::string key = key_of_binding(at.context, name[at.component]);
  const Outcome outcome = store_.commit({{Condition::present(key)}, {Change::erase(key)}});
  if (!outcome.succeeded) missing(at, name);
}

ContextId Tree::bind_new_context(const Place& at, const Name& name) {
  const std::string key = key_of_binding(at.context, name[at.component]);
  const ContextId id = ContextId::random();
  const Bound bound{BindingType::ncontext, id, {}, 0};
  const Outcome outcome = store_.commit(
      {{Condition::present(key_of_context(at.context)), Condition::absent(key), Condition::absent(key_of_context(id))},
       {Change::put(key_of_context(id), value_of_context()), Change::put(key, value_of(bound))}});
  if (outcome.succeeded) return id;
  if (!outcome.found.at(0)) throw ContextGone{at.context, at.component};
  throw NamingContext::AlreadyBound();
}

ContextId Tree::new_context() {
  for (;;) {
    const ContextId id = ContextId::random();
    if (store_.create(key_of_context(id), value_of_context())) return id;
  }
}

void Tree::destroy(const ContextId& context) {
  if (context.is_root()) {
    throw CORBA::NO_PERMISSION(minor::no_permission_root_context, CORBA::COMPLETED_NO,
                               "the root context of a naming service cannot be destroyed");
  }
  const std::string key = key_of_context(context);
  const Outcome outcome =
      store_.commit({{Condition::present(key), Condition::none_below(key_below(context))}, {Change::erase(key)}});
  if (outcome.succeeded) return;
  if (!outcome.found.at(0)) throw ContextGone{context, 0};
  throw NamingContext::NotEmpty();
}

namespace {

// Adds a record. A damaged record is reported, but does not prevent listing the others.
void add(const Record& record, Listing& listing) {
  try {
    ListedBinding listed{name_in_key(record.key), {}, record.lease};
    try {
      listed.bound = bound_in(record);
    } catch (const StoreError& damaged) {
      listing.damages.emplace_back(damaged.what());
      listed.is_damaged = true;
    }
    listing.bindings.push_back(std::move(listed));
  } catch (const StoreError& damaged) {
    listing.damages.emplace_back(damaged.what());
  }
}

}  // namespace

Listing Tree::list(const ContextId& context, const std::optional<NameComponent>& after, std::size_t bindings_max,
                   std::size_t octets_max) {
  Listing listing;
  store::Query query;
  query.prefix = key_below(context);
  if (after) query.after = key_of_binding(context, *after);
  std::size_t octets = 0;
  for (;;) {
    const std::size_t wanted = bindings_max - listing.bindings.size();
    query.records_max = std::clamp<std::size_t>(wanted, 1, page_records);
    const store::Page page = store_.list(query);
    if (wanted == 0) {  // the caller only needs to know whether there are more
      listing.is_last = page.records.empty();
      return listing;
    }
    for (const Record& record : page.records) {
      if (octets >= octets_max) {
        listing.is_last = false;
        return listing;
      }
      octets += record.key.size() + record.value.size();
      add(record, listing);
    }
    listing.is_last = page.is_last;
    if (page.is_last || listing.bindings.size() == bindings_max) return listing;
    query.after = page.records.back().key;
  }
}

LeaseId Tree::grant(std::uint32_t lifetime_ms) {
  const LeaseId lease = store_.grant(std::chrono::milliseconds(lifetime_ms));
  try {
    store_.put(key_of_lease(lease), value_of_lease(lifetime_ms), lease);
  } catch (const StoreError&) {
    try {
      store_.revoke(lease);
    } catch (const StoreError&) {
      // The lease expires.
    }
    throw;
  }
  return lease;
}

std::optional<std::uint32_t> Tree::lifetime(LeaseId lease) {
  const auto record = store_.get(key_of_lease(lease));
  if (!record) return std::nullopt;
  return lifetime_in(*record);
}

}  // namespace dimma::naming
