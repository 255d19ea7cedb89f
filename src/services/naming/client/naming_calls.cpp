#include "services/naming/client/naming_calls.hpp"

#include "services/naming/reference/ior.hpp"
#include "services/naming/text/names.hpp"

#include <dimma/messaging.hpp>

#include <sstream>
#include <utility>

namespace dimma::naming {

namespace {

using CosNaming::NamingContext;

std::string words_of(const CORBA::Exception& exception) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text << exception;
  return text.str();
}

CORBA::object_reference<CORBA::Object> initial_service(const CORBA::object_reference<CORBA::ORB>& orb) {
  try {
    return orb->resolve_initial_references("NameService");
  } catch (const CORBA::ORB::InvalidName&) {
    throw PublishError(PublishError::Kind::refused,
                       "the ORB knows no naming service; set -ORBInitRef NameService=corbaloc::HOST/NameService or "
                       "PublishOptions::service");
  } catch (const CORBA::BAD_PARAM& wrong) {
    throw PublishError(PublishError::Kind::refused, "the ORB's initial reference NameService: " + wrong._detail());
  }
}

CosNaming::Name beginning_of(const CosNaming::Name& name, std::size_t components) {
  return {name.begin(), name.begin() + static_cast<std::ptrdiff_t>(components)};
}

}  // namespace

NamingCalls::NamingCalls(CORBA::object_reference<CORBA::ORB> orb, CORBA::object_reference<CORBA::Object> service,
                         std::chrono::milliseconds call_timeout)
    : orb_(std::move(orb)), service_(std::move(service)) {
  if (!service_) service_ = initial_service(orb_);
  if (!service_ || service_->_is_local()) {
    throw PublishError(PublishError::Kind::refused, "the reference to the naming service is nil or of a local object");
  }
  CORBA::Any limit;
  limit <<= static_cast<TimeBase::TimeT>(std::chrono::nanoseconds(call_timeout).count() / 100);
  policies_.push_back(orb_->create_policy(Messaging::RELATIVE_RT_TIMEOUT_POLICY_TYPE, limit));
  service_ = service_->_set_policy_overrides(policies_, CORBA::SetOverrideType::ADD_OVERRIDE);
}

bool NamingCalls::has_leases() {
  if (root_) return static_cast<bool>(dimmas_);
  auto dimmas = IDL::traits<DimmaNaming::NamingContext>::narrow(service_);
  if (dimmas) dimmas = narrow_unchecked<DimmaNaming::NamingContext>(with_utf8(dimmas));
  root_ = dimmas ? CORBA::object_reference<NamingContext>(dimmas) : IDL::traits<NamingContext>::narrow(service_);
  if (!root_)
    throw PublishError(PublishError::Kind::refused, "the object of the naming service is not a naming context");
  dimmas_ = std::move(dimmas);
  return static_cast<bool>(dimmas_);
}

CORBA::object_reference<CORBA::Object> NamingCalls::with_utf8(const CORBA::object_reference<CORBA::Object>& service) {
  const auto known = orb_->string_to_object(with_code_sets_of_dimma(orb_->object_to_string(service)));
  return known->_set_policy_overrides(policies_, CORBA::SetOverrideType::ADD_OVERRIDE);
}

NameState NamingCalls::state_of(const CosNaming::Name& name, const CORBA::object_reference<CORBA::Object>& object) {
  try {
    const auto bound = root_->resolve(name);
    return bound && bound->_is_equivalent(object) ? NameState::ours : NameState::others;
  } catch (const NamingContext::NotFound&) {
    return NameState::free;
  }
}

LeaseId NamingCalls::grant(std::chrono::milliseconds lifetime) {
  return dimmas_->grant_lease(static_cast<std::uint32_t>(lifetime.count()));
}

void NamingCalls::renew(LeaseId lease) { dimmas_->renew_lease(lease); }

void NamingCalls::end(LeaseId lease) {
  try {
    dimmas_->end_lease(lease);
  } catch (const DimmaNaming::LeaseEnded&) {
    return;
  }
}

// Retries, since other clients may create or destroy contexts at the same time.
void NamingCalls::bind(const CosNaming::Name& name, const CORBA::object_reference<CORBA::Object>& object,
                       std::optional<LeaseId> lease, bool replaces) {
  constexpr int attempts_max = 4;
  for (int attempt = 1;; ++attempt) {
    try {
      return bind_once(name, object, lease, replaces);
    } catch (const NamingContext::NotFound& missing) {
      if (missing.why() != NamingContext::NotFoundReason::missing_node || attempt == attempts_max) throw;
    }
    make_parents(name);
  }
}

void NamingCalls::bind_once(const CosNaming::Name& name, const CORBA::object_reference<CORBA::Object>& object,
                            std::optional<LeaseId> lease, bool replaces) {
  if (lease)
    return replaces ? dimmas_->rebind_with_lease(name, object, *lease) : dimmas_->bind_with_lease(name, object, *lease);
  return replaces ? root_->rebind(name, object) : root_->bind(name, object);
}

void NamingCalls::make_parents(const CosNaming::Name& name) {
  for (std::size_t components = 1; components < name.size(); ++components) {
    try {
      root_->bind_new_context(beginning_of(name, components));
    } catch (const NamingContext::AlreadyBound&) {
      continue;
    }
  }
}

void NamingCalls::unbind(const CosNaming::Name& name, const CORBA::object_reference<CORBA::Object>& object) {
  if (state_of(name, object) != NameState::ours) return;
  try {
    root_->unbind(name);
  } catch (const NamingContext::NotFound&) {
    return;
  }
}

PublishError publish_error_in_words(const std::string& name) {
  using Kind = PublishError::Kind;
  const std::string begin = "\"" + printable(name) + "\" is not published: ";
  try {
    throw;
  } catch (const NamingContext::NotFound& raised) {
    if (raised.why() == NamingContext::NotFoundReason::not_context) {
      return {Kind::refused, begin + "a part of the name is bound to an object that is not a context"};
    }
    if (raised.why() == NamingContext::NotFoundReason::not_object) {
      return {Kind::refused, begin + "the name is bound to a context, which an object cannot replace"};
    }
    return {Kind::refused, begin + "a context on its path was repeatedly removed"};
  } catch (const NamingContext::AlreadyBound&) {
    return {Kind::refused, begin + "it is bound to another object, and PublishOptions::replaces is not set"};
  } catch (const NamingContext::InvalidName&) {
    return {Kind::refused, begin + "the naming service does not accept such a name"};
  } catch (const NamingContext::CannotProceed&) {
    return {
        Kind::unreachable,
        begin +
            "the naming service cannot proceed: a context on its path, perhaps of another service, does not answer"};
  } catch (const CORBA::TRANSIENT& raised) {
    return {Kind::unreachable, begin + "the naming service was not reached: " + words_of(raised)};
  } catch (const CORBA::COMM_FAILURE& raised) {
    return {Kind::unreachable, begin + "the connection to the naming service was lost: " + words_of(raised)};
  } catch (const CORBA::TIMEOUT& raised) {
    return {Kind::unreachable, begin + "the naming service did not answer in time: " + words_of(raised)};
  } catch (const CORBA::Exception& raised) {
    return {Kind::refused, begin + "the naming service: " + words_of(raised)};
  }
}

}  // namespace dimma::naming
