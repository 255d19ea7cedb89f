// Implements the operations of DimmaNaming::NamingContext.

#include "services/naming/service/servants/context_servant.hpp"

#include <dimma/minor.hpp>

#include <algorithm>
#include <memory>

namespace dimma::naming {
namespace {

constexpr std::uint32_t lease_min_ms = 100;
constexpr std::uint32_t lease_max_ms = 24 * 3'600 * 1'000;
constexpr std::uint32_t wait_max_ms = 60'000;

}  // namespace

void ContextServant::grant_lease(std::uint32_t lifetime_milliseconds, deferred_reply<Lease> reply) {
  if (lifetime_milliseconds < lease_min_ms || lifetime_milliseconds > lease_max_ms) {
    throw CORBA::BAD_PARAM(minor::bad_param_lease, CORBA::COMPLETED_NO,
                           "a lease of " + std::to_string(lifetime_milliseconds) + " ms is not within 100 ms to 1 day");
  }
  reply(with_store(parts_.log, [&] { return parts_.tree.grant(lifetime_milliseconds); }));
}

void ContextServant::renew_lease(Lease lease, deferred_reply<> reply) {
  if (!with_store(parts_.log, [&] { return parts_.tree.store().renew(lease); })) throw DimmaNaming::LeaseEnded();
  reply();
}

void ContextServant::end_lease(Lease lease, deferred_reply<> reply) {
  if (!with_store(parts_.log, [&] { return parts_.tree.store().revoke(lease); })) throw DimmaNaming::LeaseEnded();
  reply();
}

void ContextServant::bind_leased(const Name& name, const ObjectRef& object, Lease lease, Binding how) {
  check_name(name);
  Bound bound = parts_.references.bound(object, CosNaming::BindingType::nobject);
  const auto lifetime = with_store(parts_.log, [&] { return parts_.tree.lifetime(lease); });
  if (!lifetime) throw DimmaNaming::LeaseEnded();
  bound.lease_ms = *lifetime;
  follow(
      name,
      [&](const Place& place) {
        try {
          parts_.tree.bind(place, name, bound, how, lease);
        } catch (const store::StoreError& error) {
          // The name and the reference are valid, so the store refuses the lease: it has ended meanwhile.
          if (error.kind() == store::StoreError::Kind::refused) throw DimmaNaming::LeaseEnded();
          throw;
        }
      },
      // A lease is valid only at the service that has granted it.
      [](const ContextRef& context, const Name& rest) {
        throw CosNaming::NamingContext::CannotProceed(context, rest);
      });
}

void ContextServant::bind_with_lease(Name n, ObjectRef obj, Lease lease, deferred_reply<> reply) {
  bind_leased(n, obj, lease, Binding::only_new);
  reply();
}

void ContextServant::rebind_with_lease(Name n, ObjectRef obj, Lease lease, deferred_reply<> reply) {
  bind_leased(n, obj, lease, Binding::replacing);
  reply();
}

DimmaNaming::Details ContextServant::details_of(const ContextId& context, const ListedBinding& listed) const {
  const Finding finding = parts_.health.get(context, listed.name, listed.bound);
  DimmaNaming::Details details(listed.name, listed.bound.type, nullptr, listed.bound.lease_ms, finding.state,
                               finding.checked_ms, finding.remark);
  std::string damage = listed.is_damaged ? "its record is damaged; unbind or rebind it" : "";
  try {
    if (!listed.is_damaged) details.bound(parts_.references.object(listed.bound, context, listed.name));
  } catch (const store::StoreError& damaged) {
    parts_.log.limited(damaged.what());
    damage = damaged.what();
  }
  if (!damage.empty()) {
    details.state(DimmaNaming::Health::silent);
    details.remark(damage);
  }
  return details;
}

void ContextServant::list_details(CosNaming::NameComponent after, std::uint32_t how_many,
                                  deferred_reply<bool, DimmaNaming::DetailsSeq> reply) {
  if (how_many == 0) {
    throw CORBA::BAD_PARAM(minor::bad_param_how_many, CORBA::COMPLETED_NO,
                           "list_details of 0 bindings: ask for at least 1");
  }
  std::optional<CosNaming::NameComponent> behind;
  if (!after.id().empty() || !after.kind().empty()) {
    check_name({after});
    behind = std::move(after);
  }
  std::size_t bindings_max = std::min<std::size_t>(how_many, parts_.limits.list_max);
  // A page must not end with the first possible component, the one with empty id and kind: `after` would not advance.
  if (!behind) bindings_max = std::max<std::size_t>(bindings_max, 2);
  with_store(parts_.log, [&] {
    const ContextId context = called_that_exists();
    const Listing listing = parts_.tree.list(context, behind, bindings_max, list_octets_max);
    DimmaNaming::DetailsSeq page;
    page.reserve(listing.bindings.size());
    for (const std::string& damage : listing.damages) parts_.log.limited(damage);
    for (const ListedBinding& listed : listing.bindings) page.push_back(details_of(context, listed));
    reply(!listing.is_last, page);
  });
}

void ContextServant::revision(deferred_reply<std::uint64_t> reply) {
  reply(with_store(parts_.log, [&] { return parts_.tree.store().revision(); }));
}

DimmaNaming::ChangeSeq ContextServant::changes_of(const ChangeFeed::Events& events) const {
  using DimmaNaming::ChangeKind;
  DimmaNaming::ChangeSeq changes;
  changes.reserve(events.size());
  for (const store::Event& event : events) {
    DimmaNaming::Change change;
    change.revision(event.record.modified);
    change.name(name_in_key(event.record.key));
    change.kind(ChangeKind::unbound);
    if (!event.was_erased) {
      const Bound bound = bound_in(event.record);
      change.kind(event.record.created == event.record.modified ? ChangeKind::bound : ChangeKind::rebound);
      change.type(bound.type);
      change.bound_object(parts_.references.object(bound, context_in_key(event.record.key), change.name()));
    }
    changes.push_back(std::move(change));
  }
  return changes;
}

void ContextServant::changes(std::uint64_t after, std::uint32_t wait_milliseconds,
                             deferred_reply<DimmaNaming::ChangeSeq, std::uint64_t> reply) {
  const ContextId context = with_store(parts_.log, [&] { return called_that_exists(); });
  const std::chrono::milliseconds patience(std::min(wait_milliseconds, wait_max_ms));
  const auto owed = std::make_shared<decltype(reply)>(std::move(reply));
  ChangeFeed::Answer answer;
  answer.changes = [this, owed](const ChangeFeed::Events& events, store::Revision next) {
    try {
      (*owed)(with_store(parts_.log, [&] { return changes_of(events); }), next);
    } catch (...) {
      owed->fail(std::current_exception());
    }
  };
  answer.overtaken = [owed] { owed->raise(DimmaNaming::Overtaken()); };
  const auto asker = parts_.changes.asker();
  owed->when_cancelled([asker] { asker->give_up(); });
  try {
    with_store(parts_.log, [&] { parts_.changes.ask(context, after, patience, asker, std::move(answer)); });
  } catch (...) {
    owed->fail(std::current_exception());
  }
}

}  // namespace dimma::naming
