#pragma once
// How an operation follows its name, within the tree and on to other services.

#include "services/naming/service/context_servant.hpp"
#include "services/naming/service/failures.hpp"

#include <dimma/exception.hpp>

namespace dimma::naming {

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

// The client has to try a call that did not reach the other context: CannotProceed has the context and the rest of the
// name. If the call may have been done, the client is told what is known.
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
