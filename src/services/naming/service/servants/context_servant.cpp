#include "services/naming/service/servants/context_servant.hpp"

#include <dimma/minor.hpp>

#include <algorithm>

namespace dimma::naming {

using CosNaming::BindingType;

ContextId ContextServant::called() const {
  const auto object_id = parts_.current->get_object_id();
  const std::string_view text(reinterpret_cast<const char*>(object_id.data()), object_id.size());
  if (text.size() != 2 * ContextId::octets || text.substr(0, ContextId::octets) != parts_.tree.id().text()) {
    throw CORBA::OBJECT_NOT_EXIST(minor::object_not_exist_context, CORBA::COMPLETED_NO,
                                  "the naming context belongs to another tree than the store of this service");
  }
  return *ContextId::of(text.substr(ContextId::octets));
}

ContextId ContextServant::called_that_exists() {
  const ContextId context = called();
  if (!parts_.tree.exists(context)) raise_gone({context, 0}, {});
  return context;
}

void ContextServant::raise_gone(const ContextGone& gone, const Name& name) const {
  if (gone.component == 0) {
    throw CORBA::OBJECT_NOT_EXIST(minor::object_not_exist_context, CORBA::COMPLETED_NO,
                                  "the naming context " + gone.context.printed() + " has been destroyed");
  }
  throw CosNaming::NamingContext::CannotProceed(parts_.references.context(gone.context), rest_of(name, gone.component));
}

bool ContextServant::_non_existent() {
  return with_store(parts_.log, [&] { return !parts_.tree.exists(called()); });
}

void ContextServant::bind_at(const Name& name, const ObjectRef& object, BindingType type, Binding how) {
  check_name(name);
  const Bound bound = parts_.references.bound(object, type);
  follow(
      name, [&](const Place& place) { parts_.tree.bind(place, name, bound, how); },
      [&](const ContextRef& context, const Name& rest) {
        if (type == BindingType::nobject) {
          how == Binding::only_new ? context->bind(rest, object) : context->rebind(rest, object);
        } else {
          const auto bound_context = narrow_unchecked<CosNaming::NamingContext>(object);
          how == Binding::only_new ? context->bind_context(rest, bound_context)
                                   : context->rebind_context(rest, bound_context);
        }
      });
}

void ContextServant::bind(Name n, ObjectRef obj, deferred_reply<> reply) {
  bind_at(n, obj, BindingType::nobject, Binding::only_new);
  reply();
}

void ContextServant::rebind(Name n, ObjectRef obj, deferred_reply<> reply) {
  bind_at(n, obj, BindingType::nobject, Binding::replacing);
  reply();
}

void ContextServant::bind_context(Name n, ContextRef nc, deferred_reply<> reply) {
  bind_at(n, nc, BindingType::ncontext, Binding::only_new);
  reply();
}

void ContextServant::rebind_context(Name n, ContextRef nc, deferred_reply<> reply) {
  bind_at(n, nc, BindingType::ncontext, Binding::replacing);
  reply();
}

ObjectRef ContextServant::resolved(const Name& name) {
  return follow(
      name,
      [&](const Place& place) {
        return parts_.references.object(parts_.tree.resolve(place, name), place.context, name.back());
      },
      [&](const ContextRef& context, const Name& rest) { return context->resolve(rest); });
}

void ContextServant::resolve(Name n, deferred_reply<ObjectRef> reply) { reply(resolved(n)); }

void ContextServant::unbind(Name n, deferred_reply<> reply) {
  follow(
      n, [&](const Place& place) { parts_.tree.unbind(place, n); },
      [&](const ContextRef& context, const Name& rest) { context->unbind(rest); });
  reply();
}

void ContextServant::new_context(deferred_reply<ContextRef> reply) {
  const auto id = with_store(parts_.log, [&] {
    called_that_exists();
    return parts_.tree.new_context();
  });
  reply(parts_.references.context(id));
}

void ContextServant::bind_new_context(Name n, deferred_reply<ContextRef> reply) {
  reply(follow(
      n, [&](const Place& place) { return parts_.references.context(parts_.tree.bind_new_context(place, n)); },
      [&](const ContextRef& context, const Name& rest) { return context->bind_new_context(rest); }));
}

void ContextServant::destroy(deferred_reply<> reply) {
  try {
    with_store(parts_.log, [&] { parts_.tree.destroy(called()); });
  } catch (const ContextGone& gone) {
    raise_gone(gone, {});
  }
  reply();
}

CORBA::object_reference<CosNaming::BindingIterator> ContextServant::iterator(
    const ContextId& context, std::optional<CosNaming::NameComponent> after) {
  const ContextId id = parts_.iterators.open(context, std::move(after));
  return narrow_unchecked<CosNaming::BindingIterator>(parts_.iterator_poa->create_reference_with_id(
      {id.text().begin(), id.text().end()}, std::string(CosNaming::BindingIterator::_interface_tag.repository_id)));
}

void ContextServant::list(
    std::uint32_t how_many,
    deferred_reply<CosNaming::BindingList, CORBA::object_reference<CosNaming::BindingIterator>> reply) {
  const ContextId context = with_store(parts_.log, [&] { return called_that_exists(); });
  // Even if no bindings are requested, list() finds out if there are any.
  const std::size_t bindings_max = std::min<std::size_t>(how_many, parts_.limits.list_max);
  const Listing listing =
      with_store(parts_.log, [&] { return parts_.tree.list(context, {}, bindings_max, list_octets_max); });
  for (const std::string& damage : listing.damages) parts_.log.limited(damage);
  CosNaming::BindingList bindings;
  bindings.reserve(listing.bindings.size());
  for (const ListedBinding& listed : listing.bindings) bindings.push_back(binding_of(listed));
  if (listing.is_last) return reply(bindings, nullptr);
  std::optional<CosNaming::NameComponent> after;
  if (!listing.bindings.empty()) after = listing.bindings.back().name;
  reply(bindings, iterator(context, std::move(after)));
}

}  // namespace dimma::naming
