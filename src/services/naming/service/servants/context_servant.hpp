#pragma once
// Serves all naming contexts: the default servant of their POA. A request identifies its context by the object id, so
// that contexts need no memory. Replies are sent at once, except those of `changes`.

#include "services/naming/service/common/failures.hpp"
#include "services/naming/service/health/health_book.hpp"
#include "services/naming/service/references/references.hpp"
#include "services/naming/service/servants/change_feed.hpp"
#include "services/naming/service/servants/iterators.hpp"
#include "services/naming/tree/tree.hpp"

#include <dimma/exception.hpp>

#include <DimmaNaming_deferred.hpp>

#include <cstdint>
#include <string>

namespace dimma::naming {

class ContextServant final : public virtual CORBA::servant_traits<DimmaNaming::NamingContext>::deferred_base_type {
 public:
  using Name = CosNaming::Name;
  using Lease = DimmaNaming::LeaseId;

  // The objects that the servant uses. They must outlive it.
  struct Parts {
    Tree& tree;
    References& references;
    Iterators& iterators;
    ChangeFeed& changes;
    HealthBook& health;
    ServiceLog& log;
    CORBA::object_reference<PortableServer::Current> current;
    CORBA::object_reference<PortableServer::POA> iterator_poa;
    Limits limits;
  };
  explicit ContextServant(Parts parts) : parts_(std::move(parts)) {}

  bool _non_existent() override;

  // CosNaming::NamingContext
  void bind(Name n, ObjectRef obj, deferred_reply<> reply) override;
  void rebind(Name n, ObjectRef obj, deferred_reply<> reply) override;
  void bind_context(Name n, ContextRef nc, deferred_reply<> reply) override;
  void rebind_context(Name n, ContextRef nc, deferred_reply<> reply) override;
  void resolve(Name n, deferred_reply<ObjectRef> reply) override;
  void unbind(Name n, deferred_reply<> reply) override;
  void new_context(deferred_reply<ContextRef> reply) override;
  void bind_new_context(Name n, deferred_reply<ContextRef> reply) override;
  void destroy(deferred_reply<> reply) override;
  void list(std::uint32_t how_many,
            deferred_reply<CosNaming::BindingList, CORBA::object_reference<CosNaming::BindingIterator>> reply) override;

  // CosNaming::NamingContextExt
  void to_string(Name n, deferred_reply<std::string> reply) override;
  void to_name(std::string sn, deferred_reply<Name> reply) override;
  void to_url(std::string addr, std::string sn, deferred_reply<std::string> reply) override;
  void resolve_str(std::string sn, deferred_reply<ObjectRef> reply) override;

  // DimmaNaming::NamingContext
  void grant_lease(std::uint32_t lifetime_milliseconds, deferred_reply<Lease> reply) override;
  void renew_lease(Lease lease, deferred_reply<> reply) override;
  void end_lease(Lease lease, deferred_reply<> reply) override;
  void bind_with_lease(Name n, ObjectRef obj, Lease lease, deferred_reply<> reply) override;
  void rebind_with_lease(Name n, ObjectRef obj, Lease lease, deferred_reply<> reply) override;
  void list_details(CosNaming::NameComponent after, std::uint32_t how_many,
                    deferred_reply<bool, DimmaNaming::DetailsSeq> reply) override;
  void revision(deferred_reply<std::uint64_t> reply) override;
  void changes(std::uint64_t after, std::uint32_t wait_milliseconds,
               deferred_reply<DimmaNaming::ChangeSeq, std::uint64_t> reply) override;

 private:
  // Returns the context of the current request. Throws OBJECT_NOT_EXIST if it belongs to another tree.
  ContextId called() const;
  ContextId called_that_exists();
  [[noreturn]] void raise_gone(const ContextGone& gone, const Name& name) const;
  ObjectRef resolved(const Name& name);
  void bind_at(const Name& name, const ObjectRef& object, CosNaming::BindingType type, Binding how);
  void bind_leased(const Name& name, const ObjectRef& object, Lease lease, Binding how);
  CORBA::object_reference<CosNaming::BindingIterator> iterator(const ContextId& context,
                                                               std::optional<CosNaming::NameComponent> after);
  DimmaNaming::ChangeSeq changes_of(const ChangeFeed::Events& events) const;
  DimmaNaming::Details details_of(const ContextId& context, const ListedBinding& listed) const;

  // Resolves all but the last component of the name. Calls `here` with the Place of the context that has the last one.
  // If the name leads into another service, calls `elsewhere` with its context and the rest of the name.
  template <class Here, class Elsewhere>
  auto follow(const Name& name, Here&& here, Elsewhere&& elsewhere);
  template <class Call>
  auto federated(const Place& place, const Name& name, Call&& call);

  Parts parts_;
};

template <class Here, class Elsewhere>
auto ContextServant::follow(const Name& name, Here&& here, Elsewhere&& elsewhere) {
  try {
    return with_store(parts_.log, [&] {
      const Place place = parts_.tree.walk(called(), name);
      if (place.other) return federated(place, name, elsewhere);
      return here(place);
    });
  } catch (const ContextGone& gone) {
    raise_gone(gone, name);
  }
}

// If the call did not reach the other context, the client has to make it: CannotProceed has the context and the rest of
// the name. If the call may have been executed, the client receives the exception itself.
template <class Call>
auto ContextServant::federated(const Place& place, const Name& name, Call&& call) {
  const ContextRef context = parts_.references.elsewhere(*place.other, place.context, name[place.component - 1]);
  const Name rest = rest_of(name, place.component);
  try {
    return call(context, rest);
  } catch (const CORBA::SystemException& failure) {
    if (failure.completed() != CORBA::COMPLETED_NO) throw;
    parts_.log.limited(std::string("a context of another service: ") + failure.what());
    throw CosNaming::NamingContext::CannotProceed(context, rest);
  }
}

}  // namespace dimma::naming
